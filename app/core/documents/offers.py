"""Goals that the classic sections of a procedure suggest: what they are made of, and how."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.documents.content import Form, Passage
from app.core.documents.markers import is_dotted
from app.core.documents.roles import Span
from app.core.skills.model import GoalKind, Section, SectionKind, Skill

_MOST_WORDS = 4
_LONGEST_PURPOSE = 600
_MOVED = {
    SectionKind.PURPOSE: GoalKind.SUCCESS,
    SectionKind.PREREQUISITES: GoalKind.PREREQUISITES,
}
_NAMED = {SectionKind.INPUT: GoalKind.REQUIRES, SectionKind.OUTPUT: GoalKind.PRODUCES}
_BETWEEN = re.compile(
    r"[,;\n]|\.\s|\s(?:and|und|et|y|e|și|as well as|sowie|ainsi que)\s", re.IGNORECASE
)
_BRACKETS = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset(
    {"a", "an", "the", "der", "die", "das", "den", "dem", "ein", "eine", "einen", "le", "la", "les",
     "un", "une", "des", "du", "el", "los", "las", "una", "unos", "unas", "il", "lo", "gli", "i",
     "uno", "o", "os", "as", "um", "uma", "l", "d"}
)  # fmt: skip
_EXCLUDES = re.compile(
    r"\b(?:(?:is |are )?not (?:for|meant for|applicable|covered)"
    r"|does not (?:apply|cover|include)|do(?:es)?n['’]t (?:apply|cover)|out of scope"
    r"|exclud(?:es|ed|ing)"
    r"|nicht (?:für|anwendbar)|gilt nicht|ausgenommen"
    r"|ne (?:s['’]applique|concerne|couvre) pas|exclu[st]?\b"
    r"|no (?:se aplica|aplica|es aplicable|cubre)|excluye"
    r"|non (?:si applica|riguarda|comprende)|esclus[oiae]"
    r"|não (?:se aplica|abrange|cobre)|nu (?:se aplică|acoperă|include))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


@dataclass(frozen=True, slots=True)
class Offer:
    """`passage` is the number of what it is made of, which stays where it is if `stays`."""

    passage: int
    goal: GoalKind
    value: str
    stays: bool


def offers(skill: Skill, passages: Sequence[Passage], spans: Sequence[Span]) -> list[Offer]:
    """What the sections of `skill` suggest for the goals that it does not have."""
    written = {goal.kind for goal in skill.goals}
    found: list[Offer] = []
    for section in skill.sections:
        inside = _inside(section, passages, spans)
        if section.kind in _NAMED:
            found += _named(_NAMED[section.kind], passages, inside)
        elif section.kind in _MOVED:
            found += _moved(_MOVED[section.kind], passages, inside)
        elif section.kind is SectionKind.SCOPE:
            found += _excluded(passages, inside)
    return [one for one in found if one.goal not in written]


def _inside(section: Section, passages: Sequence[Passage], spans: Sequence[Span]) -> list[int]:
    """The paragraphs and items right below the heading of a section."""
    found: list[int] = []
    for n, (start, end) in enumerate(spans):
        if start < end and section.start <= start < section.end:
            if passages[n].form is Form.HEADING:
                if found:
                    break
            elif passages[n].form in (Form.TEXT, Form.ITEM):
                found.append(n)
    return found


def named(text: str) -> list[str]:
    """The things that a list in prose names, as variables; empty where it is no such list."""
    found = []
    for part in _BETWEEN.split(_BRACKETS.sub(" ", text)):
        words = [word for word in _WORD.findall(part) if word.casefold() not in _ARTICLES]
        if not words:
            continue
        if len(words) > _MOST_WORDS or words[0][0].isdigit():
            return []
        first, *rest = words
        found.append(first[:1].lower() + first[1:] + "".join(w[:1].upper() + w[1:] for w in rest))
    return list(dict.fromkeys(found))


def _named(goal: GoalKind, passages: Sequence[Passage], inside: Sequence[int]) -> Iterator[Offer]:
    lists = {n: named(passages[n].text) for n in inside}
    if not all(lists.values()):
        return
    for n, names in lists.items():
        yield Offer(n, goal, ", ".join(f"${name}" for name in names), stays=True)


def _moved(goal: GoalKind, passages: Sequence[Passage], inside: Sequence[int]) -> Iterator[Offer]:
    plain = not any(is_dotted(passages[n].label) for n in inside)
    if plain and sum(len(passages[n].text) for n in inside) <= _LONGEST_PURPOSE:
        for n in inside:
            yield Offer(n, goal, passages[n].text, stays=False)


def _excluded(passages: Sequence[Passage], inside: Sequence[int]) -> Iterator[Offer]:
    for n in inside:
        said = [one for one in _SENTENCE.split(passages[n].text) if _EXCLUDES.search(one)]
        if said:
            yield Offer(n, GoalKind.OUT_OF_SCOPE, " ".join(said), stays=True)
