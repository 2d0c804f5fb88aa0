def describe(state, viewer):
    return ""
