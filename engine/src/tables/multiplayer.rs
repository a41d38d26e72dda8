//! Games of more than two players as the tables see them: one player against all that may capture the
//! player's pieces.
//!
//! Roles are distinguished by owner: with `n` roles, role `r` of player `p` becomes role `p·n + r`. So the
//! state's sets by role do not depend on the player to move. In one player's view, the roles identify these
//! groups:
//!
//! - the player's own pieces;
//! - pieces that the player may capture;
//! - pieces of spared partners, which count as neutral;
//! - pieces of eliminated players, which do not move.
//!
//! Players who do not move before the player's next turn attack nothing of the player. Their pieces can only
//! be captured ([`crate::tables::rounds`]).

use crate::variant::{
    Choice, End, Hand, Hook, Must, Piece, PlayerId, PlayerSet, Points, Predicate, Revert, Role, RoleId,
    RoleSet, Royalty, Taken, TeamLost, Variant,
};

use super::Unsupported;
use super::guard::spares_replies;
use super::instance::{hooks_on_board, is_apart};
use super::is_phased;
use super::mentions::{is_attack, mentions};
use super::owned::{Asked, Owned};
use super::rounds::{is_even, is_round};

/// The most entries of a turn order, times the number of sets of eliminated players.
const MOST_TURNS: usize = 1 << 13;

/// The owner of each role, for the two sides of the tables.
pub type Owners = [Vec<Option<PlayerId>>; 2];

/// One player's view of a game.
pub struct PlayerView {
    /// The rules, with roles distinguished by owner.
    pub variant: Variant,
    /// The owners of roles. First side: the player. Second side: all players that may capture the player's
    /// pieces.
    pub owners: Owners,
    /// The others' royal roles (as bits).
    pub crowns: u64,
    /// Roles (as bits) whose drops must not mate; this condition is not part of the view's rules.
    pub unmating: u64,
    /// The custom endings in the player's view. They are not part of the view's rules: they are tested for all
    /// players in turn.
    pub ends: Vec<End>,
}

/// The owners in a game of two players.
pub fn two(variant: &Variant) -> Owners {
    [PlayerId(0), PlayerId(1)].map(|player| vec![Some(player); variant.roles.len()])
}

/// A player's role in the view; a neutral role is the first player's.
pub fn owned(variant: &Variant, player: PlayerId, role: RoleId) -> RoleId {
    match variant.roles.get(role.index()).is_some_and(|role| role.neutral) {
        true => role,
        false => held(variant, player, role),
    }
}

/// A player's role in hand, where no piece is neutral.
pub fn held(variant: &Variant, player: PlayerId, role: RoleId) -> RoleId {
    RoleId((player.index() * variant.roles.len() + role.index()) as u8)
}

/// The neutral roles.
pub fn nobodys(variant: &Variant) -> RoleSet {
    let roles = (0..variant.roles.len() as u8).map(RoleId);
    roles.filter(|&role| variant.role(role).neutral).collect()
}

/// These roles without neutral ones.
pub fn somebodys(variant: &Variant, roles: RoleSet) -> RoleSet {
    RoleSet(roles.0 & !nobodys(variant).0)
}

/// The roles of some players' pieces, in a view.
pub fn of_side(seen: &Variant, players: PlayerSet) -> RoleSet {
    let each = seen.roles.len() / seen.players.len().max(1);
    // With teams, neutral roles are those of spared partners.
    let counts = |role: &usize| !seen.teams.is_empty() || !seen.roles[*role].neutral;
    let roles = (0..seen.roles.len()).filter(|role| players.contains(PlayerId((role / each.max(1)) as u8)));
    roles.filter(counts).map(|role| RoleId(role as u8)).collect()
}

/// The partners whose pieces are spared, given the eliminated players.
pub fn spared(variant: &Variant, player: PlayerId, out: PlayerSet) -> PlayerSet {
    match variant.choice.partners {
        true => PlayerSet::default(),
        false => variant.side(player).without(PlayerSet::single(player)).without(out),
    }
}

/// The view of a player while some players are out; `against` has those that move before the player's next
/// turn.
///
/// # Errors
/// If the rules, which must have been [checked](check), have something that tables do not support with
/// several players.
pub fn view_of(
    variant: &Variant,
    player: PlayerId,
    (out, against): (PlayerSet, PlayerSet),
) -> Result<PlayerView, Unsupported> {
    let count = variant.roles.len();
    let (mut crowns, mut unmating) = (0, 0);
    let mut roles = Vec::with_capacity(variant.players.len() * count);
    for owner in variant.everybody().iter() {
        for (index, role) in variant.roles.iter().enumerate() {
            let id = RoleId(index as u8);
            // Neutral pieces are moved and placed by the player to move.
            let owner = match role.neutral {
                true if owner.index() == 0 => player,
                true => {
                    roles.push(Role::new(role.name.clone(), role.letter));
                    continue;
                }
                false => owner,
            };
            let map = Owned { variant, owner, out, mover: owner == player, asked: Asked::OfMovement };
            let spared = spared(variant, player, out).contains(owner);
            let living = !out.contains(owner) && !spared;
            let mut seen = Role::new(role.name.clone(), role.letter);
            seen.royal = role.royal && owner == player;
            seen.neutral = spared || role.neutral;
            seen.reverts = Some(owned(variant, player, reverts(variant, id)));
            if living && owner != player {
                crowns |= u64::from(role.royal) << (roles.len() & 63);
            }
            let moves = living && (owner == player || against.contains(owner));
            if moves {
                seen.movements =
                    role.movements.iter().map(|movement| map.movement(movement)).collect::<Result<_, _>>()?;
                seen.promotion =
                    role.promotion.as_ref().map(|promotion| map.promotion(promotion)).transpose()?;
            }
            // In imagined replies, hooks applied apart do not matter.
            let follows = |hook: &&Hook| moves && (owner == player || !is_apart(variant, hook));
            let map_all = |hooks: &[Hook]| {
                hooks.iter().filter(follows).map(|hook| map.hook(hook)).collect::<Result<_, _>>()
            };
            seen.after_move = map_all(&[&role.after_move[..], &variant.after_move].concat())?;
            seen.after_capture = map_all(&[&role.after_capture[..], &variant.after_capture].concat())?;
            if owner == player {
                seen.chains.clone_from(&role.chains);
                seen.supply = role.supply;
                for drop in &role.drops {
                    let (mates, guards): (Vec<_>, Vec<_>) =
                        drop.guards.iter().cloned().partition(forbids_mate);
                    unmating |= u64::from(!mates.is_empty()) << (roles.len() & 63);
                    let mut drop = map.hook(&Hook { guards, effects: drop.effects.clone() })?;
                    drop.guards.extend(map.guards()?);
                    seen.drops.push(drop);
                }
            }
            roles.push(seen);
        }
    }
    let mut made = variant.clone();
    made.roles = roles;
    (made.after_move, made.after_capture) = (Vec::new(), Vec::new());
    made.choice = choice(variant, player, out)?;
    made.ending.ends = Vec::new();
    made.ending.points = variant.ending.points.as_ref().map(|points| Points {
        roles: variant
            .everybody()
            .iter()
            .flat_map(|_| (0..count).map(|role| points.roles.get(role).copied().unwrap_or_default()))
            .collect(),
        komi: points.komi.clone(),
    });
    let asker = Owned { variant, owner: player, out, mover: true, asked: Asked::OfPosition };
    let ends = variant.ending.ends.iter();
    let ends = ends.map(|end| Ok(End { when: asker.all(&end.when)?, ..end.clone() }));
    let ends = ends.collect::<Result<_, Unsupported>>()?;
    made.hand = variant.hand.map(|hand| Hand { revert: Revert::Role, ..hand });
    for right in &mut made.rights {
        right.lost_with = everybodys(variant, somebodys(variant, right.lost_with));
    }
    let phased = is_phased(variant) || variant.has_neutral();
    for turn in &mut made.turns {
        turn.moving = match phased {
            true => of_players(variant, turn.moving, PlayerSet::single(player)),
            false => RoleSet::ALL,
        };
    }
    let whose = |piece: Piece| Piece { role: owned(variant, piece.player, piece.role), ..piece };
    for square in &mut made.start.squares {
        *square = square.map(whose);
    }
    let seat = |own: bool| {
        let owners =
            variant.everybody().iter().flat_map(|owner| variant.roles.iter().map(move |role| (owner, role)));
        let sits = |(owner, role): (PlayerId, &Role)| match role.neutral {
            true => Some(player).filter(|_| own && owner.index() == 0),
            false => Some(owner).filter(|&owner| (owner == player) == own),
        };
        owners.map(sits).collect()
    };
    Ok(PlayerView { variant: made, owners: [seat(true), seat(false)], crowns, unmating, ends })
}

/// The player's turn rules.
fn choice(variant: &Variant, player: PlayerId, out: PlayerSet) -> Result<Choice, Unsupported> {
    let map = Owned { variant, owner: player, out, mover: true, asked: Asked::OfMove };
    let choice = &variant.choice;
    // Conditions that also restrict imagined replies are part of the movements.
    let guard: Vec<Predicate> = choice.guard.iter().filter(|one| spares_replies(one)).cloned().collect();
    let must = choice.must.iter();
    let must = must.map(|must| Ok(Must { when: map.all(&must.when)?, wanted: map.all(&must.wanted)? }));
    let pass = match &choice.pass {
        Some(when) => Some([map.all(when)?, map.guards()?].concat()),
        None => None,
    };
    Ok(Choice {
        guard: map.all(&guard)?,
        must: must.collect::<Result<_, Unsupported>>()?,
        most: choice.most,
        pass,
        ..Choice::default()
    })
}

/// The role of a captured piece in a hand.
fn reverts(variant: &Variant, role: RoleId) -> RoleId {
    let undone = variant.hand.is_none_or(|hand| hand.revert == Revert::Role);
    variant.role(role).reverts.filter(|_| undone).unwrap_or(role)
}

/// These roles of all players.
pub(super) fn everybodys(variant: &Variant, roles: RoleSet) -> RoleSet {
    of_players(variant, roles, variant.everybody())
}

/// These roles of these players.
pub fn of_players(variant: &Variant, roles: RoleSet, players: PlayerSet) -> RoleSet {
    let roles = (0..variant.roles.len() as u8).map(RoleId).filter(|&role| roles.contains(role));
    roles.flat_map(|role| players.iter().map(move |player| owned(variant, player, role))).collect()
}

/// Whether a condition only forbids mate.
fn forbids_mate(predicate: &Predicate) -> bool {
    matches!(predicate, Predicate::Not(inner) if matches!(inner[..], [Predicate::Mates]))
}

/// Rejects turn rules that depend on the moves and conditions of several players.
fn check_choice(variant: &Variant) -> Result<(), Unsupported> {
    let refuse = |refused: bool, why| if refused { Err(Unsupported(why)) } else { Ok(()) };
    let choice = &variant.choice;
    let after = |one: &Predicate| matches!(one, Predicate::After(_));
    let can = |one: &Predicate| matches!(one, Predicate::Can(_));
    // Tests for the existence of a move would see moves that are removed only later.
    let mut asked = choice.pass.iter().chain(std::iter::once(&choice.guard));
    let looks = !choice.must.is_empty() || choice.most.is_some() || asked.any(|one| mentions(one, &can));
    let mating =
        variant.roles.iter().flat_map(|role| &role.drops).flat_map(|drop| &drop.guards).any(forbids_mate);
    // A reply that captures a partner's last royal eliminates its own player too, while two other sides are
    // left. It costs its own royal, and so is no attack.
    let together = variant.ending.team_lost == TeamLost::One && !variant.royals().is_empty();
    let others = variant.sides_left(PlayerSet::default()) > 2;
    refuse(
        together && others && choice.partners,
        "`partners = true` with `team-lost = \"one\"` and more than two sides",
    )?;
    refuse(
        looks && choice.partners,
        "compulsory moves, or passes without a legal move, together with `partners = true`",
    )?;
    refuse(
        looks && mating,
        "compulsory moves, or passes without a legal move, together with drops that must not mate",
    )?;
    refuse(
        mating && !choice.guard.is_empty(),
        "conditions on every move together with drops that must not mate, with more than two players",
    )?;
    // A reply that captures a royal may eliminate its owner, which changes ownership.
    let replies =
        choice.guard.iter().any(|one| mentions(std::slice::from_ref(one), &after) && !spares_replies(one));
    refuse(
        replies && !variant.royals().is_empty(),
        "`@After` in conditions on every move of a game with royals, with more than two players",
    )
}

/// Rejects hooks that change the board, and chains, in combinations that tables do not support.
fn check_hooks(variant: &Variant) -> Result<(), Unsupported> {
    let refuse = |refused: bool, why| if refused { Err(Unsupported(why)) } else { Ok(()) };
    let (choice, royals) = (&variant.choice, !variant.royals().is_empty());
    let chained = variant.roles.iter().any(|role| !role.chains.is_empty());
    refuse(chained && royals, "chains in a game with royals, with more than two players")?;
    refuse(chained && !choice.guard.is_empty(), "chains together with hooks or conditions on every move")?;
    if !blasts(variant) {
        return Ok(());
    }
    refuse(!variant.teams.is_empty(), "hooks that change the board, in a game with teams")?;
    let drops = variant.roles.iter().flat_map(|role| &role.drops);
    let mating = drops.flat_map(|drop| &drop.guards).any(forbids_mate);
    let picks = !choice.guard.is_empty() || !choice.must.is_empty() || choice.most.is_some();
    let picks = picks || choice.pass.as_ref().is_some_and(|when| !when.is_empty());
    // Captures of royals, and so eliminations, are known only after making the move.
    refuse(
        picks || mating,
        "hooks that change the board, together with conditions on moves and royals, with more than two players",
    )?;
    refuse(
        variant.royalty != Royalty::Each,
        "hooks that change the board, together with royals that may be lost, with more than two players",
    )
}

/// Whether hooks may remove royals.
pub fn blasts(variant: &Variant) -> bool {
    let on_board = |role| !hooks_on_board(variant, RoleId(role)).is_empty();
    !variant.royals().is_empty() && (0..variant.roles.len() as u8).any(on_board)
}

/// Rejects conditions that would be tested for another turn or player than the one they are compiled for.
fn check_turns(variant: &Variant) -> Result<(), Unsupported> {
    let refuse = |refused: bool, why| if refused { Err(Unsupported(why)) } else { Ok(()) };
    if is_round(variant) {
        return Ok(());
    }
    refuse(variant.turns.len() << variant.players.len() > MOST_TURNS, "a turn order with too many turns")?;
    let mating = variant.roles.iter().flat_map(|role| &role.drops).flat_map(|drop| &drop.guards);
    refuse(
        mating.into_iter().any(forbids_mate),
        "drops that must not mate, in a turn order other than a plain round",
    )?;
    if is_even(variant) {
        return Ok(());
    }
    // The attackers of a player depend on the turn, and these conditions are tested on the turn after the
    // move.
    let uneven =
        "a player who moves again before all others, with `@InCheck` after the move or `partners = true`";
    refuse(variant.choice.partners, uneven)?;
    let Choice { guard, must, pass, .. } = &variant.choice;
    let conditions =
        [guard].into_iter().chain(pass).chain(must.iter().flat_map(|must| [&must.when, &must.wanted]));
    let check = |one: &Predicate| matches!(one, Predicate::InCheck);
    let after = |one: &Predicate| match one {
        Predicate::After(inner) => mentions(inner, &check),
        _ => false,
    };
    refuse(conditions.into_iter().any(|all| mentions(all, &after)), uneven)
}

/// Rejects rules whose meaning changes, or is unknown, in a view of one player against all others.
///
/// # Errors
/// If there are any.
pub fn check(variant: &Variant) -> Result<(), Unsupported> {
    let refuse = |refused: bool, why| if refused { Err(Unsupported(why)) } else { Ok(()) };
    check_turns(variant)?;
    check_choice(variant)?;
    check_hooks(variant)?;
    refuse(variant.has_neutral() && !variant.teams.is_empty(), "neutral pieces in a game with teams")?;
    // Attacks are unknown in imagined replies, so a royal that seems safe could be captured.
    let asks = |conditions: &[Predicate]| mentions(conditions, &is_attack);
    let mut promotions = variant.roles.iter().flat_map(|role| &role.promotion);
    let asked = promotions.any(|one| asks(&one.when) || one.forced.as_deref().is_some_and(asks));
    refuse(
        asked && !variant.royals().is_empty(),
        "promotions that depend on attacks, with more than two players",
    )?;
    // Neutral pieces are in no hand.
    let held = |role: &Role| role.neutral && !role.drops.is_empty() && !role.supply;
    refuse(
        variant.roles.iter().any(held),
        "neutral pieces that are dropped from a hand, with more than two players",
    )?;
    // The ban on mating by drops is kept by role, not by way of dropping.
    let unmating = |drop: &Hook| drop.guards.iter().any(forbids_mate);
    let mixed = |role: &Role| role.drops.iter().any(unmating) && !role.drops.iter().all(unmating);
    refuse(
        variant.roles.iter().any(mixed),
        "a role that may mate by some drops only, with more than two players",
    )?;
    let hand = variant.hand.unwrap_or_default();
    let unlike = hand.taken == Some(Taken::Owner) || hand.revert == Revert::Mark;
    refuse(
        variant.hand.is_some() && unlike,
        "`taken = \"owner\"` or `revert = \"mark\"`, with more than two players",
    )
}
