#!/bin/sh
# Installs what the tests need: in the background, services and Node's packages; meanwhile the Python
# packages.
set -eu

(tools/install_services.sh && npm install --silent --no-audit --no-fund) &
services=$!
tools/set_up.sh ".[test]" || {
    wait $services
    exit 1
}
wait $services
