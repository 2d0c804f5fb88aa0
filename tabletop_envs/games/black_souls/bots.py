"""placeholder"""

BOTS = {}
