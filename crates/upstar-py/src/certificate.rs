//! Certificates for Python: their claims, and an iterator over their decisions.

use std::{fs::File, path::PathBuf, sync::Mutex};

use pyo3::{import_exception, prelude::*};
use upstar_core::lock;
use upstar_proof::{Certificate, Decision};

import_exception!(upstar.errors, CertificateError);

/// An open certificate. Iteration returns its decisions: the number of a move, or None for a
/// position that the walk has proved before.
#[pyclass(frozen, name = "Certificate", module = "upstar._core")]
pub struct PyCertificate {
    path: PathBuf,
    inner: Mutex<Certificate<File>>,
}

fn raised(path: &std::path::Path, reason: &str) -> PyErr {
    CertificateError::new_err(format!(
        "'{}' is not a certificate of one position: {reason}",
        path.display()
    ))
}

/// Opens a certificate. The checksum is verified, but not the claims.
#[pyfunction]
pub fn open_certificate(path: PathBuf) -> PyResult<PyCertificate> {
    let opened = File::open(&path).map_err(|e| e.to_string()).and_then(Certificate::open);
    match opened {
        Ok(inner) => Ok(PyCertificate { path, inner: Mutex::new(inner) }),
        Err(reason) => Err(raised(&path, &reason)),
    }
}

#[pymethods]
impl PyCertificate {
    /// The game, the position and the number of the player to move.
    #[getter]
    fn root(&self) -> (String, String, usize) {
        let header = &lock(&self.inner).header;
        (header.name.game.clone(), header.name.position.clone(), header.to_move.index())
    }

    /// Does the certificate prove a distance, so that its walk counts plies?
    #[getter]
    fn counts_plies(&self) -> bool {
        lock(&self.inner).header.counts_plies
    }

    /// For each claim, the number of the claimant and the least score that this player gets.
    #[getter]
    fn claims(&self) -> Vec<(usize, i16)> {
        let header = &lock(&self.inner).header;
        header.claims.iter().map(|claim| (claim.claimant.index(), claim.least)).collect()
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[allow(
        clippy::option_option,
        reason = "the outer None is the end of the walk, the inner None is a known position"
    )]
    fn __next__(&self) -> PyResult<Option<Option<u64>>> {
        match lock(&self.inner).next_decision() {
            Ok(decision) => Ok(decision.map(|decision| match decision {
                Decision::Known => None,
                Decision::Choice(number) => Some(number),
            })),
            Err(reason) => Err(raised(&self.path, &reason)),
        }
    }
}
