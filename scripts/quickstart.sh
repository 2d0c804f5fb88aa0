#!/usr/bin/env bash
# Sets up what is needed, trains an agent for Streaming, and judges it: under ten minutes.
#   bash scripts/quickstart.sh [seconds of training, 270 if left out]
set -eu
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

run=runs/quickstart-$(date +%Y%m%d-%H%M%S)
python scripts/train.py --config configs/streaming.toml --seconds "${1:-270}" --out "$run"

echo
echo "Judging the agent on deals it has not seen, greedy and sampled, against three of a kind ..."
python scripts/evaluate.py --game streaming --agents "$run/model.zip" "$run/model.zip:sampled" \
    random thrifty valuer --deals 100 --workers 2 --json "$run/evaluation.json"

cat <<TXT

What is where:
  $run/model.zip         the agent: scripts/evaluate.py and tabletop_envs.agents.make take its path
  $run/evaluation.json   the figures above
  $run                   settings, learning curve, TensorBoard events, checkpoint
  tensorboard --logdir runs                    shows the curves (first: . .venv/bin/activate)
  python scripts/train.py --help               more training
TXT
