#!/bin/sh
# Makes .venv and installs the package with the extras named in $1 (as in ".[test]").
set -eu
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Jostle needs Python 3.11 or newer, and '$python' is not." >&2
    echo "Install one and say which: make PYTHON=python3.12 …" >&2
    exit 1
fi

if [ ! -x .venv/bin/pip ]; then
    echo "Making .venv …"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian keeps these in a package of their own.
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq python3-venv
        else
            echo "Python's venv module is missing; on Debian: sudo apt-get install python3-venv" >&2
            exit 1
        fi
    fi
    "$python" -m venv .venv
fi

echo "Installing $1 …"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable "$1"
