//! Laws of the arithmetic, and known values.

use upstar_core::Rng;

use super::*;

type Result<T = ()> = std::result::Result<T, ValueError>;

/// All values born by a day, from those born by the day before: one for every pair of antichains.
fn born_next(values: &mut Values, day: &[Id]) -> Result<Vec<Id>> {
    let antichains = antichains(values, day)?;
    let mut born = std::collections::BTreeSet::new();
    for left in &antichains {
        for right in &antichains {
            born.insert(values.canonical(left.clone(), right.clone())?);
        }
    }
    Ok(born.into_iter().collect())
}

fn antichains(values: &mut Values, day: &[Id]) -> Result<Vec<Vec<Id>>> {
    let mut found = vec![vec![]];
    for &next in day {
        for i in 0..found.len() {
            let mut fuzzy = true;
            for &member in &found[i].clone() {
                fuzzy &= values.is_fuzzy(member, next)?;
            }
            if fuzzy {
                let mut larger = found[i].clone();
                larger.push(next);
                found.push(larger);
            }
        }
    }
    Ok(found)
}

#[test]
fn days_have_1_4_22_and_1474_values() -> Result {
    let mut values = Values::default();
    let mut day = vec![Id::ZERO];
    for expected in [4, 22, 1474] {
        day = born_next(&mut values, &day)?;
        assert_eq!(day.len(), expected);
    }
    for &id in &day {
        assert!(values.birthday(id)? <= 3);
        let text = values.text(id)?;
        assert_eq!(values.parse(&text)?, id, "{text}");
        let braces = values.braces(id)?;
        assert_eq!(values.parse(&braces)?, id, "{braces}");
        let unicode = values.print(id, Notation::Unicode)?;
        assert_eq!(values.parse(&unicode)?, id, "{unicode}");
    }
    Ok(())
}

#[test]
fn known_values() -> Result {
    let mut values = Values::default();
    for (text, expected) in [
        ("{|}", "0"),
        ("{2|}", "3"),
        ("{|-7}", "-8"),
        ("{0|1}", "1/2"),
        ("{-5|5}", "0"),
        ("{1/2|1}", "3/4"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "^2"),
        ("{0|^}", "^2*"),
        ("{^|v}", "*"),
        ("{^|^}", "^2*"),
        ("{0|*3}", "^*2"),
        ("{0|^2*7}", "^3*6"),
        ("^+^", "^2"),
        ("*2+*3", "*"),
        ("{1|1}", "1*"),
        ("{1/2|1/2*}", "1/2^"),
        ("{1|-1}", "+-1"),
        ("{0||0|-2}", "+_2"),
        ("{2|0||0}", "-_2"),
        ("0||0|-1/2", "+_1/2"),
        ("{2|1||0}", "{2|1||0}"),
        ("{3|1}", "{3|1}"),
        ("+-1+(+-1)", "0"),
        ("2-+-1", "{3|1}"),
        ("-(1^*)", "-1v*"),
        ("-1^", "-1^"),
        ("{1|-1}+*", "+-(1*)"),
        ("{2|1||-1|-2}", "+-{2|1}"),
    ] {
        let id = values.parse(text)?;
        assert_eq!(values.text(id)?, expected, "{text}");
        let again = values.text(id)?;
        assert_eq!(values.parse(&again)?, id);
    }
    Ok(())
}

/// Table 3.2 of the Clobber thesis: n·↑ + ∗k for all small n and k, compared with the definition of the sum
/// by its options.
#[test]
fn closed_forms_are_the_sums_of_ups_and_nimbers() -> Result {
    let mut values = Values::default();
    for n in -4..=4 {
        for k in 0..=9 {
            let id = values.nus(Nus::infinitesimal(n, k))?;
            let (left, right) = (values.left_options(id)?, values.right_options(id)?);
            assert_eq!(values.canonical(left, right)?, id, "options of {n} ups + *{k}");
            // From all options of the sum, including dominated and reversible ones.
            let (ups, nimber) =
                (values.nus(Nus::infinitesimal(n, 0))?, values.nus(Nus::infinitesimal(0, k))?);
            let mut lists = [Vec::new(), Vec::new()];
            for (one, other) in [(ups, nimber), (nimber, ups)] {
                let options = [values.left_options(one)?, values.right_options(one)?];
                for (list, options) in lists.iter_mut().zip(options) {
                    for option in options {
                        list.push(values.add(option, other)?);
                    }
                }
            }
            let [left, right] = lists;
            assert_eq!(values.canonical(left, right)?, id);
            assert_eq!(values.birthday(id)?, {
                let [l, r] = [values.left_options(id)?, values.right_options(id)?];
                let mut most = 0;
                for option in l.into_iter().chain(r) {
                    most = most.max(values.birthday(option)? + 1);
                }
                most
            });
        }
    }
    Ok(())
}

#[test]
fn order_of_infinitesimals() -> Result {
    let mut values = Values::default();
    let sign = |values: &mut Values, text: &str| -> Result<String> {
        let id = values.parse(text)?;
        Ok(values.outcome(id)?.to_string())
    };
    for (text, outcome) in [
        ("0", "P"),
        ("^", "L"),
        ("*", "N"),
        ("^*", "N"),
        ("^2*", "L"),
        ("^*2", "L"),
        ("v*3", "R"),
        ("+-1", "N"),
        ("+_1", "L"),
        ("^-+_1", "L"),
        ("1/1024v2", "L"),
        ("{1|-1}+1*", "L"),
        ("{2|-1}+2", "L"),
    ] {
        assert_eq!(sign(&mut values, text)?, outcome, "{text}");
    }
    Ok(())
}

#[test]
fn simplest_numbers() -> Result {
    let end = |n, e, closed| Some(End { at: Dyadic::new(n, e).unwrap(), closed });
    for (lower, upper, expected) in [
        (None, None, Some("0")),
        (end(3, 0, false), None, Some("4")),
        (None, end(-5, 1, false), Some("-3")),
        (end(1, 2, false), end(3, 3, true), Some("3/8")),
        (end(1, 2, false), end(3, 2, false), Some("1/2")),
        (end(-7, 3, false), end(-5, 3, false), Some("-3/4")),
        (end(1, 0, true), end(1, 0, true), Some("1")),
        (end(1, 0, true), end(1, 0, false), None),
        (end(2, 0, true), end(1, 0, true), None),
        (end(-1, 0, true), end(-2, 0, true), None),
    ] {
        let found = simplest_between(lower, upper)?.map(|x| x.to_string());
        assert_eq!(found.as_deref(), expected, "{lower:?} {upper:?}");
    }
    Ok(())
}

#[test]
fn nimbers_are_a_field() {
    assert_eq!(nim_sum(5, 3), 6);
    assert_eq!(mex([0, 1, 4, 2, 1]), 3);
    assert_eq!(nim_product(2, 2), 3);
    assert_eq!(nim_product(16, 16), 24);
    let mut rng = Rng::new(7);
    for _ in 0..200 {
        let [a, b, c] = [(); 3].map(|()| rng.below(1 << 31) as u32);
        assert_eq!(nim_product(a, b), nim_product(b, a));
        assert_eq!(nim_product(a, nim_product(b, c)), nim_product(nim_product(a, b), c));
        assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
    }
    for a in 1..16 {
        // Below 16 they are a field: compare with the definition by the mex.
        for b in 1..16 {
            let options = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            let products =
                options.map(|(x, y)| nim_product(x, b) ^ nim_product(a, y) ^ nim_product(x, y));
            assert_eq!(mex(products), nim_product(a, b));
        }
    }
}

/// A random game by its options, and its value in the arena.
pub(super) fn random_game(
    values: &mut Values,
    rng: &mut Rng,
    depth: u64,
    all_small: bool,
) -> Result<Id> {
    if depth == 0 || rng.below(8) == 0 {
        return match (all_small, rng.below(3)) {
            (false, 0) => values.number(Dyadic::new(rng.below(13) as i64 - 6, 1)?),
            (_, 1) => values.nus(Nus::infinitesimal(rng.below(5) as i32 - 2, rng.below(4) as u32)),
            _ => Ok(Id::ZERO),
        };
    }
    let mut lists = [Vec::new(), Vec::new()];
    for list in &mut lists {
        for _ in 0..rng.below(2) + 1 {
            list.push(random_game(values, rng, depth - 1, all_small)?);
        }
    }
    let [left, right] = lists;
    values.canonical(left, right)
}

#[test]
fn games_are_an_ordered_group() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(1);
    for _ in 0..150 {
        let [a, b, c] = [
            random_game(&mut values, &mut rng, 2, false)?,
            random_game(&mut values, &mut rng, 2, false)?,
            random_game(&mut values, &mut rng, 1, false)?,
        ];
        let sum = values.add(a, b)?;
        assert_eq!(values.add(b, a)?, sum);
        let [one, other] = [values.add(sum, c)?, values.add(b, c)?];
        assert_eq!(values.add(a, other)?, one);
        let minus = values.negate(a)?;
        assert_eq!(values.negate(minus)?, a);
        let difference = values.subtract(sum, b)?;
        assert_eq!(difference, a, "a + b - b has the same id as a");
        let [ac, bc] = [values.add(a, c)?, values.add(b, c)?];
        assert_eq!(values.le(a, b)?, values.le(ac, bc)?);
        let zero = values.subtract(a, b)?;
        assert_eq!(values.le(a, b)?, values.le(zero, Id::ZERO)?);
        assert_eq!(values.le(a, b)? && values.le(b, a)?, a == b);
        let text = values.text(one)?;
        assert_eq!(values.parse(&text)?, one, "{text}");
        let [double, twice] = [values.add(a, a)?, values.multiple(2, a)?];
        assert_eq!(double, twice);
    }
    Ok(())
}

/// G − G = 0 without the arena's shortcut: the options of the difference, simplified.
#[test]
fn a_game_minus_itself_is_zero() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(2);
    for _ in 0..100 {
        let a = random_game(&mut values, &mut rng, 3, false)?;
        let minus = values.negate(a)?;
        let mut lists = [Vec::new(), Vec::new()];
        for (one, other) in [(a, minus), (minus, a)] {
            let options = [values.left_options(one)?, values.right_options(one)?];
            for (list, options) in lists.iter_mut().zip(options) {
                for option in options {
                    list.push(values.add(option, other)?);
                }
            }
        }
        let [left, right] = lists;
        assert_eq!(values.canonical(left, right)?, Id::ZERO);
    }
    Ok(())
}

/// Options that change nothing: dominated options, and options that reverse out.
#[test]
fn superfluous_options_change_nothing() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        let a = random_game(&mut values, &mut rng, 2, false)?;
        let gift = random_game(&mut values, &mut rng, 2, false)?;
        let (mut left, mut right) = (values.left_options(a)?, values.right_options(a)?);
        // By the gift horse principle a left option that is not ≥ G may be added; likewise for Right.
        if !values.le(a, gift)? {
            left.push(gift);
        }
        if !values.le(gift, a)? {
            right.push(gift);
        }
        assert_eq!(values.canonical(left, right)?, a);
    }
    Ok(())
}
