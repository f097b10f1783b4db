"""Failures have codes that programs can rely on."""

import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import app
from app.core.errors import AppError
from tests.cli.conftest import Techne

DOC = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def kinds() -> list[type[AppError]]:
    """Every kind of failure that is defined anywhere."""
    for module in pkgutil.walk_packages(app.__path__, "app."):
        import_module(module.name)

    def below(kind: type[AppError]) -> Iterator[type[AppError]]:
        yield kind
        for other in kind.__subclasses__():
            if other.__module__.startswith("app."):
                yield from below(other)

    return list(below(AppError))


def test_every_kind_of_failure_has_a_code_of_its_own_that_is_documented() -> None:
    found = kinds()
    codes = [vars(kind).get("code") for kind in found]
    assert None not in codes, [kind for kind in found if "code" not in vars(kind)]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", str(code)) for code in codes)
    table = DOC.split("## Codes of failures")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `([a-z-]+)` \| \S", table, re.MULTILINE)
    assert sorted(listed) == sorted(map(str, codes))


def test_a_failure_is_a_document_for_programs(techne: Techne) -> None:
    said = techne("show", "Nothing", "--json")
    assert said.status == 1
    error = said.json["error"]
    assert error["code"] == "not-found"
    assert f"{error['message']}\n{error['hint']}\n" == said.err
    assert techne("show", "Nothing").out == ""


def test_wrong_usage_prints_no_document(home: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "app.main", "--json", "show"], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (2, "")
