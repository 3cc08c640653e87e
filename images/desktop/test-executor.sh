#!/bin/sh
# The executor's own tests, inside the image under the limits of production. They start displays of their own, so the
# desktop's entrypoint is left out. Needs an engine; builds the image if it is missing.
#   sh images/desktop/test-executor.sh [-k PATTERN]      arguments go to unittest
set -eu
cd "$(dirname "$0")"
image=$(sh build.sh)
name=deskfleet-executor-test-$$
trap 'docker rm -f "$name" >/dev/null 2>&1 || true' EXIT
trap 'exit 130' INT TERM

docker run --detach --name "$name" --init --user 1000:1000 --network none --read-only --cap-drop ALL \
  --security-opt no-new-privileges --security-opt seccomp=seccomp/desktop-userns.json \
  --memory 2g --memory-swap 2g --cpus 2 --pids-limit 512 --shm-size 256m --ipc private \
  --tmpfs /tmp:exec,nosuid,nodev,mode=1777,size=512m \
  --tmpfs /run:noexec,nosuid,nodev,mode=755,uid=1000,gid=1000,size=32m \
  --tmpfs /home/agent:exec,nosuid,nodev,mode=700,uid=1000,gid=1000,size=512m \
  --tmpfs /workspace:exec,nosuid,nodev,mode=700,uid=1000,gid=1000,size=512m \
  --entrypoint sleep "$image" 1800 >/dev/null
tar --create --exclude=__pycache__ executor rootfs | docker exec -i "$name" tar --extract --directory /home/agent
docker exec --env PYTHONDONTWRITEBYTECODE=1 --env HOME=/home/agent --workdir /home/agent "$name" \
  python3 -m unittest discover -t . -s executor/tests "$@"
