"""The procedures of a handbook as Word, PDF, OpenDocument and web page say what their text says."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.core.documents.draft import Draft
from app.core.documents.reading import read
from app.core.skills.model import SectionKind, Skill
from app.core.skills.reading.grammar import parse
from tests.core.document_files import Part, html, odt_parts, pdf, word

HANDBOOK = Path(__file__).parent / "handbook"
FILES = sorted(file for file in HANDBOOK.iterdir() if file.suffix in (".md", ".txt"))
_HEADING = re.compile(r"\d\.?\s+\w+(?: \w+){0,2}")
Make = Callable[[Sequence[Part]], bytes]
_NUMBERED = re.compile(r"(?P<indent> *)\d+[.)] +\S.*")


def counted(make: Make) -> Make:
    """The numbers of plain lists are counted by the program that writes the document."""
    return lambda given: make(
        [(kind, text.partition(" ")[2] if kind.isdigit() else text) for kind, text in given]
    )


MAKES: dict[str, Make] = {
    "docx": counted(word),
    "pdf": pdf,
    "odt": counted(odt_parts),
    "html": counted(html),
}


def parts(text: str) -> list[Part]:
    """The lines of a handbook page as a person would type them into a word processor."""
    found: list[Part] = []
    skill = parse(text)
    headings = {section.title.strip() for section in skill.sections}
    loud = any(line.isupper() for line in text.split("\n")[1:])  # headings in capitals
    for line in text.split("\n"):
        words = line.strip()
        marks = re.match(r"#+\s+", words)
        if not words:
            continue
        if marks is not None:
            level = len(marks[0].strip())
            found.append(("title" if level == 1 else f"h{level - 1}", words[marks.end() :]))
        elif words == skill.title:
            found.append(("title", words))
        elif words in headings or words.isupper() or (_HEADING.fullmatch(words) and not loud):
            found.append(("h1", words))
        elif (item := _NUMBERED.fullmatch(line)) is not None:
            found.append(("2" if item["indent"] else "1", words))
        elif re.fullmatch(r"\*\*[^*]+\*\*", words):
            found.append(("b", words.strip("*")))
        else:
            found.append(("p", words))
    return found


def steps(skill: Skill) -> list[str]:
    return [" ".join(re.sub(r"[*_`\[\]]", "", step.text).split()) for step in skill.steps]


def jumps(skill: Skill) -> list[tuple[int, str, int | None]]:
    return [(step.position, jump.kind, jump.target) for step in skill.steps for jump in step.jumps]


def kinds(skill: Skill) -> set[SectionKind]:
    """What became a goal is no section any more."""
    moved = {SectionKind.PURPOSE, SectionKind.PREREQUISITES}
    return {section.kind for section in skill.sections} - moved


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_page_of_a_handbook(file: Path, make: str) -> None:
    text = file.read_text("utf-8")
    meant = parse(text)
    found = Draft(f"x.{make}", read(MAKES[make](parts(text)), f"x.{make}")).skill
    assert found.title == meant.title
    assert steps(found) == steps(meant)
    assert [step.path for step in found.steps] == [step.path for step in meant.steps]
    assert jumps(found) == jumps(meant)
    assert [phase.title for phase in found.phases] == [phase.title for phase in meant.phases]
    assert kinds(found) == kinds(meant)
