"""The settings that the tests of all games cover: every game, player count and option."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import kuhn
import pytest

import tabletop_envs as tt
from tabletop_envs.core.game import Game, Setting
from tabletop_envs.games.soloverse_nominations.cards import Module

NOMINATIONS_MODULES = [module.name.lower() for module in Module]
OPTION_SETS: dict[str, list[dict[str, Any]]] = {
    "black_souls": [
        {"recall": "table", "hand_refill": "immediate", "quirk_copies": 21},
        {"glitch": True, "bid8_tokens": "well_only", "skip_forced": False},
        {"recall": "table", "solo_mode": "hard", "solo_bid8": True},
    ],
    "nirvana": [
        {"open_hands": True, "follow_equal": True, "pass_locks": True, "one_die_per_round": True},
        {"use_insight": True, "insight_ids": ["I01", "I02", "I03"]},
        {"use_insight": True, "insight_ids": ["I04", "I05", "I08"], "skip_forced": False},
        {"use_insight": True, "insight_ids": ["I06", "I09", "I23"]},
        {"use_insight": True, "insight_ids": ["I07", "I11", "I12"]},
        {"use_insight": True, "insight_ids": ["I10", "I13", "I22"]},
        {"use_insight": True, "insight_ids": ["I14", "I15", "I17"]},
        {"use_insight": True, "insight_ids": ["I16", "I18", "I21"]},
        {"use_insight": True, "insight_ids": ["I19", "I20", "I24"]},
    ],
    "nosedive": [
        {
            "honesty_slack": 3,
            "dd_stacks": True,
            "initial_scores": "equal",
            "reset_pawns": True,
            "rated_topics": True,
        },
        {"allow_empty_action": True, "star_copies": (2, 12, 12, 2, 2), "skip_forced": False},
    ],
    "soloverse_nominations": [
        {"modules": NOMINATIONS_MODULES, "max_hand": 3, "unique_effects": True},
        {
            "modules": NOMINATIONS_MODULES,
            "max_hand": 3,
            "num_colours": 13,
            "crisis_rule": "survival",
            "chaos_use": "may_pass",
            "skip_forced": False,
        },
    ],
    "streaming": [
        {"audience": ()},
        {"audience": "set1"},
        {"audience": "set2"},
        {"audience": "set3"},
        {"audience": (1, 10, 14, 18), "skip_forced": False},
        {"audience": (4, 6, 13, 15), "promotion_mode": "open"},
    ],
}
"""Options worth a test with every player count, besides the defaults."""

GAMES: list[Game] = [kuhn.game, *map(tt.load, tt.games())]
"""The collection's games, and a small one that only the tests know."""


def player_counts(game: Game) -> range:
    return range(game.min_players, game.max_players + 1)


def default_settings() -> list[Setting]:
    """Every game with every player count."""
    return [game.setting(count) for game in GAMES for count in player_counts(game)]


def rich_settings() -> list[Setting]:
    """Every game with every player count, as it comes and with its first option set."""
    settings = default_settings()
    for game in GAMES:
        for options in OPTION_SETS.get(game.name, [])[:1]:
            settings += settings_that_fit(game, options, player_counts(game))
    return settings


def all_settings() -> list[Setting]:
    """Every game with every player count and its option sets, and with every single option."""
    settings = default_settings()
    for game in GAMES:
        for options in OPTION_SETS.get(game.name, []):
            settings += settings_that_fit(game, options, player_counts(game))
        for i, options in enumerate(single_options(game)):
            counts = deque(player_counts(game))
            counts.rotate(-i)
            settings += settings_that_fit(game, options, counts)[:1]
    return settings


def single_options(game: Game) -> Iterator[dict[str, Any]]:
    """Every value, or the least and the greatest, of one option; the others as they come."""
    for spec in fields(game.options):
        values = spec.metadata["values"]
        for value in values if len(values) < 5 else (values[0], values[-1]):
            if value != spec.default:
                yield {spec.name: value}


def settings_that_fit(game: Game, options: dict[str, Any], counts: Iterable[int]) -> list[Setting]:
    """The game with these options, for all player counts that they allow."""
    settings = []
    for count in counts:
        try:
            settings.append(game.setting(count, **options))
        except tt.InvalidOption:
            continue
    return settings


def name_of(setting: Setting) -> str:
    """As in ``streaming-4-audience=set1``."""
    defaults = {name: default for name, (default, _) in setting.game.options.docs().items()}
    changed = [
        f"{name}={value}"
        for name, value in setting.options.as_dict().items()
        if value != defaults[name]
    ]
    return "-".join([setting.game.name, str(setting.num_players), *changed])


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_count = pytest.mark.parametrize("setting", default_settings(), ids=name_of)
each_rich_setting = pytest.mark.parametrize("setting", rich_settings(), ids=name_of)
each_setting = pytest.mark.parametrize("setting", all_settings(), ids=name_of)
