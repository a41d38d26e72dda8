//! The moves of a whole tree.

use crate::geometry::Square;
use crate::notation::{ReadError, is_remark, loose, passes, reason, spelled_out};
use crate::position::Position;
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::{Annotation, GameTree, MoveText, NodeId, Numbering, Parting, Round, Termination};
use crate::variant::{Move, Outcome, Reason, Script, Variant, fen};

use super::pass::{PASS, pass};
use super::pgn4::{both, gives_up, misstated, stated, too_late};
use super::reader::kind;
use super::sgf::settle_colours;
use super::{DEEPEST, Header, Known, Lookup, Ready, pack, unpack};

/// A resolved tree.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The rules.
    pub known: Known,
    /// The position at the root.
    pub start: Position,
    /// The script of the words, if they have one.
    pub script: Script,
    /// The number of legal moves.
    pub moves: usize,
    /// The number of words that are not legal moves, or follow one that is not.
    pub unread: usize,
    /// The problems.
    pub problems: Problems,
}

/// Finds the rules and the start of a game, and resolves its words: [`MoveText::resolved`] is set for all nodes reached by
/// legal moves. The words are unchanged, except that signs and remarks joined to a move become its annotations.
///
/// `game` is the game's number in its file, for the problems; `script` is the first one to try, if known.
///
/// # Errors
/// If the rules are unknown or the start position cannot be played.
///
/// [`MoveText::resolved`]: crate::record::MoveText::resolved
pub fn resolve(
    tree: &mut GameTree,
    game: u64,
    lookup: &Lookup<'_>,
    script: Option<Script>,
) -> Result<Replay, Problem> {
    resolve_with(&mut Ready::default(), tree, game, lookup, script, false)
}

/// As [`resolve`], but impossible rights and marks of a start position are removed with a warning. Null moves also cause only a
/// warning, and reading continues after them. A null move stays a word; it has no [`Move`](crate::variant::Move).
///
/// # Errors
/// As [`resolve`].
pub fn resolve_leniently(
    tree: &mut GameTree,
    game: u64,
    lookup: &Lookup<'_>,
    script: Option<Script>,
) -> Result<Replay, Problem> {
    resolve_with(&mut Ready::default(), tree, game, lookup, script, true)
}

/// As [`resolve`] or, if lenient, [`resolve_leniently`], with reusable readers for many games.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_with(
    ready: &mut Ready,
    tree: &mut GameTree,
    game: u64,
    lookup: &Lookup<'_>,
    script: Option<Script>,
    lenient: bool,
) -> Result<Replay, Problem> {
    let mut header = Header::new(&tree.tags);
    let located = |problem: Problem| Problem { game, ..problem };
    let known = header.known(lookup).map_err(located)?;
    let mut problems = Problems::default();
    let start =
        match header.start(&known, lenient, |problem| problems.push(located(problem))).map_err(located)? {
            Some(start) => start,
            None => Position::start(&known.rules),
        };
    header.check(&known, |problem| problems.push(located(problem)));
    if let Some(message) = settle_colours(tree, &start) {
        let (line, column) = tree.first_child(NodeId::ROOT).map_or((0, 0), |first| tree[first].place);
        let kind = ProblemKind::Contradiction;
        problems.push(Problem { kind, message, line: line.into(), column, game, ply: 0 });
    }
    header.result = Header::new(&tree.tags).result;
    if !header.start.is_empty() || fen::is_announced(&header.fen) {
        settle_start(tree, &start);
    }
    part_words(tree, known.rules.variant());
    join_remarks(tree, known.rules.variant());
    let reader = &mut ready.of(&known.rules).reader;
    reader.restart(script.or(header.script()));
    let (mut moves, mut given_up, mut last) = (0, 0, (NodeId::ROOT, None));
    let end = tree.main_line().last().unwrap_or(NodeId::ROOT);
    let main = tree.main_line().count() - 1;
    let mut position = start.clone();
    let beyond = walk(tree, &mut position, |tree, node, ply, position| {
        let place = tree[node].place;
        let written = tree[node].round.take();
        number(tree, node, position);
        let target = target_before(tree, node);
        let problem =
            |kind, message| Problem { kind, message, line: u64::from(place.0), column: place.1, game, ply };
        let Some(played) = &mut tree[node].played else {
            problems.push(problem(ProblemKind::UnreadableMove, "a place without a move".into()));
            return false;
        };
        let mut read = reader.read(position, &spelled_out(position.rules().variant(), &played.text, target));
        if read.is_err()
            && let Some((mv, bare, glyphs)) = reader.read_judged(position, &played.text)
        {
            read = Ok(mv);
            played.text = bare.into();
            tree[node].annotations.splice(0..0, glyphs.into_iter().map(Annotation::Glyph));
        }
        let Some(played) = &mut tree[node].played else { return false };
        match read {
            Ok(mv) => {
                played.resolved = Some(pack(mv));
                moves += 1;
                if let Some(message) = loose(position, &played.text, mv) {
                    problems.push(problem(ProblemKind::Loose, message));
                }
                position.forget();
                position.play_unchecked(mv);
                for word in tree[node].annotations.iter().filter_map(stated) {
                    if let Some((kind, message)) = misstated(position, word) {
                        problems.push(problem(kind, message));
                    }
                }
                if node == end {
                    last = (node, over(position));
                }
                true
            }
            Err(_) if lenient && passes(&played.text) && pass(position) => {
                played.resolved = Some(PASS);
                let message = format!("{}: this is a pass, and this game has none", played.text);
                problems.push(problem(ProblemKind::NullMove, message));
                moves += 1;
                true
            }
            Err(_) if gives_up(position, &played.text) => {
                played.resolved = None;
                given_up += 1;
                for after in tree.children(node).collect::<Vec<_>>() {
                    let word = tree[after].played.as_ref().map_or("", |played| &played.text);
                    problems.push(problem(ProblemKind::IllegalMove, too_late(word)));
                }
                false
            }
            Err(error) => {
                played.resolved = None;
                // Reasons take time, so they are only computed for problems that are kept.
                let kept = problems.len() < Problems::KEPT;
                let message = if kept { refusal(position, &tree[node], &error) } else { String::new() };
                problems.push(problem(kind(&error), message));
                if counts_turns(position.rules().variant()) {
                    number_on(tree, node, position);
                } else {
                    tree[node].round = written;
                }
                false
            }
        }
    });
    if let Some((node, ply)) = beyond {
        let message = format!("variations within more than {DEEPEST} others are not read");
        let (line, column) = tree[node].place;
        problems.push(Problem { kind: ProblemKind::TooLong, message, line: line.into(), column, game, ply });
    }
    let contradiction = contradiction(&header.result, tree.termination, (known.rules.variant(), last.1));
    if let Some(message) = contradiction {
        let (line, column) = if tree.end.0 > 0 { tree.end } else { tree[last.0].place };
        let ply = u32::try_from(main).unwrap_or(u32::MAX);
        let kind = ProblemKind::Contradiction;
        problems.push(Problem { kind, message, line: line.into(), column, game, ply });
    }
    let unread = tree.len() - 1 - moves - given_up;
    let script = reader.script();
    Ok(Replay { known, start, script, moves, unread, problems })
}

/// The two moves of a word with a slash after castling, if turns have several moves. Otherwise it is one move with an entering
/// piece.
pub(super) fn two_moves<'w>(variant: &Variant, word: &'w str) -> Option<(&'w str, &'w str)> {
    word.split_once('/').filter(|_| word.starts_with(['O', '0']) && has_long_turns(variant))
}

/// Splits such words into two nodes.
fn part_words(tree: &mut GameTree, variant: &Variant) {
    if !has_long_turns(variant) {
        return;
    }
    for node in tree.nodes().collect::<Vec<_>>() {
        let Some(played) = &mut tree[node].played else { continue };
        let Some((first, rest)) = two_moves(variant, &played.text) else { continue };
        let (first, rest) = (MoveText::new(first), MoveText::new(rest));
        *played = first;
        tree.add_between(node, Some(rest));
    }
}

/// Makes words that only say what the move before them does, such as `ch`, annotations of this move.
fn join_remarks(tree: &mut GameTree, variant: &Variant) {
    let remark = |id: &NodeId| {
        let played = tree[*id].played.as_ref();
        let before = tree.parent(*id).filter(|&before| before != NodeId::ROOT);
        played.is_some_and(|played| is_remark(variant, &played.text))
            && before.is_some_and(|before| tree.first_child(before) == Some(*id))
    };
    for id in tree.nodes().filter(remark).collect::<Vec<_>>() {
        if let (Some(before), Some(played)) = (tree.parent(id), tree[id].played.take()) {
            tree[before].annotations.push(Annotation::Text(played.text));
            tree.join_to_parent(id);
        }
    }
}

/// Replaces a start given by name or by names of pieces with its FEN.
fn settle_start(tree: &mut GameTree, start: &Position) {
    let fen = start.fen();
    tree.tags.remove("Start");
    if start.setup() != Position::start(start.rules()).setup() {
        tree.numbering = Numbering::from_fen(&fen);
        tree.numbering.second =
            start.rules().variant().mover(start.setup().turn) != start.rules().variant().mover(0);
        tree.tags.set("SetUp", "1");
        tree.tags.set("FEN", &fen);
    } else {
        tree.tags.remove("FEN");
        tree.tags.remove("SetUp");
    }
}

/// Numbers a node by the position before its move, if the number does not follow from the count of moves. With more than two
/// players it counts rounds; if a turn has several moves, it counts turns.
pub(in crate::record) fn number(tree: &mut GameTree, node: NodeId, position: &Position) {
    let rules = position.rules();
    let several = rules.variant().players.len() > 2;
    if !counts_turns(rules.variant()) {
        return;
    }
    let setup = position.setup();
    let (first, goes_on) = (
        rules.variant().mover(setup.turn) == rules.variant().mover(0),
        rules.variant().turn(setup.turn).after.is_none(),
    );
    let own_number = !several && rules.variant().notation.numbered_turns;
    let number = match own_number {
        true => setup.full_moves.saturating_mul(2).saturating_sub(u32::from(first)),
        false => setup.full_moves,
    };
    let before = tree.parent(node).filter(|&parent| parent != NodeId::ROOT);
    let second = match before.and_then(|parent| tree[parent].round) {
        _ if own_number => goes_on,
        Some(last) if several => last.number == number,
        _ => !first,
    };
    let parting = match (goes_on, several) {
        (true, _) if !own_number => Parting::Comma,
        (false, true) => Parting::Dots,
        _ => Parting::Blank,
    };
    tree[node].round = Some(Round { number, second, parting });
}

/// Whether the number of a move does not follow from the count of moves.
fn counts_turns(variant: &Variant) -> bool {
    variant.players.len() > 2 || has_long_turns(variant)
}

/// Whether a turn may have several moves.
pub fn has_long_turns(variant: &Variant) -> bool {
    variant.turns.iter().any(|turn| turn.after.is_none())
}

/// Numbers the nodes after a word that is not a move, assuming that no player is skipped and every move is a turn.
fn number_on(tree: &mut GameTree, node: NodeId, position: &Position) {
    let players = position.rules().variant().players.len() as u32;
    let Some(first) = tree[node].round else { return };
    let seat = u32::from(position.rules().variant().mover(position.setup().turn).0);
    let turns = position.rules().variant().notation.numbered_turns && players == 2;
    let parting = if players > 2 { Parting::Dots } else { Parting::Blank };
    let mut open: Vec<_> = tree.children(node).map(|child| (child, first, seat)).collect();
    while let Some((node, last, seat)) = open.pop() {
        let next = (seat + 1) % players;
        let number = last.number.saturating_add(u32::from(turns || next == 0));
        let round = Round { number, second: !turns && next > 0, parting };
        tree[node].round = Some(round);
        open.extend(tree.children(node).map(|child| (child, round, next)));
    }
}

/// The target of the move before a node's, if known.
pub(super) fn target_before(tree: &GameTree, node: NodeId) -> Option<Square> {
    let before = tree[tree.parent(node)?].played.as_ref()?.resolved?;
    if before == PASS { None } else { unpack(before).target() }
}

fn refusal(position: &Position, node: &crate::record::Node, error: &ReadError) -> String {
    node.played.as_ref().map_or_else(String::new, |played| reason(position, &played.text, error))
}

impl Replay {
    /// The position at a node. `None` if a word on the path is not a legal move.
    pub fn position(&self, tree: &GameTree, node: NodeId) -> Option<Position> {
        self.played(tree, node, Position::play_unchecked)
    }

    /// The same without the history: needs the memory of two positions for a game of any length.
    pub fn position_alone(&self, tree: &GameTree, node: NodeId) -> Option<Position> {
        self.played(tree, node, |position, mv| {
            position.forget();
            position.play_unchecked(mv);
        })
    }

    fn played(&self, tree: &GameTree, node: NodeId, play: fn(&mut Position, Move)) -> Option<Position> {
        if !tree.contains(node) {
            return None;
        }
        let mut position = self.start.clone();
        for &id in tree.path(node).iter().skip(1) {
            match tree[id].played.as_ref()?.resolved? {
                PASS if pass(&mut position) => {}
                PASS => return None,
                packed => play(&mut position, unpack(packed)),
            }
        }
        Some(position)
    }
}

/// Visits every node after the root in the order of a PGN text: a node, its variations, then its continuation. The visitor gets
/// the ply (from 1) and the position before the node. It plays the node's move and returns whether it did; if not, the
/// continuation is skipped. Positions are stored only for open variations, whose nesting is limited. Returns the first skipped
/// node beyond the limit, with its ply.
pub(super) fn walk(
    tree: &mut GameTree,
    position: &mut Position,
    mut visit: impl FnMut(&mut GameTree, NodeId, u32, &mut Position) -> bool,
) -> Option<(NodeId, u32)> {
    /// A node with variations still to visit.
    struct Open {
        before: Position,
        after: Position,
        /// The next variation, and the continuation of the node.
        next: (Option<NodeId>, Option<NodeId>),
        ply: u32,
    }
    let mut open: Vec<Open> = vec![];
    let mut beyond = None;
    let (mut next, mut ply) = (tree.first_child(NodeId::ROOT), 1_u32);
    loop {
        let Some(node) = next else {
            let Some(around) = open.last_mut() else { return beyond };
            ply = around.ply;
            if let Some(variation) = around.next.0 {
                around.next.0 = tree.next_sibling(variation);
                *position = around.before.here();
                let played = visit(tree, variation, ply, position);
                next = if played { tree.first_child(variation) } else { None };
            } else {
                *position = around.after.here();
                next = around.next.1;
                open.pop();
            }
            ply = ply.saturating_add(1);
            continue;
        };
        let mut variation = tree.next_sibling(node);
        if open.len() >= DEEPEST {
            beyond = beyond.or(variation.take().map(|first| (first, ply)));
        }
        let before = variation.map(|_| position.here());
        let played = visit(tree, node, ply, position);
        next = if played { tree.first_child(node) } else { None };
        if let Some(before) = before {
            open.push(Open { before, after: position.here(), next: (variation, next.take()), ply });
        }
        ply = ply.saturating_add(1);
        position.forget();
    }
}

/// The outcome, if no legal move is left and no claim is needed.
pub(super) fn over(position: &Position) -> Option<Outcome> {
    let final_one = |outcome: &Outcome| {
        matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate | Reason::RoyalLost)
    };
    // Testing repetition takes time proportional to the game's length.
    if position.has_legal_move() { None } else { position.outcome().filter(final_one) }
}

/// A disagreement of the `Result` tag, the marker at the end, and the board.
pub(super) fn contradiction(
    tag: &str,
    marker: Termination,
    (variant, outcome): (&Variant, Option<Outcome>),
) -> Option<String> {
    let marker = both(variant, marker);
    if let Some(outcome) = outcome {
        let is = Termination::of(variant, outcome);
        if marker != is && marker != Termination::Open {
            return Some(format!(
                "the game is {} on the board, and {} by its record",
                is.marker(),
                marker.marker()
            ));
        }
    }
    let tagged = both(variant, Termination::from_marker(tag)?);
    (tagged != marker).then(|| format!("the Result is {tag}, and the moves end in {}", marker.marker()))
}
