"""What keeps git from running programs that a repository names, in the environment of every program that is started.

Settings whose names a repository invents (filters, text conversions, merge drivers) cannot be listed beforehand: those
are overridden by the image's own `git` (rootfs/usr/local/bin/git), which asks the repository for their names.
"""

from __future__ import annotations

_SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "core.editor": "true",
    "core.attributesFile": "/dev/null",
    "core.askPass": "true",
    "core.sshCommand": "false",
    "credential.helper": "",
    "interactive.diffFilter": "cat",
    "log.showSignature": "false",
    "gpg.program": "false",
    "gpg.ssh.program": "false",
    "gpg.x509.program": "false",
    "submodule.recurse": "false",
    "diff.ignoreSubmodules": "all",
    "protocol.ext.allow": "never",
}
GIT_SAFE = {
    "GIT_PAGER": "cat",
    "PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_CONFIG_COUNT": str(len(_SETTINGS)),
    **{f"GIT_CONFIG_KEY_{index}": name for index, name in enumerate(_SETTINGS)},
    **{f"GIT_CONFIG_VALUE_{index}": value for index, value in enumerate(_SETTINGS.values())},
}
