from ...core.native import rule


@rule
def observe(state, seat, seen):
    pass


def axes_in_use(options, num_players):
    return {}
