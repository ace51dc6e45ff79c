//! Forged certificates: right ones are changed in every way that keeps the format, checksum included. None that claims
//! something false is accepted. `UPSTAR_FORGERIES=100000` tries that many; each is repeatable from its number.

use std::io::Cursor;

use upstar_core::{Control, Limits, Player, Rng};
use upstar_engine::{registry, solve, verify_from};
use upstar_proof::{Certificate, Claim, Decision, Encoder, Header};
use upstar_search::Request;

/// Games with draws, scores, sums, histories and parts; small enough to be solved at once.
const ROOTS: [(&str, &str); 12] = [
    ("domineering", "3x3"),
    ("domineering", "2x5"),
    ("nogo", "2x3"),
    ("clobber", "2x4"),
    ("hex", "3x3"),
    ("y", "3"),
    ("mnk", "3x3:3"),
    ("connect-four", "3x3:3"),
    ("go", "1x3:limit=6"),
    ("seki", "1,1,2"),
    ("hackenbush", "LRRL,GG"),
    ("sum", "clobber:xxo + domineering:2x2 + *2"),
];

/// A right certificate, and the value of its root from Left's point of view.
struct Right {
    header: Header,
    decisions: Vec<Decision>,
    value: i16,
}

fn control() -> Control {
    Control::new(Limits { max_nodes: 500_000, ..Limits::default() })
}

fn right(game: &str, text: &str, mover: Player) -> Right {
    let position = registry::position(game, text, Some(mover)).unwrap();
    let name = format!("upstar-forgery-{}-{game}-{}", std::process::id(), mover.index());
    let path = std::env::temp_dir().join(name);
    let mut request = Request::new("alpha-beta");
    request.proof = Some(path.clone());
    let solved = solve(position.as_ref(), &request, &control()).unwrap();
    let value = solved.solution.bounds;
    assert!(value.is_exact(), "{game} {text}");
    let mut certificate = Certificate::open(Cursor::new(std::fs::read(&path).unwrap())).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut decisions = Vec::new();
    while let Some(decision) = certificate.next_decision().unwrap() {
        decisions.push(decision);
    }
    let value = value.seen_by(mover).lo;
    let value = if mover == Player::Left { value } else { -value };
    Right { header: certificate.header.clone(), decisions, value }
}

/// Is every claim of a header true of a root with this value?
fn is_true(claims: &[Claim], value: i16) -> bool {
    claims.iter().all(|claim| claim.holds(value))
}

/// Changes a certificate in one way.
fn forge(rng: &mut Rng, right: &Right, other: &Right) -> (Header, Vec<Decision>) {
    let (mut header, mut decisions) = (right.header.clone(), right.decisions.clone());
    let count = decisions.len().max(1) as u64;
    let at = rng.below(count) as usize;
    let some = |rng: &mut Rng| match rng.below(3) {
        0 => Decision::Known,
        1 => Decision::Choice(0),
        _ => Decision::Choice(rng.below(12)),
    };
    match rng.below(12) {
        // A wrong move, a move left out, one too many, the end left out, two exchanged.
        0 | 1 if !decisions.is_empty() => decisions[at] = some(rng),
        2 if !decisions.is_empty() => drop(decisions.remove(at)),
        3 => decisions.insert(at.min(decisions.len()), some(rng)),
        4 => decisions.truncate(at),
        5 if !decisions.is_empty() => {
            let with = rng.below(count) as usize;
            decisions.swap(at, with);
        }
        // A part copied from elsewhere.
        6 => {
            let from = rng.below(other.decisions.len() as u64 + 1) as usize;
            let copied = other.decisions[from..].iter().take(1 + rng.below(20) as usize);
            decisions.splice(at.min(decisions.len()).., copied.copied());
        }
        // Another claim, another player, another position, another header, another cache.
        7 => {
            let number = rng.below(header.claims.len() as u64) as usize;
            header.claims[number].least += [-1, 1, 2][rng.below(3) as usize];
        }
        8 => {
            let number = rng.below(header.claims.len() as u64) as usize;
            header.claims[number].claimant = header.claims[number].claimant.other();
        }
        9 => {
            header.to_move = header.to_move.other();
        }
        10 => header = other.header.clone(),
        _ => header.slots = 1 << rng.below(12),
    }
    // Most forgers also claim what is false.
    if rng.below(3) > 0 && is_true(&header.claims, right.value) {
        let number = rng.below(header.claims.len() as u64) as usize;
        header.claims[number].least += 1;
        if rng.below(2) == 0 {
            header.claims.truncate(1);
        }
    }
    (header, decisions)
}

fn bytes(header: &Header, decisions: &[Decision]) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), header).unwrap();
    for &decision in decisions {
        encoder.add(decision).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn no_forged_certificate_of_something_false_is_accepted() {
    let tries: u64 =
        std::env::var("UPSTAR_FORGERIES").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let roots: Vec<_> = ROOTS
        .iter()
        .flat_map(|&(game, text)| Player::BOTH.map(|mover| right(game, text, mover)))
        .collect();
    let (mut forged, mut still_true) = (0_u64, 0_u64);
    for number in 0..tries {
        let mut rng = Rng::new(number);
        let place = rng.below(roots.len() as u64) as usize;
        // The opponent's certificate of the same position, or that of another one.
        let beside = [place ^ 1, rng.below(roots.len() as u64) as usize][rng.below(2) as usize];
        let (header, decisions) = forge(&mut rng, &roots[place], &roots[beside]);
        let about = roots
            .iter()
            .find(|root| root.header.name == header.name && root.header.to_move == header.to_move);
        let about = about.expect("both players' certificates are roots");
        let verdict = verify_from(Cursor::new(bytes(&header, &decisions)), &control());
        if is_true(&header.claims, about.value) {
            still_true += 1;
        } else {
            forged += 1;
            assert!(verdict.is_err(), "forgery {number} is accepted: {header:?}");
        }
    }
    println!(
        "{forged} forgeries of false claims rejected; {still_true} changes claim what is true"
    );
    assert!(forged * 2 > tries);
}
