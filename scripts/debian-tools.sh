#!/bin/sh
# Install the programs that some tests run: MiniZinc with Gecode's flatzinc, and a browser.
# Needs root and apt; elsewhere it says what is missing, and the tests that need it are skipped.
missing=""
command -v minizinc >/dev/null 2>&1 && command -v fzn-gecode >/dev/null 2>&1 || missing="$missing minizinc flatzinc"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Debian's$missing …"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >/dev/null 2>&1 && exit 0
    echo "Installing$missing failed."
fi
echo "Not installed:$missing. The tests that need them will be skipped."
