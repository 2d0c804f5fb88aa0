"""A game as Python sees it: ``Game`` (the contract), ``Setting`` (its options), ``GameState``."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from .batch import SPECTATOR, Rules, TableState, compile_loops
from .native import Record, as_record, float64, numbers, zeros
from .options import InvalidOption, Options, make_options
from .spaces import Actions, InUse, ObservationLayout, axis_in_use, leaves_of

MAGIC = b"tabletop_envs game\n"
MAX_SEED = 2**63 - 1


class IllegalAction(ValueError):
    """An action that the seat to act may not take now; the game is unchanged."""


class Game:
    """One game: its numbers, its rules, its words. See ``Rules`` for the compiled functions.

    Args:
        name: the name that ``load`` knows, as in ``"streaming"``.
        rules_version: changes whenever anything changes that agents could notice.
        players: the least and the greatest number of players.
        default_players: how many there are if nobody says.
        state, observation, scores: records; see ``TableState`` for what ``state`` extends.
            ``scores`` holds the parts of a seat's raw score.
        options: the dataclass of the game's options.
        actions: names of all actions.
        rules: the compiled functions.
        axes_in_use: from settled options and player count to how much of each named axis of
            the observation exists.
        describe: from a state's record and a seat (None: everything) to text.
        bots: scripted agents by name, weakest first; see ``tabletop_envs.agents.scripted``.
    """

    def __init__(
        self,
        *,
        name: str,
        rules_version: int,
        players: tuple[int, int],
        default_players: int,
        state: type[TableState],
        observation: type[Record],
        scores: type[Record],
        options: type[Options],
        actions: Actions,
        rules: Rules,
        axes_in_use: Callable[[Any, int], InUse],
        describe: Callable[[Any, int | None], str],
        bots: Mapping[str, Any],
    ) -> None:
        self.name = name
        self.rules_version = rules_version
        self.min_players, self.max_players = players
        self.default_players = default_players
        self.state, self.observation, self.scores = state, observation, scores
        self.options = options
        self.actions = actions
        self.rules = rules
        self.axes_in_use = axes_in_use
        self.describe = describe
        self.bots = bots
        mask = state.fields["mask"]
        if mask.dtype != np.int8 or mask.shape != (actions.size,):
            raise TypeError(f"{name}: State.mask must be int8[{actions.size}], it is {mask}")

    def __repr__(self) -> str:
        return f"<game {self.name}, {self.min_players}-{self.max_players} players>"

    def __reduce__(self) -> Any:
        from ..registry import GAMES, load

        if self.name not in GAMES:
            raise TypeError(f"{self.name} is not one of the collection's games: it cannot travel")
        return load, (self.name,)

    def __deepcopy__(self, memo: dict) -> Game:
        return self  # nothing in it ever changes

    @property
    def id(self) -> str:
        """The versioned name, as in ``"streaming_v0"``."""
        return f"{self.name}_v{self.rules_version}"

    @property
    def num_actions(self) -> int:
        return self.actions.size

    @property
    def action_names(self) -> list[str]:
        """The name of every action."""
        return self.actions.names

    @property
    def observation_fields(self) -> list[str]:
        """The names of the observation's fields, in order."""
        return [leaf.name for leaf in leaves_of(self.observation)]

    def action_id(self, name: str) -> int:
        """The action of that name; ``ValueError`` if there is none."""
        from .spaces import suggestion

        if name not in self.actions.ids:
            raise ValueError(
                f"{self.name} has no action {name!r}; {suggestion(name, self.actions.ids)}"
            )
        return self.actions.ids[name]

    @cached_property
    def loops(self) -> SimpleNamespace:
        """The compiled loops over the rules; see ``compile_loops``."""
        return compile_loops(self.name, self.rules, self.num_actions)

    def setting(self, num_players: int | None = None, **options: Any) -> Setting:
        """The game with a number of players and options; ``InvalidOption`` if they don't fit."""
        count = self.default_players if num_players is None else num_players
        if isinstance(count, (bool, np.bool_)) or not isinstance(count, (int, np.integer)):
            raise InvalidOption(f"num_players is {count!r}, but it is an integer")
        if not self.min_players <= count <= self.max_players:
            raise InvalidOption(
                f"{self.name} is for {self.min_players} to {self.max_players} players, not {count}"
            )
        settled = make_options(self.options, options)
        settled.validate(int(count))
        return Setting(self, int(count), settled)

    def new_state(
        self, num_players: int | None = None, seed: int | None = None, **options: Any
    ) -> GameState:
        """Begin a game. Without a seed it is a new one each time."""
        return self.setting(num_players, **options).new_state(seed)

    def from_bytes(self, data: bytes) -> GameState:
        """The game that ``GameState.to_bytes`` wrote; ``ValueError`` if it is not one."""
        return read_state(self, data)


class Setting:
    """A game with its number of players and its options settled."""

    def __init__(self, game: Game, num_players: int, options: Options) -> None:
        self.game = game
        self.num_players = num_players
        self.options = options
        self.template = zeros(game.state, 1)
        blank = as_record(self.template.view(np.ndarray)[0])
        blank.num_players = num_players
        options.write(blank.options)

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.num_players} players, {self.options}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game.name, self.num_players))

    def __reduce__(self) -> Any:
        return Setting, self._key()

    def __deepcopy__(self, memo: dict) -> Setting:
        return self  # nothing in it ever changes

    def _key(self) -> tuple[Game, int, Options]:
        return self.game, self.num_players, self.options

    @cached_property
    def in_use(self) -> InUse:
        """How much of each named axis of the observation exists."""
        return self.game.axes_in_use(self.options, self.num_players)

    @cached_property
    def layout(self) -> ObservationLayout:
        """Where each field lies in an observation of these options."""
        return self.select()

    def select(
        self, fields: Sequence[str] | None = None, padded: bool = False
    ) -> ObservationLayout:
        """A layout of some fields only, or padded to one length for every player count."""
        return ObservationLayout(self.game.observation, {} if padded else self.in_use, fields)

    def new_state(self, seed: int | None = None) -> GameState:
        """Begin a game."""
        states = zeros(self.game.state, 1)
        seeds = numbers(1)
        seeds[0] = fresh_seed() if seed is None else check_seed(seed)
        self.game.loops.begin(states, self.template, seeds)
        return GameState(self, states)


class GameState:
    """One game being played: ask it, step it, copy it."""

    __slots__ = ("_record", "_states", "setting")

    def __init__(self, setting: Setting, states: np.ndarray) -> None:
        self.setting = setting
        self._states = states  # an array of one record
        self._record: Any = None

    # --- asking ---

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def num_players(self) -> int:
        return self.setting.num_players

    @property
    def record(self) -> Any:
        """The state's numbers, to read and write by attribute.

        Masks follow what is written. Nothing checks it: rules may break on records that no
        game could reach.
        """
        if self._record is None:
            self._record = as_record(self._cells)
        return self._record

    @property
    def _cells(self) -> np.void:
        return self._states.view(np.ndarray)[0]

    @property
    def current_player(self) -> int:
        """The seat to act; -1 when the game is over."""
        return -1 if self.is_terminal else int(self._cells["actor"])

    @property
    def is_terminal(self) -> bool:
        return bool(self._cells["over"])

    def action_mask(self) -> np.ndarray:
        """What the seat to act may do: int8 of shape (num_actions,), a copy."""
        self._follow_edits()
        return self._cells["mask"].copy()

    def legal_actions(self) -> list[int]:
        """The ids of the actions that the seat to act may take; empty when the game is over."""
        self._follow_edits()
        return self._cells["mask"].nonzero()[0].tolist()

    def observation(self, player: int) -> np.ndarray:
        """What a seat sees: float32 of shape (size,). Seat -1 is a spectator."""
        return self._observe(self._check_seat(player, SPECTATOR))

    def observation_dict(self, player: int) -> dict[str, np.ndarray]:
        """What a seat sees, by field name."""
        return self.setting.layout.split(self.observation(player))

    def action_name(self, action: int) -> str:
        return self.game.action_names[check_action(self.game, action)]

    def returns(self) -> np.ndarray:
        """What each seat is paid, float64 of shape (num_players,); zeros before the end."""
        rewards = numbers((1, self.num_players), float64)
        self.game.loops.settle_up(self._states, rewards)
        return rewards.view(np.ndarray)[0]

    def scores(self) -> dict[str, np.ndarray]:
        """The parts of each seat's raw score, int64 of shape (num_players, ...) by name."""
        scores = zeros(self.game.scores, self.num_players)
        self.game.loops.tell_scores(self._states, scores)
        parts = {}
        for name, kind in self.game.scores.fields.items():
            part = scores.view(np.ndarray)[name].astype(np.int64)
            for axis, length in enumerate(kind.shape):
                part = part.take(axis_in_use(length, self.setting.in_use), axis + 1)
            parts[name] = part
        return parts

    def render(self, player: int | None = None) -> str:
        """The table in words, as a seat sees it; ``None`` shows everything."""
        seat = None if player is None else self._check_seat(player, SPECTATOR)
        return self.game.describe(as_record(self._cells), seat)

    # --- playing ---

    def step(self, action: int) -> None:
        """Carry out an action of the seat to act; ``IllegalAction`` if it may not."""
        self._follow_edits()
        number = check_action(self.game, action)
        if not self.game.loops.play(self._states, number):
            raise IllegalAction(explain_refusal(self.game, self._cells, number))

    def resample(self, player: int, seed: int) -> GameState:
        """Another game that the seat cannot tell from this one: a sample of the hidden parts."""
        other = self.clone()
        seats, seeds = numbers(1), numbers(1)
        seats[0], seeds[0] = self._check_seat(player, 0), check_seed(seed)
        self.game.loops.resample(other._states, seats, seeds)
        return other

    # --- copying ---

    def clone(self) -> GameState:
        states = zeros(self.game.state, 1)  # numpy's own copy leaves padding bytes to chance
        states.view(np.ndarray).view(np.uint8)[:] = self._states.view(np.ndarray).view(np.uint8)
        return GameState(self.setting, states)

    __copy__ = clone

    def __deepcopy__(self, memo: dict) -> GameState:
        return self.clone()

    def __reduce__(self) -> Any:
        return read_state, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def to_bytes(self) -> bytes:
        """The whole game, to be kept or sent; see ``Game.from_bytes``."""
        header = json.dumps(
            {
                "game": self.game.id,
                "num_players": self.num_players,
                "options": self.setting.options.as_dict(),
            }
        )
        body = header.encode() + b"\n" + self._states.tobytes()
        return MAGIC + zlib.crc32(body).to_bytes(4, "little") + body

    # --- parts ---

    def _observe(self, seat: int) -> np.ndarray:
        layout, game = self.setting.layout, self.game
        scratch = zeros(game.observation, 1)
        words = layout.words(scratch)
        observation = np.empty(layout.size, np.float32)
        game.loops.watch(self._states, seat, scratch, words, layout.runs, observation)
        return observation

    def _check_seat(self, player: int, lowest: int) -> int:
        if isinstance(player, (bool, np.bool_)) or not isinstance(player, (int, np.integer)):
            raise ValueError(f"a player is a seat's number, not {player!r}")
        if not lowest <= player < self.num_players:
            raise ValueError(f"players are {lowest} to {self.num_players - 1}, not {player}")
        return int(player)

    def _follow_edits(self) -> None:
        """Once the record was handed out it may have been written: mark legal actions anew."""
        if self._record is not None:
            self.game.loops.update(self._states)


# --- checking what comes from outside --------------------------------------------------------


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)


def bare(value: Any) -> Any:
    """The number in an array without axes, as ``predict`` of stable-baselines3 answers it."""
    return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value


def check_seed(seed: Any) -> int:
    """The seed as an ``int``, or a ``ValueError``."""
    seed = bare(seed)
    if isinstance(seed, (bool, np.bool_)) or not isinstance(seed, (int, np.integer)):
        raise ValueError(f"a seed is an integer from 0 to 2**63 - 1, not {seed!r}")
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed lies between 0 and 2**63 - 1, not {seed}")
    return int(seed)


def check_action(game: Game, action: Any) -> int:
    """The action as an ``int`` that is one of the game's, or ``IllegalAction``."""
    action = bare(action)
    if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
        raise IllegalAction(
            f"an action of {game.name} is an integer from 0 to {game.num_actions - 1}, "
            f"not {action!r} ({type(action).__name__})"
        )
    if not 0 <= action < game.num_actions:
        raise IllegalAction(
            f"actions of {game.name} are 0 to {game.num_actions - 1}, not {int(action)}"
        )
    return int(action)


def explain_refusal(game: Game, cells: np.void, action: int) -> str:
    """Why an action was refused: the seat, the action in words and the legal ones."""
    if cells["over"]:
        return f"the game of {game.name} is over: nobody may act"
    legal = [game.action_names[i] for i in cells["mask"].nonzero()[0]]
    shown = ", ".join(legal[:20]) + (f" and {len(legal) - 20} more" if len(legal) > 20 else "")
    return (
        f"player {cells['actor']} may not take action {action} ({game.action_names[action]}) now; "
        f"legal are: {shown}"
    )


def read_state(game: Game, data: bytes) -> GameState:
    """Rebuild a game from ``GameState.to_bytes``; ``ValueError`` if the bytes are not whole."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"a game is read from bytes, not from {type(data).__name__}")
    data = bytes(data)
    start = len(MAGIC) + 4
    if not data.startswith(MAGIC):
        raise ValueError("these bytes are no game of tabletop_envs")
    body = data[start:]
    if len(data) < start or zlib.crc32(body).to_bytes(4, "little") != data[len(MAGIC) : start]:
        raise ValueError("these bytes are a game of tabletop_envs, but cut off or damaged")
    header, _, cells = body.partition(b"\n")
    try:
        told = json.loads(header)
        written, num_players, options = told["game"], told["num_players"], dict(told["options"])
    except (ValueError, TypeError, KeyError):
        raise ValueError("these bytes do not say which game they are") from None
    if written != game.id:
        raise ValueError(f"these bytes are a game of {written}, not of {game.id}")
    setting = game.setting(num_players, **options)
    states = zeros(game.state, 1)
    if len(cells) != states.nbytes:
        raise ValueError(f"a state of {game.id} has {states.nbytes} bytes, not {len(cells)}")
    states.view(np.ndarray)[:] = np.frombuffer(cells, game.state.dtype)
    return GameState(setting, states)
