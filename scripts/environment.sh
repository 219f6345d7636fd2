#!/usr/bin/env bash
# Makes the virtual environment $1 with pincite and the extras $2 (comma-separated, may be empty) in it.
# Leaves it as it is where it is up to date. `--or-core` as $3: where the extras cannot be had, the core alone will do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
venv=$1 extras=$2 or_core=${3:-}

fail() { printf 'pincite: %s\n' "$@" >&2; exit 1; }

find_python() {
    local candidate
    for candidate in ${PYTHON:-python3.11 python3 python3.12 python3.13 python}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

python=$(find_python) || fail \
    "wanted Python 3.11 or newer, found $(${PYTHON:-python3} --version 2>&1 | head -n 1)." \
    "Install it (Debian, Ubuntu: apt-get install python3.11 python3.11-venv; macOS: brew install python@3.11)," \
    "or name it: make PYTHON=/path/to/python3.11 ..."
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
"$python" -c 'import venv, ensurepip' 2>/dev/null || fail \
    "$python has no venv module, so no environment can be made." \
    "Install it: apt-get install python$version-venv"

stamp="$venv/.pincite-$(printf '%s' "$extras" | tr ',' '-')"
if [ -e "$stamp" ] && [ ! pyproject.toml -nt "$stamp" ]; then
    exit 0
fi
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"

# A test run fails on the first extra that is missing; the demo goes on with the core alone.
pip() { "$venv/bin/python" -m pip --disable-pip-version-check --no-input "$@"; }
if pip install --quiet --editable ".${extras:+[$extras]}"; then
    touch "$stamp"
elif [ "$or_core" = --or-core ]; then
    printf '\npincite: the packages of the extra "%s" could not be had (see above).\n' "$extras" >&2
    printf 'pincite: going on with the core: search by words (BM25) alone, no embedder, no cross-encoder.\n\n' >&2
    pip install --quiet --editable . || fail \
        "the core's own packages could not be had either." \
        "Check that pip reaches a package index: $venv/bin/python -m pip download --no-deps --dest /tmp typer"
else
    fail "the packages of the extras \"$extras\" could not be installed (see above)."
fi
