//! Thermographs, atomic weights, sizes, limits, errors.

use upstar_core::Rng;

use super::{tests::random_game, *};

type Result<T = ()> = std::result::Result<T, ValueError>;

fn heat(values: &mut Values, text: &str) -> Result<[String; 2]> {
    let id = values.parse(text)?;
    Ok([values.mean(id)?.to_string(), values.temperature(id)?.to_string()])
}

#[test]
fn means_and_temperatures() -> Result {
    let mut values = Values::default();
    for (text, mean, temperature) in [
        ("5", "5", "-1"),
        ("1/2", "1/2", "-1/2"),
        ("-5/8", "-5/8", "-1/8"),
        ("*", "0", "0"),
        ("3/4^1000000*7", "3/4", "0"),
        ("+-1", "0", "1"),
        ("{3|1}", "2", "1"),
        ("{5|-2}", "3/2", "7/2"),
        ("{4|0||-1}", "0", "1"),
        ("{2|-1||-2}", "-1", "1"),
        ("{4|2||-1}", "1", "2"),
        ("{10|0||-1}", "0", "1"),
        ("{7|5||4|1}", "17/4", "7/4"),
        ("+_2", "0", "0"),
        ("1*", "1", "0"),
    ] {
        assert_eq!(heat(&mut values, text)?, [mean, temperature], "{text}");
    }
    Ok(())
}

/// The walls by their definition at given taxes, without envelopes: the scaffolds of the options' walls, up
/// to where they meet at the mean.
#[test]
fn walls_are_the_scaffolds_below_the_temperature() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let a = random_game(&mut values, &mut rng, 3, false)?;
        if values.as_number(a).is_some_and(Dyadic::is_integer) {
            continue;
        }
        let thermograph = values.thermograph(a)?;
        let (temperature, mean) = (thermograph.temperature(), thermograph.mean());
        for sixteenths in -16..64 {
            let t = Dyadic::new(sixteenths, 4)?;
            let mut ends = [None::<Dyadic>; 2];
            for option in values.left_options(a)? {
                let reached = values.thermograph(option)?.right.at(t)?.minus(t)?;
                ends[0] = Some(ends[0].map_or(reached, |best| best.max(reached)));
            }
            for option in values.right_options(a)? {
                let reached = values.thermograph(option)?.left.at(t)?.plus(t)?;
                ends[1] = Some(ends[1].map_or(reached, |best| best.min(reached)));
            }
            let [left, right] = ends.map(|end| end.unwrap());
            assert_eq!(left > right, t < temperature);
            let expected = if t < temperature { [left, right] } else { [mean, mean] };
            assert_eq!([thermograph.left.at(t)?, thermograph.right.at(t)?], expected);
        }
        assert_eq!(thermograph.left.at(Dyadic::ZERO)?, values.left_stop(a));
        assert_eq!(thermograph.right.at(Dyadic::ZERO)?, values.right_stop(a));
    }
    Ok(())
}

#[test]
fn means_add() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(5);
    for _ in 0..100 {
        let a = random_game(&mut values, &mut rng, 2, false)?;
        let b = random_game(&mut values, &mut rng, 2, false)?;
        let sum = values.add(a, b)?;
        let means = values.mean(a)?.plus(values.mean(b)?)?;
        assert_eq!(values.mean(sum)?, means);
        let hotter = values.temperature(a)?.max(values.temperature(b)?);
        assert!(values.temperature(sum)? <= hotter);
    }
    Ok(())
}

/// Thermographs of closed forms use a representative. Here they are computed from the options.
#[test]
fn further_ups_and_larger_nimbers_do_not_change_the_thermograph() -> Result {
    let mut values = Values::default();
    for (number, ups, nimber) in (0..12).map(|i| (i % 4, i % 7 - 3, i as u32 % 5)) {
        for extra in [0, 1, 2, 5] {
            let number = Dyadic::new(number, 2)?;
            let nus = Nus {
                number,
                ups: (ups + extra * ups.signum()) as i32,
                nimber: nimber + extra as u32,
            };
            if nus.is_number() {
                continue;
            }
            let id = values.nus(nus)?;
            let thermograph = values.thermograph(id)?;
            for eighths in -8..=8 {
                let t = Dyadic::new(eighths, 3)?;
                if t >= Dyadic::ZERO {
                    assert_eq!(thermograph.left.at(t)?, number);
                    continue;
                }
                let mut best = None::<Dyadic>;
                for option in values.left_options(id)? {
                    let reached = values.thermograph(option)?.right.at(t)?.minus(t)?;
                    best = Some(best.map_or(reached, |b| b.max(reached)));
                }
                assert_eq!(Some(thermograph.left.at(t)?), best, "{nus:?} at {t}");
            }
        }
    }
    Ok(())
}

#[test]
fn atomic_weights() -> Result {
    let mut values = Values::default();
    for (text, weight) in [
        ("^", Some("1")),
        ("v3*2", Some("-3")),
        ("*5", Some("0")),
        ("+_2", None),
        ("1*", None),
        ("+-1", None),
    ] {
        let id = values.parse(text)?;
        let found = values.atomic_weight(id)?.map(|w| values.text(w)).transpose()?;
        assert_eq!(found.as_deref(), weight, "{text}");
    }
    Ok(())
}

/// Atomic weights are additive, and the two-ahead rule holds.
#[test]
fn atomic_weights_add_and_decide() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(6);
    let (mut integers, mut others) = (0, 0);
    let (one, two) = (values.parse("1")?, values.parse("2")?);
    for _ in 0..150 {
        let a = random_game(&mut values, &mut rng, 3, true)?;
        let b = random_game(&mut values, &mut rng, 2, true)?;
        let sum = values.add(a, b)?;
        let [wa, wb, wsum] = [a, b, sum].map(|id| values.atomic_weight(id));
        let (wa, wb, wsum) = (wa?.unwrap(), wb?.unwrap(), wsum?.unwrap());
        assert_eq!(values.add(wa, wb)?, wsum);
        if values.le(two, wa)? {
            assert_eq!(values.outcome(a)?, Outcome::Left);
        }
        if values.le(one, wa)? {
            assert!(matches!(values.outcome(a)?, Outcome::Left | Outcome::Next));
        }
        let integer = values.as_number(wa).is_some_and(Dyadic::is_integer);
        (integers, others) = (integers + u32::from(integer), others + u32::from(!integer));
    }
    assert!(integers > 100 && others > 5, "{integers} {others}");
    Ok(())
}

#[test]
fn sizes() -> Result {
    let mut values = Values::default();
    for (text, birthday, nodes) in
        [("0", 0, 1), ("7", 7, 8), ("1/2", 2, 3), ("*3", 3, 4), ("^", 2, 3), ("+-1", 2, 4)]
    {
        let id = values.parse(text)?;
        assert_eq!((values.birthday(id)?, values.nodes(id)?), (birthday, nodes), "{text}");
    }
    Ok(())
}

#[test]
fn errors_in_text_have_a_place() {
    let mut values = Values::default();
    for (text, at) in [
        ("", 0),
        ("1+", 2),
        ("{0|1", 0),
        ("{0}", 2),
        ("0|1|2", 3),
        ("1/3", 2),
        ("1,2", 0),
        ("*99999999999", 1),
        ("1+-1", 1),
        ("0)", 1),
        ("{0|x}", 3),
        ("99999999999999999999", 0),
        ("+-", 2),
        ("1 2", 2),
    ] {
        match values.parse(text) {
            Err(ValueError::Text(e)) => assert_eq!(e.at, Some(at), "{text}: {e}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(values.parse(&"{".repeat(100_000)).is_err());
    assert!(values.parse(&"-".repeat(100_000)).is_err());
}

#[test]
fn the_largest_numbers_have_the_options_of_their_negatives() -> Result {
    let mut values = Values::default();
    for exponent in [1, 2, 31, 61, 62] {
        let x = values.number(Dyadic::new(i64::MAX, exponent)?)?;
        let minus = values.negate(x)?;
        let right = values.right_options(x)?;
        let mirrored = values.left_options(minus)?;
        assert_eq!(right.len(), 1);
        assert_eq!(values.negate(right[0])?, mirrored[0]);
        assert!(values.le(x, right[0])?);
        assert!(!values.le(right[0], x)?);
        assert_eq!(values.mean(x)?, Dyadic::new(i64::MAX, exponent)?);
    }
    let text = "9223372036854775807/4611686018427387904";
    let x = values.parse(text)?;
    let less = values.parse(&format!("{{2|{text}||{text}}}"))?;
    assert!(values.le(less, x)? && !values.le(x, less)?);
    Ok(())
}

#[test]
fn very_many_ups_are_rejected_if_the_recursion_would_be_too_deep() -> Result {
    let mut values = Values::default();
    let (up, switch, one) = (values.parse("^")?, values.parse("+-1")?, values.parse("1")?);
    for text in ["^1000000", "v1000000*", "3^1000000"] {
        let many = values.parse(text)?;
        assert!(matches!(values.add(many, switch), Err(ValueError::TooLarge(_))));
        assert!(matches!(values.heat(many, one), Err(ValueError::TooLarge(_))));
        assert!(matches!(values.cool(many, Dyadic::ZERO), Err(ValueError::TooLarge(_))));
        assert!(matches!(values.norton(many, up), Err(ValueError::TooLarge(_))));
        assert_ne!(values.add(many, up)?, many);
    }
    let some = values.parse("^900")?;
    assert!(values.add(some, switch).is_ok());
    Ok(())
}

#[test]
fn white_space_changes_nothing() -> Result {
    let mut values = Values::default();
    for (loose, tight) in [("- 1^", "-1^"), (" -  1/2^* ", "-1/2^*"), ("1 - 2^", "1-2^")] {
        assert_eq!(values.parse(loose)?, values.parse(tight)?, "{loose}");
    }
    Ok(())
}

#[test]
fn overflow_is_an_error() -> Result {
    let mut values = Values::default();
    let most = values.number(Dyadic::integer(i64::MAX))?;
    assert!(matches!(values.add(most, most), Err(ValueError::TooLarge(_))));
    let heap = values.parse("*4000000000")?;
    assert!(matches!(values.left_options(heap), Err(ValueError::TooLarge(_))));
    let many = values.parse("^2000000000")?;
    assert!(values.add(many, many).is_err());
    assert!(values.braces(most).is_err());
    let mut deep = values.parse("+-1")?;
    let too_deep = (2..5000).try_for_each(|n| {
        let more = values.number(Dyadic::integer(n))?;
        deep = values.canonical(vec![more], vec![deep])?;
        values.add(deep, more).map(|_| ())
    });
    assert!(matches!(too_deep, Err(ValueError::TooLarge(_))));
    let text = values.text(deep)?;
    assert_eq!(values.parse(&text)?, deep, "the text can be parsed");
    assert!(values.temperature(deep)? > Dyadic::ZERO);
    let mut small = Values::with_limit(10_000);
    let full = (0..1000).try_for_each(|n| small.number(Dyadic::integer(n)).map(|_| ()));
    assert_eq!(full, Err(ValueError::OutOfMemory(10_000)));
    Ok(())
}

#[test]
fn a_poll_stops_a_long_computation() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(8);
    values.poll_with(Some(Box::new(|_| true)));
    let stopped = (0..10_000).try_for_each(|_| {
        let a = random_game(&mut values, &mut rng, 4, false)?;
        let b = random_game(&mut values, &mut rng, 4, false)?;
        values.add(a, b).map(|_| ())
    });
    assert_eq!(stopped, Err(ValueError::Stopped));
    values.poll_with(None);
    let up = values.parse("^")?;
    assert_eq!(values.text(up)?, "^", "the arena is still valid");
    Ok(())
}

/// A hash map that is full doubles. This step must not exceed the limit.
#[test]
fn caches_stay_within_their_part_of_the_limit() -> Result {
    let mut values = Values::with_limit(1 << 20);
    let mut rng = Rng::new(9);
    let games = (0..40)
        .map(|_| random_game(&mut values, &mut rng, 3, false))
        .collect::<std::result::Result<Vec<_>, _>>()?;
    let mut most = 0;
    for &a in &games {
        for &b in &games {
            let Ok(_) = values.add(a, b) else { return Ok(()) };
            most = most.max(values.orders.capacity().max(values.sums.capacity()));
            assert!(20 * most <= 1 << 17, "{most} results");
        }
    }
    assert!(most > 1000, "the caches were used: {most}");
    Ok(())
}
