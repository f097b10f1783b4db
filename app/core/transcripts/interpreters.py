"""The script or the module that an interpreter is given to run. Pure.

A script of a shell is a program of its own; one of another language is what its interpreter is told
to do: `python clean.py`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.core.transcripts.naming import names
from app.core.transcripts.plain_names import is_program_name

SHELLS = names("bash sh zsh dash ksh fish ash pwsh powershell cmd")
_ENDINGS = (
    ".sh .bash .zsh .fish .ps1 .bat .cmd .py .pyw .js .mjs .cjs .ts .mts .cts .tsx .jsx .rb .pl"
    " .php .lua .jl .R .r"
)
_SCRIPT = re.compile(rf"[^\s]*[^\s/\\](?:{'|'.join(map(re.escape, _ENDINGS.split()))})")
_NUMBERED = re.compile(r"((?:python|pip|pypy|node|ruby|perl|php|gcc|g\+\+|clang|lua))[\d.-]+")


class _Options(NamedTuple):
    """The options that take the next word as their value, and the one that has code behind it."""

    with_value: str = ""
    code: str = "-e"


_PYTHON = _Options("-X -W --check-hash-based-pycs", "-[a-zA-Z]*c")
_TYPESCRIPT = _Options("-P --project --tsconfig -r --require", "-[a-z]*[ep]|--eval|--print")
_OPTIONS = {
    **dict.fromkeys(SHELLS, _Options("-o -O -ExecutionPolicy", "-[a-z]*[cs]|-[cC]ommand")),
    **dict.fromkeys(("python", "pypy", "py"), _PYTHON),
    "node": _Options(
        "-r --require --import --loader --experimental-loader -C --conditions",
        "-[a-z]*[ep]|--eval|--print",
    ),
    **dict.fromkeys(("tsx", "ts-node"), _TYPESCRIPT),
    "ruby": _Options("-I -r -C", "-[a-zA-Z]*e"),
    "perl": _Options("-I", "-[a-zA-Z0-9]*[eE]"),
    "php": _Options("-d -c", "-[a-z]*r"),
    "lua": _Options("-l"),
    "julia": _Options("-p -t -L", "-[eE]|--eval|--print"),
    "Rscript": _Options(),
    "deno": _Options("-c --config --import-map"),
    "bun": _Options("--tsconfig-override -c --config", "-[ep]|--eval|--print"),
}
_WITH_RUN = names("deno bun")
"""These are told to `run` a script, or are given it at once."""


def without_number(name: str) -> str:
    """The name of a program without its version: `python3.11` is `python`."""
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else name


def interpreted(name: str, words: Sequence[str]) -> list[str]:
    """What an interpreter of this name runs, with what that is given, behind the interpreter if it
    is no shell; nothing where it is code, or a file whose name tells nothing."""
    own = without_number(name)
    if own not in _OPTIONS:
        return []
    with_value, code = names(_OPTIONS[own].with_value), re.compile(_OPTIONS[own].code)
    rest = list(words[2 if own in _WITH_RUN and words[1:2] == ["run"] else 1 :])
    while rest and rest[0].startswith("-") and rest[0] != "-":
        option = rest[0]
        if _OPTIONS[own] is _PYTHON and re.fullmatch(r"-[a-zA-Z]*m", option):
            return rest[1:]
        if code.fullmatch(option):
            return []
        rest = rest[2 if option in with_value else 1 :]
    if not rest or not script(rest[0]):
        return []
    return rest if own in SHELLS else [own, *rest]


def script(word: str) -> str:
    """The name of the script at this path; empty where it is none, or might be a value."""
    name = re.split(r"[/\\]", word)[-1]
    return name if _SCRIPT.fullmatch(word) and is_program_name(name) else ""


def has_script(program: str, words: Sequence[str]) -> bool:
    """Whether the first word behind a program is a script that it is to run."""
    return program in _OPTIONS and program not in SHELLS and bool(words) and bool(script(words[0]))


def interpreter(tool: str) -> str:
    """Of a call of a script, `shell python clean.py`, the part without it; empty for any other."""
    kind, *words = tool.split(" ")
    return f"{kind} {words[0]}" if len(words) > 1 and has_script(words[0], words[1:]) else ""
