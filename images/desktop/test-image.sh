#!/bin/sh
# Tests the image, in its variant with tools (build.sh), inside desktops that are started with the flags of production, for both displays and both seccomp
# profiles, and the ways a desktop ends. Needs an engine; builds the image if it is missing. Numbers are printed as
# they are met: start (docker run until the env file), memory of the idle desktop, size of the image.
#   sh images/desktop/test-image.sh [-k PATTERN]      arguments go to unittest
set -eu
cd "$(dirname "$0")"
shipped=$(sh build.sh)
image=$(DESKFLEET_TOOLS=1 sh build.sh)
name=deskfleet-image-test-$$
trap 'docker rm -f "$name" >/dev/null 2>&1 || true' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "FAILED: $*" >&2
  docker logs "$name" >&2 || true
  exit 1
}

# start DISPLAY PROFILE [OPTION…]
start() {
  display=$1 profile=$2
  shift 2
  docker run --detach --name "$name" --init --user 1000:1000 --network none --read-only --cap-drop ALL \
    --security-opt no-new-privileges --security-opt "seccomp=seccomp/$profile.json" \
    --memory 2g --memory-swap 2g --cpus 2 --pids-limit 512 --shm-size 256m --ipc private \
    --ulimit nofile=1024:4096 --ulimit core=0 \
    --tmpfs /tmp:exec,nosuid,nodev,mode=1777,size=512m \
    --tmpfs /run:noexec,nosuid,nodev,mode=755,uid=1000,gid=1000,size=32m \
    --tmpfs /home/agent:exec,nosuid,nodev,mode=700,uid=1000,gid=1000,size=512m \
    --tmpfs /workspace:exec,nosuid,nodev,mode=700,uid=1000,gid=1000,size=512m \
    --env "DESKFLEET_DISPLAY=$display" "$@" "$image" >/dev/null
}

await_up() {
  docker exec "$name" timeout 20 sh -c 'until [ -e /run/deskfleet/env ]; do sleep 0.02; done' ||
    fail "no env file after 20 s"
}

await_end() { timeout 20 docker wait "$name" || fail "the container still runs"; }

# ended REASON: the container ends by itself with an error, and its log says why.
ended() {
  [ "$(await_end)" = 1 ] || fail "exit status is not 1"
  docker logs "$name" 2>&1 | grep -F "deskfleet-desktop: $1" || fail "the log does not say: $1"
  docker rm "$name" >/dev/null
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

for case in "xvnc desktop 1280x800" "xvfb desktop 1024x768" "xvnc desktop-userns 1280x800"; do
  set -- $case -- "$@"
  display=$1 profile=$2 screen=$3
  shift 4
  began=$(milliseconds)
  start "$display" "$profile" --env "DESKFLEET_SCREEN=$screen"
  await_up
  echo "== $display, $profile, $screen: up after $(($(milliseconds) - began)) ms," \
    "idle memory $(docker stats --no-stream --format '{{.MemUsage}}' "$name")"
  tar --create --exclude=__pycache__ tests | docker exec -i "$name" tar --extract --directory /tmp
  docker exec --env "SECCOMP_PROFILE=$profile" --env PYTHONDONTWRITEBYTECODE=1 --workdir /tmp/tests "$name" \
    python3 -m unittest "$@" || fail "$display, $profile"
  docker rm -f "$name" >/dev/null
done

echo "== nothing in the image of sessions gets around the gates: $shipped"
tools=$image image=$shipped
start xvnc desktop-userns
await_up
docker exec -i "$name" sh -c 'cat >/tmp/test_forbidden.py' <tests/shipped/test_forbidden.py
docker exec --workdir /tmp "$name" python3 -m unittest test_forbidden || fail "forbidden programs"
docker rm -f "$name" >/dev/null
image=$tools

echo "== a desktop whose display, bus or window manager dies ends, and says which"
for part in "Xvnc:the X server" "openbox:the window manager" "dbus-daemon:the session bus" \
  "at-spi-bus-laun:the accessibility bus"; do
  start xvnc desktop
  await_up
  docker exec "$name" sh -c 'kill -9 "$(pgrep -o -x "$1")"' sh "${part%%:*}"
  ended "${part#*:} ended (status 137)"
done
start xvnc desktop --tmpfs /usr/share/X11 # no keyboard maps: the server cannot start
ended "the X server ended"

echo "== wrong settings are refused"
for setting in DESKFLEET_SCREEN=1280x DESKFLEET_SCREEN='1x1;id' DESKFLEET_DISPLAY=wayland; do
  start xvnc desktop --env "$setting"
  ended "${setting%%=*} must be"
done

echo "== an accessibility bus that comes up late is waited for"
late=$(mktemp -d)
trap 'docker rm -f "$name" >/dev/null 2>&1 || true; rm -rf "$late"' EXIT
docker run --rm --entrypoint cat "$image" /usr/libexec/at-spi-bus-launcher >"$late/launcher"
# Slow where the entrypoint starts it, quick where the session bus would: it must not be asked for before it is there.
printf '#!/bin/sh\n[ "${1:-}" != --launch-immediately ] || sleep 1.5\nexec /usr/libexec/launcher "$@"\n' >"$late/slow"
chmod 755 "$late" "$late"/*
start xvnc desktop --volume "$late/launcher:/usr/libexec/launcher:ro" --volume "$late/slow:/usr/libexec/at-spi-bus-launcher:ro"
await_up
sleep 2 # by then a slow one that finds its name taken has ended, and the desktop with it
docker exec "$name" test -e /run/deskfleet/env || fail "the accessibility bus that was started is not the one in use"
docker rm -f "$name" >/dev/null

echo "== a stop is quick and clean"
start xvnc desktop
await_up
began=$(milliseconds)
docker stop --time 8 "$name" >/dev/null
took=$(($(milliseconds) - began))
[ "$took" -lt 4000 ] || fail "stop took $took ms"
[ "$(await_end)" = 0 ] || fail "exit status not 0 after a stop"

python3 seccomp/generate.py --check
echo "== all passed: $shipped, $(docker image inspect --format '{{.Size}}' "$shipped" | awk '{printf "%.0f MB", $1 / 1e6}')"
