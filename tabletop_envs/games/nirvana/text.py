"""Nirvana in words: the table as a seat sees it, with its sheet as it is printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .cards import (
    FIELDS,
    INSIGHT_IDS,
    INSIGHT_NAMES,
    INSIGHTS,
    LOWEST,
    OBJECTIVES,
    RANKS,
    ROUNDS,
    SHEET_CARDS,
)
from .hand_building import card_value, gift_got, hands_are_open
from .state import NO_CARD, Phase, TableKind

CELL = 5  # characters a field takes


def describe(state: Any, viewer: int | None) -> str:
    """The table in words; ``viewer`` None sees everything, -1 what everybody knows."""
    seats = range(state.num_players)
    lines = [headline(state), rolls(state)]
    if state.insight[:].any():
        lines.append(insights(state))
    for seat in seats:
        if viewer in (None, seat):
            lines += ["", f"sheet of player {seat}:", *draw_sheet(state, state.players[seat])]
    lines += ["", *(player_line(state, seat, viewer) for seat in seats)]
    if state.table_kind != TableKind.NONE:
        lines.append(table_line(state))
    if not state.over:
        lines.append(task(state, viewer))
    return "\n".join(lines)


# --- the table --------------------------------------------------------------------------------


def headline(state: Any) -> str:
    if state.over:
        where = "the end"
    elif state.round < ROUNDS:
        where = f"dice round {state.round + 1} of {ROUNDS}, player {state.roller} rolls"
    else:
        where = f"card phase, player {state.leader} leads this round"
    direction = "higher" if state.direction > 0 else "lower"
    return f"Nirvana, {where}; {direction} values win"


def rolls(state: Any) -> str:
    thrown = [" ".join(map(str, roll)) for roll in state.rolls if roll[0]]
    return "rolls: " + ", ".join(thrown)


def insights(state: Any) -> str:
    cards = [f"{INSIGHT_IDS[i]} {INSIGHT_NAMES[i]}" for i in range(INSIGHTS) if state.insight[i]]
    announced = f"; I07 in round {state.centre_round}" if state.centre_round else ""
    return f"Insight cards: {', '.join(cards)}{announced}"


def table_line(state: Any) -> str:
    value = state.table_rank + LOWEST
    what = "set of" if state.table_kind == TableKind.SET else "run from"
    return f"on the table: {what} {value}, {cards_word(state.table_count)}, by player {state.last}"


TASKS = {
    Phase.LEAD: "lead",
    Phase.FOLLOW: "follow or pass",
    Phase.GIVE: "give a card away",
}


def task(state: Any, viewer: int | None) -> str:
    """What is to be decided; others see neither how far a seat is, nor who writes the roll."""
    known = viewer in (None, state.actor)
    if state.round < ROUNDS and not known:
        return "the players write the roll"
    return f"player {state.actor} to {own_task(state) if known else public_task(state)}"


def own_task(state: Any) -> str:
    """What the seat to act decides, as it sees it."""
    slots = " ".join(map(str, state.slots))
    if state.phase == Phase.MODIFY:
        return f"modify the numbers {slots}"
    if state.phase == Phase.TRIO:
        return f"choose a trio for {slots}"
    if state.phase == Phase.ARRANGE:
        return f"arrange {slots} in trio {state.trio}"
    if state.phase == Phase.COUNT:
        what = "set of" if state.pending_kind == TableKind.SET else "run from"
        return f"say how many cards the {what} {state.pending_rank + LOWEST} has"
    return TASKS[state.phase]


def public_task(state: Any) -> str:
    """What the seat to act decides in the card phase, as others see it."""
    if state.phase == Phase.COUNT:  # a play that is not complete yet
        return TASKS[Phase.LEAD if state.table_kind == TableKind.NONE else Phase.FOLLOW]
    return TASKS[state.phase]


# --- players ----------------------------------------------------------------------------------


def values(counts: Iterable[int]) -> str:
    """The values of cards counted by rank, lowest first."""
    shown = [str(rank + LOWEST) for rank, count in enumerate(counts) for _ in range(count)]
    return " ".join(shown) or "none"


def cards_word(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def player_line(state: Any, seat: int, viewer: int | None) -> str:
    """What the viewer knows of a player."""
    player = state.players[seat]
    known = viewer in (None, seat)
    parts = []
    if known:
        parts.append(f"{player.boxes} boxes left")
    if state.round == ROUNDS:
        hand = cards_word(player.hand_size)
        if known or hands_are_open(state):
            hand += f" ({values(player.hand)})"
        parts += [hand, f"played {values(player.played)}"]
        parts.append("start numbers " + " ".join(map(str, numbers_read(state, player))))
    parts += announcements(player)
    if known and player.gift != NO_CARD:
        parts.append(gifts(state, seat))
    if player.place:
        parts.append(f"place {player.place}")
    elif player.locked:
        parts.append("locked")
    elif player.passed:
        parts.append("passed")
    return f"player {seat}: " + (", ".join(parts) or "a hidden sheet")


def numbers_read(state: Any, player: Any) -> list[int]:
    fields = state.options.sheet_file.start_fields[: player.read_out]
    return [player.numbers[int(field)] for field in fields]


def announcements(player: Any) -> list[str]:
    """What Insight cards made the player show."""
    met = [INSIGHT_IDS[i] for i in range(OBJECTIVES) if player.met[i]]
    parts = [f"met {' '.join(met)}"] if met else []
    if player.let_go:
        parts.append("has let go")
    if any(player.ruled_out):
        ruled_out = [str(rank + LOWEST) for rank in range(RANKS) if player.ruled_out[rank]]
        parts.append(f"holds no {' '.join(ruled_out)}")
    return parts


def gifts(state: Any, seat: int) -> str:
    words = f"gives {state.players[seat].gift + LOWEST}"
    got = gift_got(state, seat)
    return words if got == NO_CARD else f"{words}, got {got + LOWEST}"


# --- the sheet --------------------------------------------------------------------------------


def draw_sheet(state: Any, player: Any) -> list[str]:
    """The sheet as printed: numbers, or the trio of an empty field; cards in brackets."""
    sheet = state.options.sheet_file
    cells: dict[tuple[int, int], str] = {}
    missing = [0] * SHEET_CARDS
    for field in range(FIELDS):
        trio = sheet.trio_of[field]
        empty = not player.filled_in[trio]
        missing[sheet.card_of[field]] += empty
        place = sheet.height[field], sheet.column[field]
        cells[place] = f"T{trio}" if empty else str(player.numbers[field])
    for card in range(SHEET_CARDS):
        word = f"C{card}" if missing[card] else str(card_value(state, player, card))
        cells[sheet.box_height[card], sheet.box_column[card]] = f"[{word}]"
    heights = [height for height, _ in cells]
    columns = [column for _, column in cells]
    return [
        "".join(
            cells.get((height, column), "").center(CELL)
            for column in range(min(columns), max(columns) + 1)
        ).rstrip()
        for height in range(max(heights), min(heights) - 1, -1)
    ]
