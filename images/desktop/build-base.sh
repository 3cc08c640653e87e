#!/bin/sh
# Makes the base of the desktop image from Debian's packages in one step, without any image registry:
# mmdebstrap unpacks and configures them on the host side, docker imports the result. Needs root and about 3 minutes.
# Prints the tag of the base on stdout. DESKFLEET_DEBIAN_MIRROR names another mirror or sources.list file.
set -eu
cd "$(dirname "$0")"
. ./build-lib.sh

tag=$(base_tag)
if have_image "$tag"; then
  echo "$tag"
  exit 0
fi

[ "$(id -u)" = 0 ] || fail "no registry answered, and making the base from Debian's packages needs root. Run 'sudo sh images/desktop/build.sh', or make debian:bookworm-slim reachable for the engine"
if ! command -v mmdebstrap >/dev/null; then
  command -v apt-get >/dev/null || fail "no registry answered, and this is no Debian with mmdebstrap. Make debian:bookworm-slim reachable for the engine"
  say "installing mmdebstrap"
  log=$(mktemp)
  { apt-get update && apt-get install -y --no-install-recommends mmdebstrap debian-archive-keyring; } >"$log" 2>&1 ||
    { tail -n 15 "$log" >&2; fail "apt-get could not install mmdebstrap (above)"; }
fi

# mmdebstrap does not read the host's apt settings; take over its proxy, by the environment so that it is not kept in the image.
proxy=
eval "$(apt-config shell proxy Acquire::http::Proxy)"
[ -z "$proxy" ] || export http_proxy="$proxy"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

bootstrap() {
  # A pipe hides the first command's failure, and an import of half an archive can succeed: keep the status apart.
  {
    mmdebstrap --variant=minbase --dpkgopt=dpkg-excludes \
      --include="$(package_list | paste -sd,)" \
      --customize-hook='cp base-setup.sh "$1/base-setup.sh"' \
      --customize-hook='chroot "$1" sh /base-setup.sh' \
      --customize-hook='rm "$1/base-setup.sh"' \
      bookworm - ${DESKFLEET_DEBIAN_MIRROR:-} && touch "$work/complete"
  } | docker import --change 'ENV LANG=C.UTF-8' - >"$work/id"
}

say "making the base from $(package_list | wc -l) Debian packages and what they need"
if ! watch "$work/log" "packages" bootstrap || [ ! -e "$work/complete" ]; then
  [ ! -s "$work/id" ] || docker rmi "$(cat "$work/id")" >/dev/null
  tail -n 25 "$work/log" >&2
  fail "mmdebstrap or docker import did not finish (above)"
fi
docker tag "$(cat "$work/id")" "$tag"
say "base ready: $tag"
echo "$tag"
