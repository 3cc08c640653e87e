#!/bin/sh
# Entry of every command of package.json: works on a fresh clone, before anything is installed.
# usage: sh infra/run.sh <demo|start|test|check|bench|selftest|corpus|app-state> [arguments]
set -eu
cd "$(dirname "$0")/.."

command_name=${1:-}
if [ -z "$command_name" ] || [ ! -f "infra/$command_name.ts" ]; then
  echo "usage: sh infra/run.sh <demo|start|test|check|bench|selftest|corpus|app-state> [arguments]" >&2
  exit 2
fi
shift

if ! command -v node >/dev/null 2>&1; then
  echo "Deskfleet needs Node.js 20.19 or newer, and there is no \`node\` on the PATH. Install Node.js 24 LTS and try again." >&2
  exit 1
fi
node_version=$(node -p 'process.versions.node')
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  echo "Deskfleet needs Node.js 20.19 or newer; this is $node_version. Install Node.js 24 LTS and try again." >&2
  exit 1
fi
case $node_version in
20.*) echo "Node.js 20 no longer gets security fixes; it works here, Node.js 24 LTS is recommended." >&2 ;;
esac

# Packages: installed once, and again only when the lock file has changed. npm's own record of what it installed
# (node_modules/.package-lock.json) vouches for an install that was made by hand.
mkdir -p .state
lock_sum=$(cksum <package-lock.json)
stamp=.state/npm-ci.stamp
installed=node_modules/.package-lock.json
if [ -f "$installed" ] && [ -z "$(find package-lock.json -newer "$installed")" ]; then
  echo "$lock_sum" >"$stamp"
fi
if [ ! -f "$installed" ] || [ "$(cat "$stamp" 2>/dev/null || true)" != "$lock_sum" ]; then
  echo "› Packages from the npm registry (node $node_version)" >&2
  started=$(date +%s)
  npm ci --loglevel=error >.state/npm-ci.log 2>&1 &
  npm_pid=$!
  trap 'kill "$npm_pid" 2>/dev/null || true; exit 130' INT TERM
  ticks=0
  while kill -0 "$npm_pid" 2>/dev/null; do
    sleep 1
    ticks=$((ticks + 1))
    if [ $((ticks % 10)) -eq 0 ]; then echo "  npm ci is still running ($(($(date +%s) - started)) s)" >&2; fi
  done
  trap - INT TERM
  if ! wait "$npm_pid"; then
    cat .state/npm-ci.log >&2
    echo "  failed: npm ci. What to do: check that the npm registry can be reached (npm ping), then run this again." >&2
    exit 1
  fi
  echo "$lock_sum" >"$stamp"
  echo "  done ($(($(date +%s) - started)) s)" >&2
fi

exec node --conditions=source --import tsx "infra/$command_name.ts" "$@"
