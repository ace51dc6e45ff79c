//! Certificates: no panic, and whatever is accepted is true. The checksum is put right, so that the walk is reached.
#![no_main]

use std::io::Cursor;

use harness::control;
use libfuzzer_sys::fuzz_target;
use upstar_core::{Bounds, Fnv1a};
use upstar_engine::{registry, solve, verify_from};
use upstar_search::Request;

const FOOTER: usize = 24;

fuzz_target!(|data: &[u8]| {
    let _ = verify_from(Cursor::new(data), &control());
    if data.len() < FOOTER || data.len() > 4000 {
        return;
    }
    // The number of decisions stays as it is; checksum and last line are put right.
    let mut bytes = data[..data.len() - FOOTER].to_vec();
    let mut checksum = Fnv1a::EMPTY;
    checksum.add(&bytes);
    bytes.extend(checksum.value().to_le_bytes());
    bytes.extend(b"end upstar-proof");
    let Ok(report) = verify_from(Cursor::new(bytes), &control()) else { return };
    let (game, text) = (&report.name.game, &report.name.position);
    let Ok(position) = registry::position(game, text, Some(report.to_move)) else { return };
    if report.distance.is_some() || report.outcome.contains("within") {
        return;
    }
    let Ok(solved) = solve(position.as_ref(), &Request::new("minimax"), &control()) else { return };
    let found = solved.solution;
    if found.solved {
        let value = found.bounds;
        let claimed: Bounds = report.bounds;
        assert!(claimed.lo <= value.lo && value.hi <= claimed.hi, "{game} {text}: {claimed:?}, not {value:?}");
    }
});
