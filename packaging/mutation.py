"""How many small changes to a module its tests notice: mutation testing by mutmut.

    python packaging/mutation.py [MODULE ...] [--most N] [--write]

Without a name, every module of `mutation.toml`. Needs `pip install techne[test,mutation]` and a
system that can fork. Of the mutants of a module as many as `--most` are drawn, always the same
ones; what nobody could notice is listed in `mutation.toml` and does not count. Ends with status 1
where a module stays below the share that `docs/testing.md` promises; `--write` puts the figures
there.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from console import say

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "testing.md"
SEED = 9
MOST = 200
"""Mutants of a module that are tried: the share is then known to within 5 in 100."""
LEAST = 0.85
_TAIL = 4_000
"""Characters of what mutmut says when it fails: the end has the reason."""
_COPIED = ("app", "docs", "packaging", "resources", "tests", "pyproject.toml",
           "CHANGELOG.md", "LICENSE", "README.md", "THIRD_PARTY_NOTICES.md")  # fmt: skip
_SURVIVED = frozenset([0, 5, 33])
"""How pytest ends when nothing failed, and what mutmut says when no test runs the line."""
_SQL = re.compile(
    r"\b(?:select|insert into|delete from|update \w+ set|values|where|join|order by)\b"
    r"|[=<>] ?\?|\bin \(\?", re.IGNORECASE
)  # fmt: skip
_NAMES = """
import sys
from pathlib import Path
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name
path = Path(sys.argv[1])
found = mutate_file_contents(str(path), path.read_text("utf-8"))
print("\\n".join(get_mutant_name(path, name) for name in found.mutant_names))
"""


@dataclass(frozen=True, slots=True)
class Change:
    """A mutant, by the line before and after it."""

    was: str
    now: str

    @property
    def is_spelling(self) -> bool:
        """SQL reads small and capital letters alike."""
        return self.was.lower() == self.now.lower() and _SQL.search(self.was) is not None


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one module: `drawn` of `whole` mutants, and what became of them."""

    module: str
    whole: int
    drawn: int
    equivalent: int
    survivors: tuple[str, ...]

    @property
    def killed(self) -> int:
        return self.drawn - self.equivalent - len(self.survivors)

    @property
    def share(self) -> float:
        return self.killed / max(1, self.drawn - self.equivalent)

    @property
    def row(self) -> str:
        """The line of the table."""
        counts = f"{self.whole} | {self.drawn} | {self.equivalent} | {self.killed}"
        return f"| `{self.module}` | {counts} | {self.share:.0%} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--write", action="store_true", help="put the figures into the page")
    chosen = parser.parse_args()
    table = tomllib.loads((ROOT / "packaging" / "mutation.toml").read_text("utf-8"))["module"]
    if unknown := set(chosen.modules) - set(table):
        parser.error(f"not in mutation.toml: {', '.join(sorted(unknown))}")
    below = 0
    for module in chosen.modules or table:
        for old in outdated(module, table[module]):
            say(f"  not in {module} any more: {old}")
        found = measure(module, table[module], chosen.most)
        for survivor in found.survivors:
            say(survivor)
        say(found.row)
        below += found.share < LEAST
        if chosen.write:
            write(found)
    return 1 if below else 0


def outdated(module: str, about: Mapping[str, Any]) -> Iterator[str]:
    """The lines of equivalent changes that the module does not have any more."""
    source = " ".join((ROOT / module).read_text("utf-8").split())
    for equivalent in about.get("equivalent", ()):
        if equivalent["was"] not in source:
            yield equivalent["was"]


def measure(module: str, about: Mapping[str, Any], most: int) -> Figures:
    """Try the mutants of one module, on a copy of all there is: nothing leads to the sources."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as made:
        folder = Path(made)
        for name in _COPIED:
            _copy(ROOT / name, folder / name)
        (folder / "setup.cfg").write_text(_settings(module, about["tests"]), encoding="utf-8")
        names = _run(folder, "-c", _NAMES, module).split()
        drawn = random.Random(SEED).sample(names, min(most, len(names)))
        _run(folder, "-m", "mutmut", "run", "--max-children", "1", *drawn)
        stored = json.loads((folder / "mutants" / f"{module}.meta").read_text("utf-8"))
        ended = stored["exit_code_by_key"]
        alive = [mutant for mutant in drawn if ended[mutant] in _SURVIVED]
        equal = {Change(e["was"], e["now"]) for e in about.get("equivalent", ())}
        changes = [(m, _change(_run(folder, "-m", "mutmut", "show", m))) for m in alive]
    survivors = tuple(
        f"  {mutant}\n    - {change.was}\n    + {change.now}"
        for mutant, change in changes
        if change not in equal and not change.is_spelling
    )
    return Figures(module, len(names), len(drawn), len(changes) - len(survivors), survivors)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy2(source, target)


def _settings(module: str, tests: list[str]) -> str:
    """What a sentence to people says is not changed: that is a matter of wording."""
    return "\n".join((
        "[mutmut]",
        "source_paths=app",
        f"only_mutate={module}",
        "do_not_mutate_patterns=\\b_\\(|\\bngettext\\(",
        *_lines("also_copy", [one for one in _COPIED if one not in ("app", "tests")]),
        *_lines("pytest_add_cli_args_test_selection", tests),
        *_lines("pytest_add_cli_args", ["-pno:cacheprovider", "--hypothesis-profile=mutation"]),
        "",
    ))  # fmt: skip


def _lines(name: str, values: list[str]) -> Iterator[str]:
    yield f"{name}="
    yield from (f"    {value}" for value in values)


def _run(folder: Path, *arguments: str) -> str:
    """What it prints; ends the command with its output where it fails."""
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environ, capture_output=True, check=False,
        encoding="utf-8", stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}"[-_TAIL:]
        raise SystemExit(f"{said}\nmutmut could not be run.")
    return done.stdout


def _change(diff: str) -> Change:
    """The lines before and after a mutant, of what mutmut shows."""

    def side(sign: str) -> str:
        lines = re.findall(rf"^{re.escape(sign)}(?!{re.escape(sign * 2)})(.*)$", diff, re.MULTILINE)
        return " ".join(line.strip() for line in lines)

    return Change(side("-"), side("+"))


def write(found: Figures) -> None:
    """Put the figures of one module into its row of the page."""
    page = PAGE.read_text("utf-8")
    row = rf"^\| `{re.escape(found.module)}` \|.*$"
    PAGE.write_text(re.sub(row, found.row, page, flags=re.MULTILINE), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
