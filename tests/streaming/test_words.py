"""What the table in words tells."""

import pytest

from tabletop_envs.games.streaming.state import ORDER, PLACE_DOC, Phase

from .positions import S, at_promotion, bid, deal, own, promote, table


def placing():
    """Seat 0 has won two Documentaries under card 10."""
    state = table(audience=[10])
    own(state, 0, "S[5] F[1]")
    deal(state, 0, "D7+D3")
    bid(state, 1, 0, 0)
    return state


def test_words_tell_where_documentaries_go():
    state = placing()
    assert "player 0 to place D7 of D7 and D3" in state.render(1)
    state.step(PLACE_DOC + S)
    assert "player 0 to place D3 of D7 (as sports) and D3" in state.render(1)
    state.step(PLACE_DOC + S)
    assert "player 0 to say which lies on top, D7 (as sports) and D3 (as sports)" in state.render(1)
    state.step(ORDER)
    assert "S[5,3,7]" in state.render(1)


def test_words_tell_who_owns_the_awards():
    state = table(audience=[6, 12])
    assert "award 06: open, award 12: open" in state.render(1)
    state.record.award_06, state.record.award_12 = 0, 2
    assert "award 06: player 0, award 12: player 2" in state.render(1)
    assert "award" not in table(audience=[7]).render(1)


@pytest.mark.parametrize("mode", ["simultaneous", "open"])
def test_words_tell_what_was_promoted_once_it_is_shown(mode):
    state = table(audience=[], promotion_mode=mode)
    for seat in range(3):
        own(state, seat, "F[4] D[4] S[1]" if seat == 0 else "")
    at_promotion(state)
    promote(state, "top F")
    told = "scored sets F, promoted in round 1 F top 1"
    assert (told in state.render(1)) == (mode == "open")
    if state.record.phase == Phase.PROMOTE:
        promote(state, "done")
    assert told in state.render(1)
    assert told not in state.render(1).splitlines()[-2]  # of another player
