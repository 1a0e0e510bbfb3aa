#!/bin/sh
# Installs what the tests of the server need besides Python and is missing: PostgreSQL, Chromium,
# Node with npm. As root on Debian it does it; elsewhere it says what to install.
set -eu

there() { command -v "$1" >/dev/null 2>&1; }

missing=""
there initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
there chromium-headless-shell || there chromium || missing="$missing chromium-headless-shell"
there node || missing="$missing nodejs"
there npm || missing="$missing npm"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! there apt-get; then
    echo "The tests of the server need$missing; on Debian: sudo apt-get install$missing" >&2
    exit 1
fi

# The tests start a PostgreSQL of their own: Debian's shall neither be made nor run.
settings=/etc/postgresql-common/createcluster.d
mkdir -p "$settings"
echo "create_main_cluster = false" >"$settings/jostle.conf"
trap 'rm -f "$settings/jostle.conf"' EXIT

echo "Installing$missing …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # one word a package
apt-get install -y -qq --no-install-recommends $missing >/dev/null
