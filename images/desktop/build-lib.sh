# Sourced by build.sh and build-base.sh (sh). Progress on stderr with the elapsed time, results alone on stdout.

started=$(date +%s)
elapsed() { echo "$(($(date +%s) - started)) s"; }
say() { echo "desktop image: $* ($(elapsed))" >&2; }
fail() {
  echo "desktop image: FAILED after $(elapsed): $*" >&2
  exit 1
}

# The image of sessions, or with DESKFLEET_TOOLS=1 its variant with tools for tests and benchmarks.
if [ "${DESKFLEET_TOOLS:-}" = 1 ]; then
  image_name=deskfleet/desktop-tools package_files="packages.txt packages-tools.txt"
else
  image_name=deskfleet/desktop package_files=packages.txt
fi

# Names one package a line, comments dropped.
package_list() { cat $package_files | sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d'; }

# Tag of the base: by the content of what goes into it.
base_tag() {
  echo "$image_name-base:$(cat $package_files dpkg-excludes base-setup.sh build-base.sh | sha256sum | cut -c1-12)"
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
