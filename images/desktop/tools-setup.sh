#!/bin/sh
# Runs once as root on top of the base, after the packages of the variant with tools are installed: what base-setup.sh does
# after the base's own packages. It stands apart so that the base, and with it the image of sessions, stays what it is.
set -eu

find / -xdev -type f -perm /6000 -exec chmod ug-s {} +
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb /var/log/*.log /var/log/apt /tmp/* /run/*

# As in base-setup.sh: whole seconds, so that the cache is valid after layers have cut off the rest.
find /usr/share/fonts /usr/local/share/fonts -type d -exec touch -d @1700000000 {} +
fc-cache -f
