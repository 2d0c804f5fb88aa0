"""The games' modules, whose docstrings are their pages of documentation; and what imports what."""

import doctest
import importlib
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import tabletop_envs as tt

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "scripts").glob("*.py"))


def module_of(name):
    return importlib.import_module(f"tabletop_envs.{tt.load(name).id}")


def numbers_on(page, line):
    """The numbers in a line of the table that a docstring starts with."""
    found = re.search(rf"^{line} .*$", page, re.MULTILINE)
    assert found, f"the page has no line {line!r}"
    return [int(number) for number in re.findall(r"\d+", found[0])]


def test_modules_are_there_without_being_imported():
    program = """
import sys
import tabletop_envs as tt
assert "tabletop_envs.evaluation" not in sys.modules
assert tt.agents.make("random", "streaming").name == "random"
assert tt.evaluation.Tournament and tt.streaming_v0.raw_env
tt.agnets
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "has no attribute 'agnets'" in ran.stderr


@pytest.mark.parametrize("name", tt.games())
def test_a_page_tells_the_truth(name):
    game, page = tt.load(name), module_of(name).__doc__
    low, high, usual = numbers_on(page, "players")[:3]
    assert (low, high, usual) in {
        (game.min_players, game.max_players, game.default_players),
        (2, game.max_players, game.default_players),  # and alone, which the page tells after it
    }
    assert numbers_on(page, "actions")[0] == game.num_actions
    _, size, count = numbers_on(page, "observation")  # after the 32 of float32
    assert game.setting(count).layout.size == size


@pytest.mark.parametrize("name", tt.games())
def test_the_example_of_a_page_runs(name):
    assert doctest.testmod(module_of(name)).failed == 0


@pytest.mark.parametrize("name", tt.games())
def test_modules_make_their_game(name):
    module = module_of(name)
    assert module.raw_env().setting == tt.load(name).setting()
    assert str(module.env(num_players=tt.load(name).max_players)) == tt.load(name).id


def loads_torch(*arguments):
    """Whether a Python process with these arguments imports torch."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return bool(re.search(r"\| +torch$", ran.stderr, re.MULTILINE))


def test_importing_the_package_imports_no_torch():
    every = "; ".join(f"import tabletop_envs.{tt.load(name).id}" for name in tt.games())
    assert not loads_torch("-c", f"import tabletop_envs.agents, tabletop_envs.evaluation; {every}")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_help_is_quick(script):
    assert not loads_torch(str(script), "--help")


def packages_of_extras():
    """Modules of packages that are installed with an extra only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = chain.from_iterable(project["optional-dependencies"].values())
    extra, plain = (
        {re.match(r"[\w-]+", each)[0].replace("-", "_") for each in packages}
        for packages in (wanted, project["dependencies"])
    )
    return sorted(extra - plain)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_without_extras_scripts_give_help_or_say_what_they_need(script):
    ran = subprocess.run(
        [
            *(sys.executable, "-c"),
            "import runpy, sys\n"
            f"sys.modules |= dict.fromkeys({packages_of_extras()!r})\n"
            f"sys.argv = [{script.name!r}, '--help']\n"
            f"runpy.run_path({str(script)!r}, run_name='__main__')",
        ],
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        assert re.fullmatch(r"error: .* pip install -e '\.\[dev\]'\n", ran.stderr)
    else:
        assert "usage:" in ran.stdout
