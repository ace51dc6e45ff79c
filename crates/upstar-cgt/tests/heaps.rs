//! Grundy values of games of heaps against the definition, and against published periods.

use upstar_cgt::heaps::{GrundyValues, HeapRules, grundy_values};
use upstar_core::{Control, Limits, Stopped};

fn rules(text: &str) -> HeapRules {
    HeapRules::read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn values(text: &str, last: usize) -> GrundyValues {
    grundy_values(&rules(text), last, &Control::unlimited())
}

/// Grundy values by the definition: the mex over all options.
fn naive(rules: &HeapRules, last: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..=last {
        let mut seen = vec![false; 4 * heap + 2];
        rules.options(heap, &mut |left| {
            let value = left.iter().fold(0, |sum, &part| sum ^ values[part]);
            if let Some(place) = seen.get_mut(usize::from(value)) {
                *place = true;
            }
        });
        values.push(seen.iter().position(|seen| !seen).expect("a heap has few options") as u16);
    }
    values
}

#[test]
fn values_of_all_octal_games_with_three_digits_are_the_mex_of_their_options() {
    for first in ['0', '4'] {
        for code in 0..512_u32 {
            let text = format!("octal:{first}.{}{}{}", code >> 6, code >> 3 & 7, code & 7);
            // The mask is chosen at 128 and at 256 values.
            let last = if first == '0' { 400 } else { 150 };
            assert_eq!(values(&text, last).values, naive(&rules(&text), last), "{text}");
        }
    }
}

#[test]
fn values_of_longer_runs_are_the_mex_of_their_options() {
    for text in ["octal:0.007", "octal:0.6", "octal:4.06", "octal:0.604", "grundys-game"] {
        assert_eq!(values(text, 20_000).values, naive(&rules(text), 20_000), "{text}");
    }
    for text in ["subtraction:{1,2,5}", "subtraction:{2,5,7}", "subtraction:4", "octal:0.3303"] {
        assert_eq!(values(text, 2500).values, naive(&rules(text), 2500), "{text}");
    }
    for text in ["hexadecimal:0.8", "hexadecimal:0.3f", "hexadecimal:8.1", "hexadecimal:0.f9a"] {
        assert_eq!(values(text, 160).values, naive(&rules(text), 160), "{text}");
    }
}

/// Period and first number of the period of octal games. Sources: *Winning Ways*, chapter 4, tables 6 and 7, and for
/// the games with a number its entry in the OEIS, which has the last exception.
#[test]
fn periods_are_the_published_ones() {
    for (text, period, preperiod) in [
        ("octal:0.07", 34, 53),
        ("octal:0.137", 34, 52),
        ("octal:0.77", 12, 71),
        ("kayles", 12, 71),
        ("octal:0.177", 20, 497),   // A071435
        ("octal:0.1377", 24, 141),  // A071434
        ("octal:0.117", 48, 47),    // A071453
        ("octal:0.11377", 32, 187), // A071452
        ("octal:0.156", 349, 3479),
        ("octal:0.055", 148, 259),
        ("octal:0.644", 442, 3256),
        ("octal:0.165", 1550, 5181),
        ("octal:0.356", 142, 7315),
    ] {
        let found = values(text, 40_000);
        let proved = found.period.filter(|period| period.is_proved).unwrap_or_else(|| {
            panic!("no period of {text} was proved");
        });
        assert_eq!((proved.length, proved.start), (period, preperiod), "{text}");
    }
}

#[test]
fn a_proved_period_continues() {
    for code in 0..512_u32 {
        let text = format!("octal:0.{}{}{}", code >> 6, code >> 3 & 7, code & 7);
        let found = values(&text, 1500);
        let Some(period) = found.period.filter(|period| period.is_proved) else { continue };
        let all = naive(&rules(&text), 1500);
        let (p, start) = (period.length, period.start);
        assert!((start..all.len() - p).all(|n| all[n] == all[n + p]), "{text}");
        assert!(start == 0 || all[start - 1] != all[start - 1 + p], "{text}");
        assert_eq!(found.values, all, "{text}");
    }
}

#[test]
fn limits_end_the_work_with_what_was_found() {
    let limited =
        |limits: Limits| grundy_values(&rules("octal:0.007"), 50_000_000, &Control::new(limits));
    let found = limited(Limits { max_seconds: 0.05, ..Limits::default() });
    assert_eq!(found.stopped, Some(Stopped::Seconds));
    assert!(!found.values.is_empty());
    let found = limited(Limits { max_bytes: 400_000, ..Limits::default() });
    assert_eq!(found.stopped, Some(Stopped::Memory));
    assert_eq!(found.values[..100], naive(&rules("octal:0.007"), 99)[..]);
    let control = Control::unlimited();
    control.stop();
    let found = grundy_values(&rules("octal:0.007"), 50_000_000, &control);
    assert_eq!(found.stopped, Some(Stopped::Asked));
}

#[test]
fn wrong_texts_name_the_place_and_what_would_be_right() {
    for (text, part) in [
        ("octal", "expected a game of heaps"),
        ("octal:0.187", "character 10: a digit of the code must be 0 to 7"),
        ("octal:3.1", "character 7: the digit before the point must be 0 or 4"),
        ("octal:0.", "character 9: the point must be followed by"),
        ("octal:077", "character 7: a code must begin with '0.'"),
        ("hexadecimal:0.1g", "character 16: a digit of the code must be 0 to f"),
        ("hexadecimal:1.1", "must be 0, 4, 8 or c"),
        ("subtraction:{1,x}", "character 16: expected numbers"),
        ("subtraction:{}", "character 14: expected numbers"),
        ("subtraction:0", "character 13: expected numbers"),
        ("kales", "did you mean 'kayles'?"),
        ("kayles:3", "character 7: expected 'kayles' alone"),
    ] {
        let error = HeapRules::read(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
