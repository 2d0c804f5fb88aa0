"""Duplicate matches, tournaments and their reports."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import kuhn
import numpy as np
import pytest
import sealed
from players import First, Last
from rich.console import Console

import tabletop_envs as tt
from tabletop_envs import agents
from tabletop_envs.core.game import IllegalAction
from tabletop_envs.evaluation import Tournament, play_match, report
from tabletop_envs.evaluation.matches import (
    CHALLENGER,
    DuplicateMatch,
    mixed_lineups,
    one_against_field,
)

KUHN = kuhn.game.setting(3)
SCRIPT = Path(__file__).parents[1] / "scripts" / "evaluate.py"


class Recorder(First):
    """Keeps what it is told."""

    def __init__(self):
        self.calls = []

    def act(self, observations, action_masks, players, rng, *states):
        self.calls.append((observations, action_masks, players, *states))
        return super().act(observations, action_masks, players, rng)


# --- duplicate matches -----------------------------------------------------------------------


def test_an_agent_against_its_like_is_even_in_every_single_deal():
    result = play_match(KUHN, First(), First(), deals=30, seed=0)
    assert result.rewards.shape == (30, 3)
    np.testing.assert_allclose(result.rewards.mean(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(result.win_shares.mean(axis=1), 1 / 3)
    np.testing.assert_allclose(result.scores.mean(axis=1), 0, atol=1e-12)
    assert result.mean_reward == pytest.approx(0)
    assert result.interval == pytest.approx((0, 0))


def test_a_deal_is_the_same_in_every_rotation():
    watch = Recorder()
    play_match(KUHN, watch, watch, deals=10, seed=0)
    observations, masks, players = watch.calls[0]
    assert (players == 0).all()
    assert masks.all()
    # The challenger is asked first, where it has seat 0; then the field, at the other tables.
    card = KUHN.layout.columns["card"]
    mine = observations[:, card]
    theirs = watch.calls[1][0][:, card].reshape(10, 2, 4)
    np.testing.assert_array_equal(theirs[:, 0], mine)
    np.testing.assert_array_equal(theirs[:, 1], mine)
    assert len({tuple(row) for row in mine.tolist()}) > 1


def test_raising_always_against_folding_always():
    """Everybody folds to the challenger's bet: it wins every game, and an ante of each."""
    result = play_match(KUHN, Last(), First(), deals=20, seed=0)
    assert (result.rewards == 1).all()
    assert result.win_share == 1
    assert result.mean_score == 2
    assert result.interval == (1, 1)
    assert "reward +1.000 [+1.000, +1.000]" in str(result)


def test_rewards_are_by_rank_whatever_the_option_says():
    score = kuhn.game.setting(3, reward="score")
    by_score = play_match(score, Last(), First(), deals=5, seed=0)
    by_rank = play_match(KUHN, Last(), First(), deals=5, seed=0)
    np.testing.assert_array_equal(by_score.rewards, by_rank.rewards)


def test_a_seed_fixes_a_match():
    random, bold = agents.make("random", KUHN), agents.make("bold", KUHN)
    first, again, other = (
        play_match(KUHN, bold, random, deals=20, seed=seed).rewards for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_more_deals_begin_with_the_same_ones():
    few = play_match(KUHN, First(), Last(), deals=5, seed=3)
    many = play_match(KUHN, First(), Last(), deals=400, seed=3)  # several batches
    np.testing.assert_array_equal(many.rewards[:5], few.rewards)


def test_random_numbers_of_agents_and_deals_are_unrelated():
    """Else an agent could deal itself the true cards, where it samples what it cannot see."""
    parts = [
        part
        for number in range(2)
        for part in DuplicateMatch(one_against_field(KUHN, 200), 0, number).parts(slow=True)
    ]
    deals = set(np.concatenate([part.seeds for part in parts]).tolist())
    assert len(deals) == 200
    drawn = [np.random.default_rng(part.chance).integers(1 << 62, size=200) for part in parts]
    assert len(set(np.concatenate(drawn).tolist())) == 200 * len(parts)
    assert not deals & set(np.concatenate(drawn).tolist())


def test_one_that_plans_gets_resampled_states_only():
    watch = Recorder()
    watch.needs_states = True
    play_match(KUHN, watch, First(), deals=10, seed=0)
    for observations, _, players, states in watch.calls:
        own = states.view(np.ndarray)["deck"][np.arange(len(players)), players]
        np.testing.assert_array_equal(own, observations[:, KUHN.layout.columns["card"]].argmax(1))
    # In the first call the recorder has seat 0 of every deal; the next card is a sample.
    sampled = watch.calls[0][3].view(np.ndarray)["deck"][:, 1]
    (part,) = DuplicateMatch(one_against_field(KUHN, 10), seed=0).parts()
    true = [kuhn.game.new_state(3, int(seed)).record.deck[1] for seed in part.seeds]
    assert (sampled != true).any()


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (lambda count: np.full(count, 7), "action 7 .*no such action"),
        (lambda count: np.full(count, -1), "action -1"),
        (lambda count: np.zeros(count), "float64"),
        (lambda count: np.zeros(count + 1, int), "as many integers"),
        (lambda count: None, "as many integers"),
    ],
)
def test_an_agent_that_errs_is_named(answer, complaint):
    class Wrong:
        name = "wrong"

        def act(self, observations, action_masks, players, rng):
            return answer(len(players))

    with pytest.raises(IllegalAction, match=f"agent wrong .*{complaint}"):
        play_match(KUHN, Wrong(), First(), deals=2, seed=0)


def test_a_masked_action_is_named_in_words():
    class Cheat:
        def act(self, observations, action_masks, players, rng):
            return np.full(len(players), sealed.KEEP)

    with pytest.raises(IllegalAction, match=r"agent Cheat chose action 3 \(keep\) as player 1"):
        play_match(sealed.game.setting(), Cheat(), First(), deals=2, seed=0)


@pytest.mark.parametrize("deals", [0, 1, -3, 2.5, True])
def test_the_number_of_deals_is_checked(deals):
    with pytest.raises(ValueError, match="at least 2 deals"):
        play_match(KUHN, First(), First(), deals=deals, seed=0)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, None])
def test_the_seed_is_checked(seed):
    with pytest.raises(ValueError, match="seed"):
        play_match(KUHN, First(), First(), deals=2, seed=seed)


# --- who sits where --------------------------------------------------------------------------


def test_the_challenger_takes_each_seat_once():
    seatings = one_against_field(KUHN, 4)
    assert seatings.shape == (4, 3, 3)
    np.testing.assert_array_equal(seatings[2] == CHALLENGER, np.eye(3, dtype=bool))


@pytest.mark.parametrize("count", [2, 3, 4, 7])
def test_at_mixed_tables_everybody_takes_each_seat_of_each_deal_once(count):
    seatings = mixed_lineups(KUHN, deals=6, agents=count, seed=0)
    assert seatings.shape == (6, count, 3)
    for deal in seatings:
        for seat in range(3):
            assert sorted(deal[:, seat]) == list(range(count))
    if count >= 3:
        assert all(len(set(table)) == 3 for deal in seatings for table in deal.tolist())


def test_line_ups_differ_from_deal_to_deal():
    seatings = mixed_lineups(KUHN, deals=50, agents=4, seed=0)
    assert len({tuple(sorted(map(tuple, deal.tolist()))) for deal in seatings}) > 3


def test_a_team_is_of_one_kind():
    start = SimpleNamespace(record=SimpleNamespace(sides=2))
    four = SimpleNamespace(num_players=4, new_state=lambda seed: start)
    np.testing.assert_array_equal(one_against_field(four, 2)[0], [[0, 1, 0, 1], [1, 0, 1, 0]])
    for deal in mixed_lineups(four, deals=3, agents=3, seed=0):
        for table in deal:
            assert table[0] == table[2] != table[1] == table[3]


# --- tournaments -----------------------------------------------------------------------------


def test_two_agents_meet_both_ways():
    tournament = Tournament(KUHN, ["random", "bold"], deals=10, seed=1)
    told = []
    evaluation = tournament.play(progress=lambda played, games: told.append((played, games)))
    assert tournament.games == 60
    assert told[-1] == (60, 60)
    assert [(each.challenger, each.field) for each in evaluation.pairings] == [
        ("random", "bold"),
        ("bold", "random"),
    ]
    assert evaluation.mixed == []
    assert evaluation.ratings is None


def test_more_agents_meet_at_mixed_tables_too():
    evaluation = Tournament(KUHN, [First(), Last(), "bold"], deals=40).play()
    assert evaluation.agents == ["First", "last", "bold"]
    assert len(evaluation.pairings) == 6
    assert [result.rewards.shape for result in evaluation.mixed] == [(40, 3)] * 3
    total = sum(result.rewards.sum(axis=1) for result in evaluation.mixed)
    np.testing.assert_allclose(total, 0, atol=1e-9)
    rated = evaluation.ratings
    assert rated.ratings.sum() == pytest.approx(0, abs=1e-6)
    assert (rated.low < rated.ratings).all()
    assert (rated.ratings < rated.high).all()


def test_a_pairing_is_the_match_of_its_agents():
    pairing = Tournament(KUHN, [First(), Last()], deals=12, seed=5).play().pairings[1]
    match = play_match(KUHN, Last(), First(), deals=12, seed=5)
    np.testing.assert_array_equal(pairing.result.rewards, match.rewards)


def test_workers_do_not_change_the_result():
    setting = tt.load("streaming").setting(3, audience=())
    results = []
    for workers in (1, 2):
        tournament = Tournament(setting, ["random", First()], deals=2, seed=2)
        evaluation = tournament.play(workers)
        results.append(list(report.rows(evaluation)))
    assert results[0] == results[1]


def test_alone_everybody_plays_the_same_deals():
    setting = tt.load("black_souls").setting(1)
    evaluation = Tournament(setting, ["random", First()], deals=3).play()
    assert evaluation.pairings == []
    assert evaluation.ratings is None
    assert [result.rewards.shape for result in evaluation.mixed] == [(3, 1)] * 2


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["random"], "at least 2 agents"),
        ([], "at least 2 agents"),
        (["random", "bold", "random"], "random is named twice"),
        (["random", "bolt"], "did you mean 'bold'"),
        (["random", "runs/none/model.zip"], "there is no model file"),
    ],
)
def test_a_tournament_refuses_what_it_cannot_play(names, complaint):
    with pytest.raises(ValueError, match=complaint):
        Tournament(KUHN, names)


@pytest.mark.parametrize("names", [["random", "bold"], ["random", "bold", First()]])
@pytest.mark.parametrize("seed", [-1, 1.5, None])
def test_a_tournament_refuses_what_is_no_seed(names, seed):
    with pytest.raises(ValueError, match=r"a seed (lies between|is an integer)"):
        Tournament(KUHN, names, seed=seed)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_the_number_of_workers_is_checked(workers):
    with pytest.raises(ValueError, match="at least 1 worker"):
        Tournament(KUHN, ["random", "bold"], deals=2).play(workers)


# --- reports ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evaluation():
    return Tournament(KUHN, [First(), Last(), "bold"], deals=10, seed=3).play()


def test_json_tells_everything(evaluation):
    told = json.loads(report.as_json(evaluation))
    assert told["game"] == "kuhn_poker_v0"
    assert told["num_players"] == 3
    assert told["options"] == {"skip_forced": True, "reward": "rank"}
    assert (told["deals"], told["seed"]) == (10, 3)
    assert told["agents"] == ["First", "last", "bold"]
    assert len(told["results"]) == 6 + 3
    row = told["results"][2]
    assert (row["agent"], row["field"]) == ("last", "First")
    assert row["reward"] == row["reward_low"] == row["reward_high"] == 1
    assert row["rating"] is None
    assert told["results"][-1]["field"] == "mixed"
    assert told["results"][-1]["rating"] == pytest.approx(evaluation.ratings.ratings[2])


def test_csv_has_the_same_rows(evaluation, tmp_path):
    report.write_text(tmp_path / "results.csv", report.as_csv(evaluation))
    with (tmp_path / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    expected = list(report.rows(evaluation))
    assert [row["agent"] for row in rows] == [row["agent"] for row in expected]
    assert [float(row["reward"]) for row in rows] == [row["reward"] for row in expected]


def test_tables_show_every_agent(evaluation):
    console = Console(width=120, record=True, file=io.StringIO())
    for table in report.tables(evaluation):
        console.print(table)
    text = console.export_text()
    assert "one against a field" in text
    assert "against bold" in text
    assert "+1.000" in text
    assert "100% wins, 2.0" in text
    assert "mixed tables" in text


# --- the script ------------------------------------------------------------------------------


def run_script(*arguments):
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, arguments)], capture_output=True, text=True
    )


def test_the_script_judges_and_writes(tmp_path):
    ran = run_script(
        *("--game", "streaming", "--num-players", 3, "--option", "audience=[]", "--deals", 3),
        *("--agents", "random", "thrifty"),
        *("--json", tmp_path / "results.json", "--csv", tmp_path / "results.csv"),
    )
    assert ran.returncode == 0, ran.stderr
    assert "streaming, 3 players, audience=(): random, thrifty" in ran.stdout
    assert "3 deals, 18 games in all, 1 worker" in ran.stdout
    assert "one against a field" in ran.stdout
    told = json.loads((tmp_path / "results.json").read_text())
    assert told["options"]["audience"] == []
    assert len((tmp_path / "results.csv").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--game", "chess", "--agents", "random", "random"], "there is no game 'chess'"),
        (["--game", "streaming", "--agents", "randon", "x"], "did you mean 'random'"),
        (["--game", "streaming", "--agents", "random"], "at least 2 agents"),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--num-players", "9"],
            "3 to 5 players, not 9",
        ),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--option", "audiense=[]"],
            "did you mean 'audience'",
        ),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--option", "audience"],
            "key=value",
        ),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--deals", "1"],
            "at least 2 deals",
        ),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--seed", "-1"],
            "seed",
        ),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--json", "no/such/x.json"],
            "cannot write no/such/x.json",
        ),
        (
            ["--game", "streaming", "--agents", "random", "search:1", "--json", "/tmp"],
            "cannot write /tmp: it is a folder, not a file",
        ),
        (
            ["--game", "streaming", "--agents", "random", "no/model.zip"],
            "there is no model file no/model.zip",
        ),
    ],
)
def test_the_script_says_what_is_wrong(arguments, complaint):
    ran = run_script(*arguments)
    assert ran.returncode == 2
    assert complaint in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
@pytest.mark.parametrize("kind", ["--json", "--csv"])
def test_a_full_disk_is_named(kind):
    ran = run_script(
        *("--game", "streaming", "--agents", "random", "thrifty", "--deals", 2, kind, "/dev/full")
    )
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == "error: cannot write /dev/full: No space left on device"
    assert "one against a field" in ran.stdout


def test_agents_named_in_the_help_exist():
    (names,) = re.findall(r"--agents (.*) runs/x/model.zip", SCRIPT.read_text())
    assert [agents.make(name, tt.load("streaming").setting()) for name in names.split()]


def test_help_does_not_need_torch():
    program = (
        "import runpy, sys; sys.argv = ['evaluate.py', '--help']\n"
        f"try: runpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n"
        "except SystemExit: print('torch' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "search:1000" in ran.stdout
    assert ran.stdout.strip().endswith("False")
