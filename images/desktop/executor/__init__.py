"""The desktop's executor: JSON-RPC 2.0 over stdio, started as `python3 -u -m executor`."""

VERSION = "0.1.0"
