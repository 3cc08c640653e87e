#!/bin/sh
# Makes the desktop image, tagged by its content, and prints the tag; does nothing if the engine has it already.
#   sh images/desktop/build.sh              build what is missing
#   sh images/desktop/build.sh --tag-only   only print the tag
# DESKFLEET_TOOLS=1 makes the variant with the tools of packages-tools.txt, deskfleet/desktop-tools:<content>.
# DESKFLEET_BASE=registry|packages skips the choice between the two ways to a base. Safe to run several times at once.
set -eu
cd "$(dirname "$0")"
. ./build-lib.sh

# What goes into the image, in one order everywhere. Tests, documents and the seccomp profiles stay outside.
image_files() {
  {
    echo Dockerfile
    echo base-setup.sh
    echo dpkg-excludes
    printf '%s\n' $package_files
    find rootfs samples executor -type f ! -name '*.pyc' ! -name '*.md' ! -path '*/tests/*' ! -name 'test_*' 2>/dev/null || true
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

# build BASE: the layers on top of BASE.
build() { DOCKER_BUILDKIT=0 docker build --force-rm --build-arg BASE="$1" --build-arg PACKAGES="$package_files" --tag "$tag" - <"$work/context.tar"; }

from_registry() {
  { have_image debian:bookworm-slim || timeout 180 docker pull debian:bookworm-slim; } && build debian:bookworm-slim
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
  if watch "$log" "registry" from_registry; then
    say "ready: $tag"
    echo "$tag"
    exit 0
  fi
  [ "$how" != registry ] || {
    tail -n 15 "$log" >&2
    fail "the registry way did not work (above)"
  }
  say "no registry: $(tail -n 1 "$log" | cut -c1-160)"
fi
have_image "$base" || sh build-base.sh >/dev/null
say "adding our files"
watch "$log" "files" build "$base" || {
  tail -n 15 "$log" >&2
  fail "docker build did not finish (above)"
}
say "ready: $tag"
echo "$tag"
