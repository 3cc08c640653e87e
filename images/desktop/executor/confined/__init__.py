"""The launcher of confined commands: a small program of its own, so that nothing of the executor's memory, threads and
descriptors reaches what it starts. docs/adr/0006-confined-commands.md says why it is made like this.

It imports nothing of the rest of the executor and little of Python, because every confined command waits for it.
"""
