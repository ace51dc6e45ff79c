//! What the classic games promise to whoever works out values: parts add up to the whole, parts
//! with one name have one value, and exchanging the players negates it.

use std::collections::HashMap;

use upstar_cgt::{Id, ValueError, Values};
use upstar_core::{Game, Notation, Partisan, Player, Rng, Symmetry};
use upstar_games::classic::{
    Classic, Position, Reading, State, amazons, cannibal_clobber, col, cram, elephants_and_rhinos,
    fission, graph_clobber, graph_nogo, hackenbush, kayles, king_dirt, konane, nim, node_kayles,
    octal, peg_duotaire, sheep, snort, toads_and_frogs, toppling_dominoes,
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
    (elephants_and_rhinos::read, &["E..R.E...R/E.R", "EE..R..R", ".R.E..R.E"]),
    (toads_and_frogs::read, &["TT..F.F:slide=1..2,jump=2", "T.TF..F:jump=2,friendly"]),
    (toppling_dominoes::read, &["LRLGRL", "LLR/RG/G", "LR.GRL", "RRLRL/LRLRR"]),
    (node_kayles::read, &["3x4", "1x12", "graph:petersen", "graph:hexagonal(1,3)"]),
    (peg_duotaire::read, &["4x4", "xx.xx.xxx.x", "xx..xx./.x.xx.x/xx..x.."]),
    (fission::read, &["5x5", "4x6", ".x.#.../...#.x./.x.#...", "x...x/.x.x./....."]),
    (cannibal_clobber::read, &["2x4", "xxo/o.x/xx#", "graph:cycle(6) 1,2,4=x 3,5,6=o"]),
    (sheep::read, &["x3./.o3", "x4../.#./..o4", "x3.o2.x2/...../o3..x2.", "x5...o4"]),
    (
        king_dirt::read,
        &["x..o/.#..", "2x3:x=1,o=1", "x#./.o.:x=1,must", "1x5:x=1,o=1,must", "x.#.o/..#.."],
    ),
    (col::read, &["graph:cycle(7)", "graph:petersen 1=x 3=o", "graph:tree(2,2)"]),
    (snort::read, &["graph:cycle(7)", "graph:petersen 1=x 3=o", "graph:tree(2,2)"]),
    (
        graph_clobber::read,
        &["graph:cycle(8) 1,3,5=x 2,4,7,8=o", "graph:tree(2,2) 1,4,5=x 2,3,6,7=o"],
    ),
    (graph_nogo::read, &["graph:cycle(7)", "graph:grid(2,4) a1=x", "graph:path(8) 4=#"]),
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

/// What the key of a part does not contain: the options, the graph or the size of the board.
fn board_of(game: &str, text: &str) -> String {
    let (before, after) = text.split_once(':').unwrap_or((text, ""));
    let is_digit = |c: char| c.is_ascii_digit();
    match game {
        "octal" => before.to_string(),
        "toads-and-frogs" => after.to_string(),
        "sheep" => text.replace(is_digit, "").replace(['.', 'x', 'o'], "#"),
        "king-dirt" => text.replace(['.', 'x', 'o'], "#"),
        _ if before == "graph" => after.split(' ').filter(|item| !item.contains('=')).collect(),
        _ => String::new(),
    }
}

#[test]
fn parts_of_one_name_have_one_value() {
    let mut named: HashMap<(String, State), (State, String)> = HashMap::new();
    let mut shared = 0;
    visit(|values, game, position, known| {
        for part in game.parts(position) {
            let value = plain(values, game, &part, known).unwrap();
            let text = values.text(value).unwrap();
            let board = board_of(game.name(), &game.print(&part));
            let name = (format!("{} {board}", game.name()), game.part_key(&part));
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
        let Some(negative) = game.negative(position) else {
            let text = game.print(position);
            let is_square =
                text.len() == text.split('/').count().pow(2) + text.matches('/').count();
            assert!(game.name() == "fission" && !is_square, "{} {text}", game.name());
            return;
        };
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
