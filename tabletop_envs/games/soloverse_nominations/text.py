def describe(record, viewer):
    return ""
