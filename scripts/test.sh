#!/usr/bin/env bash
# Sets up what is needed and runs the tests, in two processes; arguments go to pytest.
#   bash scripts/test.sh                 all tests
#   bash scripts/test.sh -m 'not slow'   the quick ones
set -eu
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

ruff check .
ruff format --check .
mypy
exec python -m pytest --numprocesses 2 --dist loadfile "$@"
