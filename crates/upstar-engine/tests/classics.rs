//! What the classic games promise to whoever works out values: parts add up to the whole, parts
//! with one name have one value, and exchanging the players negates it.

use std::collections::HashMap;

use upstar_cgt::{Id, ValueError, Values};
use upstar_core::{Game, Notation, Partisan, Player, Rng, Symmetry};
use upstar_games::classic::{
    Classic, Position, Reading, State, amazons, col, cram, hackenbush, kayles, konane, nim, octal,
    snort, toads_and_frogs,
};

type Reader = fn(&str) -> Reading;

/// Starts of plays that meet many shapes, none of them too large for the definition.
const STARTS: &[(Reader, &[&str])] = &[
    (hackenbush::read, &["LaRbL,aGR,bG,LGa", "GaLbRa,aRGc,bLc,LR,LR", "LRLRL,RLGR"]),
    (toads_and_frogs::read, &["TT..FF/T.F", "TTT.FFF.TF", "TT.FF.T.F/F.T", "T.TTFF.F.T.F"]),
    (col::read, &["2x4", "x...o/..#..", "3x3", "1x8"]),
    (snort::read, &["2x4", "x...o/..#..", "3x3", "1x8"]),
    (cram::read, &["3x4", "1x9", "..#./#.../..#."]),
    (nim::read, &["2,3,4", "5,5"]),
    (octal::read, &["0.77:9", "0.07:10", "4.7:5,2", "0.056:11"]),
    (kayles::read, &["4,5"]),
    (amazons::read, &["x..o/....", "x.../o..#", "x#o/.#./..."]),
    (konane::read, &["4x4", "xo.oxo.xo.", "xo.ox./.ox.xo/xo..ox", "4x5"]),
];

fn options(game: &Classic, position: &Position, player: Player) -> Vec<Position> {
    let start = game.with_mover(position, player);
    let mut moves = Vec::new();
    game.expand(&start, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut next = start;
        game.play(&mut next, mv);
        next
    });
    after.collect()
}

/// The definition, with nothing but equal states met once.
fn plain(
    values: &mut Values,
    game: &Classic,
    position: &Position,
    known: &mut HashMap<State, Id>,
) -> Result<Id, ValueError> {
    if let Some(&value) = known.get(&game.key(position)) {
        return Ok(value);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for next in options(game, position, player) {
            sides[player.index()].push(plain(values, game, &next, known)?);
        }
    }
    let [left, right] = sides;
    let value = values.canonical(left, right)?;
    known.insert(game.key(position), value);
    Ok(value)
}

/// Calls `see` for each start and for positions of random plays from it.
fn visit(mut see: impl FnMut(&mut Values, &Classic, &Position, &mut HashMap<State, Id>)) {
    for (read, texts) in STARTS {
        for text in *texts {
            let mut rng = Rng::new(7);
            let mut values = Values::default();
            let mut known = HashMap::new();
            let (game, start) = Classic::new(read(text).unwrap(), Player::Left);
            for _ in 0..12 {
                let mut position = start;
                loop {
                    see(&mut values, &game, &position, &mut known);
                    let player = Player::BOTH[rng.below(2) as usize];
                    let next = options(&game, &position, player);
                    if next.is_empty() {
                        break;
                    }
                    position = next[rng.below(next.len() as u64) as usize];
                }
            }
        }
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    let mut several = 0;
    visit(|values, game, position, known| {
        let parts = game.parts(position);
        let mut sum = Id::ZERO;
        for part in &parts {
            let can_move = Player::BOTH.iter().any(|&p| !options(game, part, p).is_empty());
            assert!(can_move, "{} is a part of {}", game.print(part), game.print(position));
            let worth = plain(values, game, part, known).unwrap();
            sum = values.add(sum, worth).unwrap();
        }
        let whole = plain(values, game, position, known).unwrap();
        assert_eq!(sum, whole, "{} {}", game.name(), game.print(position));
        several += usize::from(parts.len() > 1);
    });
    assert!(several > 200, "only {several} positions fell apart");
}

#[test]
fn parts_of_one_name_have_one_value() {
    let mut named: HashMap<(String, State), (State, String)> = HashMap::new();
    let mut shared = 0;
    visit(|values, game, position, known| {
        for part in game.parts(position) {
            let value = plain(values, game, &part, known).unwrap();
            let text = values.text(value).unwrap();
            let prefix = game.print(&part).split(':').next().unwrap_or("").to_string();
            let code = if game.name() == "octal" { prefix } else { String::new() };
            let name = (format!("{} {code}", game.name()), game.part_key(&part));
            let entry = named.entry(name).or_insert_with(|| (game.key(&part), text.clone()));
            assert_eq!(entry.1, text, "{} {}", game.name(), game.print(&part));
            shared += usize::from(entry.0 != game.key(&part));
        }
    });
    assert!(shared > 200, "only {shared} parts were met in another place");
}

#[test]
fn exchanging_the_players_negates_the_value() {
    visit(|values, game, position, known| {
        let value = plain(values, game, position, known).unwrap();
        let negative = game.negative(position).expect("every classic game has negatives");
        let found = plain(values, game, &negative, known).unwrap();
        let what = format!("{} {}", game.name(), game.print(position));
        assert_eq!(values.negate(value).unwrap(), found, "{what}");
        let again = game.negative(&negative).map(|position| game.symmetric_key(&position));
        assert_eq!(again, Some(game.symmetric_key(position)), "{what}");
    });
}

#[test]
fn a_shape_has_one_name_wherever_it_stands() {
    let name = |read: Reader, text: &str| {
        let (game, position) = Classic::new(read(text).unwrap(), Player::Left);
        let parts = game.parts(&position);
        parts.iter().map(|part| game.part_key(part)).collect::<Vec<_>>()
    };
    let corner = name(cram::read, "..#/.##/###");
    for text in ["####/#..#/##.#", "#./..", "####/##.#/#..#", "..../.###/####"] {
        assert_eq!(name(cram::read, text) == corner, text != "..../.###/####", "{text}");
    }
    let dragon = name(amazons::read, "x.#/#o.");
    assert_eq!(name(amazons::read, "####/##x#/#o.#/#.##"), dragon);
    let tinted = name(col::read, "x...");
    assert_eq!(name(col::read, "###/#.#/#.#/#.#/#x#"), tinted);
}
