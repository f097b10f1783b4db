"""The person's list of default applications, `mimeapps.list`, edited without touching the rest.

The format is that of the freedesktop "Association between MIME types and applications" 1.0.1:
below `[Default Applications]`, a MIME type names its desktop entries in order of preference.
"""

import re

_HEADER = "[Default Applications]"


def with_default(text: str, mime_type: str, entry: str) -> str:
    """`text` with `entry` as the first choice for `mime_type`."""
    lines = _lines(text)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    if (header := _header(lines)) is None:
        if lines and lines[-1].strip():
            lines.append("\n")
        lines.append(f"{_HEADER}\n")
        header = len(lines) - 1
    at = _line_of(lines, header, mime_type)
    if at is None:
        lines.insert(header + 1, f"{mime_type}={entry};\n")
    else:
        others = [other for other in _entries(lines[at]) if other != entry]
        lines[at] = f"{mime_type}={';'.join([entry, *others])};\n"
    return "".join(lines)


def without_default(text: str, mime_type: str, entry: str) -> str:
    """`text` without `entry` as a choice for `mime_type`; empty when nothing else was in it."""
    lines = _lines(text)
    header = _header(lines)
    at = None if header is None else _line_of(lines, header, mime_type)
    if header is None or at is None or entry not in (choices := _entries(lines[at])):
        return text
    if others := [other for other in choices if other != entry]:
        lines[at] = f"{mime_type}={';'.join(others)};\n"
    else:
        del lines[at]
    return "" if "".join(lines).strip() == _HEADER else "".join(lines)


def _lines(text: str) -> list[str]:
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _header(lines: list[str]) -> int | None:
    return next((at for at, line in enumerate(lines) if line.strip() == _HEADER), None)


def _line_of(lines: list[str], header: int, mime_type: str) -> int | None:
    for at in range(header + 1, len(lines)):
        if lines[at].lstrip().startswith("["):
            return None
        if lines[at].partition("=")[0].strip() == mime_type:
            return at
    return None


def _entries(line: str) -> list[str]:
    return [entry.strip() for entry in line.partition("=")[2].split(";") if entry.strip()]
