from ...core.native import rule


@rule
def resample(state, seat):
    pass
