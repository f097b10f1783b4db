"""Files that people already have: each has a title and its words, and what it says of jumps is read
or told."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from app.core.documents.draft import Draft
from app.core.documents.reading import read
from app.core.library.derive import untitled
from app.core.packs import translate
from app.core.packs.format import read as packs
from app.core.skills.checking.check import findings
from app.core.skills.checking.finding import KnownSkills
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse

HANDBOOK = Path(__file__).parent / "handbook"
_FENCED = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(
    r"\b(?:go|return|jump|skip|proceed)\s+(?:back\s+|directly\s+)?to\s+\**steps?\s+[0-9]+\b"
    r"|\bback to step [0-9]+\b|\b(?:repeat|redo) steps? [0-9]+\b"
    r"|\b(?:weiter mit|zurück zu) Schritt [0-9]+\b|\b(?:revenir|retourner) à l['’]étape [0-9]+\b"
    r"|\b(?:volver|vuelva) al paso [0-9]+\b",
    re.IGNORECASE,
)
"""Words that can hardly mean anything else."""


def own() -> Iterator[tuple[str, str]]:
    for path in sorted(HANDBOOK.iterdir()):
        yield path.name, path.read_text("utf-8")


def of_others(shared: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((shared / "skill-md").rglob("*.md")):
        yield str(path), path.read_bytes().decode()
    for path in sorted((shared / "packs").glob("*.gsk")):
        for skill in packs.unlock(packs.inspect(packs.read_file(path))).skills:
            yield f"{path.name} {skill.name}", translate.text_of(skill)


def untold(text: str, skill: Skill | None = None) -> list[str]:
    """The words that name the step to go to, where nothing comes of it and nobody says so."""
    if _NAMED.search(text) is None:
        return []
    skill = skill or parse(text)
    told = [
        (found.start, found.end) for found in findings(skill, KnownSkills()) if "jump" in found.code
    ]
    told += [(step.start, step.end) for step in skill.steps if step.jumps]
    told += [  # where it goes on anyway there is nothing to be read
        (step.start, step.end)
        for step, after in pairwise(skill.steps)
        if re.search(rf"\bstep {after.number}\b", step.text, re.IGNORECASE)
    ]
    told += [found.span() for found in _FENCED.finditer(text)]
    return [
        found[0]
        for found in _NAMED.finditer(text)
        if not any(start < found.end() and found.start() < end for start, end in told)
    ]


def wrong(name: str, text: str) -> list[str]:
    """What is not right about how a file is read."""
    skill = parse(text)
    said = [f"{name}: “{words}” is not read" for words in untold(text, skill)]
    if not skill.title or skill.title == untitled():
        said.append(f"{name}: no title")
    if "".join(text[block.start : block.end] for block in skill.blocks) != text:
        said.append(f"{name}: the pieces are not the text")
    draft = Draft("x.md", read(text.encode(), "x.md"))
    if draft.text.strip() != text.strip():
        said.append(f"{name}: imported as another text")
    if draft.skill.title != skill.title:
        said.append(f"{name}: imported under another title")
    return said


def test_our_own_files() -> None:
    assert [said for name, text in own() for said in wrong(name, text)] == []


def test_the_files_of_others(shared: Path) -> None:
    assert [said for name, text in of_others(shared) for said in wrong(name, text)] == []


@pytest.mark.parametrize(
    "line", ["If it fails, go to step 1.", "Back to step 1 (twice at most).", "Repeat step 1 or 2."]
)
def test_what_names_a_step_is_never_passed_over(line: str) -> None:
    assert untold(f"# T\n\n1. Do it.\n2. Look.\n3. {line}\n") == []
    assert untold(f"# T\n\nBefore. {line}\n\n1. Do it.\n") == []
