"""placeholder"""


def describe(state, viewer):
    return ""
