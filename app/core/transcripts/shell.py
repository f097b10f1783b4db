"""Command lines of a shell, taken apart into the commands that do the work.

A tokeniser of its own and not `shlex`: that one goes character by character, which a command with
a file inside does not survive, and forgets which operators were quoted.
"""

import re
from collections.abc import Iterator, Sequence

from app.core.transcripts.interpreters import SHELLS, has_script, interpreted
from app.core.transcripts.naming import names

_LONGEST = 65_536
_MOST_COMMANDS = 40
_DEEPEST = 4
"""Shells inside shells."""

_HERE = re.compile(r"<<-?[ \t]*(['\"]?)([A-Za-z_][A-Za-z0-9_]*)\1")
_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\\\r?\n)
    |(?P<comment>(?<![^\s;&|()])\#[^\n]*)
    |(?P<into>\d*(?:&>>?|>>|>\||>&|<&|<<<|<>|[<>]))
    |(?P<between>\n|&&|\|\||;;&?|\|&|[;|&()])
    |(?P<word>(?>
        \$\((?>[^()]|\((?>[^()]|\([^()]*\))*\))*\)
        |(?<=[\w/.-])\([^\s()]*\)|`[^`]*`|\$?'[^']*'|"(?>[^"\\]|\\.)*"|\\.|[^\s'"\\;&|()<>`]
    )+)
    |(?P<rest>['"`\\])""",
    re.VERBOSE | re.DOTALL,
)
_OUT = re.compile(r"1?(?:>>|>\||>)|&>>?")
_PART = re.compile(r"'([^']*)'|\"((?:[^\"\\]|\\.)*)\"|\\(.)", re.DOTALL)
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=.*", re.DOTALL)

_KEYWORDS = names("do then else elif if while until { } ! time")
_HEADS = names("for select case function in done fi esac")
"""Words that start a part of the grammar that runs nothing."""
_QUIET = names(
    "cd pushd popd export set unset shopt source . true false : [ [[ test sleep echo printf "
    "umask alias ulimit wait local declare readonly return exit trap read shift break continue"
)
"""Commands beside others that do none of the work; alone they are what was done."""
_FEEDERS = names("cat echo printf yes nl")
"""Commands at the front of a pipe that only hand something on."""
_FILTERS = names(
    "head tail grep egrep fgrep rg sed awk gawk wc sort uniq less more jq yq tee cut tr column "
    "xargs cat nl fold tac rev paste"
)

_WRAPPERS = {
    "sudo": "-u -g -h -p -C -U",
    "doas": "-u -C",
    "env": "-u -C -S",
    "timeout": "-k -s",
    "gtimeout": "-k -s",
    "nice": "-n",
    "ionice": "-c -n -p",
    "stdbuf": "-i -o -e",
    "nohup": "",
    "time": "-f -o",
    "command": "",
    "builtin": "",
    "exec": "-a",
    "setsid": "",
    "caffeinate": "-t -w",
    "xvfb-run": "-n -s -e -f",
    "npx": "-p --package -c",
    "bunx": "-p --package",
    "uvx": "--from --with -p --python",
    "pipx": "--spec --python",
}
"""Commands that run another, with those of their options that take a value."""
_RUNNERS = {
    "npm": ("exec", "x"),
    "pnpm": ("exec", "dlx"),
    "yarn": ("exec", "dlx"),
    "bun": ("x",),
    "uv": ("run",),
    "pipx": ("run",),
    "poetry": ("run",),
    "pipenv": ("run",),
    "pdm": ("run",),
    "hatch": ("run",),
    "rye": ("run",),
    "bundle": ("exec",),
    "mise": ("exec", "x"),
    "rbenv": ("exec",),
    "pyenv": ("exec",),
    "direnv": ("exec",),
}
"""Commands that run another when their first word is one of these."""
_RUNNER_VALUES = names("-p --package --with --from --python --extra --group -C --filter")


def commands(line: str | Sequence[str]) -> list[list[str]]:
    """The words of each command that does work, in order; for a pipe those of its main command.

    `cd`, `echo` and the like are left off beside others, what comes after `||` too. Wrappers are
    taken away: assignments, `sudo`, `timeout 30`, `npx`, `python -m`, `bash -lc`. A list of words
    is one command. What is shown into a file, as in `echo x > a`, is `tee a`.
    """
    found = list(_taken_apart(line, 0))[:_MOST_COMMANDS]
    working = [words for words in found if program(words[0]) not in _QUIET]
    return working or found[:1]


def program(word: str) -> str:
    """The name of a program without its folder."""
    if word.isalpha():
        return word
    name = word.replace("\\", "/").rsplit("/", 1)[-1]
    for ending in (".exe", ".cmd", ".bat"):
        name = name.removesuffix(ending)
    return name


def _taken_apart(line: str | Sequence[str], depth: int) -> Iterator[list[str]]:
    pipes = [[list(line)]] if not isinstance(line, str) else _pipes(line[:_LONGEST])
    for pipe in pipes:
        words = _unwrapped(_main(pipe))
        inner = _inside(words) if depth < _DEEPEST else None
        if inner is not None:
            yield from _taken_apart(inner, depth + 1)
        elif words:
            yield words


def _pipes(line: str) -> Iterator[list[list[str]]]:
    """Each pipe of the line as its commands; one that runs only after a failure is left off."""
    pipe: list[list[str]] = [[]]
    file: list[str] = []
    otherwise, into = False, ""
    for token in _TOKEN.finditer(_without_documents(line)):
        text = token[0]
        match token.lastgroup:
            case "into":
                into = text
            case "word" | "rest" if into:
                file = _tee(into, _unquoted(text)) or file
                into = ""
            case "word" | "rest":
                pipe[-1].append(_unquoted(text))
            case "between" if text in ("|", "|&"):
                pipe.append([])
            case "between":
                if not otherwise:
                    yield [*pipe, file]
                pipe, file = [[]], []
                otherwise, into = text == "||", ""
    if not otherwise:
        yield [*pipe, file]


def _tee(into: str, file: str) -> list[str]:
    """What writes to a file, as the command that does so; nothing where none is written."""
    if not _OUT.fullmatch(into) or file.startswith(("/dev/", "$")):
        return []
    return ["tee", *(["-a"] if ">>" in into else []), file]


def _without_documents(line: str) -> str:
    """The line without the texts that `<<` puts into it."""
    if "<<" not in line:
        return line
    at = 0
    kept: list[str] = []
    while here := _HERE.search(line, at):
        body = line.find("\n", here.end())
        kept.append(line[at : here.start()])
        if body < 0:
            at = here.end()
            continue
        kept.append(line[here.end() : body])
        end = re.compile(rf"^[ \t]*{here[2]}[ \t]*$", re.MULTILINE).search(line, body + 1)
        if end is None:
            return "".join(kept)
        at = end.end()
    return "".join(kept) + line[at:]


def _unquoted(word: str) -> str:
    if "'" not in word and '"' not in word and "\\" not in word:
        return word
    return _PART.sub(_part, word.removeprefix("$") if word.startswith("$'") else word)


def _part(part: re.Match[str]) -> str:
    if part[1] is not None:
        return part[1]
    if part[2] is not None:
        return re.sub(r"\\([\"\\$`\n])", r"\1", part[2])
    return part[3]


def _main(pipe: list[list[str]]) -> list[str]:
    """The command of a pipe that does the work: the first that does not just hand something on,
    and `tee` where nothing else is done than writing a file."""
    written = [words for words in (_plain(words) for words in pipe) if words]
    programs = [program(words[0]) for words in written]
    if "tee" in programs[1:] and all(name in _FEEDERS for name in programs[:-1]):
        return written[-1]
    for number, words in enumerate(written):
        later = programs[number + 1 :]
        if programs[number] not in _FEEDERS or all(name in _FILTERS for name in later):
            return words
    return written[-1] if written else []


def _plain(words: list[str]) -> list[str]:
    """Without the words of the shell's grammar and assignments at the front."""
    at = 0
    while at < len(words) and (
        words[at] in _KEYWORDS or words[at].endswith("()") or _ASSIGNMENT.fullmatch(words[at])
    ):
        at += 1
    return [] if at < len(words) and words[at] in _HEADS else words[at:]


def _unwrapped(words: list[str]) -> list[str]:
    """Without the commands that only run another."""
    for _wrapper in range(8):
        words = _plain(words)
        if not words:
            return []
        name = program(words[0])
        if name in _RUNNERS and len(words) > 2 and words[1] in _RUNNERS[name]:
            inner = _after_options(words[2:], _RUNNER_VALUES)
        elif name in _WRAPPERS:
            inner = _after_options(words[1:], names(_WRAPPERS[name]))
            # how long, before what
            inner = inner[1:] if name.endswith("timeout") else inner
        else:
            # a script of a shell is a program, whether the shell is named before it or not
            inner = interpreted(name, words)
        if not inner:
            return words
        if inner == words or has_script(inner[0], inner[1:]):
            return inner
        words = inner
    return words


def _after_options(words: list[str], with_value: frozenset[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--":
            return words[at + 1 :]
        at += 2 if words[at] in with_value else 1
    return words[at:]


def _inside(words: list[str]) -> str | None:
    """The line that a shell is given to run, if the command is one."""
    if not words or program(words[0]).lower() not in SHELLS:
        return None
    for at, word in enumerate(words[1:-1], 1):
        if word.lower() in ("/c", "-command") or re.fullmatch(r"-[a-z]*c", word):
            return words[at + 1]
    return None
