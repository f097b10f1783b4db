"""The script or the module that an interpreter is given to run. Pure."""

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
    """What an interpreter of this name runs, with what that is given; nothing where it is code, or
    a file whose name tells nothing."""
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
    return rest if rest and _is_script(rest[0]) else []


def _is_script(word: str) -> bool:
    return _SCRIPT.fullmatch(word) is not None and is_program_name(re.split(r"[/\\]", word)[-1])
