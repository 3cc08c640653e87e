# Sourced by build.sh and build-base.sh (sh). Progress on stderr with the elapsed time, results alone on stdout.

started=$(date +%s)
elapsed() { echo "$(($(date +%s) - started)) s"; }
say() { echo "desktop image: $* ($(elapsed))" >&2; }
fail() {
  echo "desktop image: FAILED after $(elapsed): $*" >&2
  exit 1
}

# The image of sessions, or with DESKFLEET_TOOLS=1 its variant with tools and toolkits for tests and benchmarks.
if [ "${DESKFLEET_TOOLS:-}" = 1 ]; then
  image_name=deskfleet/desktop-tools tools_files="Dockerfile.tools packages-tools.txt packages-toolkits.txt tools-setup.sh"
else
  image_name=deskfleet/desktop tools_files=
fi

# Names one package a line, comments dropped.
package_list() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' packages.txt; }

# Tags by the content of what goes in: of the base, which both variants share, and of the packages on top of it.
base_tag() {
  echo "deskfleet/desktop-base:$(cat packages.txt dpkg-excludes base-setup.sh build-base.sh | sha256sum | cut -c1-12)"
}
tools_base_tag() {
  echo "deskfleet/desktop-tools-base:$({ base_tag && cat $tools_files; } | sha256sum | cut -c1-12)"
}

have_image() { docker image inspect "$1" >/dev/null 2>&1; }

# watch LOG WHAT COMMAND…: runs it with its output in LOG, and says every 15 s how far it is.
watch() {
  log=$1 what=$2
  shift 2
  "$@" >"$log" 2>&1 &
  pid=$!
  ticks=0
  while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    ticks=$((ticks + 1))
    [ $((ticks % 15)) -ne 0 ] || say "$what … $(tail -n 1 "$log" | cut -c1-80)"
  done
  wait "$pid"
}
