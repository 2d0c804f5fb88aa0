"""The Lifestyle phase: piles are begun, everybody takes three turns, piles are picked.

Rulings (A1 ...) are those of the specification.
"""

from __future__ import annotations

from typing import Any

from ...core.native import rule
from .cards import DOUBLE_DAMAGE, DRAWS, FACES, NUM_CARDS, NUM_SPACES, PLACES, Face, Space
from .scoring import stand_value
from .state import FLIPS, NOBODY, NONE, NUM_CYCLES, Decision

# --- cards in hands and on piles --------------------------------------------------------------


@rule
def gain_card(player, card):
    player.hand[card] += 1
    player.hand_size += 1


@rule
def lose_card(player, card):
    player.hand[card] -= 1
    player.hand_size -= 1


@rule
def top_card(state):
    """Take the top card of a deck that is not empty."""
    state.deck_size -= 1
    return state.deck[state.deck_size]


@rule
def draw(state, seat, count):
    """Draw cards as long as there are any: the deck is never built anew."""
    for _ in range(min(count, state.deck_size)):
        gain_card(state.players[seat], top_card(state))


@rule
def lay_up(pile, seat, card):
    pile.up[card] += 1
    pile.up_by[seat] += 1


@rule
def lay_down(pile, seat, card):
    pile.down[seat, card] += 1
    pile.down_by[seat] += 1


# --- what payers of tolls know of hands -------------------------------------------------------


@rule
def saw_card_leave(state, observer, owner, card):
    """A card left a hand before the observer's eyes: it may be the one that he paid."""
    state.known[observer, owner, card] = max(0, state.known[observer, owner, card] - 1)
    state.held[observer, owner] = max(0, state.held[observer, owner] - 1)


@rule
def missed_card_leave(state, observer, owner):
    """A card left a hand unseen by the observer: it may be any that he paid."""
    state.known[observer, owner, :] = 0
    state.held[observer, owner] = 0


@rule
def record_toll(state, payer, receiver, card):
    """Payer and receiver know the card, all others that there was one (A6)."""
    for observer in range(state.num_players):
        if observer == receiver:
            saw_card_leave(state, observer, payer, card)
        else:
            missed_card_leave(state, observer, payer)
    state.tolls[payer, receiver, card] += 1
    state.toll_count[payer, receiver] += 1
    state.known[payer, receiver, card] += 1
    state.held[payer, receiver] += 1


@rule
def record_placement(state, owner, card, face):
    for observer in range(state.num_players):
        if face == Face.UP:
            saw_card_leave(state, observer, owner, card)
        else:
            missed_card_leave(state, observer, owner)


# --- P1, P2: the Influencer begins the piles --------------------------------------------------


@rule
def start_round(state):
    """The i-th card drawn begins pile i; which is which is no choice (A5)."""
    for seat in range(state.num_players):
        state.players[seat].picked = 0
        if state.options.reset_pawns:  # A4
            state.players[seat].pawn = Space.HOME
        state.piles[seat].taken = 0
        lay_down(state.piles[seat], state.influencer, top_card(state))
    state.decision = Decision.FLIP
    state.actor = state.influencer


@rule
def flip(state, chosen):
    """Turn a pile's first card face up; after the second one turns begin."""
    pile = state.piles[chosen]
    for card in range(NUM_CARDS):
        if pile.down[state.influencer, card]:
            pile.down[state.influencer, card] = 0
            pile.down_by[state.influencer] = 0
            lay_up(pile, state.influencer, card)
    flipped = 0
    for each in range(state.num_players):
        flipped += state.piles[each].up_by[state.influencer]
    if flipped == FLIPS:
        state.cycle = 0
        state.turn = 0
        start_turn(state)


# --- P3: turns -------------------------------------------------------------------------------


@rule
def start_turn(state):
    """Clockwise from the Influencer, who turns a Bonus token face up first (A20)."""
    if state.turn == 0:
        state.face_down -= 1
        state.face_up += 1
    state.actor = (state.influencer + state.turn) % state.num_players
    state.decision = Decision.MOVE


@rule
def end_turn(state):
    state.placed = 0
    state.used_pile = NONE
    state.turn += 1
    if state.turn == state.num_players:
        state.turn = 0
        state.cycle += 1
    if state.cycle < NUM_CYCLES:
        start_turn(state)
    else:
        state.cycle = 0
        ask_picker(state)


@rule
def others_on(state, seat, space):
    """How many pawns stand on a space but the seat's own; nobody counts those at home (A3)."""
    others = 0
    if space != Space.HOME:
        for other in range(state.num_players):
            others += other != seat and state.players[other].pawn == space
    return others


@rule
def may_enter(state, seat, space):
    """A space whose tolls and whole action can be carried out (A1); home always (A2)."""
    player = state.players[seat]
    if space == Space.HOME:
        return True
    left = player.hand_size - others_on(state, seat, space)
    if space == player.pawn or left < 0:
        return False
    if state.options.allow_empty_action:
        return True
    if space == Space.PLUS_EXP and not may_take_token(state, player):
        return False
    return left + min(DRAWS[space], state.deck_size) >= PLACES[space]


@rule
def may_take_token(state, player):
    return state.face_up > 0 and player.bonus == 0


@rule
def move(state, space):
    state.players[state.actor].pawn = space
    ask_toll(state, 1)


@rule
def ask_toll(state, distance):
    """Ask for the next toll, to occupants from so many places clockwise on; or act (A7)."""
    space = state.players[state.actor].pawn
    if space != Space.HOME:
        for step in range(distance, state.num_players):
            occupant = (state.actor + step) % state.num_players
            if state.players[occupant].pawn == space:
                state.target = occupant
                state.decision = Decision.TOLL
                return
    state.target = NOBODY
    use_space(state, space)


@rule
def pay_toll(state, card):
    receiver = state.target
    lose_card(state.players[state.actor], card)
    gain_card(state.players[receiver], card)
    record_toll(state, state.actor, receiver, card)
    ask_toll(state, (receiver - state.actor) % state.num_players + 1)


@rule
def use_space(state, space):
    player = state.players[state.actor]
    draw(state, state.actor, DRAWS[space])
    if space == Space.PLUS_EXP and may_take_token(state, player):
        state.face_up -= 1
        player.bonus = 1
    ask_placement(state)


@rule
def ask_placement(state):
    """Ask for the turn's next card to place, as long as there is one (A1), or end the turn."""
    player = state.players[state.actor]
    if state.placed < PLACES[player.pawn] and player.hand_size > 0:
        state.decision = Decision.PLACE_CARD
    else:
        end_turn(state)


@rule
def choose_card(state, card):
    state.pending_card = card
    state.decision = Decision.PLACE_PILE
    state.quiet = 1


@rule
def place_card(state, chosen):
    player, pile = state.players[state.actor], state.piles[chosen]
    card, face = state.pending_card, FACES[player.pawn, state.placed]
    lose_card(player, card)
    record_placement(state, state.actor, card, face)
    if face == Face.UP:
        lay_up(pile, state.actor, card)
        player.shown[card] += 1
    else:
        lay_down(pile, state.actor, card)
    state.pending_card = NONE
    state.used_pile = chosen
    state.placed += 1
    ask_placement(state)


# --- P4: piles are picked --------------------------------------------------------------------


@rule
def ask_picker(state):
    """Ask the worst standing seat without a pile (A8, A10); answers whether there is one."""
    picker, lowest = NOBODY, 0
    for seat in range(state.num_players):
        value = stand_value(state.scores[seat], seat, state.influencer, state.num_players)
        if not state.players[seat].picked and (picker == NOBODY or value < lowest):
            picker, lowest = seat, value
    if picker == NOBODY:
        return False
    state.actor = picker
    state.decision = Decision.PICK
    return True


@rule
def pick(state, chosen):
    """Take a pile, which becomes public; Double Damage counts from now on (A11, A13)."""
    player, pile = state.players[state.actor], state.piles[chosen]
    for seat in range(state.num_players):
        for card in range(NUM_CARDS):
            player.collection[card] += pile.down[seat, card]
        pile.down[seat, :] = 0
    for card in range(NUM_CARDS):
        player.collection[card] += pile.up[card]
    pile.up[:] = 0
    pile.up_by[:] = 0
    pile.down_by[:] = 0
    pile.taken = 1
    player.picked = 1
    state.dd_count[state.actor] = player.collection[DOUBLE_DAMAGE]


# --- legal actions ---------------------------------------------------------------------------


@rule
def may_use_pile(state, chosen):
    """Whether a pile may be flipped, placed on or picked now."""
    if state.decision == Decision.FLIP:
        return not state.piles[chosen].up_by[state.influencer]
    if state.decision == Decision.PICK:
        return not state.piles[chosen].taken
    return chosen != state.used_pile


def legal_spaces(state: Any, seat: int) -> set[int]:
    """The spaces that a seat's pawn may move to, in the record of a state."""
    return {space for space in range(NUM_SPACES) if may_enter(state, seat, space)}
