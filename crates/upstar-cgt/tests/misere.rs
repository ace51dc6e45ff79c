//! Genera and misère quotients of games of heaps against play, and against published ones.

use std::collections::HashMap;

use upstar_cgt::heaps::{HeapRules, MisereQuotient, genera, misere_quotient, presentation};
use upstar_core::{Control, Limits, Stopped};

fn rules(text: &str) -> HeapRules {
    HeapRules::read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn quotient(text: &str, last: usize) -> MisereQuotient {
    misere_quotient(&rules(text), last, 1000, &Control::unlimited())
}

/// Misère Grundy values of lists of heaps by the definition. A heap n of Nim is written as 1000 + n.
struct Naive {
    rules: HeapRules,
    values: HashMap<Vec<usize>, u32>,
}

impl Naive {
    fn new(text: &str) -> Naive {
        Naive { rules: rules(text), values: HashMap::new() }
    }

    fn value(&mut self, heaps: &[usize]) -> u32 {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        if let Some(&known) = self.values.get(&heaps) {
            return known;
        }
        let mut options: Vec<Vec<usize>> = Vec::new();
        for place in 0..heaps.len() {
            let mut rest = heaps.clone();
            let heap = rest.remove(place);
            let mut show = |left: &[usize]| options.push([&rest, left].concat());
            match heap.checked_sub(1000) {
                Some(nim) => (0..nim).for_each(|left| show(&[1000 + left])),
                None => self.rules.options(heap, &mut show),
            }
        }
        let seen: Vec<u32> = options.iter().map(|option| self.value(option)).collect();
        let value = match seen.is_empty() {
            true => 1,
            false => (0..).find(|value| !seen.contains(value)).expect("there is a mex"),
        };
        self.values.insert(heaps, value);
        value
    }
}

const GAMES: [&str; 9] = [
    "kayles",
    "octal:0.123",
    "octal:0.75",
    "octal:0.137",
    "octal:0.07",
    "octal:4.56",
    "nim",
    "subtraction:{2,3}",
    "grundys-game",
];

#[test]
fn genera_have_the_misere_grundy_values_of_sums_with_twos() {
    for text in GAMES.into_iter().chain(["hexadecimal:0.9f", "octal:0.26"]) {
        let mut naive = Naive::new(text);
        let found = genera(&rules(text), 9, &Control::unlimited());
        assert_eq!(found.genera.len(), 10);
        for (heap, genus) in found.genera.iter().enumerate() {
            for copies in 0..7 {
                let known = genus.misere.get(copies).copied();
                let count = genus.misere.len();
                let term = known.unwrap_or_else(|| genus.misere[count - 2 + (copies - count) % 2]);
                let sum = [vec![heap], vec![1002; copies]].concat();
                let value = naive.value(&sum);
                assert_eq!(u32::from(term), value, "{text}: {heap} + {copies}·∗2 of {genus}");
            }
        }
    }
}

/// Sources: *Winning Ways*, chapter 13 (Kayles, 0.75); Plambeck's page on 0.312.
#[test]
fn genera_are_the_published_ones() {
    let text = |game, last| {
        let found = genera(&rules(game), last, &Control::unlimited());
        found.genera.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        text("kayles", 12),
        "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046"
    );
    assert_eq!(text("octal:0.312", 7), "0^120 1^031 2^20 0^02 2^1420 0^02 1^13 0^02");
}

#[test]
fn quotients_predict_the_outcome_of_every_small_sum() {
    for text in GAMES.into_iter().chain(["octal:0.312", "octal:0.26", "hexadecimal:0.9"]) {
        let last = 9;
        let mut naive = Naive::new(text);
        let found = quotient(text, last);
        assert_eq!((found.stopped, found.elements.len()), (None, last + 1), "{text}");
        let mut sums: Vec<Vec<usize>> = vec![vec![]];
        while let Some(sum) = sums.pop() {
            let times =
                |x: u32, &heap: &usize| found.products[x as usize][found.elements[heap] as usize];
            let element = sum.iter().fold(0, times);
            let is_p = naive.value(&sum) == 0;
            assert_eq!(found.is_p[element as usize], is_p, "{text}: {sum:?}");
            let room = 16 - sum.iter().sum::<usize>();
            for heap in *sum.last().unwrap_or(&1)..=last.min(room) {
                sums.push([&sum[..], &[heap]].concat());
            }
        }
    }
}

#[test]
fn the_elements_of_a_quotient_are_told_apart_and_products_commute() {
    for text in GAMES {
        let found = quotient(text, 9);
        let order = found.order();
        for x in 0..order {
            for y in 0..order {
                assert_eq!(found.products[x][y], found.products[y][x], "{text}");
                let same = (0..order).all(|z| {
                    let [a, b] = [x, y].map(|x| found.products[x][z] as usize);
                    found.is_p[a] == found.is_p[b]
                });
                assert_eq!(same, x == y, "{text}: {x} {y}");
            }
        }
    }
}

/// Orders, with period and pre-period of the pretending function. Sources: Plambeck, *Taming the wild in impartial
/// combinatorial games*, 2005 (0.123); Plambeck and Siegel, *Misère quotients for impartial games*, 2008 (0.75 and
/// Kayles, which Sibert and Conway solved in 1992). Nim has the orders 2^n + 2.
#[test]
fn quotients_are_the_published_ones() {
    for (text, last, order, period, start) in
        [("octal:0.123", 30, 20, 5, 5), ("octal:0.75", 30, 8, 2, 8), ("kayles", 168, 40, 12, 71)]
    {
        let found = quotient(text, last);
        let proved = found.period.filter(|period| period.is_proved).map(|p| (p.length, p.start));
        assert_eq!((found.order(), proved), (order, Some((period, start))), "{text}");
        assert!(!found.is_tame(), "{text}");
    }
    let nim = quotient("nim", 16);
    assert_eq!(nim.orders[..10], [1, 2, 6, 6, 10, 10, 10, 10, 18, 18]);
    assert!(nim.is_tame() && nim.order() == 34);
    assert!(quotient("subtraction:{1,2}", 30).is_tame());
}

#[test]
fn a_presentation_has_a_word_for_each_element_and_relations_that_hold() {
    let found = quotient("octal:0.75", 12);
    let text = presentation(&found);
    assert_eq!(text.generators, [1, 2, 5]);
    let relations: Vec<String> = text.relations.iter().map(|(a, b)| format!("{a}={b}")).collect();
    assert_eq!(relations, ["a^2=1", "bc=ab", "c^2=b^2", "b^3=b"]);
    assert_eq!(text.words.len(), 8);
    let in_p = (0..8).filter(|&x| found.is_p[x]).map(|x| text.words[x].as_str());
    assert_eq!(in_p.collect::<Vec<_>>(), ["a", "b^2"]);
}

#[test]
fn limits_end_the_work_with_the_smaller_heaps() {
    let limited = |limits: Limits, max_order| {
        misere_quotient(&rules("octal:0.137"), 40, max_order, &Control::new(limits))
    };
    let found = limited(Limits::default(), 10);
    assert_eq!(found.stopped, Some(Stopped::Nodes));
    assert_eq!((found.order(), found.elements.len()), (6, 9));
    let found = limited(Limits { max_seconds: 0.2, ..Limits::default() }, 100_000);
    assert!(found.stopped.is_some() && found.order() >= 6);
    let control = Control::unlimited();
    control.stop();
    assert_eq!(genera(&rules("nim"), 3000, &control).stopped, Some(Stopped::Asked));
}
