//! Texts of values: what is read prints as a text of the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use upstar_cgt::{Notation, Values};

fuzz_target!(|text: &str| {
    if text.len() > 120 {
        return;
    }
    let mut values = Values::with_limit(1 << 24);
    let mut steps = 0;
    values.poll_with(Some(Box::new(move |_| {
        steps += 1;
        steps > 20
    })));
    let _ = values.parse_options(text);
    let Ok(value) = values.parse(text) else { return };
    for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
        let _ = values.print(value, notation);
    }
    if let Ok(printed) = values.text(value)
        && let Ok(again) = values.parse(&printed)
    {
        assert_eq!(again, value, "'{text}' prints as '{printed}'");
    }
});
