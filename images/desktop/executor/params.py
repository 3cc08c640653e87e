"""Parsers for parameters: each takes (value, JSON Pointer) and returns the parsed value or raises INVALID_PARAMS.

They repeat what packages/contracts/src/tools says, because the executor is called by name and trusts no caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .errors import invalid

Parser = Callable[[Any, str], Any]

#: Marks a field without a default.
REQUIRED = object()


def integer(minimum: int | None = None, maximum: int | None = None) -> Parser:
    def parse(value: Any, at: str) -> int:
        if type(value) is not int:
            raise invalid(at, "an integer is needed")
        if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
            raise invalid(at, f"an integer from {minimum} to {maximum} is needed")
        return value

    return parse


def number(minimum: float, maximum: float) -> Parser:
    def parse(value: Any, at: str) -> float:
        if type(value) not in (int, float) or not minimum <= value <= maximum:
            raise invalid(at, f"a number from {minimum} to {maximum} is needed")
        return float(value)

    return parse


def boolean(value: Any, at: str) -> bool:
    if type(value) is not bool:
        raise invalid(at, "true or false is needed")
    return value


def text(minimum: int = 0, maximum: int = 1 << 20, pattern: str | None = None) -> Parser:
    """Lengths in Unicode code points; the schema counts UTF-16 units, so it is never the looser one here."""
    shape = re.compile(pattern) if pattern else None

    def parse(value: Any, at: str) -> str:
        if type(value) is not str:
            raise invalid(at, "a string is needed")
        if not minimum <= len(value) <= maximum:
            raise invalid(at, f"a string of {minimum} to {maximum} characters is needed")
        if shape and not shape.fullmatch(value):
            raise invalid(at, "the string does not have the needed form")
        return value

    return parse


def choice(*options: str) -> Parser:
    def parse(value: Any, at: str) -> str:
        if type(value) is not str or value not in options:
            raise invalid(at, f"one of {', '.join(options)} is needed")
        return value

    return parse


def list_of(item: Parser, minimum: int, maximum: int) -> Parser:
    def parse(value: Any, at: str) -> list[Any]:
        if type(value) is not list or not minimum <= len(value) <= maximum:
            raise invalid(at, f"a list of {minimum} to {maximum} items is needed")
        return [item(entry, f"{at}/{index}") for index, entry in enumerate(value)]

    return parse


def map_of(key_pattern: str, item: Parser) -> Parser:
    shape = re.compile(key_pattern)

    def parse(value: Any, at: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise invalid(at, "an object is needed")
        for key in value:
            if not shape.fullmatch(key):
                raise invalid(at, "a key does not have the needed form")
        return {key: item(entry, f"{at}/{key}") for key, entry in value.items()}

    return parse


def nullable(item: Parser) -> Parser:
    return lambda value, at: None if value is None else item(value, at)


def record(**fields: tuple[Parser, Any]) -> Parser:
    """An object with exactly these fields: name=(parser, default); REQUIRED as default makes it mandatory."""

    def parse(value: Any, at: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise invalid(at, "an object is needed")
        for key in value:
            if key not in fields:
                raise invalid(f"{at}/{key[:64]}", "unknown field; remove it")
        parsed = {}
        for name, (parser, default) in fields.items():
            if name in value:
                parsed[name] = parser(value[name], f"{at}/{name}")
            elif default is REQUIRED:
                raise invalid(f"{at}/{name}", "is missing")
            else:
                parsed[name] = default
        return parsed

    return parse


def required(parser: Parser) -> tuple[Parser, Any]:
    return (parser, REQUIRED)
