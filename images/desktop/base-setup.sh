#!/bin/sh
# Runs once inside a fresh base as root, after its packages are installed, both for build-base.sh and for the Dockerfile.
set -eu

useradd --uid 1000 --user-group --create-home --home-dir /home/agent --shell /bin/bash agent
install -d -o 1000 -g 1000 /workspace

# One fixed machine id: D-Bus clients want the file, the root is read-only, and a desktop lives for one session.
echo 6465736b666c6565746465736b746f70 >/etc/machine-id
mkdir -p /var/lib/dbus
ln -sf /etc/machine-id /var/lib/dbus/machine-id

# Every way to git is our own (rootfs/usr/local/bin/git), which keeps it from running what repositories name.
rm /usr/lib/git-core/git
mv /usr/bin/git /usr/lib/git-core/git
ln -s ../local/bin/git /usr/bin/git
for name in receive-pack upload-archive upload-pack; do ln -sf "../lib/git-core/git-$name" "/usr/bin/git-$name"; done

# Programs that read keys, change the keyboard, show the screen elsewhere or open the display to others: parts of packages
# that are needed for something else. tests/test_forbidden.py lists what must not be there.
cd /usr/bin
rm -f dbus-monitor tigervncconfig tigervncserver vncconfig vncserver xev xhost xkbevd xkbwatch xkill xmodmap xsetpointer
cd /

# Nothing in a desktop may change its user.
find / -xdev -type f -perm /6000 -exec chmod ug-s {} +

# mmdebstrap and docker leave these as they like; no caches in the image.
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb /var/log/*.log /var/log/apt /tmp/* /run/*

# A font cache is valid for folder times to the nanosecond, which archives and layers cut off; an invalid one makes
# every program read all fonts, for a third of a second each.
mkdir -p /usr/local/share/fonts
find /usr/share/fonts /usr/local/share/fonts -type d -exec touch -d @1700000000 {} +
fc-cache -f
