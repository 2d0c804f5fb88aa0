"""Settings of a run: read, overridden, refused."""

import pytest

from training.config import ConfigError, read_config, write_toml

WHOLE = """
steps = 1000
[game]
name = "kuhn_poker"
num_players = 2
fields = ["card", "paid"]
options = {reward = "score", skip_forced = false}
[rollout]
tables = 8
length = 16
[ppo]
learning_rate = 1
batch_size = 64
"""


@pytest.fixture
def write(tmp_path, kuhn_registered):
    """Writes a TOML file and answers its path."""

    def write(text):
        path = tmp_path / "run.toml"
        path.write_text(text)
        return path

    return write


def test_what_a_file_says_and_what_it_leaves_out(write):
    config = read_config(write(WHOLE))
    assert config.game.fields == ("card", "paid")
    assert config.game.options == {"reward": "score", "skip_forced": False}
    assert config.ppo.learning_rate == 1.0
    assert config.ppo.clip_range == 0.1
    assert config.setting().num_players == 2


def test_the_command_line_has_the_last_word(write):
    config = read_config(
        write(WHOLE),
        ["ppo.learning_rate=2e-4", "network.activation=relu", "network.net_arch=[32]"],
        steps=77,
        seed=None,
    )
    assert config.ppo.learning_rate == 2e-4
    assert config.network.activation == "relu"
    assert config.network.net_arch == (32,)
    assert (config.steps, config.seed) == (77, 0)


def test_options_of_the_game_can_be_overridden_one_by_one(write):
    config = read_config(write(WHOLE), ["game.options.reward=win"])
    assert config.game.options == {"reward": "win", "skip_forced": False}


def test_written_settings_are_read_back_the_same(write):
    config = read_config(write(WHOLE), ['evaluation.opponents=["random"]'], seconds=2.5)
    assert read_config(write(write_toml(config))) == config


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("stepps = 5", ["'stepps'", "'steps'"]),
        ("[ppo]\nlearning_rat = 1e-3", ["'ppo.learning_rat'", "did you mean 'ppo.learning_rate'?"]),
        ("[pppo]\ngamma = 1", ["'pppo'", "'ppo'"]),
        ('steps = "many"', ["steps is 'many'", "an integer"]),
        ("steps = 1.5", ["steps is 1.5", "an integer"]),
        ("steps = true", ["steps is True", "an integer"]),
        ("steps = 0", ["steps is 0", "at least 1"]),
        ("seed = -1", ["seed is -1", "from 0 to"]),
        ("seed = 123456789123456789", ["seed", "from 0 to"]),
        ("ppo = 3", ["ppo is 3", "a table"]),
        ('[ppo]\ngamma = "high"', ["ppo.gamma is 'high'", "a number"]),
        ("[ppo]\ngamma = nan", ["ppo.gamma is nan", "a number"]),
        ("[ppo]\ngamma = 1.5", ["ppo.gamma is 1.5", "from 0 to 1"]),
        ('[network]\nactivation = "gelu"', ["network.activation", "'tanh', 'relu'"]),
        ("[network]\nnet_arch = 128", ["network.net_arch is 128", "a list", "an integer"]),
        ("[network]\nnet_arch = [0]", ["network.net_arch is [0]", "above 0"]),
        ('[game]\nfields = ["card", 3]', ["game.fields", "a text"]),
        ('[game]\npad_observation = "yes"', ["game.pad_observation", "true or false"]),
        ("steps = ", ["is not TOML"]),
        ("\x00", ["is not TOML"]),
    ],
)
def test_a_mistake_in_the_file_is_named(write, text, told):
    path = write(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    for part in [str(path), *told]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ('name = "kun_poker"', ["kun_poker"]),
        ('name = ""', ["game.name"]),
        ("num_players = 9", ["2 to 3 players", "9"]),
        ('fields = ["cards"]', ["'cards'", "'card'"]),
        ('options = {rewards = "win"}', ["'rewards'", "'reward'"]),
        ("options = {reward = 3}", ["reward is 3"]),
    ],
)
def test_a_mistake_about_the_game_is_named(write, change, told):
    key = change.split(" =")[0]
    lines = [line for line in WHOLE.splitlines() if not line.startswith(f"{key} =")]
    path = write("\n".join(lines).replace("[game]", f"[game]\n{change}"))
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    for part in [str(path), *told]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("assignment", "told"),
    [
        ("ppo.gama=1", ["--set", "'ppo.gama'", "did you mean 'ppo.gamma'?"]),
        ("rollout.x=1", ["'rollout.x'", "choose from rollout.tables, rollout.length"]),
        ("ppo.gamma=fast", ["--set", "ppo.gamma is 'fast'", "a number"]),
        ("steps.more=1", ["--set", "steps", "an integer"]),
        ("ppo=1", ["--set", "ppo is 1", "a table"]),
        ("gamma", ["key=value", "'gamma'"]),
        ("evaluation.opponents=[nobody]", ["evaluation.opponents"]),
        ('evaluation.opponents=["nobody"]', ["evaluation.opponents", "nobody"]),
        ("ppo.batch_size=100", ["ppo.batch_size is 100, but it must divide", "128"]),
    ],
)
def test_a_mistake_on_the_command_line_is_named(write, assignment, told):
    with pytest.raises(ConfigError) as caught:
        read_config(write(WHOLE), [assignment])
    for part in told:
        assert part in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ConfigError, match=r"no configuration .*nowhere.toml"):
        read_config(tmp_path / "nowhere.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not TOML"):
        read_config(tmp_path / "binary.toml")
