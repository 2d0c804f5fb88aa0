#!/usr/bin/env bash
# Sets up what is needed and runs the tests, in two processes.
#   bash scripts/test.sh             all but the slow ones: some ten minutes, a few when compiled code is kept
#   bash scripts/test.sh -m slow     the slow ones; any arguments go to pytest
set -eu
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

ruff check .
ruff format --check .
mypy
[ $# -gt 0 ] || set -- -m 'not slow'
exec python -m pytest --numprocesses 2 --dist loadfile "$@"
