"""Runs: what they leave behind, how they stop, go on, and fail."""

import csv
import io
import json
import os
import random
import re
import resource
import runpy
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console
from sb3_contrib import MaskablePPO

from tabletop_envs import agents
from tabletop_envs.evaluation import play_match
from training.config import read_config
from training.display import LiveDisplay
from training.run import CHECKPOINT, EVALUATIONS, MODEL, PROGRESS, Run, RunError
from training.speed import measure
from training.trainer import StopRequest, Trainer

REPOSITORY = Path(__file__).parents[2]
CONFIGS = sorted((REPOSITORY / "configs").glob("*.toml"))
TIMES = {"seconds", "decisions_per_second"}


class Watcher:
    """A display that does something after some number of updates."""

    def __init__(self, updates=None, act=None):
        self.updates, self.act = updates, act
        self.seen, self.evaluations = 0, 0

    def updated(self, row, share):
        self.seen += 1
        if self.seen == self.updates:
            self.act()

    def evaluated(self, decisions, evaluations):
        self.evaluations += 1


def carry_out(run, display=None, stop=None, resume=False):
    trainer = Trainer(run, run.config.setting(), display or Watcher())
    if resume:
        trainer.resume()
    trainer.train(stop or StopRequest())
    return trainer


def scramble_generators():
    """As a new process would find them: elsewhere."""
    random.seed(99)
    np.random.seed(99)
    torch.manual_seed(99)


def rows(run, name):
    with open(run.path(name), newline="") as file:
        return [
            {column: value for column, value in row.items() if column not in TIMES}
            for row in csv.DictReader(file)
        ]


def assert_same_result(one, other):
    """Bit by bit: weights, optimizer, generators, tables; and all that was logged."""

    def compare(mine, theirs):
        if isinstance(mine, torch.Tensor):
            assert torch.equal(mine, theirs)
        elif isinstance(mine, dict):
            assert mine.keys() == theirs.keys()
            for key in mine.keys() - TIMES:
                compare(mine[key], theirs[key])
        elif isinstance(mine, (list, tuple)):
            assert len(mine) == len(theirs)
            for left, right in zip(mine, theirs, strict=True):
                compare(left, right)
        else:
            assert mine == theirs

    compare(*(torch.load(run.path(CHECKPOINT), weights_only=True) for run in (one, other)))
    assert rows(one, PROGRESS) == rows(other, PROGRESS)
    assert rows(one, EVALUATIONS) == rows(other, EVALUATIONS)


def assert_same_weights(one, other):
    mine, theirs = (
        torch.load(run.path(CHECKPOINT), weights_only=True)["policy"] for run in (one, other)
    )
    assert mine.keys() == theirs.keys()
    assert all(torch.equal(mine[name], theirs[name]) for name in mine)


@pytest.fixture
def whole(tiny, tmp_path):
    """A run that nothing interrupted."""
    run = Run.create(tiny, tmp_path / "whole")
    carry_out(run)
    return run


def test_a_run_leaves_its_story(whole, tiny):
    assert [int(row["decisions"]) for row in rows(whole, PROGRESS)] == list(range(64, 385, 64))
    judged = rows(whole, EVALUATIONS)
    assert {int(row["decisions"]) for row in judged} == {192, 384}
    assert {(row["opponent"], row["play"]) for row in judged} == {
        (opponent, play) for opponent in ("random", "bold") for play in ("greedy", "sampled")
    }
    assert Run.open(whole.folder).config == tiny
    (session,) = json.loads(whole.path("sessions.json").read_text())
    assert session["seed"] == 5
    assert session["versions"]["torch"] == torch.__version__
    assert list(whole.folder.glob("events.out.tfevents.*"))
    assert not list(whole.folder.glob("*.partial"))


def test_annealing_goes_from_the_first_value_towards_the_last(whole):
    told = rows(whole, PROGRESS)
    assert float(told[0]["learning_rate"]) == pytest.approx(2e-3)
    assert float(told[3]["learning_rate"]) == pytest.approx(2e-3 * 3 / 6)
    assert float(told[5]["ent_coef"]) == pytest.approx(0.02 + 0.03 * 1 / 6)


def test_same_seed_same_result_and_another_seed_another(whole, tiny, tmp_path):
    scramble_generators()
    again = Run.create(tiny, tmp_path / "again")
    carry_out(again)
    assert_same_result(whole, again)
    other = Run.create(type(tiny)(**{**vars(tiny), "seed": 6}), tmp_path / "other")
    carry_out(other)
    with pytest.raises(AssertionError):
        assert_same_result(whole, other)


@pytest.mark.parametrize("updates", range(1, 6))
def test_stopped_and_resumed_is_the_same_as_never_stopped(whole, tiny, tmp_path, updates):
    run = Run.create(tiny, tmp_path / "stopped")
    stop = StopRequest()
    display = Watcher(updates, lambda: setattr(stop, "made", True))
    assert carry_out(run, display, stop).decisions == 64 * updates
    scramble_generators()
    resumed = carry_out(Run.open(run.folder), resume=True)
    assert resumed.finished
    assert_same_result(whole, run)
    assert len(json.loads(run.path("sessions.json").read_text())) == 2


def test_killed_and_resumed_goes_on_from_the_last_checkpoint(whole, tiny, tmp_path):
    """Rows logged after the checkpoint are written anew, not twice."""

    class Killed(BaseException):
        pass

    def kill():
        raise Killed

    run = Run.create(tiny, tmp_path / "killed")
    with pytest.raises(Killed):
        carry_out(run, Watcher(4, kill))  # the last checkpoint was made after three updates
    assert len(rows(run, PROGRESS)) == 4
    scramble_generators()
    carry_out(Run.open(run.folder), resume=True)
    assert_same_result(whole, run)


@pytest.mark.parametrize("evaluation", [1, 2], ids=["first", "last"])
@pytest.mark.parametrize("matches", [1, 2, 3])
@pytest.mark.parametrize("politely", [True, False])
def test_an_interrupted_evaluation_is_played_to_its_end(
    whole, tiny, tmp_path, monkeypatch, evaluation, matches, politely
):
    """A wish to stop waits for a match; a second Ctrl-C cuts the one under way."""
    run, stop = Run.create(tiny, tmp_path / "stopped"), StopRequest()
    wanted = 4 * (evaluation - 1) + matches
    played = []

    def interrupt(*arguments):
        played.append(arguments)
        if len(played) == wanted + (not politely):
            stop.made = politely
            if not politely:
                raise KeyboardInterrupt
        return play_match(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr("training.evaluation.play_match", interrupt)
        with nullcontext() if politely else pytest.raises(KeyboardInterrupt):
            assert not carry_out(run, stop=stop).finished
    assert len(rows(run, EVALUATIONS)) == wanted
    scramble_generators()
    assert carry_out(Run.open(run.folder), resume=True).finished
    assert_same_result(whole, run)


def test_who_stops_during_an_update_does_not_wait_for_matches(tiny, tmp_path):
    run, stop = Run.create(tiny, tmp_path / "stopped"), StopRequest()
    carry_out(run, Watcher(6, lambda: setattr(stop, "made", True)), stop)
    assert len(rows(run, PROGRESS)) == 6
    assert {row["decisions"] for row in rows(run, EVALUATIONS)} == {"192"}


def test_the_command_plays_the_matches_that_are_left(whole, capsys):
    last = rows(whole, EVALUATIONS)
    lines = whole.path(EVALUATIONS).read_text().splitlines(keepends=True)
    whole.path(EVALUATIONS).write_text("".join(lines[:-2]))
    command = runpy.run_path(str(REPOSITORY / "scripts" / "train.py"))["main"]
    assert command(["--resume", str(whole.folder)]) == 0
    assert "mean rank reward after 384 decisions" in capsys.readouterr().out
    assert rows(whole, EVALUATIONS) == last
    assert command(["--resume", str(whole.folder)]) == 0
    assert "is finished" in capsys.readouterr().out


def test_training_does_not_notice_evaluations(whole, tiny, tmp_path):
    quiet = type(tiny)(**{**vars(tiny), "evaluation": type(tiny.evaluation)(every=0)})
    run = Run.create(quiet, tmp_path / "quiet")
    carry_out(run)
    assert not run.path(EVALUATIONS).exists()
    assert_same_weights(whole, run)


def test_a_finished_run_can_be_given_more_steps(whole):
    assert Trainer(whole, whole.config.setting(), Watcher()).decisions == 0
    longer = Run.open(whole.folder, steps=512)
    assert carry_out(longer, resume=True).decisions == 512
    assert Run.open(whole.folder).config.steps == 512


def test_time_ends_a_run(tiny, tmp_path):
    config = type(tiny)(**{**vars(tiny), "steps": 10**9, "seconds": 0.3})
    trainer = carry_out(Run.create(config, tmp_path / "timed"))
    assert 0.3 <= trainer.seconds < 5
    assert len(rows(trainer.run, EVALUATIONS)) % 4 == 0


@pytest.mark.parametrize(
    ("steps", "seconds", "advice"),
    [
        (64, None, "; more --steps would"),
        (10**9, 0.01, "; more --seconds would"),
        (64, 0.001, "; more --steps and more --seconds would"),
    ],
)
def test_a_finished_run_says_which_limit_it_reached(tiny, tmp_path, capsys, steps, seconds, advice):
    config = type(tiny)(**{**vars(tiny), "steps": steps, "seconds": seconds})
    carry_out(Run.create(config, tmp_path / "run"))
    command = runpy.run_path(str(REPOSITORY / "scripts" / "train.py"))["main"]
    assert command(["--resume", str(tmp_path / "run")]) == 0
    assert advice in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_first_signal_is_a_wish_and_a_second_is_not(number):
    before = signal.signal(number, signal.default_int_handler)
    try:
        with StopRequest() as stop:
            signal.raise_signal(number)
            assert stop.made
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(number)
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)


# --- the model file ---


def test_the_model_file_says_what_it_is_for(whole, tiny):
    with zipfile.ZipFile(whole.path(MODEL)) as archive:
        told = json.loads(archive.read("tabletop_envs.json"))
        saved = json.loads(archive.read("data"))
    assert told == {
        "format": 1,
        "game": "kuhn_poker_v0",
        "num_players": 3,
        "options": {"skip_forced": True, "reward": "score"},
        "fields": None,
        "pad_observation": False,
        "net_arch": [16, 16],
        "activation": "tanh",
        "observation_size": 4 + 3 + 6 + 3,
        "num_actions": 2,
    }
    assert not saved.keys() & {"rollout_buffer_kwargs", "rollout_buffer_class", "_last_obs", "env"}


def test_the_model_file_needs_nothing_of_ours_to_be_loaded(whole, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "training"]:
        monkeypatch.setitem(sys.modules, name, None)
    model = MaskablePPO.load(whole.path(MODEL), device="cpu")
    assert model.num_timesteps == 384


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_the_agent_made_from_the_model_file_plays_the_policy(tiny, tmp_path, activation):
    network = type(tiny.network)(net_arch=(16, 8), activation=activation)
    config = type(tiny)(**{**vars(tiny), "network": network, "steps": 64})
    run = Run.create(config, tmp_path / "run")
    trainer = carry_out(run)
    agent = agents.make(run.path(MODEL), run.config.setting())
    seen = trainer.model._last_obs
    masks = trainer.env.tables.action_masks.copy()
    with torch.no_grad():
        greedy, *_ = trainer.model.policy(torch.as_tensor(seen), True, torch.as_tensor(masks))
    chosen = agent.act(seen, masks, trainer.env.to_act, np.random.default_rng(0))
    assert np.array_equal(chosen, greedy.numpy())


# --- what goes wrong ---


def test_a_file_is_written_whole_or_not_at_all(whole):
    """A limit to the size of files stands for a disk that is full."""
    before = whole.path(CHECKPOINT).read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, hard))
    try:
        with pytest.raises(RunError, match=r"checkpoint\.pt cannot be written; .* is kept: \w+"):
            carry_out(Run.open(whole.folder, steps=512), resume=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert whole.path(CHECKPOINT).read_bytes() == before
    assert not list(whole.folder.glob("*.partial"))
    assert carry_out(Run.open(whole.folder), resume=True).decisions == 512


def test_a_crash_while_writing_keeps_the_file_before(whole, monkeypatch):
    before = whole.path(MODEL).read_bytes()
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        whole.write(MODEL, b"half of a mo")
    assert whole.path(MODEL).read_bytes() == before


@pytest.mark.parametrize("place", ["file/run", "/proc/run", "/sys/run"])
def test_a_folder_that_cannot_be_made(tiny, tmp_path, place):
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match=r"folder .*run cannot be made: "):
        Run.create(tiny, tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(tiny, tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(RunError, match="Permission denied"):
        Run.create(tiny, tmp_path / "run")


def test_a_folder_that_holds_something(whole, tiny):
    with pytest.raises(RunError, match="is not empty"):
        Run.create(tiny, whole.folder)


def test_the_command_says_what_is_wrong_in_one_line(whole, tmp_path, capsys):
    command = runpy.run_path(str(REPOSITORY / "scripts" / "train.py"))["main"]
    settings = tmp_path / "settings.toml"
    settings.write_text(whole.path("config.toml").read_text())
    for folder in (whole.folder, "/proc/run"):
        assert command(["--config", str(settings), "--out", str(folder)]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("error: ")
        assert str(folder) in line
    assert command(["--resume", str(whole.folder)]) == 0
    assert "is finished" in capsys.readouterr().out


def test_folders_that_cannot_be_resumed(whole, tmp_path):
    with pytest.raises(RunError, match="no run in"):
        Run.open(tmp_path / "nowhere")
    checkpoint = whole.path(CHECKPOINT)
    content = checkpoint.read_bytes()
    for damaged in (content[: len(content) // 2], b"", b"not a checkpoint"):
        checkpoint.write_bytes(damaged)
        with pytest.raises(RunError, match="cut off or damaged"):
            carry_out(Run.open(whole.folder), resume=True)
    torch.save({"game": "streaming_v0"}, checkpoint)
    with pytest.raises(RunError, match="streaming_v0, not of kuhn_poker_v0"):
        carry_out(Run.open(whole.folder), resume=True)
    checkpoint.unlink()
    with pytest.raises(RunError, match=r"no checkpoint\.pt"):
        carry_out(Run.open(whole.folder), resume=True)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"num_players": 2}, "of 3 players, not of 2"),
        ({"options": {"reward": "win"}}, "another reward"),
    ],
)
@pytest.mark.parametrize("pad_observation", [True, False])
def test_a_run_whose_game_was_changed_is_not_resumed(
    tiny, tmp_path, pad_observation, changes, complaint
):
    game = type(tiny.game)(**{**vars(tiny.game), "pad_observation": pad_observation})
    config = type(tiny)(**{**vars(tiny), "game": game, "steps": 64})
    run = Run.create(config, tmp_path / "run")
    carry_out(run)
    changed = type(config)(**{**vars(config), "game": type(game)(**{**vars(game), **changes})})
    with pytest.raises(
        RunError, match=rf"checkpoint\.pt does not fit the run's settings: .*{complaint}"
    ):
        carry_out(Run(run.folder, changed), resume=True)


def test_half_a_row_at_the_end_of_a_log_is_dropped(whole):
    told = rows(whole, PROGRESS)
    with open(whole.path(PROGRESS), "a") as file:
        file.write("44")
    carry_out(Run.open(whole.folder, steps=448), resume=True)
    assert rows(whole, PROGRESS)[:6] == told
    assert int(rows(whole, PROGRESS)[6]["decisions"]) == 448


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("sessions.json", b'[{"started": ', "it holds a list in JSON"),
        ("sessions.json", b'{"started": 1}', "it holds a list in JSON, not"),
        ("sessions.json", b"\xff\xfe", "it is text in UTF-8"),
        (PROGRESS, b"\xff\xfe", "it is text in UTF-8"),
        (PROGRESS, b"64,1,2\n128,1,2\n", "line 1 names columns, decisions first, not '64,1,2"),
        (PROGRESS, b"decisions,x\n64,1\nnan,2\n", "line 3 begins with an integer, .* not 'nan,2"),
        (EVALUATIONS, b"decisions,opponent\n\n", "line 2 begins with an integer"),
    ],
)
def test_a_damaged_file_of_a_run_is_named(whole, capsys, name, content, complaint):
    whole.path(name).write_bytes(content)
    before = whole.path("config.toml").read_bytes()
    command = runpy.run_path(str(REPOSITORY / "scripts" / "train.py"))["main"]
    assert command(["--resume", str(whole.folder), "--steps", "448"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(rf"^error: .*{name} is damaged: {complaint}.*; mend it, or move it away", line)
    assert whole.path("config.toml").read_bytes() == before
    whole.path(name).unlink()
    assert command(["--resume", str(whole.folder), "--steps", "448"]) == 0


def test_half_a_line_of_columns_is_written_anew(whole):
    whole.path(PROGRESS).write_text("decisi")
    carry_out(Run.open(whole.folder, steps=448), resume=True)
    assert [row["decisions"] for row in rows(whole, PROGRESS)] == ["448"]


# --- what is shown and how fast it is ---


def test_the_display_shows_the_last_update_and_evaluation(tiny, tmp_path):
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=160, no_color=True)
    with LiveDisplay("kuhn", console) as display:
        carry_out(Run.create(tiny, tmp_path / "run"), display)
    last = screen.getvalue().rsplit("kuhn", 1)[1]
    for part in ("384 decisions", "decisions/s", "entropy", "bold", "greedy", "sampled"):
        assert part in last


def test_speed_is_measured(tiny):
    figures = measure(tiny, pairs=1)
    assert figures["of it the tables, µs a decision"] > 0
    assert all(value > 0 for value in figures.values())


# --- the command ---

COMMAND = """
import runpy, sys
sys.path.insert(0, {tests!r})
import kuhn
from tabletop_envs import registry
registry.GAMES["kuhn_poker"] = 0
sys.modules["tabletop_envs.games.kuhn_poker"] = kuhn
sys.argv = ["train.py", *sys.argv[1:]]
runpy.run_path({script!r}, run_name="__main__")
"""


def train(*arguments, **kwargs):
    """Start scripts/train.py, for which Kuhn poker is one of the games."""
    code = COMMAND.format(
        tests=str(REPOSITORY / "tests"), script=str(REPOSITORY / "scripts" / "train.py")
    )
    command = [sys.executable, "-c", code, *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, **pipes, **kwargs)


def test_help_and_mistakes_do_not_import_torch(tmp_path):
    """Torch is hidden: importing it would fail."""
    (tmp_path / "torch.py").write_text("raise SystemExit('torch was imported')")
    (tmp_path / "empty.toml").write_text("")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for arguments, code, told in [
        (["--help"], 0, "ppo.learning_rate"),
        (["--config", tmp_path / "empty.toml"], 1, "game.name is missing"),
        (["--resume", tmp_path], 1, "no run in"),
        (["--resume", tmp_path, "--seed", "1"], 2, "keeps its settings"),
    ]:
        process = train(*arguments, env=environment)
        printed = "".join(process.communicate(timeout=60))
        assert process.returncode == code, printed
        assert told in printed


@pytest.mark.slow
def test_ctrl_c_saves_and_the_command_goes_on(kuhn_registered, tmp_path):
    """The whole way, in processes of its own, with the signal that a terminal sends."""
    settings = tmp_path / "settings.toml"
    settings.write_text(
        """
        seed = 5
        steps = 6400
        game = {name = "kuhn_poker", num_players = 3}
        rollout = {tables = 8, length = 8}
        ppo = {batch_size = 32}
        evaluation = {every = 0}
        """
    )
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    process = train("--config", settings, "--out", stopped)
    while not (stopped / PROGRESS).exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert f"--resume {stopped}" in printed
    assert 0 < len(rows(Run.open(stopped), PROGRESS)) < 100

    process = train("--resume", stopped)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "100%" in printed

    process = train("--config", settings, "--out", whole)
    assert process.wait(timeout=60) == 0
    one, other = Run.open(stopped), Run.open(whole)
    assert rows(one, PROGRESS) == rows(other, PROGRESS)
    weights = [
        torch.load(run.path(CHECKPOINT), weights_only=True)["policy"] for run in (one, other)
    ]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "configs").glob("*.toml")), ids=lambda p: p.stem
)
def test_the_configurations_are_right(path):
    assert read_config(path).game.name


@pytest.mark.slow
def test_streaming_stopped_and_resumed_is_the_same_as_never_stopped(tmp_path):
    changes = ["rollout.tables=8", "rollout.length=16", "ppo.batch_size=64", "evaluation.every=0"]
    config = read_config(REPOSITORY / "configs" / "streaming.toml", changes, steps=512)
    whole, stopped = (Run.create(config, tmp_path / name) for name in ("whole", "stopped"))
    carry_out(whole)
    stop = StopRequest()
    carry_out(stopped, Watcher(2, lambda: setattr(stop, "made", True)), stop)
    scramble_generators()
    carry_out(Run.open(stopped.folder), resume=True)
    assert_same_weights(whole, stopped)
    assert rows(whole, PROGRESS) == rows(stopped, PROGRESS)
