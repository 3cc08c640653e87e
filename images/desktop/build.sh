#!/bin/sh
# Makes the desktop image, tagged by its content, and prints the tag; does nothing if the engine has it already.
#   sh images/desktop/build.sh              build what is missing
#   sh images/desktop/build.sh --tag-only   only print the tag
#   sh images/desktop/build.sh --tools      the variant with tools and toolkits, deskfleet/desktop-tools:<content>; may come
#                                           before --tag-only, and DESKFLEET_TOOLS=1 says the same
# DESKFLEET_BASE=registry|packages skips the choice between the two ways to a base. Safe to run several times at once.
set -eu
cd "$(dirname "$0")"
if [ "${1:-}" = --tools ]; then
  DESKFLEET_TOOLS=1
  shift
fi
. ./build-lib.sh

# What goes into the image, in one order everywhere. Tests, documents and the seccomp profiles stay outside.
image_files() {
  {
    echo Dockerfile
    echo base-setup.sh
    echo dpkg-excludes
    echo packages.txt
    [ -z "$tools_files" ] || printf '%s\n' $tools_files
    find rootfs ${tools_files:+rootfs-tools} samples executor -type f ! -name '*.pyc' ! -path '*/.*_cache/*' ! -path 'executor/*.md' ! -path '*/tests/*' ! -name 'test_*' 2>/dev/null || true
  } | LC_ALL=C sort
}

# Content and names; of the modes only "executable", as git keeps it, so that every clone gets the same tag.
image_tag() {
  {
    image_files | xargs -d '\n' sha256sum
    image_files | while IFS= read -r file; do if [ -x "$file" ]; then echo "executable $file"; fi; done
  } | sha256sum | cut -c1-12 | sed "s,^,$image_name:,"
}

# The context as an archive with owners, times and modes of its own: a clone made under umask 077 builds the same image.
context() {
  image_files | tar --create --no-recursion --mode=u+w,go-w,a+rX --owner=0 --group=0 --numeric-owner --mtime=@0 --files-from=-
}

# Keeps the context as it is now, and its tag: an edit while we build must not get the tag of what was there before.
take_snapshot() {
  for _try in 1 2 3 4 5; do
    tag=$(image_tag)
    context >"$work/context.tar"
    [ "$(image_tag)" != "$tag" ] || return 0
  done
  fail "files in images/desktop keep changing"
}

# build TAG OPTION…: from the context. The host's network, because an engine need not have one of its own for containers, and
# its proxy for apt, which docker keeps out of the image by itself.
build() {
  built=$1
  shift
  proxy=
  ! command -v apt-config >/dev/null || eval "$(apt-config shell proxy Acquire::http::Proxy)"
  DOCKER_BUILDKIT=0 docker build --force-rm --network host ${proxy:+--build-arg "http_proxy=$proxy"} --tag "$built" "$@" \
    - <"$work/context.tar"
}

from_registry() {
  { have_image debian:bookworm-slim || timeout 180 docker pull debian:bookworm-slim; } &&
    build "$base" --target base --build-arg BASE=debian:bookworm-slim
}

case ${1:-} in
--tag-only)
  image_tag
  exit 0
  ;;
"") ;;
*) fail "unknown option $1" ;;
esac

command -v docker >/dev/null || fail "no docker client in PATH"
docker version >/dev/null 2>&1 || fail "the Docker engine does not answer: start it, or set DOCKER_HOST"

# One build at a time for each user, whichever clone it comes from.
exec 9>"${TMPDIR:-/tmp}/deskfleet-image-$(id -u).lock"
flock -n 9 || {
  say "another build is running, waiting for it"
  flock 9
}
work=$(mktemp -d)
log=$work/log
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
take_snapshot
if have_image "$tag"; then
  say "$tag exists"
  echo "$tag"
  exit 0
fi

base=$(base_tag)
how=${DESKFLEET_BASE:-auto}
if [ "$how" != packages ] && ! have_image "$base"; then
  say "asking the registry for debian:bookworm-slim"
  watch "$log" "registry" from_registry || {
    [ "$how" != registry ] || {
      tail -n 15 "$log" >&2
      fail "the registry way did not work (above)"
    }
    say "no registry: $(tail -n 1 "$log" | cut -c1-160)"
  }
fi
have_image "$base" || sh build-base.sh >/dev/null
if [ -n "$tools_files" ]; then
  tools_base=$(tools_base_tag)
  have_image "$tools_base" || {
    say "adding the packages of tools and toolkits"
    watch "$log" "packages" build "$tools_base" --file Dockerfile.tools --build-arg BASE="$base" || {
      tail -n 15 "$log" >&2
      fail "the packages could not be installed (above); Debian's package mirror has to be reachable from a container"
    }
  }
  base=$tools_base
fi
say "adding our files"
watch "$log" "files" build "$tag" --build-arg BASE="$base" || {
  tail -n 15 "$log" >&2
  fail "docker build did not finish (above)"
}
say "ready: $tag"
echo "$tag"
