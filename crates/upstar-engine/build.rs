//! Gives the core a fingerprint of its own sources: what one core has saved as proved, another one may
//! read differently, or know better.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn main() {
    let mut files = Vec::new();
    for name in ["core", "games", "cgt", "search", "proof", "solver", "engine"] {
        let folder = format!("../upstar-{name}/src");
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(&folder), &mut files);
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let text = fs::read(&file).expect("the sources can be read");
        let name = file.to_str().expect("file names are text").replace('\\', "/");
        // FNV-1a; a zero byte between names and texts.
        for byte in name.bytes().chain([0]).chain(text).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=UPSTAR_SOURCES={hash:016x}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources can be listed") {
        let path = entry.expect("the sources can be listed").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
