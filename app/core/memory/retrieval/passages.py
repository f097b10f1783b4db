"""What is said about an item in pieces that are compared with a question one by one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.core.memory.reading.split import short_enough
from app.core.memory.retrieval.discovery_vector import text_of
from app.core.memory.retrieval.tokenise import content
from app.core.skills.model import BlockKind, GoalKind, Skill
from app.core.skills.reading.description import description_of
from app.core.skills.reading.plain_words import goal_words, note_words, step_words


class Kind(StrEnum):
    """What a passage is of its item."""

    NAME = "name"
    ABOUT = "about"
    """Name, description and triggers together: `discovery_vector`, which is stored separately."""
    DESCRIPTION = "description"
    PACK = "pack"
    GOAL = "goal"
    AIM = "aim"
    """A goal that says what the skill is for: Trigger, Success, On completion."""
    STEP = "step"
    PROCEDURE = "procedure"
    """The steps read at once: each says little without the others."""
    NOTE = "note"
    HEADING = "heading"
    RECIPE = "recipe"
    MEMORY = "memory"
    WORD = "word"
    """One word of what says what a skill is for."""
    EVERYDAY = "everyday"
    WORK = "work"


HEAD = frozenset({Kind.NAME, Kind.ABOUT, Kind.DESCRIPTION, Kind.PACK, Kind.AIM})
"""What says what a skill is for."""
_AIMS = (GoalKind.TRIGGER, GoalKind.SUCCESS, GoalKind.ON_COMPLETION)
_LONGEST = 400
"""Characters of a passage; a longer one is about so much that it is near nothing."""
_AT_ONCE = 1000
"""Characters of the steps that are read at once, which is what an embedder reads of a text."""
_FEW_WORDS, _MOST_WORDS = 30, 80
"""Words that are passages by themselves; below the first number those of the body are taken too."""
_MOST = 400
"""Passages of one skill; a longer one is known by its beginning."""
_MARKS = re.compile(r"@\w+:?|[`*_#|$]+")


@dataclass(frozen=True, slots=True)
class Passage:
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class PackNote:
    """What the pack that a skill came in says about itself."""

    name: str
    description: str


def of_skill(skill: Skill, description: str = "", pack: PackNote | None = None) -> list[Passage]:
    """The passages of a skill, its words last. `description` stands in for a missing one."""
    name = _plain(re.sub(r"[-_]+", " ", skill.title))
    about = _plain(description_of(skill, description))
    found = [Passage(Kind.NAME, name), *_cut(Kind.DESCRIPTION, about)]
    if pack is not None:
        found += [Passage(Kind.PACK, _plain(pack.name)), *_cut(Kind.PACK, _plain(pack.description))]
        said = f"{pack.name} — {pack.description}" if pack.description else pack.name
        found.append(Passage(Kind.PACK, _plain(said)))
    found.append(Passage(Kind.ABOUT, text_of(skill, description)))
    found += _body(skill)
    unique = list(dict.fromkeys(p for p in found if len(p.text) > 2))[:_MOST]
    unnamed = [
        Passage(p.kind, _unnamed(p.text, skill.title)) if p.kind is not Kind.ABOUT else p
        for p in unique
    ]
    return [*unnamed, *_words(unnamed)]


def of_memory(title: str, text: str) -> list[Passage]:
    """The passages of a memory: nearly always one, with the headings it stood under."""
    parts = list(short_enough(text, 2 * _LONGEST))
    if parts and title:
        parts[0] = f"{title}: {parts[0]}"
    return [Passage(Kind.MEMORY, part) for part in parts]


def _body(skill: Skill) -> Iterator[Passage]:
    for goal in skill.goals:
        if goal.kind is not GoalKind.REQUIRES:  # names of inputs say little
            yield from _cut(
                Kind.AIM if goal.kind in _AIMS else Kind.GOAL, _plain(goal_words(skill, goal))
            )
    yield from _together(skill)
    for step in skill.steps:
        yield from _cut(Kind.STEP, _plain(step_words(skill, step)))
    for note in skill.notes:
        yield from _cut(Kind.NOTE, _plain(note_words(note)))
    for block in skill.blocks:
        if block.kind is BlockKind.HEADING:
            yield Passage(Kind.HEADING, _plain(skill.text[block.start : block.end]))
    for recipe in skill.recipes:
        yield Passage(Kind.RECIPE, _plain(f"{recipe.name}: {recipe.trigger}"))
        for recall in recipe.steps:
            yield Passage(Kind.RECIPE, _plain(recall.query))


def _together(skill: Skill) -> Iterator[Passage]:
    """All steps as one text; of a long skill how they begin."""
    text = " ".join(_plain(step_words(skill, step)) for step in skill.steps)
    yield Passage(Kind.PROCEDURE, next(short_enough(text, _AT_ONCE), ""))


def _words(passages: list[Passage]) -> list[Passage]:
    """Those of what says what a skill is for; where that is little, of its steps as well."""
    kinds = HEAD | {Kind.GOAL, Kind.RECIPE}
    known = _telling(p.text for p in passages if p.kind in kinds)
    if len(known) < _FEW_WORDS:
        known = _telling([*known, *(p.text for p in passages)])[:_FEW_WORDS]
    return [Passage(Kind.WORD, word) for word in known[:_MOST_WORDS]]


def _telling(texts: Iterable[str]) -> list[str]:
    said = (word for text in texts for word in content(text))
    return [word for word in dict.fromkeys(said) if not word.isdigit()]


def _cut(kind: Kind, text: str) -> list[Passage]:
    return [Passage(kind, part) for part in short_enough(text, _LONGEST)]


def _plain(text: str) -> str:
    """Without marks; `fooBar` as two words."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _MARKS.sub(" ", text))
    return " ".join(apart.split())


def _unnamed(text: str, title: str) -> str:
    """So that a sentence which many skills share, each with its own name, is one sentence."""
    for before, after in ('""', "''", "“”", "‘’"):
        text = text.replace(f"{before}{title}{after}", "this skill")
    return text
