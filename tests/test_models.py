"""Model files: policies that are read back and played, and files that are refused."""

import io
import json
import os
import sys
import zipfile

import kuhn
import numpy as np
import pytest

import tabletop_envs as tt
from tabletop_envs import agents
from tabletop_envs.agents import InvalidModel, trained
from tabletop_envs.envs.vector import VectorTables

torch = pytest.importorskip("torch")

KUHN = kuhn.game.setting(3)


def dealt(count, setting=KUHN, **layout):
    tables = VectorTables(setting, count, **layout)
    tables.reset(3)
    return tables


def choices(agent, tables):
    rng = np.random.default_rng(0)
    return agent.act(tables.observations, tables.action_masks, tables.players, rng)


def write_model(path, setting=KUHN, hidden=(5, 4), weights=None, **changes):
    """A model file of random weights; answers their state dict."""
    layout = setting.select(changes.get("fields"), changes.get("pad_observation", False))
    sizes = [layout.size, *hidden, setting.game.num_actions]
    names = [f"mlp_extractor.policy_net.{2 * i}" for i in range(len(hidden))] + ["action_net"]
    if weights is None:
        torch.manual_seed(0)
        weights = {"value_net.bias": torch.zeros(1)}
        for name, inputs, outputs in zip(names, sizes[:-1], sizes[1:], strict=True):
            weights[f"{name}.weight"] = torch.randn(outputs, inputs)
            weights[f"{name}.bias"] = torch.randn(outputs)
    description = {
        "format": trained.FORMAT,
        "game": setting.game.id,
        "num_players": setting.num_players,
        "options": setting.options.as_dict(),
        "fields": None,
        "pad_observation": False,
        "net_arch": list(hidden),
        "activation": "tanh",
        "observation_size": layout.size,
        "num_actions": setting.game.num_actions,
    } | changes
    stored = io.BytesIO()
    torch.save(weights, stored)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("policy.pth", stored.getvalue())
        archive.writestr("tabletop_envs.json", json.dumps(description))
    return weights


def expected_logits(weights, inputs, activation=np.tanh):
    values = inputs
    for i in range(2):
        name = f"mlp_extractor.policy_net.{2 * i}"
        values = activation(
            values @ weights[f"{name}.weight"].numpy().T + weights[f"{name}.bias"].numpy()
        )
    return values @ weights["action_net.weight"].numpy().T + weights["action_net.bias"].numpy()


@pytest.mark.parametrize(
    ("name", "function"), [("tanh", np.tanh), ("relu", lambda x: np.maximum(x, 0))]
)
def test_a_greedy_policy_takes_the_likeliest_legal_action(tmp_path, name, function):
    weights = write_model(tmp_path / "model.zip", activation=name)
    agent = agents.make(tmp_path / "model.zip", KUHN)
    tables = dealt(50)
    logits = expected_logits(weights, tables.observations, function)
    np.testing.assert_allclose(agent.logits(tables.observations), logits, atol=1e-5)
    chosen = choices(agent, tables)
    np.testing.assert_array_equal(chosen, logits.argmax(axis=1))
    only_pass = np.tile(np.array([1, 0], np.int8), (50, 1))
    assert not agent.act(tables.observations, only_pass, tables.players, None).any()


def test_a_sampled_policy_follows_its_probabilities(tmp_path):
    weights = write_model(tmp_path / "model.zip")
    agent = agents.make(f"{tmp_path / 'model.zip'}:sampled", KUHN)
    assert agent.name.endswith(":sampled")
    observations = np.repeat(dealt(1).observations, 20_000, axis=0)
    logits = expected_logits(weights, observations[:1])[0]
    probability = np.exp(logits[1]) / np.exp(logits).sum()
    masks, players = np.ones((20_000, 2), np.int8), np.zeros(20_000, int)
    chosen = agent.act(observations, masks, players, np.random.default_rng(0))
    assert 0.02 < probability < 0.98
    assert abs(chosen.mean() - probability) < 0.02


def test_a_policy_reads_its_own_fields_only(tmp_path):
    weights = write_model(tmp_path / "model.zip", fields=["card", "position"])
    agent = agents.make(tmp_path / "model.zip", KUHN)
    tables = dealt(20)
    parts = KUHN.layout.columns
    read = np.hstack([tables.observations[:, parts[name]] for name in ("card", "position")])
    np.testing.assert_allclose(
        agent.logits(tables.observations), expected_logits(weights, read), atol=1e-5
    )


def test_a_padded_policy_plays_with_any_number_of_players(tmp_path):
    three, two = kuhn.game.setting(3), kuhn.game.setting(2)
    weights = write_model(tmp_path / "model.zip", three, pad_observation=True)
    agent = agents.make(tmp_path / "model.zip", two)
    packed, padded = dealt(20, two), dealt(20, two, pad_observation=True)
    assert packed.observations.shape[1] < padded.observations.shape[1]
    np.testing.assert_allclose(
        agent.logits(packed.observations),
        expected_logits(weights, padded.observations),
        atol=1e-5,
    )


def test_stable_baselines_writes_what_is_read(tmp_path):
    sb3_contrib = pytest.importorskip("sb3_contrib")
    gymnasium = pytest.importorskip("gymnasium")

    class Blank(gymnasium.Env):
        observation_space = gymnasium.spaces.Box(0, 1, (KUHN.layout.size,), np.float32)
        action_space = gymnasium.spaces.Discrete(2)

    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", Blank(), policy_kwargs={"net_arch": [8, 6]}, device="cpu"
    )
    model.save(tmp_path / "model.zip")
    described = io.BytesIO()
    write_model(described, hidden=(8, 6))
    with (
        zipfile.ZipFile(described) as source,
        zipfile.ZipFile(tmp_path / "model.zip", "a") as archive,
    ):
        archive.writestr("tabletop_envs.json", source.read("tabletop_envs.json"))
    tables = dealt(100)
    logits = agents.make(tmp_path / "model.zip", KUHN).logits(tables.observations)
    with torch.no_grad():
        observations = torch.from_numpy(tables.observations.copy())
        expected = model.policy.get_distribution(observations).distribution.logits.numpy()
    assert np.ptp(logits[:, 1] - logits[:, 0]) > 1e-4
    np.testing.assert_allclose(
        logits[:, 1] - logits[:, 0], expected[:, 1] - expected[:, 0], atol=1e-6
    )


# --- model files that are none ---------------------------------------------------------------


def test_a_missing_model_file(tmp_path):
    with pytest.raises(InvalidModel, match="there is no model file"):
        agents.make(tmp_path / "model.zip", KUHN)
    with pytest.raises(InvalidModel, match="there is no model file"):
        agents.make("nowhere/model", KUHN)


def test_a_model_of_another_game(tmp_path):
    write_model(tmp_path / "model.zip", game="streaming_v0")
    with pytest.raises(InvalidModel, match="plays streaming_v0, not kuhn_poker_v0"):
        agents.make(tmp_path / "model.zip", KUHN)


def test_a_model_of_another_version_of_the_rules(tmp_path):
    write_model(tmp_path / "model.zip", game="kuhn_poker_v1")
    with pytest.raises(InvalidModel, match="plays kuhn_poker_v1"):
        agents.make(tmp_path / "model.zip", KUHN)


def test_a_model_of_another_player_count(tmp_path):
    write_model(tmp_path / "model.zip")
    with pytest.raises(InvalidModel, match="with 3 players, not 2"):
        agents.make(tmp_path / "model.zip", kuhn.game, 2)


def test_a_model_of_another_observation(tmp_path):
    write_model(tmp_path / "model.zip", observation_size=99)
    with pytest.raises(InvalidModel, match="reads 99 numbers, but its fields have 16"):
        agents.make(tmp_path / "model.zip", KUHN)
    write_model(tmp_path / "model.zip", options={"no_such_option": 1})
    with pytest.raises(InvalidModel, match="no_such_option"):
        agents.make(tmp_path / "model.zip", KUHN)


def test_options_may_show_more_than_the_policy_reads_but_not_less(tmp_path):
    streaming = tt.load("streaming")
    lean, whole = streaming.setting(3, history=False), streaming.setting(3)
    assert lean.layout.size < whole.layout.size
    write_model(tmp_path / "lean.zip", lean)
    write_model(tmp_path / "whole.zip", whole)
    seen = [dealt(20, setting).observations for setting in (lean, whole)]
    in_lean, in_whole = (agents.make(tmp_path / "lean.zip", each) for each in (lean, whole))
    np.testing.assert_array_equal(in_whole.logits(seen[1]), in_lean.logits(seen[0]))
    with pytest.raises(InvalidModel, match=r"do not show: .*trained with .*'history': True"):
        agents.make(tmp_path / "whole.zip", lean)


def test_a_model_of_another_format(tmp_path):
    write_model(tmp_path / "model.zip", format=2)
    with pytest.raises(InvalidModel, match="format 2"):
        agents.make(tmp_path / "model.zip", KUHN)


@pytest.mark.parametrize("change", [{"activation": "sine"}, {"net_arch": 5}, {"fields": 3}])
def test_a_model_with_a_strange_description(tmp_path, change):
    write_model(tmp_path / "model.zip")
    with zipfile.ZipFile(tmp_path / "model.zip") as archive:
        told = json.loads(archive.read("tabletop_envs.json"))
        weights = archive.read("policy.pth")
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as archive:
        archive.writestr("tabletop_envs.json", json.dumps(told | change))
        archive.writestr("policy.pth", weights)
    with pytest.raises(InvalidModel):
        agents.make(tmp_path / "model.zip", KUHN)


def test_weights_that_do_not_fit(tmp_path):
    weights = write_model(tmp_path / "model.zip")
    del weights["action_net.bias"]
    write_model(tmp_path / "model.zip", weights=weights)
    with pytest.raises(InvalidModel, match="no layer action_net"):
        agents.make(tmp_path / "model.zip", KUHN)
    weights["action_net.bias"] = torch.zeros(7)
    write_model(tmp_path / "model.zip", weights=weights)
    with pytest.raises(InvalidModel, match="layer action_net"):
        agents.make(tmp_path / "model.zip", KUHN)


def test_a_file_that_is_no_model(tmp_path):
    path = tmp_path / "model.zip"
    path.write_bytes(b"these are no weights")
    with pytest.raises(InvalidModel, match="no model file"):
        agents.make(path, KUHN)
    path.write_bytes(b"")
    with pytest.raises(InvalidModel, match="no model file"):
        agents.make(path, KUHN)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("photo.txt", "cheese")
    with pytest.raises(InvalidModel, match="no model of tabletop_envs"):
        agents.make(path, KUHN)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("tabletop_envs.json", "[1, 2]")
    with pytest.raises(InvalidModel, match="does not say what it was trained for"):
        agents.make(path, KUHN)
    with pytest.raises(InvalidModel, match="cannot be read"):
        agents.make(f"{tmp_path}{os.sep}", KUHN)


def test_a_model_file_that_is_cut_off_or_damaged(tmp_path):
    write_model(tmp_path / "whole.zip")
    content = (tmp_path / "whole.zip").read_bytes()
    path = tmp_path / "model.zip"
    for length in range(0, len(content), 97):
        path.write_bytes(content[:length])
        with pytest.raises(InvalidModel):
            agents.make(path, KUHN)
    rng = np.random.default_rng(0)
    for place in rng.integers(len(content), size=100):
        path.write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
        try:
            agents.make(path, KUHN)  # not every byte matters
        except InvalidModel:
            continue


def test_a_model_cannot_run_code(tmp_path):
    class Evil:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "evil"),)

    write_model(tmp_path / "model.zip", weights={"action_net.weight": Evil()})
    with pytest.raises(InvalidModel, match="no weights that can be read"):
        agents.make(tmp_path / "model.zip", KUHN)
    assert not (tmp_path / "evil").exists()


# --- the newest model ------------------------------------------------------------------------


def test_trained_is_the_newest_model_that_fits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidModel, match="no trained model of kuhn_poker with 3 players"):
        agents.make("trained", KUHN)
    for age, (run, changes) in enumerate(
        {"broken": None, "of_two": {"num_players": 2}, "newer": {}, "older": {}}.items()
    ):
        path = tmp_path / "runs" / run / "model.zip"
        path.parent.mkdir(parents=True)
        if changes is None:
            path.write_bytes(b"half a mod")
        else:
            write_model(path, **changes)
        os.utime(path, (1e9 - age, 1e9 - age))
    assert agents.make("trained", KUHN).path.parts == ("runs", "newer", "model.zip")
    sampled = agents.make("trained:sampled", KUHN)
    assert sampled.sampled
    assert sampled.path.parts == ("runs", "newer", "model.zip")


def test_without_torch_it_is_said_how_to_install_it(tmp_path, monkeypatch):
    write_model(tmp_path / "model.zip")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r"pip install -e '\.\[train\]' in"):
        agents.make(tmp_path / "model.zip", KUHN)
