//! Who may know whom, checked in the text of the sources (comments may mention anything): games know no search, searches no
//! game, and the verifier of certificates neither searches nor anything that a game may get
//! wrong but its rules.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                found.push((path, code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

fn assert_without(folder: &str, files: Option<&[&str]>, words: &[&str]) {
    let mut seen = 0;
    for (path, text) in sources(folder) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if files.is_some_and(|files| !files.contains(&name)) {
            continue;
        }
        seen += 1;
        for word in words {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
    assert!(seen >= files.map_or(1, <[&str]>::len), "files are missing in {folder}");
}

#[test]
fn games_know_no_search() {
    assert_without("games", None, &["crate::search", "crate::proof", "crate::registry"]);
}

#[test]
fn searches_know_no_game() {
    assert_without("search", None, &["crate::games", "crate::registry"]);
}

#[test]
fn the_verifier_knows_the_rules_and_nothing_else() {
    let files = ["verify.rs", "format.rs", "header.rs", "cache.rs", "claim.rs"];
    let searching = ["search::", "super::write", "crate::registry", "crate::games"];
    assert_without("proof", Some(&files), &searching);
    let helpers = [
        ".bounds(",
        ".assess(",
        ".glance(",
        ".candidates(",
        ".sift(",
        ".play_forced(",
        ".symmetric_key(",
        ".owned_key(",
        ".evaluate(",
        ".status(",
        "write::",
    ];
    assert_without("proof", Some(&["verify.rs"]), &helpers);
}
