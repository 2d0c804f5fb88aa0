"""The examples of the README run as they stand there (learning is cut short)."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=[text.splitlines()[-1][:30] for text in EXAMPLES])
def test_examples_run(example):
    exec(example.replace("100_000", "64").replace("gamma=1.0", "n_steps=64"), {})


def test_every_game_is_in_the_table():
    import tabletop_envs as tt

    for game in tt.games():
        assert f"`{game}_v0`" in README
