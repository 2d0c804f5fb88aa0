"""What scripts say when something is wrong; others have tests of their own."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


def load_script(name):
    spec = importlib.util.spec_from_file_location(f"script_{name}", SCRIPTS / f"{name}.py")
    script = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = script  # dataclasses look there
    spec.loader.exec_module(script)
    return script


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("benchmark", ["--num-players", "2"], "streaming is for 3 to 5 players, not 2"),
        ("benchmark", ["--json", "/nodir/x"], "cannot write /nodir/x: /nodir is no folder"),
        ("benchmark", ["--json", "/tmp"], "cannot write /tmp: it is a folder"),
        ("training_speed", ["--json", "/nodir/x"], "cannot write /nodir/x: /nodir is no folder"),
        ("training_speed", ["--pairs", "0"], "at least 1 pair"),
    ],
)
def test_mistakes_are_told_before_anything_is_measured(
    monkeypatch, capsys, name, arguments, complaint
):
    script = load_script(name)
    monkeypatch.setattr(script, "measure", None, raising=False)
    game = ["--game", "streaming"] if name == "benchmark" else []
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *game, *arguments])
    with pytest.raises(SystemExit) as ended:
        script.main()
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


def test_training_speed_finds_its_configuration_from_any_folder(monkeypatch, tmp_path):
    pytest.importorskip("torch")
    measured = []
    monkeypatch.setattr(
        "training.speed.measure", lambda config, pairs: measured.append(config) or {}
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["training_speed.py"])
    assert load_script("training_speed").main() == 0
    assert measured[0].game.name == "streaming"


def test_peers_that_are_not_wanted_are_not_built(monkeypatch):
    benchmark = load_script("benchmark")
    built = []

    def build(name):
        built.append(name)
        raise ImportError("not installed")

    peers = {owner: (names, build) for owner, (names, _) in benchmark.PEERS.items()}
    monkeypatch.setattr(benchmark, "PEERS", peers)
    console = benchmark.Console(record=True, quiet=True)
    assert list(benchmark.peer_measurements(console, others=False)) == []
    assert built == [benchmark.YARDSTICK]
    list(benchmark.peer_measurements(console, others=True))
    assert len(built) == 1 + sum(len(names) for names, _ in peers.values())
