"""The gameplay phase (3.8-3.10): every party walks its level, one asset a round."""

from ...core.native import rule
from .cards import (
    CARD_COLOUR,
    ICON,
    ICON_BENEFIT,
    MERCHANT_PAIRS,
    NUM_CLASSES,
    NUM_COLOURS,
    OTHER_CLASSES,
    THREATS,
    TOKEN_BENEFIT,
    Benefit,
    Colour,
    Token,
    X,
)
from .state import (
    CHANGE,
    DECLINE,
    MAX_CHANGES,
    MAX_CUBES,
    ORDER,
    OVERFLOW,
    PAY_BLACK,
    TAKE,
    THREAT,
    TURNS,
    Bid8Tokens,
    Decision,
    ask,
    draw_party_card,
    party_size,
)

BLACK = int(Colour.BLACK)
NO_BENEFIT = int(Benefit.NONE)

# --- from party to party ---------------------------------------------------------------------


@rule
def start_gameplay(state):
    state.round = 1
    state.position = 0
    next_party(state)


@rule
def next_party(state):
    """Send the next living party to its asset; without one the phase is over (4.1)."""
    while True:
        if state.position == state.sides:
            if state.round == TURNS or all_wiped(state):
                state.decision = Decision.NONE
                return
            state.round += 1
            state.position = 0
        side = state.prev_order[state.position]
        if state.players[side].wiped_step == 0:
            arrive(state, side)
            return
        state.position += 1


@rule
def all_wiped(state):
    for side in range(state.sides):
        if state.players[side].wiped_step == 0:
            return False
    return True


@rule
def arrive(state, side):
    player, cell = state.players[side], state.round - 1
    state.cell = cell + 1
    player.face_down[cell] = 0
    if player.glitch[cell]:
        colour = CARD_COLOUR[draw_party_card(state)]
        state.blocked = 0 if colour == BLACK else colour + 1
    state.benefit = benefit_of(state, player, cell)
    ask(state, side, Decision.THREAT if state.benefit == NO_BENEFIT else Decision.ORDER)


@rule
def benefit_of(state, player, cell):
    """What an asset's icon or token offers; never both."""
    token = player.token[cell]
    if token == Token.HOUSE and state.options.bid8_tokens == Bid8Tokens.WELL_ONLY:
        return NO_BENEFIT
    if token:
        return TOKEN_BENEFIT[token]
    return ICON_BENEFIT[ICON[player.asset[cell]]]


@rule
def finish_asset(state):
    """The party moves on, or is gone (Q43)."""
    player = state.players[state.actor]
    player.steps = state.round
    if party_size(player) == 0:
        player.wiped_step = state.round
    state.cell = 0
    state.benefit = 0
    state.benefit_over = 0
    state.threat = 0
    state.blocked = 0
    state.position += 1
    next_party(state)


# --- benefits --------------------------------------------------------------------------------


@rule
def legal_order(state, mask):
    mask[ORDER : ORDER + 2] = 1


@rule
def choose_order(state, benefit_first):
    if benefit_first:
        offer_benefit(state)
    else:
        ask(state, state.actor, Decision.THREAT)


@rule
def offer_benefit(state):
    """Ask what to take; what is of no use is skipped and not kept (Q45)."""
    if not benefit_is_usable(state):
        end_benefit(state)
    elif state.benefit == Benefit.MERCHANT:
        state.changes = MAX_CHANGES
        ask(state, state.actor, Decision.MERCHANT)
    else:
        ask(state, state.actor, Decision.BENEFIT)


@rule
def benefit_is_usable(state):
    player = state.players[state.actor]
    if state.benefit == Benefit.MERCHANT:
        for pair in range(len(MERCHANT_PAIRS)):
            if may_change(player, pair):
                return True
        return False
    for colour in range(NUM_COLOURS):
        if may_take(player, state.benefit, colour):
            return True
    return False


@rule
def may_take(player, benefit, colour):
    """Whether a party may take a colour as its benefit (3.10)."""
    if colour == BLACK and benefit != Benefit.HOUSE:
        return False
    if benefit == Benefit.TREASURE:
        return player.party[colour] > 0 and player.party[BLACK] < MAX_CUBES
    if player.party[colour] == MAX_CUBES:  # Q47
        return False
    return benefit == Benefit.TAVERN or player.lost[colour] > 0


@rule
def legal_benefit(state, mask):
    for colour in range(NUM_COLOURS):
        if may_take(state.players[state.actor], state.benefit, colour):
            mask[TAKE + colour] = 1
    mask[DECLINE] = 1


@rule
def take_benefit(state, colour):
    player = state.players[state.actor]
    if state.benefit == Benefit.TREASURE:
        player.party[colour] -= 1
        player.party[BLACK] += 1
    else:
        player.party[colour] += 1
        if state.benefit != Benefit.TAVERN:
            player.lost[colour] -= 1
    end_benefit(state)


@rule
def may_change(player, pair):
    """Whether a Merchant can turn one colour into a class, one cube (Q46)."""
    source, target = MERCHANT_PAIRS[pair, 0], MERCHANT_PAIRS[pair, 1]
    return player.party[source] > 0 and player.party[target] < MAX_CUBES


@rule
def legal_change(state, mask):
    for pair in range(len(MERCHANT_PAIRS)):
        if may_change(state.players[state.actor], pair):
            mask[CHANGE + pair] = 1
    mask[DECLINE] = 1


@rule
def change(state, pair):
    player = state.players[state.actor]
    player.party[MERCHANT_PAIRS[pair, 0]] -= 1
    player.party[MERCHANT_PAIRS[pair, 1]] += 1
    state.changes -= 1
    if state.changes == 0 or not benefit_is_usable(state):
        end_benefit(state)


@rule
def end_benefit(state):
    """Taken, declined or skipped: the threat comes next if it was put off."""
    state.benefit_over = 1
    state.changes = 0
    if state.threat == 0:
        ask(state, state.actor, Decision.THREAT)
    else:
        finish_asset(state)


# --- threats ---------------------------------------------------------------------------------


@rule
def is_resolvable(player, asset, kind):
    """Whether class and black suffice; an X asks for one cube at least (Q37, Q40)."""
    return player.party[kind] + player.party[BLACK] >= max(1, THREATS[asset, kind])


@rule
def shortfall(player, asset, kind):
    return THREATS[asset, kind] - player.party[kind] - player.party[BLACK]


@rule
def resolvable_threats(player, asset):
    """A bit for each class whose threat can be met."""
    classes = 0
    for kind in range(NUM_CLASSES):
        if is_resolvable(player, asset, kind):
            classes |= 1 << kind
    return classes


@rule
def least_short_threats(player, asset):
    """A bit for each class where the party falls short by least; never an X (Q40, Q41)."""
    classes, least = 0, MAX_CUBES + 1
    for kind in range(NUM_CLASSES):
        short = shortfall(player, asset, kind)
        if THREATS[asset, kind] != X and short <= least:
            classes = (classes if short == least else 0) | 1 << kind
            least = short
    return classes


@rule
def threat_options(state):
    """A bit for each class that may be chosen; a blocked one only as the last resort (7.)."""
    player = state.players[state.actor]
    asset = player.asset[state.cell - 1]
    classes = resolvable_threats(player, asset)
    if classes == 0:
        return least_short_threats(player, asset)
    if state.blocked and classes != 1 << state.blocked - 1:
        classes &= ~(1 << state.blocked - 1)
    return classes


@rule
def legal_threat(state, mask):
    classes = threat_options(state)
    for kind in range(NUM_CLASSES):
        mask[THREAT + kind] = classes >> kind & 1


@rule
def lose(player, colour, cubes):
    player.party[colour] -= cubes
    player.lost[colour] += cubes


@rule
def choose_threat(state, kind):
    player = state.players[state.actor]
    asset = player.asset[state.cell - 1]
    state.threat = kind + 1
    if not is_resolvable(player, asset, kind):
        overflow(state, player, kind, shortfall(player, asset, kind))
    elif THREATS[asset, kind] == X:
        if player.party[kind]:  # all of them, and black cannot stand in (Q39)
            lose(player, kind, player.party[kind])
        else:
            lose(player, BLACK, 1)
        end_threat(state)
    else:
        ask(state, state.actor, Decision.AMOUNT)


@rule
def legal_amount(state, mask):
    """How many black souls stand in: any split that the party has (Q38)."""
    player, kind = state.players[state.actor], state.threat - 1
    threat = THREATS[player.asset[state.cell - 1], kind]
    least = max(0, threat - player.party[kind])
    most = min(player.party[BLACK], threat)
    mask[PAY_BLACK + least : PAY_BLACK + most + 1] = 1


@rule
def pay(state, black):
    player, kind = state.players[state.actor], state.threat - 1
    threat = THREATS[player.asset[state.cell - 1], kind]
    lose(player, BLACK, black)
    lose(player, kind, threat - black)
    end_threat(state)


@rule
def overflow(state, player, kind, rest):
    """The class and all black die; what is missing falls on the other classes (Q42)."""
    first, second = OTHER_CLASSES[kind, 0], OTHER_CLASSES[kind, 1]
    lose(player, kind, player.party[kind])
    lose(player, BLACK, player.party[BLACK])
    if player.party[first] + player.party[second] > rest:
        state.rest = rest
        ask(state, state.actor, Decision.OVERFLOW)
    else:
        lose(player, first, player.party[first])
        lose(player, second, player.party[second])
        end_threat(state)


@rule
def legal_overflow(state, mask):
    """How many cubes the first of the other classes loses."""
    player, kind = state.players[state.actor], state.threat - 1
    first, second = OTHER_CLASSES[kind, 0], OTHER_CLASSES[kind, 1]
    least = max(0, state.rest - player.party[second])
    most = min(state.rest, player.party[first])
    mask[OVERFLOW + least : OVERFLOW + most + 1] = 1


@rule
def pay_overflow(state, cubes):
    player, kind = state.players[state.actor], state.threat - 1
    lose(player, OTHER_CLASSES[kind, 0], cubes)
    lose(player, OTHER_CLASSES[kind, 1], state.rest - cubes)
    state.rest = 0
    end_threat(state)


@rule
def end_threat(state):
    """A benefit put off is due now, unless the party is gone (Q44)."""
    player = state.players[state.actor]
    if state.benefit != NO_BENEFIT and state.benefit_over == 0 and party_size(player) > 0:
        offer_benefit(state)
    else:
        finish_asset(state)
