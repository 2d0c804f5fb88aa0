"""Black Souls in words: the table as a seat sees it, with the three levels of every board."""

from __future__ import annotations

from typing import Any

from .cards import (
    CARD_COLOUR,
    CARD_CUBES,
    COLOUR_NAMES,
    CONDITION,
    DIFFICULTY,
    ICON,
    ICON_NAMES,
    LEVEL_CELLS,
    NO_ASSET,
    NUM_BIDS,
    NUM_CLASSES,
    NUM_LEVELS,
    NUM_PARTY_CARDS,
    NUM_TYPES,
    QUIRK_POINTS,
    THREATS,
    TYPE,
    TYPE_NAMES,
    Benefit,
    Condition,
    Icon,
    Token,
    X,
)
from .state import DEAL, KEPT, NO_BID, PUBLIC_QUIRKS, TURNS, Decision, Recall

TASKS = {
    Decision.QUIRK_DISCARD: "discard a quirk",
    Decision.BID: "bid",
    Decision.HACK: "hack or not",
    Decision.SWAP1: "choose an asset to swap",
    Decision.SWAP2: "choose the other asset to swap",
    Decision.PICK: "pick an asset",
    Decision.PLACE: "place the asset",
    Decision.TOKEN8: "place the special token or not",
    Decision.ORDER: "begin with the threat or the benefit",
    Decision.BENEFIT: "take the benefit",
    Decision.MERCHANT: "change a cube at the merchant",
    Decision.THREAT: "meet a threat",
    Decision.AMOUNT: "pay some of it in black",
    Decision.OVERFLOW: "share out the overflow",
}

CATEGORIES = ("quirks", "fluidity", "challenge", "difficulty", "catch_up", "playing_clean")


def describe(state: Any, viewer: int | None) -> str:
    """The table in words; ``viewer`` None sees everything, -1 what everybody knows."""
    lines = [headline(state), *shared_lines(state)]
    for side in range(state.sides):
        lines += ["", player_line(state, side, viewer), *board_lines(state, side, viewer)]
    if not state.over:
        lines += ["", f"player {state.actor} to {TASKS[state.decision]}{pending_words(state)}"]
    return "\n".join(lines)


def headline(state: Any) -> str:
    if state.over:
        where = "the end"
    elif state.round:
        where = f"gameplay, asset {state.round} of {TURNS}"
    else:
        where = f"design, turn {state.turn} of {TURNS}" if state.turn else "set-up"
    if state.options.glitch:
        where += ", with glitches"
    return f"Black Souls, {where}"


def shared_lines(state: Any) -> list[str]:
    """Pool, token supplies, party cards, the order of the players, public quirks."""
    if state.turn == 0:
        return []
    pool = "  ".join(asset_words(state.pool[place]) for place in range(state.pool_size))
    quirks = ", ".join(quirk_words(state.public_quirks[i]) for i in range(PUBLIC_QUIRKS))
    taverns, shrines, glitches = (state.supply[pile] for pile in range(3))
    bag = sum(state.bag[asset] for asset in range(len(state.bag)))
    cards = [
        f"{COLOUR_NAMES[CARD_COLOUR[card]][0].upper()}{CARD_CUBES[card]}"
        for card in range(NUM_PARTY_CARDS)
        if state.party_cards[card]
    ]
    order = f"previous order: {order_words(state, state.prev_order)}"
    if Decision.SWAP1 <= state.decision <= Decision.TOKEN8:
        order += f"; order: {order_words(state, state.order)}"
    return [
        f"pool: {pool or '-'}; in the bag: {bag}",
        f"supply: {taverns} taverns, {shrines} shrines, {glitches} glitches",
        f"party cards: {' '.join(cards) or '-'}",
        f"{order}; public quirks: {quirks}",
    ]


def order_words(state: Any, order: Any) -> str:
    """Players, first to last."""
    return " ".join(str(order[place]) for place in range(state.sides))


def quirk_words(card: int) -> str:
    name = Condition(CONDITION[card]).name.lower().replace("_", " ")
    return f"{name} ({QUIRK_POINTS[card]})"


def asset_words(asset: int) -> str:
    """Type, threats to fighters, mages and healers, difficulty, icon: ``C 1/3/X d2 tavern``."""
    threats = (THREATS[asset, kind] for kind in range(NUM_CLASSES))
    words = [
        TYPE_NAMES[TYPE[asset]][0].upper(),
        "/".join("X" if threat == X else str(threat) for threat in threats),
        f"d{DIFFICULTY[asset]}",
    ]
    if ICON[asset] != Icon.NONE:
        words.append(ICON_NAMES[ICON[asset]])
    return " ".join(words)


# --- players ---------------------------------------------------------------------------------


def cubes_words(cubes: Any) -> str:
    return " ".join(f"{name[0].upper()}{cubes[i]}" for i, name in enumerate(COLOUR_NAMES))


def player_line(state: Any, side: int, viewer: int | None) -> str:
    """A player's cards, party and quirks as far as the viewer may know them."""
    player = state.players[side]
    parts = [f"party {cubes_words(player.party)}, lost {cubes_words(player.lost)}"]
    if side < state.num_players:
        hand = "".join(str(bid) for bid in range(NUM_BIDS) if player.hand[bid])
        parts.append(f"hand {hand or '-'}, hacks {player.hacks}")
        tokens = [Token(Token.WELL + i).name.lower() for i in range(NUM_TYPES)]
        placed = [name for i, name in enumerate(tokens) if not player.special_left[i]]
        if placed:
            parts.append(f"used {', '.join(placed)}")
    if player.prev_bid != NO_BID:
        parts.append(f"bid {player.prev_bid} before")
    if player.bid != NO_BID:
        parts.append(bid_words(state, side, viewer))
    if player.wiped_step:
        parts.append(f"wiped at asset {player.wiped_step}")
    if side < state.num_players:
        parts += quirk_parts(state, side, viewer)
    if state.over:
        parts.append(score_words(player.scores))
    name = f"player {side}" if side < state.num_players else "the script"
    return f"{name}: {'; '.join(parts)}"


def bid_words(state: Any, side: int, viewer: int | None) -> str:
    player = state.players[side]
    if state.decision == Decision.BID:
        return f"bids {player.bid}" if viewer in (None, side) else "has bid"
    marks = [name for name in ("clash", "hacked", "triggers") if getattr(player, name)]
    return f"bids {player.bid}{' (' + ', '.join(marks) + ')' if marks else ''}"


def quirk_parts(state: Any, side: int, viewer: int | None) -> list[str]:
    """Private quirks: the owner's, and at the end everybody's but the discarded one."""
    player = state.players[side]
    owner = viewer in (None, side)
    if not player.chosen:
        asked = state.actor == side or viewer is None
        shown = range(DEAL) if owner and asked else range(0)
    else:
        shown = range(DEAL) if owner else range(KEPT if state.over else 0)
    cards = [quirk_words(player.quirks[slot]) for slot in shown]
    if player.chosen and owner:
        cards[KEPT] += " discarded"
    return [f"quirks {', '.join(cards)}"] if cards else []


def score_words(scores: Any) -> str:
    parts = ", ".join(f"{name.replace('_', ' ')} {getattr(scores, name)}" for name in CATEGORIES)
    return f"{scores.total} points ({parts}), place {scores.place}"


# --- boards ----------------------------------------------------------------------------------


def cell_words(state: Any, side: int, cell: int, viewer: int | None) -> str:
    """An asset with its marks; ``*`` where the party stands."""
    player = state.players[side]
    asset = player.asset[cell]
    if asset == NO_ASSET:
        return "."
    hidden = player.face_down[cell] and state.options.recall == Recall.TABLE
    if hidden and viewer is not None:
        words = [f"{TYPE_NAMES[TYPE[asset]][0].upper()} ?"]
    else:
        words = [asset_words(asset)]
    if player.token[cell]:
        words.append("+" + Token(player.token[cell]).name.lower())
    if player.glitch[cell]:
        words.append("+glitch")
    if player.face_down[cell]:
        words.append("face-down")
    if state.round and not state.over and not player.wiped_step and player.steps == cell:
        words.insert(0, "*")
    return " ".join(words)


def board_lines(state: Any, side: int, viewer: int | None) -> list[str]:
    """The three levels, top first, as they lie on the board; arrows tell the way."""
    cells = [cell_words(state, side, cell, viewer) for cell in range(NUM_LEVELS * LEVEL_CELLS)]
    width = max(map(len, cells))
    lines = []
    for level in reversed(range(NUM_LEVELS)):
        row = [f"{words:{width}}" for words in cells[level * LEVEL_CELLS :][:LEVEL_CELLS]]
        if level == 1:  # the middle level is walked from right to left
            row.reverse()
        lines.append(f"  {level + 1} {'<' if level == 1 else '>'} | {' | '.join(row)} |")
    return lines


def pending_words(state: Any) -> str:
    """What has been said so far of a decision in parts."""
    words = []
    if state.picked != NO_ASSET:
        words.append(f"asset {asset_words(state.picked)}")
    if state.swap_cell:
        words.append(f"first swap cell {state.swap_cell}")
    if state.cell:
        words.append(f"cell {state.cell}")
    if state.benefit:
        over = " is over" if state.benefit_over else ""
        words.append(f"benefit of {Benefit(state.benefit).name.lower()}{over}")
    if state.changes:
        words.append(f"changes left {state.changes}")
    if state.threat:
        words.append(f"threat to {COLOUR_NAMES[state.threat - 1]}")
    if state.blocked:
        words.append(f"{COLOUR_NAMES[state.blocked - 1]} blocked")
    if state.rest:
        words.append(f"{state.rest} more cubes to lose")
    return f": {', '.join(words)}" if words else ""
