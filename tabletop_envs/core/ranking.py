"""From the order in which sides finish to what a seat is paid."""

from .native import rule


@rule
def side_of(state, seat):
    """The side that a seat plays for: itself, or its team."""
    return seat % state.sides


@rule
def rank_reward(sides, beaten, better):
    """Pay a place: 1 for the first alone, -1 for the last alone, 0 in sum over all sides.

    ``beaten`` and ``better`` count the other sides below and above; equal ones share, so that
    each gets the mean over the places they fill: ``1 - 2 (place - 1) / (sides - 1)``.
    """
    return (beaten - better) / max(sides - 1, 1)


@rule
def win_share(tied, better):
    """Split one point among the ``tied`` sides in the first place."""
    return 0.0 if better else 1.0 / tied
