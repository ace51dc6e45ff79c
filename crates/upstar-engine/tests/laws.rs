//! Laws that every registered game obeys, checked on its examples and on random plays from them.
//!
//! The first half sees games as users do, through the registry; the second half through the
//! `Game` trait, for what the registry hides.

use std::collections::{HashMap, HashSet};

use upstar_core::{
    Bounds, Control, Game, GameInfo, Layout, Move, Notation, Parameters, Player, Rng, Score,
    SearchGame, Status,
};
use upstar_engine::{
    AnyPosition, registry,
    sum::{self, Sum},
};
use upstar_games::{
    classic::{
        Classic, amazons, cannibal_clobber, col, cram, elephants_and_rhinos, fission,
        graph_clobber, graph_nogo, hackenbush, is_graph, kayles, king_dirt, konane, nim, nimstring,
        node_kayles, octal, peg_duotaire, sheep, snort, toads_and_frogs, toppling_dominoes,
    },
    clobber, connect_four, domineering, go, hex, mnk, nogo, pgame, seki, y,
};
use upstar_search::Request;

/// Boards too large to solve; everything but the value is checked on them too.
const LARGE: &[(&str, &str)] = &[
    ("domineering", "8x9"),
    ("nogo", "6x6"),
    ("nogo", "9x9"),
    ("nogo", "1x128"),
    ("clobber", "8x8"),
    ("clobber", "9x8"),
    ("y", "10"),
    ("y", "15"),
    ("hex", "8"),
    ("hex", "9x14"),
    ("hex", "1x128"),
    ("mnk", "8x8:5"),
    ("mnk", "10x10:5"),
    ("connect-four", "6x7"),
    ("connect-four", "9x10:5"),
    ("connect-four", "1x128:3"),
    // Exactly as many cells as a word has bits, in one row or column: shifts at their limit.
    ("nogo", "64x1"),
    ("clobber", "1x64"),
    ("hex", "1x64"),
    ("hex", "64x1"),
    ("mnk", "1x64:3"),
    ("mnk", "64x1:3"),
    ("connect-four", "1x64:3"),
    ("connect-four", "64x1:3"),
    ("pgame", "3x60:18446744073709551615"),
    ("go", "5x5:limit=110,komi=2.5"),
    ("go", "9x9:limit=60,score=win"),
    ("go", "19x19:limit=12,ko=simple"),
    ("go", "1x19:limit=60"),
    ("seki", "6,6,2"),
    ("seki", "+++o./XX+o./oooo./....."),
    ("hackenbush", "LRGLRGLRGLRGLRGLRGLR"),
    ("hackenbush", "La,aRGcR,aGL,cG0,LbRcGb,bGbLaR0"),
    ("toads-and-frogs", "TTTT...FFFF/TT.TF.FFT..F"),
    ("col", "8x9"),
    ("col", "1x120"),
    ("snort", "9x8"),
    ("snort", "120x1"),
    ("cram", "10x12"),
    ("nim", "128"),
    ("nim", "31,2,2,40,50,3"),
    ("octal", "4.77:60"),
    ("octal", "0.3333333333333337:128"),
    ("kayles", "100,28"),
    ("amazons", "x..../.#.../....o"),
    ("konane", "8x8"),
    ("konane", "10x12"),
    ("elephants-and-rhinos", "E...E..R.E....R...R/E.....R/.E.R"),
    ("toads-and-frogs", "TTT...FFF/T.TF.F:slide=1..3,jump=3,friendly"),
    ("toppling-dominoes", "LRGLRGLRGLRGLRGLRGLRG/RRL"),
    ("node-kayles", "10x12"),
    ("node-kayles", "graph:torus(8,10)"),
    ("peg-duotaire", "7x7"),
    ("fission", "9x9"),
    ("cannibal-clobber", "8x9"),
    ("cannibal-clobber", "120x1"),
    ("sheep", "x20.x11..#/...#../..o16.../..o3..."),
    ("king-dirt", "8x8:x=3,o=4,must"),
    ("king-dirt", "10x12:x=127,o=1"),
    ("col", "graph:hexagonal(5,8)"),
    ("snort", "graph:path(120)"),
    ("clobber", "graph:cube(5) 00000,01111,11000=x 00001,01110,11001,10000=o"),
    ("nogo", "graph:triangular(6,6)"),
    ("nogo", "graph:cylinder(4,7) a1,b1=x c3=#"),
    ("sum", "clobber:5x6 + domineering:6x6 - nogo:1x70 - 3.{2|-1} + +_1 - cram:3x3"),
];

/// The longest possible play of any game here.
const LONGEST: usize = 128;

fn read(game: &str, text: &str, mover: Player) -> Box<dyn AnyPosition> {
    registry::position(game, text, Some(mover)).unwrap_or_else(|e| panic!("{game} {text}: {e}"))
}

/// Every example and, if asked, every large board, with each player to move.
fn starts(with_large: bool) -> impl Iterator<Item = Box<dyn AnyPosition>> {
    let examples = registry::games().flat_map(|info| info.examples.iter().map(|t| (info.name, *t)));
    let large = LARGE.iter().copied().filter(move |_| with_large);
    examples.chain(large).flat_map(|(game, text)| Player::BOTH.map(|mover| read(game, text, mover)))
}

/// All positions of some random plays from `start`.
fn visit(start: &dyn AnyPosition, plays: u64, mut see: impl FnMut(&dyn AnyPosition)) {
    for seed in 0..plays {
        let mut rng = Rng::new(seed);
        let mut position = start.boxed_clone();
        let mut length = 0;
        loop {
            see(&*position);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.below(moves.len() as u64) as usize]);
            length += 1;
            assert!(length <= LONGEST, "{} does not end", start.text());
        }
    }
}

fn names(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| position.move_text(mv)).collect()
}

#[test]
fn text_reads_back_as_the_same_position() {
    for start in starts(true) {
        visit(&*start, 4, |position| {
            let text = position.text();
            let again = read(position.game(), &text, position.to_move());
            assert_eq!(again.text(), text);
            assert_eq!(again.to_move(), position.to_move());
            assert_eq!(again.moves(), position.moves(), "{text}");
            assert_eq!(again.result(), position.result(), "{text}");
            assert_eq!(names(&*again), names(position), "{text}");
            // Domineering's text forgets which way a domino lies, so its board does too.
            assert_eq!(again.diagram().layout, position.diagram().layout);
            if position.game() != "domineering" {
                assert_eq!(again.diagram(), position.diagram());
            }
        });
    }
}

#[test]
fn a_rebuilt_position_is_the_original() {
    let mut rebuilt_games = HashSet::new();
    for start in starts(true) {
        visit(&*start, 2, |position| {
            let (game, at) = position.erased();
            let (key, mover) = (game.key(&at), game.to_move(&at));
            let Some(again) = game.rebuild(&key, mover) else {
                assert!(!rebuilt_games.contains(position.game()), "{}", position.text());
                return;
            };
            rebuilt_games.insert(position.game().to_string());
            assert_eq!((game.key(&again), game.to_move(&again)), (key, mover));
            let mut moves = [Vec::new(), Vec::new()];
            let ends = [game.expand(&at, &mut moves[0]), game.expand(&again, &mut moves[1])];
            assert_eq!((&moves[0], ends[0]), (&moves[1], ends[1]), "{}", position.text());
            for &mv in &moves[0] {
                let [mut child, mut other] = [at.clone(), again.clone()];
                game.play(&mut child, mv);
                game.play(&mut other, mv);
                assert_eq!(game.key(&child), game.key(&other), "{}", position.text());
            }
            // A position that is read again is on the same board; one on another board is not.
            let read = registry::position(position.game(), &position.text(), Some(mover)).unwrap();
            assert!(position.has_keys_of(&*read), "{}", position.text());
        });
    }
    assert_eq!(rebuilt_games.len(), registry::games().count() - 3, "all but Go, Seki and sums");
}

#[test]
fn positions_on_different_boards_do_not_share_keys() {
    for (game, one, other) in [
        ("mnk", "3x4:3", "4x3:3"),
        ("mnk", "3x4:3", "3x4:4"),
        ("connect-four", "4x4", "4x4:3"),
        ("connect-four", "6x7", "4x4"),
        ("connect-four", "4x4", "6x7"),
        ("connect-four", "4x5", "5x4"),
        ("clobber", "2x3", "3x2"),
        ("nogo", "3x3", "1x9"),
        ("domineering", "2x6", "3x4"),
        ("hex", "2x3", "3x2"),
        ("octal", "0.137:8", "0.07:8"),
        ("col", "2x3", "3x2"),
        ("pgame", "2x6:1", "2x6:2"),
        ("col", "2x3", "graph:grid(2,3)"),
        ("col", "graph:a-b-c", "graph:b-a-c"),
        ("clobber", "1x3", "graph:path(3) 1,3=x 2=o"),
        ("toads-and-frogs", "T.F", "T.F:jump=2"),
    ] {
        let [one, other] = [one, other].map(|text| registry::position(game, text, None).unwrap());
        assert!(!one.has_keys_of(&*other), "{game} {} {}", one.text(), other.text());
    }
}

#[test]
fn playing_leaves_the_parent_as_it_was() {
    for start in starts(true) {
        visit(&*start, 2, |position| {
            let before =
                (position.text(), position.to_move(), position.moves(), position.diagram());
            for mv in position.moves() {
                let child = position.play(mv);
                assert_ne!((child.text(), child.to_move()), (before.0.clone(), before.1));
            }
            let after = (position.text(), position.to_move(), position.moves(), position.diagram());
            assert_eq!(before, after);
        });
    }
}

#[test]
fn move_names_are_unique_and_read_back() {
    for start in starts(true) {
        visit(&*start, 2, |position| {
            let names = names(position);
            assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
            for (name, mv) in names.iter().zip(position.moves()) {
                assert_eq!(position.parse_move(name).unwrap(), mv);
                assert_eq!(position.parse_move(&format!(" {} ", name.to_uppercase())).unwrap(), mv);
            }
            assert!(position.parse_move("no such move").is_err());
        });
    }
}

#[test]
fn cells_of_moves_are_on_the_board() {
    for start in starts(true) {
        visit(&*start, 2, |position| {
            let board = position.diagram();
            for mv in position.moves() {
                let cells = position.move_cells(mv);
                let is_pass = position.move_text(mv) == "pass";
                assert_eq!(cells.is_empty(), board.layout == Layout::Text || is_pass);
                let exists = |&(row, column): &(usize, usize)| {
                    board.rows.get(row).is_some_and(|cells| column < cells.chars().count())
                };
                assert!(cells.iter().all(exists), "{} {}", position.text(), mv.0);
            }
        });
    }
}

#[test]
fn results_are_among_the_scores() {
    for start in starts(true) {
        let scores = start.scores();
        assert!(scores.is_sorted() && scores.len() >= 2);
        visit(&*start, 4, |position| {
            let result = position.result();
            assert_eq!(result.is_some(), position.moves().is_empty());
            assert!(result.is_none_or(|score| scores.contains(&score)));
        });
    }
}

fn value(position: &dyn AnyPosition, request: &Request) -> Score {
    let solution = upstar_engine::solve(position, request, &Control::unlimited()).unwrap();
    assert!(solution.is_solved(), "{} {:?}", position.text(), request);
    assert!(solution.bounds.is_exact());
    solution.bounds.lo
}

/// Alpha-beta as it is by default, and with each switch turned the other way.
fn alpha_betas() -> Vec<Request> {
    let info = registry::algorithm("alpha-beta").unwrap();
    let mut requests = vec![Request::new("alpha-beta")];
    for parameter in info.parameters {
        for word in parameter.values.split('|').filter(|word| *word != parameter.default) {
            let mut request = Request::new("alpha-beta");
            request.parameters = Parameters::new([(parameter.name.into(), word.into())]);
            requests.push(request);
        }
    }
    requests
}

#[test]
fn alpha_beta_agrees_with_minimax() {
    let requests = alpha_betas();
    for info in registry::games() {
        let mut seen = HashSet::new();
        for text in info.examples {
            for mover in Player::BOTH {
                visit(&*read(info.name, text, mover), 12, |position| {
                    if !seen.insert((position.text(), position.to_move())) {
                        return;
                    }
                    let right = value(position, &Request::new("minimax"));
                    for request in &requests {
                        let found = value(position, request);
                        let named = (position.text(), position.to_move(), request);
                        assert_eq!(found, right, "{} {named:?}", info.name);
                    }
                });
            }
        }
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    let pieces =
        ["x", "o", ".", "#", "/", ":", "0", "1", "4", "x", "9999999", "é", " ", "-", "3x3"];
    let mut rng = Rng::new(3);
    for info in registry::games() {
        for length in 0..9 {
            for _ in 0..1500 {
                let text: String =
                    (0..length).map(|_| pieces[rng.below(pieces.len() as u64) as usize]).collect();
                match registry::position(info.name, &text, None) {
                    Ok(position) => assert!(position.moves().len() <= 4096),
                    Err(error) => assert!(error.to_string().contains(": ")),
                }
            }
        }
    }
}

#[test]
fn errors_say_where() {
    for (game, text, place) in [
        ("nogo", "xo/ox", "a2"),
        ("nogo", ".xo/..x/..o", "character 3"),
        ("nogo", "ox./x../...", "a3"),
        ("connect-four", "x../.../...", "a3"),
        ("connect-four", "xo./xo./xo.:3", "both"),
        ("connect-four", "3x3:0", "character 5"),
        ("mnk", "3x3", "3x3:3"),
        ("mnk", "3x3:0", "character 5"),
        ("mnk", "xxx/.../ooo:3", "both"),
        ("y", "16", "15"),
        ("y", "./.", "character 3"),
        ("y", "./.q", "character 4"),
        ("hex", "12", "128"),
        ("hex", "0", "at least"),
        ("go", "20", "limit is 361"),
        ("go", "20x2", "19 points"),
        ("go", "xo/ox", "a2"),
        ("go", "9x9:komi=7.3", "7.5"),
        ("go", "9x9:ko=always", "superko or simple"),
        ("go", "9x9:colour=3", "komi, ko"),
        ("go", "9x9:komi", "NAME=VALUE"),
        ("go", "3x3:moves=b2-b2", "character 14"),
        ("go", "3x3:moves=pass-pass-b2", "over"),
        ("seki", "3,4", "3,4,2"),
        ("seki", "0,3,0", "liberty"),
        ("seki", "20,1,2", "19"),
        ("seki", "++/xo", "target"),
        ("seki", "1,1,2:koth=3", "moves="),
        ("seki", "1,1,2:moves=a1", "a1"),
        ("hackenbush", "LaQ", "character 3"),
        ("hackenbush", "LRab", "character 4"),
        ("hackenbush", "L,aRb", "not connected to the ground"),
        ("hackenbush", "LLLLLLLLLLLLLLLLLLLLL", "20"),
        ("toads-and-frogs", "TxF", "character 2"),
        ("toads-and-frogs", "T.F//T", "strip 2"),
        ("snort", "11x11", "120"),
        ("toads-and-frogs", "T.F:slide=2..1", "character 5"),
        ("toads-and-frogs", "T.F:slide=1,hop", "character 13"),
        ("toads-and-frogs", "TxF:jump=2", "character 2"),
        ("elephants-and-rhinos", "E.F", "character 3"),
        ("elephants-and-rhinos", "", "strip 1"),
        ("toppling-dominoes", "LXR", "character 2"),
        ("toppling-dominoes", "L//R", "row 2"),
        ("fission", "x.o", "character 3"),
        ("peg-duotaire", "x.o", "character 3"),
        ("sheep", "x.o", "character 1"),
        ("sheep", "x4./.o21", "20"),
        ("sheep", "x4./.", "row 2"),
        ("sheep", "..../..../..../..../..../..../..../..../..../..../...", "limit is 42"),
        ("king-dirt", "3x3:y=1", "character 5"),
        ("king-dirt", "3x3:x=128", "127"),
        ("king-dirt", "x.y", "character 3"),
        ("col", "graph:", "a graph is needed"),
        ("col", "graph:peterson", "did you mean 'petersen'?"),
        ("col", "graph:cycle(2)", "at least 3: cycle(8)"),
        ("col", "graph:cycle", "needs a number"),
        ("col", "graph:grid(3", "needs a ')'"),
        ("col", "graph:grid(11,11)", "limit is 120"),
        ("col", "graph:grid(99999999999,11)", "limit is 120"),
        ("col", "graph:a-b cycle(3)", "character 11"),
        ("col", "graph:a-b c=x", "no vertex 'c'; there are a, b"),
        ("col", "graph:cycle(3) 3-4", "no vertex '4'"),
        ("col", "graph:a-a", "two different vertices"),
        ("col", "graph:a-b a=y", "character 13: the contents of a vertex must be '.' or 'x'"),
        ("col", "graph:a-b a-b=L", "no colours"),
        ("col", "graph:a-b!", "character 9: 'b!' is not a name"),
        ("col", "graph:a-b,c", "character 11: 'c' is not an edge"),
        ("node-kayles", "graph:a-b a=x", "'.' or '#'"),
        ("nogo", "graph:a-b a=x b=o", "the black group at a has no liberty"),
        ("hackenbush", "graph:a-b", "no vertex is on the ground"),
        ("hackenbush", "graph:0-a b-c=L", "not connected to the ground"),
        ("hackenbush", "graph:complete(7) 1=0", "21 edges are too many; the limit is 20"),
        ("hackenbush", "graph:0-a=B", "'L' or 'R' or 'G'"),
        ("cram", "graph:petersen", "hackenbush, col, snort, node-kayles"),
        ("cram", "x.", "character 1"),
        ("nim", "3,,4", "character 3"),
        ("nim", "100,29", "128"),
        ("octal", "77:3", "0."),
        ("octal", "0.78:3", "character 4"),
        ("octal", "0.77:x", "character 6"),
        ("amazons", "4x4", "10x10"),
        ("pgame", "0x3:1", "branching"),
        ("pgame", "2x121:1", "120"),
        ("pgame", "3x100:1", "2^127"),
        ("pgame", "2x3:1/2", "character 7"),
        ("pgame", "2x1:1/0/0", "character 9"),
    ] {
        match registry::position(game, text, None) {
            Ok(_) => panic!("{game} {text} was accepted"),
            Err(error) => assert!(error.to_string().contains(place), "{error}"),
        }
    }
}

/// The value of a position and, on the way, of all below it: plain minimax by exact key.
fn minimax<G: Notation + SearchGame>(
    game: &G,
    position: &G::Position,
    see: &mut impl FnMut(&G::Position, Score),
    known: &mut HashMap<String, Score>,
) -> Score {
    let name = format!("{:?} {:?}", game.to_move(position), game.key(position));
    if let Some(&value) = known.get(&name) {
        return value;
    }
    let mut moves = Vec::new();
    let value = game.expand(position, &mut moves).unwrap_or_else(|| {
        let values: HashMap<Move, Score> = moves
            .iter()
            .map(|&mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                (mv, minimax(game, &child, see, known))
            })
            .collect();
        let best = |moves: &[Move]| match game.to_move(position) {
            Player::Left => moves.iter().map(|mv| values[mv]).max().unwrap(),
            Player::Right => moves.iter().map(|mv| values[mv]).min().unwrap(),
        };
        // Candidates are some of the moves, in the same order, and a best one is among them.
        let mut listed = Vec::new();
        assert_eq!(game.candidates(position, &mut listed), None);
        let all = moves.iter().filter(|mv| listed.contains(mv)).copied();
        assert_eq!(all.collect::<Vec<Move>>(), listed);
        assert_eq!(best(&listed), best(&moves), "{}", game.print(position));
        best(&moves)
    });
    see(position, value);
    known.insert(name, value);
    value
}

/// Checks every position of a small game against what the `Game` trait promises; `read` makes a
/// position of the same game from text, if there can be one.
fn check<G: Notation + SearchGame>(
    game: &G,
    start: &G::Position,
    read: impl Fn(&str, Player) -> Option<G::Position>,
) {
    let mut by_symmetric_key: HashMap<String, Score> = HashMap::new();
    let mut scratch: Vec<Move> = Vec::new();
    let mut rng = Rng::new(1);
    let mut see = |position: &G::Position, value: Score| {
        let text = game.print(position);
        let mut moves = Vec::new();
        let status = match game.expand(position, &mut moves) {
            Some(score) => Status::Over(score),
            None => Status::Moves(moves.len() as u32),
        };
        assert_eq!(game.status(position, &mut scratch), status, "{text}");
        assert!(scratch.is_empty());
        for Bounds { lo, hi } in [game.bounds(position), game.bounds_and_evaluation(position).0] {
            assert!(lo <= value && value <= hi, "{text}: {value} is not in {lo}..{hi}");
        }
        if let Some(again) = read(&text, game.to_move(position)) {
            assert_eq!(game.key(&again), game.key(position), "{text}");
            assert_eq!(game.symmetric_key(&again), game.symmetric_key(position), "{text}");
            assert_eq!(game.evaluate(&again), game.evaluate(position), "{text}");
        }
        let (score, choices) = game.playout_choices(position, &mut rng, &mut scratch);
        assert!(scratch.is_empty() && game.scores().contains(&score), "{text}: {score}");
        if let Status::Over(end) = status {
            assert_eq!((score, choices), (end, 0), "{text}");
        }
        let probability = game.win_probability(position);
        assert!(0.0 < probability && probability < 1.0, "{text}: {probability}");
        let name = format!("{:?} {:?}", game.to_move(position), game.symmetric_key(position));
        assert_eq!(*by_symmetric_key.entry(name).or_insert(value), value, "{text}");
    };
    minimax(game, start, &mut see, &mut HashMap::new());
}

#[test]
fn status_bounds_and_keys_tell_the_truth() {
    let mut checked: Vec<&GameInfo> = Vec::new();
    macro_rules! check_boards {
        ($($module:ident, $game:ident;)*) => {$(
            checked.push(&$module::INFO);
            for (text, mover) in examples(&$module::INFO).filter(|(text, _)| !is_graph(text)) {
                check_boards!($module, $game, u64, text, mover);
                check_boards!($module, $game, u128, text, mover);
            }
        )*};
        ($module:ident, $game:ident, $word:ty, $text:ident, $mover:ident) => {
            let read = |text: &str, mover| {
                $module::$game::<$word>::new(&$module::setup(text).unwrap(), mover).unwrap()
            };
            let (game, position) = read($text, $mover);
            check(&game, &position, |text, mover| Some(read(text, mover).1));
        };
    }
    check_boards! {
        domineering, Domineering;
        nogo, NoGo;
        clobber, Clobber;
        y, Y;
        hex, Hex;
        mnk, Mnk;
        connect_four, ConnectFour;
    }
    macro_rules! check_others {
        ($($module:ident, $game:ident;)*) => {$(
            checked.push(&$module::INFO);
            for (text, mover) in examples(&$module::INFO) {
                let read = |text: &str, mover| $module::$game::new(text, mover).unwrap();
                let (game, position) = read(text, mover);
                check(&game, &position, |text, mover| Some(read(text, mover).1));
            }
        )*};
    }
    check_others! {
        pgame, PGame;
        go, Go;
        seki, Seki;
    }
    macro_rules! check_classics {
        ($($module:ident),* $(,)?) => {$(
            checked.push(&$module::INFO);
            for (text, mover) in examples(&$module::INFO) {
                let read = |text: &str, mover| Classic::new($module::read(text).unwrap(), mover);
                let (game, position) = read(text, mover);
                check(&game, &position, |text, mover| Some(read(text, mover).1));
            }
        )*};
    }
    check_classics![
        hackenbush,
        toads_and_frogs,
        col,
        snort,
        cram,
        nim,
        octal,
        kayles,
        nimstring,
        amazons,
        konane,
        elephants_and_rhinos,
        toppling_dominoes,
        node_kayles,
        peg_duotaire,
        fission,
        cannibal_clobber,
        sheep,
        king_dirt
    ];
    let graphs =
        [(&nogo::INFO, graph_nogo::read as fn(&str) -> _), (&clobber::INFO, graph_clobber::read)];
    for (info, read_graph) in graphs {
        for (text, mover) in examples(info).filter(|(text, _)| is_graph(text)) {
            let read = |text: &str, mover| Classic::new(read_graph(text).unwrap(), mover);
            let (game, position) = read(text, mover);
            check(&game, &position, |text, mover| Some(read(text, mover).1));
        }
    }
    checked.push(&sum::INFO);
    for (text, mover) in examples(&sum::INFO) {
        let terms = read(sum::INFO.name, text, mover).terms().expect("a sum has parts");
        let (game, position) = Sum::new(terms, mover);
        // Another text is another sum: its values have other numbers.
        check(&game, &position, |_, _| None);
    }
    let checked: HashSet<_> = checked.into_iter().map(|info| info.name).collect();
    assert_eq!(checked, registry::games().map(|info| info.name).collect());
}

/// A game's examples with each player to move.
fn examples(info: &'static GameInfo) -> impl Iterator<Item = (&'static str, Player)> {
    info.examples.iter().flat_map(|text| Player::BOTH.map(|mover| (*text, mover)))
}

/// On the largest board that is accepted too, where the keys' words are full.
#[test]
fn a_fight_tells_a_pass_from_every_stone() {
    let rows = ["X+++++++"].into_iter().chain(["++++++++"; 7]).collect::<Vec<_>>();
    for mover in Player::BOTH {
        let (game, start) = seki::Seki::new(&rows.join("/"), mover).expect("63 points are allowed");
        let mut moves = Vec::new();
        assert_eq!(game.expand(&start, &mut moves), None);
        assert_eq!(moves.len(), 64);
        let keys: Vec<_> = moves
            .iter()
            .map(|&mv| {
                let mut next = start.clone();
                game.play(&mut next, mv);
                game.key(&next)
            })
            .collect();
        for (number, key) in keys.iter().enumerate() {
            assert!(!keys[..number].contains(key), "move {number}");
        }
    }
}
