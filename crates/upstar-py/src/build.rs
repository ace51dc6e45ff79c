//! What the core was compiled for, and what this processor can run.

use pyo3::{prelude::*, types::PyDict};

/// The processor features that the core needs, among those in which the x86-64 levels differ. The
/// names are those of Linux.
const PROCESSOR: [(&str, bool); 4] = [
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("sse4_2", cfg!(target_feature = "sse4.2")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("bmi2", cfg!(target_feature = "bmi2")),
];

/// The x86-64 level that the core was compiled for; on other processors the architecture.
fn level() -> &'static str {
    if !cfg!(target_arch = "x86_64") {
        std::env::consts::ARCH
    } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
        "x86-64-v3"
    } else if cfg!(target_feature = "popcnt") {
        "x86-64-v2"
    } else {
        "x86-64"
    }
}

/// Can this processor run a core for x86-64-v3? It asks the processor, because an emulator may show other
/// features to the operating system.
fn runs_v3() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The version and the build profile of the core, its x86-64 level and the processor features that it needs.
#[pyfunction]
pub fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    info.set_item("sources", upstar_engine::registry::SOURCES)?;
    info.set_item("level", level())?;
    let needs: Vec<&str> =
        PROCESSOR.iter().filter(|(_, needs)| *needs).map(|(name, _)| *name).collect();
    info.set_item("processor", needs.join(" "))?;
    info.set_item("supported", if runs_v3() { "x86-64-v3" } else { level() })?;
    Ok(info)
}
