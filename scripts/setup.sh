# Sourced by quickstart.sh and test.sh: go to the project's folder, make its own virtual
# environment with the pinned packages unless it is there already, and switch it on.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

find_python() {
    for candidate in python3 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "error: Python 3.11 or newer with pip and venv is needed, and none was found" >&2
    return 1
}

installed=.venv/installed-from
wanted=$(cat pyproject.toml constraints.txt | cksum)
if [ "$(cat "$installed" 2>/dev/null)" != "$wanted" ]; then
    python=$(find_python) || exit 1
    echo "Setting up .venv with $("$python" --version) and the pinned packages (1 to 3 minutes) ..."
    "$python" -m venv .venv || exit 1
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --constraint constraints.txt --editable '.[train,dev]' || exit 1
    echo "$wanted" >"$installed"
fi
. .venv/bin/activate
