//! Properties of the table.

use std::collections::HashMap;

use upstar_core::{Bounds, Rng};

use super::*;

fn entry(n: u64) -> BoundsEntry {
    let lo = (n % 5) as i16 - 3;
    BoundsEntry { bounds: Bounds::new(lo, lo + 1), best: n as u16, depth: n as u8 }
}

#[test]
fn what_is_found_is_what_was_put() {
    for max_bytes in [64, 1 << 12, 1 << 20] {
        for collects in [false, true] {
            let mut rng = Rng::new(1);
            let mut table = Table::<u64, BoundsEntry> { collects, ..Table::new(max_bytes) };
            let mut truth = HashMap::new();
            for _ in 0..200_000 {
                let (key, player) = (rng.below(100_000), Player::BOTH[rng.below(2) as usize]);
                let entry = entry(rng.bits());
                table.put(key, player, entry, rng.below(1000));
                truth.insert((key, player), entry);
                assert!(table.bytes() <= max_bytes);
            }
            let found = truth.iter().filter(|((key, player), entry)| {
                table.get(key, *player).inspect(|r| assert_eq!(r, *entry)).is_some()
            });
            assert_eq!(found.count(), table.len());
            assert!(table.len() >= max_bytes / 64);
            assert_eq!(table.collections() > 0, collects);
        }
    }
}

#[test]
fn doubling_loses_nothing() {
    let mut table = Table::<u64, BoundsEntry>::new(1 << 24);
    for n in 0..400_000 {
        table.put(n, Player::BOTH[n as usize % 2], entry(n), n);
    }
    assert_eq!(table.bytes(), 1 << 24);
    assert_eq!(table.len() as u64 + table.lost(), 400_000);
    let found = (0..400_000u64).filter(|n| {
        let found = table.get(n, Player::BOTH[*n as usize % 2]);
        found.inspect(|&r| assert_eq!(r, entry(*n))).is_some()
    });
    assert_eq!(found.count(), table.len());
}

#[test]
fn keys_in_one_bucket_are_compared_whole() {
    let mut table = Table::<[u64; 2], BoundsEntry>::new(1 << 16);
    for n in 0..100_000u64 {
        table.put([n, 7], Player::Left, entry(n), n);
    }
    for n in 0..100_000u64 {
        assert!(table.get(&[n, 7], Player::Left).is_none_or(|r| r == entry(n)));
        assert_eq!(table.get(&[n, 7], Player::Right), None);
    }
}

#[test]
fn entries_survive_the_first_wide_key() {
    let mut table = Table::<[u64; 2], BoundsEntry>::new(1 << 20);
    let narrow = |n: u64| [n, n * 7];
    for n in 0..1000 {
        table.put(narrow(n), Player::Right, entry(n), n);
    }
    assert_eq!(table.bytes_per_entry(), 16);
    assert_eq!(table.get(&[u64::MAX, 0], Player::Right), None);
    table.put([u64::MAX, 0], Player::Right, entry(3), 5);
    assert_eq!(table.bytes_per_entry(), 24);
    let mut kept = 0;
    table.for_each(&mut |_, _| kept += 1);
    assert_eq!(table.len(), kept);
    assert_eq!(table.len() as u64 + table.lost(), 1001);
    let found = (0..1000).filter(|&n| {
        let found = table.get(&narrow(n), Player::Right);
        found.inspect(|&r| assert_eq!(r, entry(n))).is_some()
    });
    assert_eq!(found.count() + 1, kept);
    assert!(kept > 900);
    assert_eq!(table.get(&[u64::MAX, 0], Player::Right), Some(entry(3)));
}

#[test]
fn entries_survive_the_first_key_of_two_words_and_the_first_wide_one() {
    let mut table = Table::<[u128; 2], BoundsEntry>::new(1 << 20);
    let key = |n: u64| match n {
        0..500 => [u128::from(n), 7],
        500..1000 => [u128::from(n) << 70, 200],
        _ => [u128::from(n) << 70, 1 << 90],
    };
    for (keys, bytes) in [(0..500, 16), (500..1000, 24), (1000..1200, 48)] {
        for n in keys.clone() {
            table.put(key(n), Player::Left, entry(n), n);
        }
        assert_eq!(table.bytes_per_entry(), bytes);
        let found = (0..keys.end).filter(|&n| {
            let found = table.get(&key(n), Player::Left);
            found.inspect(|&r| assert_eq!(r, entry(n))).is_some()
        });
        assert_eq!(found.count() as u64 + table.lost(), keys.end);
        assert_eq!(table.len() as u64 + table.lost(), keys.end);
    }
    // When the table is half full or its entries move, full buckets lose a few entries in a hundred.
    assert!(table.len() > 1000, "{} kept", table.len());
}

#[test]
fn a_table_that_grows_late_keeps_the_entries_with_most_work() {
    let [mut early, mut late] = [(); 2].map(|()| Table::<u64, BoundsEntry>::new(1 << 24));
    late.set_puts_per_slot_to_grow(4);
    for n in 0..100_000u64 {
        for table in [&mut early, &mut late] {
            table.put(n, Player::Left, entry(n), if n % 100 == 0 { 1 << 20 } else { 1 });
        }
    }
    assert_eq!(early.bytes(), 8 * late.bytes());
    let kept = (0..100_000).step_by(100).filter(|n| late.get(n, Player::Left).is_some());
    assert!(kept.count() > 950);
}

#[test]
fn a_collection_keeps_the_entries_with_most_work() {
    let mut table = Table::<u64, BoundsEntry>::collecting(1 << 14);
    for n in 0..10_000u64 {
        table.put(n, Player::Left, entry(n), if n % 100 == 0 { 1 << 20 } else { 1 });
    }
    assert!(table.collections() > 0 && table.lost() > 0);
    let kept = (0..10_000).step_by(100).filter(|n| table.get(n, Player::Left).is_some());
    assert!(kept.count() > 95);
}

#[test]
fn a_table_that_keeps_entries_loses_few() {
    let [usual, keeping] = [Table::new(1 << 24), Table::keeping(1 << 24)].map(|mut table| {
        for _ in 0..8 {
            for key in 0..5_000_u64 {
                table.put(key, Player::Left, entry(key), 1);
            }
        }
        let found = (0..5_000).filter(|key| table.get(key, Player::Left).is_some()).count();
        (found, table.bytes())
    });
    assert!(keeping.0 > usual.0 && keeping.0 > 4_990, "{keeping:?} {usual:?}");
    assert!(keeping.1 <= 4 * usual.1, "{keeping:?} {usual:?}");
}
