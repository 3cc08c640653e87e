"""Tests of the executor: `/usr/bin/python3 -m unittest discover -t . executor/tests` from images/desktop.

They start their own X server, window manager and buses, so they run inside the image and on any Debian host with the
packages of images/desktop/packages.txt.
"""
