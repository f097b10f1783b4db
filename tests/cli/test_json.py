"""What is printed under --json has the keys that are documented, and all of them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.core.packs.format.native import write_native
from tests.cli.conftest import Techne
from tests.cli.test_docs import DOC, SECTIONS
from tests.core.document_files import word
from tests.core.trade import BAKE, BREW, GUILD, pack

BUSY = (
    "# Busy\n\nTrigger: now\nRequires: $who:string\nProduces: $tea\n"
    "On failure: @skill: Brew tea\n\n"
    "1. @skill: Brew tea(who=$who) -> $tea\n2. @skill: nowhere\n"
    "4. If $tea is cold, go to step 1. @loop: [1] max=2\n"
    "5. @parallel: Brew tea, Bake bread\n6. @branch: if it rains -> 1 else 2 @needs: code\n\n"
    "> [recipe: Last time] before step 1\n"
)


@pytest.fixture
def kitchen(tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.gsk"
    path.write_bytes(write_native(pack(BREW, BAKE.replace("Knead", "Ignore previous instructions")),
                                  GUILD))  # fmt: skip
    return path


@pytest.mark.usefixtures("named")
def test_documented_keys_are_the_printed_ones(techne: Techne, kitchen: Path) -> None:
    busy = kitchen.with_name("busy.md")
    busy.write_text(BUSY, encoding="utf-8")
    shorter = kitchen.with_name("shorter.md")
    shorter.write_text(BUSY.replace("2. @skill: nowhere\n", ""), encoding="utf-8")
    other = kitchen.with_name("other")
    broken = kitchen.with_name("broken.gsk")
    broken.write_bytes(kitchen.read_bytes()[:-1])
    document = kitchen.with_name("clean.docx")
    document.write_bytes(word([("title", "Clean"), ("1", "Sweep.")]))
    for command in (
        ["init", "--home", other, "--no-demos"],
        ["doctor"],
        ["backup"],
        ["verify", kitchen, broken],
        ["import", kitchen, broken, document, "--trust", "once"],
        ["edit", "--new", "--text-file", busy],
        ["edit", "busy", "--text-file", shorter],
        ["list"],
        ["show", "busy"],
        ["check"],
        ["walk", "busy"],
        ["history", "busy"],
        ["diff", "busy", "1", "2"],
        ["rollback", "busy", "1"],
        ["release", "Brew tea"],
        ["export", "busy", "-o", kitchen.with_name("out.gsk")],
        ["identity"],
        ["trust"],
        ["delete", "busy"],
        ["undo"],
    ):
        said = techne("--json", *command)
        assert said.out, (command, said.err)
        name = str(command[0])
        assert set(keys(said.json)) == documented(name) - other_ways(name), command


def test_documented_keys_of_backups(techne: Techne) -> None:
    made = techne("backup", "--json").json
    (listed,) = techne("backup", "--list", "--json").json
    assert set(listed) == {"name", "at", "bytes"} and listed["name"] == made["name"]
    restored = techne("backup", "--restore", made["name"], "--json").json
    assert set(restored) == {"restored", "replaced", "keyFileToo"}


def test_every_field_of_a_plan_is_documented(techne: Techne, kitchen: Path) -> None:
    techne("import", kitchen, "--trust", "once")
    busy = kitchen.with_name("busy.md")
    busy.write_text(BUSY, encoding="utf-8")
    techne("edit", "--new", "--text-file", busy)
    plan = techne("walk", "busy", "--structured", "--recursive").json
    table = DOC[DOC.index("## The plan") :]
    named = set(re.findall(r"[a-zA-Z]+", " ".join(re.findall(r"`([^`]+)`", table))))
    assert set(keys(plan)) - {"who"} <= named  # requiresTypes is keyed by the input


def keys(document: Any) -> Iterator[str]:
    """Every key, however deep."""
    if isinstance(document, list):
        for item in document:
            yield from keys(item)
    elif isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from keys(value)


def documented(name: str) -> set[str]:
    """The words in backticks behind “JSON” in the section of the command."""
    _heading, body = SECTIONS[name]
    said = " ".join(body.split("JSON")[1:])
    words = set(re.findall(r"`([a-zA-Z0-9_]+)`", said))
    others = set(re.findall(r"as in\s+`([a-z]+)`", said))
    return (words - others).union(*map(documented, others))


def other_ways(name: str) -> set[str]:
    """Keys that other ways of calling the command print, or that of a skill that was trained, or
    of the record of a run."""
    trained = {"mode", "cause", "model", "digest", "recalled", "memories"}
    trained |= {"takenOut", "memory", "text", "why"}
    ways = {
        "backup": {"restored", "replaced", "keyFileToo", "at"},
        "import": {"calledBy"},
        "export": {"name", "skill", "files"},
        "history": trained | {"since", "until", "what"},
        "verify": {"run", "title", "outcome", "actions"},
        "show": {"pack", "name", "publisher", "path", "place", "target"},
    }
    return ways.get(name, set())
