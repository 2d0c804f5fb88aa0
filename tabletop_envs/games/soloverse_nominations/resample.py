"""Another world that a seat cannot tell from the true one.

All cards that the seat cannot place are gathered in the deck, put in one order whatever it was,
shuffled, and given out again so that every hand agrees with what was seen of it:

- cards known to be in it stay;
- of each colour, and of each class of chaos cards, it holds no more than have entered since it
  was seen to hold none (``Player.entered``), and no more cards that cannot be played than the
  Queen's Knight let its owner keep (``Player.kept``);
- its owner can do what is being asked, and did so before: whoever committed one card to a
  Roulette had cards of one class only;
- cards that the seat knew in a pool are in hands, if they fit there.

What others remember of hands, beyond what was shown to all, is forgotten. So is what follows from
a Badge Collector that passed over colours, or from a Roulette to which a seat had committed one
card, once their questions are over; and a seat that is asked to discard in the Balance Phase need
not hold the unplayable cards that the Queen's Knight makes it discard.
"""

from ...core.native import rule
from ...core.rng import random_below
from .cards import (
    CARDS,
    CHAOS_CARDS,
    CHAOS_SUIT,
    COLOURED,
    FIRST_TRAP,
    HAND_CARDS,
    LEVEL,
    MAX_COLOURS,
    NONE,
    Card,
    suit_of,
)
from .chaos import can_counter, is_open_group_window
from .effects import CHAOS_COMMIT, COLOURED_COMMIT, random_card
from .hands import (
    blank_frame,
    class_column,
    forget_secrets,
    has_bit,
    in_order,
    move,
    put_in_deck,
    shuffle_deck,
    top_of_deck,
    unplayable,
)
from .powers import has_power
from .state import (
    COUNTER_COLUMN,
    HOLD_COLUMNS,
    KINDS,
    MOST_TOKENS,
    NORMAL_COLUMN,
    Closed,
    Decision,
    Phase,
    Work,
)

HIDDEN = -2  # a commit whose card is not known
NOTHING = HOLD_COLUMNS  # the kind given away where a chain begins
UNSEEN = -1
PARTS = 1 << 24  # of a chance

# what a hand needs, beside colours (0..12), chaos cards, Normal and Counter cards by column
ANY_PLAYABLE = HOLD_COLUMNS
ANY_COLOURED = HOLD_COLUMNS + 1  # ANY_COLOURED + c: any from colour c on


@rule
def resample(state, seat):
    """Replace all that a seat cannot know by a sample that agrees with all it knows."""
    forget_memories(state, seat)
    need = needed_by_actor(state)
    deck_size = state.deck_size
    trap = hide_deck(state)
    for step in range(1, state.num_players):
        hide_seat(state, seat, (seat + step) % state.num_players)
    list_cards(state)
    shuffle_deck(state)
    for step in range(1, state.num_players):
        copy_bounds(state, (seat + step) % state.num_players)
    if state.decision == Decision.COMMIT:
        draw_commits(state, seat)
    arm_seats(state, seat)
    if state.decision == Decision.COUNTER and state.actor != seat:
        draw_question(state, seat)
    meet_requirements(state, seat, need)
    if state.num_pooled:
        place_pooled(state, seat)
    for step in range(1, state.num_players):
        fill_hand(state, seat, (seat + step) % state.num_players, need)
    for step in range(1, state.num_players):
        fill_face_down(state, state.players[(seat + step) % state.num_players])
    if trap != NONE:
        put_in_deck(state, trap)
    elif deck_size:
        uncover_top(state, seat)
    if state.actor != seat:
        put_question(state)
    draw_gift(state, seat)
    blank_draft(state.draft)
    blank_leftovers(state)


@rule
def forget_memories(state, viewer):
    """What others alone know of hands and pools."""
    for seat in range(state.num_players):
        if seat != viewer:
            player = state.players[seat]
            for card in range(HAND_CARDS):
                state.num_pooled -= player.pooled[card]
                player.pooled[card] = 0
            if state.secrets:
                for other in range(state.num_players):
                    forget_secrets(state, seat, other)


@rule
def blank_draft(draft):
    draft.spare = 0
    draft.most[:] = 0
    draft.links[:] = 0
    draft.queue[:] = 0


@rule
def blank_leftovers(state):
    """Wipe what lies behind the ends of lists: cards and choices of earlier moments."""
    state.deck[state.deck_size :] = 0
    state.face_up[state.face_up_size :] = 0
    state.aside[state.aside_size :] = 0
    state.played_card[state.num_played :] = 0
    state.played_by[state.num_played :] = 0
    for token in range(state.num_tokens, MOST_TOKENS):
        for part in range(3):
            state.tokens[token, part] = 0
    for play in state.trick[state.trick_size :]:
        play.seat = 0
        play.card = 0
        play.colour = 0
        play.strength = 0
    for frame in state.frames[state.depth :]:
        blank_frame(frame)


# --- gathering -------------------------------------------------------------------------------


@rule
def hide_deck(state):
    """Count the deck's cards; answers the trap that shows on top and stays there, or NONE."""
    trap = NONE
    if state.deck_size and top_of_deck(state) >= FIRST_TRAP:
        trap = top_of_deck(state)
        state.deck_size -= 1
    for card in state.deck[: state.deck_size]:
        state.draft.tally[card] += 1
    state.deck_size = 0
    return trap


@rule
def hide_seat(state, viewer, seat):
    """Take from a seat, and count, the cards that the viewer cannot place."""
    draft, player = state.draft, state.players[seat]
    for card in range(HAND_CARDS):
        if player.hand[card]:
            hidden = player.hand[card] - player.shown[card] - state.known[viewer, seat, card]
            move(state, seat, card, -hidden)
            draft.tally[card] += hidden
            draft.wanted[seat] += hidden
    if player.face_down_size:
        for i in range(CHAOS_CARDS):
            draft.tally[COLOURED + i] += player.face_down[i]
            player.face_down[i] = 0
        draft.spare -= player.face_down_size
    for i in range(2):
        if player.commits[i] != NONE:
            draft.tally[player.commits[i]] += 1
            player.commits[i] = HIDDEN


@rule
def copy_bounds(state, seat):
    """What a hand may hold at most, as it was seen; some questions bound it more tightly."""
    entered = state.players[seat].entered
    for column in range(HOLD_COLUMNS):
        state.draft.most[seat, column] = entered[column]


@rule
def list_cards(state):
    """Put all unknown cards into the deck, in the cards' order."""
    draft = state.draft
    for card in range(CARDS):
        for _ in range(draft.tally[card]):
            put_in_deck(state, card)
        if card >= COLOURED:
            draft.spare += draft.tally[card]
        draft.tally[card] = 0


# --- giving out ------------------------------------------------------------------------------


@rule
def take_out(state, place):
    """Take a card out of the shuffled deck, wherever it lies."""
    card = state.deck[place]
    state.deck_size -= 1
    state.deck[place] = state.deck[state.deck_size]
    if card >= COLOURED:
        state.draft.spare -= 1
    return card


@rule
def give_from_deck(state, seat, place):
    """A hand gets one of the cards that it lacks."""
    move(state, seat, take_out(state, place), 1)
    state.draft.wanted[seat] -= 1


@rule
def fits(state, seat, card):
    """Whether a hand may hold one more of a card, by what was seen of it."""
    if card >= HAND_CARDS:
        return False
    player, most, suit = state.players[seat], state.draft.most, suit_of(card)
    if player.holds[suit] >= most[seat, suit]:
        return False
    if card < COLOURED:
        return True
    column = class_column(state, card)
    if column == NONE:
        return True
    if player.kept != NONE and unplayable(player) >= player.kept:
        return False
    return player.holds[column] < most[seat, column]


@rule
def fits_from_deck(state, seat, place):
    card = state.deck[place]
    return fits(state, seat, card) and (card < COLOURED or state.draft.spare > 0)


@rule
def fill_hand(state, viewer, seat, need):
    """Give a hand what it lacks."""
    draft = state.draft
    for place in range(state.deck_size - 1, -1, -1):
        if draft.wanted[seat] and fits_from_deck(state, seat, place):
            give_from_deck(state, seat, place)
    while draft.wanted[seat] and bring_round(state, viewer, seat, need):
        draft.wanted[seat] -= 1
    for place in range(state.deck_size - 1, -1, -1):  # what was forced above left no way
        if draft.wanted[seat] and state.deck[place] < HAND_CARDS:
            give_from_deck(state, seat, place)


# --- cards that come to a hand by way of others -----------------------------------------------
#
# A hand that no card of the deck fits takes one of another hand, which takes one of a third, and
# so on, up to one that a card of the deck fits. The shortest such chain is found, if there is
# one, so that a hand is filled whenever the bounds allow it at all. A link is a hand and the
# kind of card that it gives away: its column, where the chaos cards' own stands for valued ones.


@rule
def kind_of(state, card):
    """The narrowest column in which a hand card is counted."""
    column = class_column(state, card) if card >= COLOURED else NONE
    return suit_of(card) if column == NONE else column


@rule
def room_for(state, seat, kind, given, need):
    """Whether a hand may take a card of a kind once it has given away one of another, or NONE."""
    player, most = state.players[seat], state.draft.most
    suit = min(kind, CHAOS_SUIT)
    if player.holds[suit] - (min(given, CHAOS_SUIT) == suit) >= most[seat, suit]:
        return False
    if kind > CHAOS_SUIT:
        if player.holds[kind] - (given == kind) >= most[seat, kind]:
            return False
        if player.kept != NONE and unplayable(player) - (given > CHAOS_SUIT) >= player.kept:
            return False
    return (
        (not player.armed or keeps(state, seat, NORMAL_COLUMN, given, kind))
        and (not must_play(state, seat) or keeps(state, seat, ANY_PLAYABLE, given, kind))
        and (seat != state.actor or need == NONE or keeps(state, seat, need, given, kind))
    )


@rule
def keeps(state, seat, need, given, kind):
    """Whether a hand holds what it needs after an exchange of one kind for another."""
    if given == NONE or not of_need(given, need) or of_need(kind, need):
        return True
    count = 0
    for other in range(HOLD_COLUMNS):
        if of_need(other, need):
            count += copies_of_kind(state.players[seat], other)
    return count > 1


@rule
def copies_of_kind(player, kind):
    """How many cards of a kind a hand holds."""
    copies = player.holds[kind]
    if kind == CHAOS_SUIT:
        copies -= player.holds[NORMAL_COLUMN] + player.holds[COUNTER_COLUMN]
    return copies


@rule
def bring_round(state, viewer, seat, need):
    """A hand gets a card by the shortest chain of exchanges; answers whether there is one."""
    links = state.draft.links
    links[:] = UNSEEN
    first = seat * KINDS + NOTHING
    links[first] = first
    state.draft.queue[0] = first
    size, place = 1, 0
    while place < size:
        link = state.draft.queue[place]
        place += 1
        if take_from_deck(state, link, need):
            pass_on(state, viewer, link)
            return True
        size = extend(state, viewer, link, size, need)
    return False


@rule
def given_at(link):
    """The kind that is given away at a link of a chain, or NONE at its beginning."""
    kind = link % KINDS
    return NONE if kind == NOTHING else kind


@rule
def take_from_deck(state, link, need):
    """The end of a chain: its hand takes a card of the deck if one fits."""
    seat, given = link // KINDS, given_at(link)
    for place in range(state.deck_size):
        card = state.deck[place]
        if card < HAND_CARDS and (card < COLOURED or state.draft.spare > 0):
            if room_for(state, seat, kind_of(state, card), given, need):
                move(state, seat, take_out(state, place), 1)
                return True
    return False


@rule
def extend(state, viewer, link, size, need):
    """Queue the hands that could give one a card; answers the queue's length."""
    draft = state.draft
    seat, given = link // KINDS, given_at(link)
    for step in range(1, state.num_players):
        other = (viewer + step) % state.num_players
        if other == seat:
            continue
        for card in range(HAND_CARDS):
            if not movable(state, viewer, other, card):
                continue
            kind = kind_of(state, card)
            next_link = other * KINDS + kind
            if draft.links[next_link] == UNSEEN and room_for(state, seat, kind, given, need):
                draft.links[next_link] = link
                draft.queue[size] = next_link
                size += 1
    return size


@rule
def pass_on(state, viewer, link):
    """Cards move along a chain from its end to its beginning."""
    while given_at(link) != NONE:
        giver, kind = link // KINDS, given_at(link)
        link = state.draft.links[link]
        card = 0
        while not (movable(state, viewer, giver, card) and kind_of(state, card) == kind):
            card += 1
        move(state, giver, card, -1)
        move(state, link // KINDS, card, 1)


@rule
def movable(state, viewer, seat, card):
    """Whether a hand's card was given here, and may go: the viewer does not know it there."""
    player = state.players[seat]
    if LEVEL[card] and seat == state.actor and state.decision == Decision.COUNTER:
        return False  # not every counter is of the level that is asked for
    return player.hand[card] > player.shown[card] + state.known[viewer, seat, card]


@rule
def fill_face_down(state, player):
    """Face-down discards are chaos cards of any class."""
    left = player.face_down_size
    for place in range(state.deck_size - 1, -1, -1):
        if left and state.deck[place] >= COLOURED:
            player.face_down[take_out(state, place) - COLOURED] += 1
            left -= 1


@rule
def place_pooled(state, viewer):
    """Cards that the viewer knew in a pool go to hands that can take them."""
    memory = state.players[viewer].pooled
    for place in range(state.deck_size - 1, -1, -1):
        card = state.deck[place]
        if card < HAND_CARDS and state.draft.tally[card] < memory[card]:
            first = random_below(state, state.num_players)
            for step in range(state.num_players):
                seat = (first + step) % state.num_players
                if state.draft.wanted[seat] and fits_from_deck(state, seat, place):
                    state.draft.tally[card] += 1
                    give_from_deck(state, seat, place)
                    break
    for card in range(HAND_CARDS):
        state.draft.tally[card] = 0


@rule
def uncover_top(state, viewer):
    """No trap shows on top of the deck: a card that is none takes its place."""
    top = state.deck_size - 1
    for place in range(top, -1, -1):
        if state.deck[place] < FIRST_TRAP:
            card = state.deck[place]
            state.deck[place] = state.deck[top]
            state.deck[top] = card
            return
    for seat in range(state.num_players):
        player = state.players[seat]
        for i in range(FIRST_TRAP - COLOURED):
            if seat != viewer and player.face_down[i]:
                player.face_down[i] -= 1
                player.face_down[state.deck[top] - COLOURED] += 1
                state.deck[top] = COLOURED + i
                return


# --- what is being asked ---------------------------------------------------------------------


@rule
def draw_question(state, viewer):
    """Who is asked to counter a group card is hidden: anybody it can be, as likely as others."""
    frame = state.frames[state.depth - 1]
    if not is_open_group_window(state, frame):
        return
    now = frame.at
    found, chosen = 0, now
    viewer_knows = can_counter(state, viewer, 0)
    first = 1
    for place in range(1, state.num_players):
        frame.at = place
        seat = in_order(state, frame)
        if has_bit(frame.shields, seat) or (seat == viewer and viewer_knows and place < now):
            first = place + 1
    for place in range(first, state.num_players):
        frame.at = place
        seat = in_order(state, frame)
        if seat == viewer:
            if viewer_knows:
                break
        elif may_counter(state, seat):
            found += 1
            if random_below(state, found) == 0:
                chosen = place
    frame.at = chosen
    state.actor = in_order(state, frame)


@rule
def may_counter(state, seat):
    """Whether a seat can have a counter in some world."""
    if can_counter(state, seat, 0):
        return True
    if not state.draft.wanted[seat]:
        return False
    for place in range(state.deck_size):
        if LEVEL[state.deck[place]] and fits_from_deck(state, seat, place):
            return True
    return False


@rule
def needed_by_actor(state):
    """What the seat to act must hold to do what it is asked, or NONE."""
    decision = state.decision
    frame = state.frames[max(state.depth - 1, 0)]
    if decision == Decision.COUNTER:
        return COUNTER_COLUMN
    if decision == Decision.DISCARD_ONE and frame.colour >= CHAOS_SUIT:
        return CHAOS_SUIT
    if is_badge_question(state):
        return ANY_COLOURED + lowest_badge(state)
    if decision == Decision.COMMIT:
        return NONE if is_first_commit(state, state.actor) else CHAOS_SUIT
    if decision == Decision.TAXES:
        return ANY_COLOURED
    if decision == Decision.EXTRA:
        return ANY_PLAYABLE
    if decision == Decision.DEATH:
        return CHAOS_SUIT
    if decision == Decision.CHAOS_PLAY:
        player = state.players[state.actor]
        if player.closed != Closed.OPEN or not has_power(state, state.actor):
            return NORMAL_COLUMN
    return NONE


@rule
def meet_requirements(state, viewer, need):
    """Give others first what they must hold to do what they are asked, or were seen to do."""
    if state.actor != viewer and need == COUNTER_COLUMN:
        level = state.frames[state.depth - 1].level
        if not can_counter(state, state.actor, level):
            require_counter(state, state.actor, level)
    elif state.actor != viewer and need != NONE:
        require(state, state.actor, need)
    for step in range(1, state.num_players):
        seat = (viewer + step) % state.num_players
        if must_play(state, seat):
            require(state, seat, ANY_PLAYABLE)
        fill_commits(state, seat)


@rule
def arm_seats(state, viewer):
    """Others that lost a turn get first the Normal card that they were seen to have."""
    for step in range(1, state.num_players):
        seat = (viewer + step) % state.num_players
        if state.players[seat].armed:
            require(state, seat, NORMAL_COLUMN)


@rule
def must_play(state, seat):
    """Whether a seat has still to play to the trick, and so has a card for it."""
    return state.phase == Phase.TRICKS and has_bit(state.waiting, seat)


@rule
def of_need(kind, need):
    """Whether cards of a kind are what is needed."""
    if need >= ANY_COLOURED:
        return need - ANY_COLOURED <= kind < CHAOS_SUIT
    if need == ANY_PLAYABLE:
        return kind <= CHAOS_SUIT
    return kind == need or (need == CHAOS_SUIT and kind > CHAOS_SUIT)


@rule
def meets(state, card, need):
    """Whether a card is of a needed kind."""
    return card < HAND_CARDS and of_need(kind_of(state, card), need)


@rule
def require(state, seat, need):
    """Make a hand hold a card of a kind."""
    player = state.players[seat]
    for card in range(HAND_CARDS):
        if player.hand[card] and meets(state, card, need):
            return
    for place in range(state.deck_size):
        if (
            state.draft.wanted[seat]
            and meets(state, state.deck[place], need)
            and fits_from_deck(state, seat, place)
        ):
            give_from_deck(state, seat, place)
            return


@rule
def require_counter(state, seat, level):
    """Make a hand hold a counter of a level."""
    for place in range(state.deck_size):
        if LEVEL[state.deck[place]] >= max(level, 1) and fits_from_deck(state, seat, place):
            give_from_deck(state, seat, place)
            return


@rule
def fill_commits(state, seat):
    """Draw hidden commits anew: a coloured card, a chaos card, that could be in the hand."""
    player = state.players[seat]
    for i in range(2):
        for place in range(state.deck_size):
            if player.commits[i] == HIDDEN and can_be_commit(state, seat, place, i):
                player.commits[i] = take_out(state, place)
                leave_no_room(state, seat, player.commits[i])
        for place in range(state.deck_size):  # nothing is known of an empty hand
            card = state.deck[place]
            if player.commits[i] == HIDDEN and card < HAND_CARDS and (card >= COLOURED) == i:
                player.commits[i] = take_out(state, place)


@rule
def can_be_commit(state, seat, place, i):
    return (state.deck[place] >= COLOURED) == i and fits(state, seat, state.deck[place])


@rule
def leave_no_room(state, seat, card):
    """A card that was in a hand when its bounds were seen counts among its cards."""
    state.draft.most[seat, suit_of(card)] -= 1
    if card >= COLOURED:
        column = class_column(state, card)
        if column != NONE:
            state.draft.most[seat, column] -= 1


# --- classes and colours that are asked for ---------------------------------------------------
#
# Roulette asks for a coloured card, then for a chaos card, Badge Collector for cards of each
# colour in turn, but only where the hand has one: which of them is asked for is hidden.


@rule
def is_badge_question(state):
    """Whether Badge Collector asks for a card of some colour."""
    if state.decision != Decision.DISCARD_ONE:
        return False
    return 0 <= state.frames[state.depth - 1].colour < CHAOS_SUIT


@rule
def lowest_badge(state):
    """The lowest colour that Badge Collector can be asking for: those before are discarded."""
    if state.players[state.actor].owed == 1:
        return 0
    return suit_of(state.face_up[state.face_up_size - 1]) + 1


@rule
def is_first_commit(state, seat):
    """Whether a card of any class may be what Roulette asks a seat for."""
    acts = state.frames[state.depth - 1].acts
    return acts == Card.ROUL and state.players[seat].commits[COLOURED_COMMIT] == NONE


@rule
def put_question(state):
    """Ask the seat to act, if it is not the viewer, for the first thing that its hand has."""
    frame = state.frames[max(state.depth - 1, 0)]
    player = state.players[state.actor]
    if is_badge_question(state):
        colour = lowest_badge(state)
        while colour + 1 < state.colours and not player.holds[colour]:
            colour += 1
        frame.colour = colour
        state.frames[state.depth - 2].colour = colour
    elif state.decision == Decision.COMMIT and is_first_commit(state, state.actor):
        only_chaos = player.size == player.holds[CHAOS_SUIT]
        frame.colour = CHAOS_COMMIT if only_chaos else COLOURED_COMMIT
        frame.left = frame.colour + 1


@rule
def draw_commits(state, viewer):
    """Draw the class of every commit of which it is hidden."""
    for step in range(1, state.num_players):
        seat = (viewer + step) % state.num_players
        commits = state.players[seat].commits
        if state.frames[state.depth - 1].acts == Card.ROUL and seat != state.actor:
            if (commits[COLOURED_COMMIT] == NONE) != (commits[CHAOS_COMMIT] == NONE):
                draw_class(state, seat)


@rule
def draw_class(state, seat):
    """Whoever committed a single card has no card of the other class."""
    left = state.draft.wanted[seat]  # nothing is known of an empty hand
    can_be_coloured = left == 0 or room_for_coloured(state, seat) > left
    can_be_chaos = left == 0 or room_for_chaos(state, seat) > left
    commits = state.players[seat].commits
    chosen = CHAOS_COMMIT
    if can_be_coloured and (not can_be_chaos or draws_coloured(state, left + 1)):
        chosen = COLOURED_COMMIT
        for column in range(CHAOS_SUIT, HOLD_COLUMNS):
            state.draft.most[seat, column] = 0
    else:
        for colour in range(MAX_COLOURS):
            state.draft.most[seat, colour] = 0
    commits[:] = NONE
    commits[chosen] = HIDDEN


@rule
def draws_coloured(state, cards):
    """Whether so many unknown cards, of which all or none are coloured, are so."""
    coloured, chaos = 0, 0
    for card in state.deck[: state.deck_size]:
        coloured += card < COLOURED
        chaos += COLOURED <= card < HAND_CARDS
    odds = 1.0  # ways to take them all from the coloured cards, to one from the chaos cards
    for taken in range(cards):
        if coloured <= taken or chaos <= taken:
            return coloured > chaos
        odds *= (coloured - taken) / (chaos - taken)
    return random_below(state, PARTS) < PARTS * odds / (1 + odds)


@rule
def room_for_coloured(state, seat):
    """How many of the unknown coloured cards a hand may hold."""
    room = 0
    for colour in range(state.colours):
        room += min(unknown_of_kind(state, colour), state.draft.most[seat, colour])
    return room


@rule
def room_for_chaos(state, seat):
    """How many of the unknown chaos cards a hand may hold."""
    room = unknown_of_kind(state, CHAOS_SUIT)
    for kind in range(CHAOS_SUIT + 1, HOLD_COLUMNS):
        room += min(unknown_of_kind(state, kind), state.draft.most[seat, kind])
    return min(room, state.draft.most[seat, CHAOS_SUIT])


@rule
def unknown_of_kind(state, kind):
    count = 0
    for card in state.deck[: state.deck_size]:
        count += card < HAND_CARDS and kind_of(state, card) == kind
    return count


@rule
def draw_gift(state, viewer):
    """A card that a third seat has put up for a trade is one of its hand."""
    if state.depth == 0:
        return
    frame = state.frames[state.depth - 1]
    if frame.work == Work.TRADE and frame.seat != viewer and frame.gifts[0] != NONE:
        size = state.players[frame.seat].size
        frame.gifts[0] = random_card(state, frame.seat, random_below(state, size))
