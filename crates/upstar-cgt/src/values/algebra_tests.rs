//! Laws of cooling, heating, products, ordinal sums and reduced forms.

use upstar_core::Rng;

use super::{tests::random_game, *};

type Result<T = ()> = std::result::Result<T, ValueError>;

#[test]
fn cooling_is_additive_and_inverts_heating() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(11);
    for _ in 0..150 {
        let a = random_game(&mut values, &mut rng, 3, false)?;
        let b = random_game(&mut values, &mut rng, 2, false)?;
        let sum = values.add(a, b)?;
        for quarters in [0, 1, 2, 3, 4, 6, 9] {
            let t = Dyadic::new(quarters, 2)?;
            let cooled = [values.cool(a, t)?, values.cool(b, t)?, values.cool(sum, t)?];
            assert_eq!(values.add(cooled[0], cooled[1])?, cooled[2]);
            if values.le(a, b)? {
                assert!(values.le(cooled[0], cooled[1])?, "cooling preserves the order");
            }
            let tax = values.number(t)?;
            let heated = values.heat(a, tax)?;
            assert_eq!(values.cool(heated, t)?, a, "{} by {t}", values.text(a)?);
            let (mean, temperature) = (values.mean(a)?, values.temperature(a)?);
            assert_eq!(values.mean(cooled[0])?, mean);
            if t > temperature {
                assert_eq!(values.as_number(cooled[0]), Some(mean));
            }
            if t < temperature {
                assert_eq!(values.temperature(cooled[0])?, temperature.minus(t)?);
            }
            let graph = values.thermograph(a)?;
            assert_eq!(values.left_stop(cooled[0]), graph.left.at(t)?, "the stops are the walls");
            assert_eq!(values.right_stop(cooled[0]), graph.right.at(t)?);
        }
        assert_eq!(values.cool(a, Dyadic::ZERO)?, a);
    }
    let one = Dyadic::integer(1);
    let star = values.parse("*")?;
    assert!(matches!(values.cool(star, -one), Err(ValueError::Undefined(_))));
    Ok(())
}

/// (Heating is not additive in general, unlike cooling.)
#[test]
fn heating_raises_the_temperature_and_keeps_the_mean() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(12);
    for _ in 0..300 {
        let a = random_game(&mut values, &mut rng, 3, false)?;
        for text in ["0", "1/2", "1", "2"] {
            let t = values.parse(text)?;
            let heated = values.heat(a, t)?;
            let negated = values.negate(a)?;
            let expected = values.negate(heated)?;
            assert_eq!(values.heat(negated, t)?, expected);
            assert_eq!(values.mean(heated)?, values.mean(a)?);
            match values.as_number(a) {
                Some(_) => assert_eq!(heated, a),
                None => {
                    let raised = values.temperature(a)?.plus(values.left_stop(t))?;
                    assert_eq!(values.temperature(heated)?, raised);
                }
            }
        }
    }
    for (game, s, t, expected) in [
        ("3", "*", "1", "*"),
        ("1/2", "1", "1", "{1|0}"),
        ("*", "1", "2", "+-2"),
        ("{1|-1}", "0", "1", "+-1"),
    ] {
        let [game, s, t] = [values.parse(game)?, values.parse(s)?, values.parse(t)?];
        let found = values.overheat(game, s, t)?;
        assert_eq!(values.text(found)?, expected);
    }
    Ok(())
}

#[test]
fn norton_products_distribute_and_have_their_atomic_weight() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(13);
    let units = ["1", "^", "^2*", "1/2", "{2|1}", "+_1", "^*2"];
    let one = values.parse("1")?;
    let up = values.parse("^")?;
    for round in 0..100 {
        let a = random_game(&mut values, &mut rng, 2, false)?;
        let b = random_game(&mut values, &mut rng, 1, false)?;
        let unit = values.parse(units[round % units.len()])?;
        let sum = values.add(a, b)?;
        let products = [values.norton(a, unit)?, values.norton(b, unit)?];
        let product = values.norton(sum, unit)?;
        assert_eq!(values.add(products[0], products[1])?, product);
        assert_eq!(values.le(a, b)?, values.le(products[0], products[1])?);
        assert_eq!(values.norton(a, one)?, a);
        let small = values.norton(a, up)?;
        assert_eq!(values.atomic_weight(small)?, Some(a), "{}", values.text(a)?);
    }
    let half = values.parse("1/2")?;
    let half_up = values.norton(half, up)?;
    assert_eq!(values.text(half_up)?, "{^2*|v*}");
    let star = values.parse("*")?;
    for unit in [star, Id::ZERO] {
        assert!(matches!(values.norton(half, unit), Err(ValueError::Undefined(_))));
    }
    Ok(())
}

#[test]
fn ordinal_sums() -> Result {
    let mut values = Values::default();
    for (base, top, expected) in [
        ("0", "{3|*}", "{3|*}"),
        ("1", "-1", "1/2"),
        ("1", "-2", "1/4"),
        ("1", "1", "2"),
        ("*", "1", "^*"),
        ("*", "*", "*2"),
        ("*2", "*", "*3"),
        ("{2|-2}", "0", "+-2"),
    ] {
        let [base, top] = [values.parse(base)?, values.parse(top)?];
        let found = values.ordinal_sum(base, top)?;
        assert_eq!(values.text(found)?, expected);
    }
    // The colon principle: if H ≥ K, then G:H ≥ G:K.
    let mut rng = Rng::new(14);
    for _ in 0..200 {
        let base = random_game(&mut values, &mut rng, 2, false)?;
        let [a, b] = [0, 1].map(|_| random_game(&mut values, &mut rng, 2, false));
        let (a, b) = (a?, b?);
        let [x, y] = [values.ordinal_sum(base, a)?, values.ordinal_sum(base, b)?];
        assert_eq!(values.le(a, b)?, values.le(x, y)?);
    }
    let late = values.parse("1000000")?;
    let one = values.parse("1")?;
    assert!(matches!(values.ordinal_sum(one, late), Err(ValueError::TooLarge(_))));
    Ok(())
}

/// Two games have equal reduced forms exactly if they differ by an infinitesimal.
#[test]
fn reduced_forms_are_equal_exactly_up_to_infinitesimals() -> Result {
    let mut values = Values::default();
    let mut rng = Rng::new(15);
    let mut equal = 0;
    for _ in 0..400 {
        let a = random_game(&mut values, &mut rng, 3, false)?;
        let small = random_game(&mut values, &mut rng, 2, true)?;
        let b = random_game(&mut values, &mut rng, 2, false)?;
        let reduced = values.reduced(a)?;
        let rest = values.subtract(a, reduced)?;
        assert!(values.is_infinitesimal(rest), "{}", values.text(a)?);
        assert_eq!(values.reduced(reduced)?, reduced);
        let near = values.add(a, small)?;
        assert_eq!(values.reduced(near)?, reduced);
        assert!(values.nodes(reduced)? <= values.nodes(a)?);
        let difference = values.subtract(a, b)?;
        let same = values.reduced(b)? == reduced;
        assert_eq!(same, values.is_infinitesimal(difference));
        equal += usize::from(same);
        let negated = values.negate(a)?;
        let other = values.negate(reduced)?;
        assert_eq!(values.reduced(negated)?, other);
    }
    assert!(equal > 5);
    Ok(())
}

#[test]
fn incentives_are_the_gains_of_moves() -> Result {
    let mut values = Values::default();
    let switch = values.parse("{3|1}")?;
    let [left, right] = values.incentives(switch)?;
    let gain = values.parse("{2|0}")?;
    assert_eq!((left, right), (vec![gain], vec![gain]));
    let mut rng = Rng::new(16);
    for _ in 0..100 {
        let a = random_game(&mut values, &mut rng, 3, false)?;
        for incentive in values.incentives(a)?.concat() {
            assert!(!values.le(Id::ZERO, incentive)? || values.as_number(a).is_none());
        }
        let negated = values.negate(a)?;
        let [mut left, mut right] = values.incentives(a)?;
        let [mut l, mut r] = values.incentives(negated)?;
        for list in [&mut left, &mut right, &mut l, &mut r] {
            list.sort_unstable();
        }
        assert_eq!((left, right), (r, l), "negation exchanges the players' incentives");
    }
    Ok(())
}
