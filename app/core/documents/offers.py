"""Goals that the classic sections of a procedure suggest: what they are made of, and how."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.documents.content import Form, Passage
from app.core.documents.markers import is_dotted
from app.core.documents.roles import Span
from app.core.skills.editing.parameters import listed_names
from app.core.skills.model import GoalKind, Section, SectionKind, Skill

_LONGEST_PURPOSE = 600
_MOVED = {
    SectionKind.PURPOSE: GoalKind.SUCCESS,
    SectionKind.PREREQUISITES: GoalKind.PREREQUISITES,
}
_NAMED = {SectionKind.INPUT: GoalKind.REQUIRES, SectionKind.OUTPUT: GoalKind.PRODUCES}
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
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n")
_RESULT = re.compile(
    r"(?:expected |final |desired )?(?:result|outcome)[ \t]*:[ \t]+"
    r"|ergebnis[ \t]*:[ \t]+|résultat(?: attendu)?[ \t]*:[ \t]+"
    r"|(?:resultado|risultato|rezultat)(?: [\w]+)?[ \t]*:[ \t]+",
    re.IGNORECASE,
)
"""A paragraph that says how it ends, behind the steps."""


@dataclass(frozen=True, slots=True)
class Offer:
    """`passage` is the number of what it is made of, which stays where it is if `stays`. The
    heading of a section that goes there as a whole has no value."""

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
            moved = [*_moved(_MOVED[section.kind], section, passages, inside)]
            found += _heading(section, passages, spans, moved)
            found += moved
        elif section.kind is SectionKind.SCOPE:
            found += _excluded(section, passages, inside)
    taken = {one.passage for one in found}
    found += (one for one in _results(skill, passages, spans) if one.passage not in taken)
    return [one for one in found if one.goal not in written]


def _inside(section: Section, passages: Sequence[Passage], spans: Sequence[Span]) -> list[int]:
    """The paragraphs and items right below the heading of a section."""
    found: list[int] = []
    for n, (start, end) in enumerate(spans):
        if start < end and section.start <= start < section.end:
            if passages[n].form is Form.HEADING:
                if found:
                    break
            elif _is_its_heading(section, passages[n], start):
                continue
            elif passages[n].form in (Form.TEXT, Form.ITEM):
                found.append(n)
    return found


def _is_its_heading(section: Section, passage: Passage, start: int) -> bool:
    """Also one that is only a line, such as "Purpose:"."""
    return start == section.start and passage.text.strip(" :") == section.title.strip(" :")


def _heading(
    section: Section, passages: Sequence[Passage], spans: Sequence[Span], moved: Sequence[Offer]
) -> Iterator[Offer]:
    """The heading goes where all that stands below it goes."""
    gone = {one.passage for one in moved}
    inside = {
        n
        for n, (start, end) in enumerate(spans)
        if start < end and section.start <= start < section.end
    }
    rest = inside - gone
    if not moved or len(rest) != 1:
        return
    (n,) = rest
    is_heading = passages[n].form is Form.HEADING and spans[n][0] == section.start
    if is_heading or _is_its_heading(section, passages[n], spans[n][0]):
        yield Offer(n, moved[0].goal, "", stays=False)


def _named(goal: GoalKind, passages: Sequence[Passage], inside: Sequence[int]) -> Iterator[Offer]:
    lists = {n: listed_names(passages[n].text) for n in inside}
    if not all(lists.values()):
        return
    for n, names in lists.items():
        yield Offer(n, goal, ", ".join(f"${name}" for name in names), stays=True)


def _moved(
    goal: GoalKind, section: Section, passages: Sequence[Passage], inside: Sequence[int]
) -> Iterator[Offer]:
    plain = not any(is_dotted(passages[n].label) for n in inside)
    if plain and sum(len(passages[n].text) for n in inside) <= _LONGEST_PURPOSE:
        for n in inside:
            yield Offer(n, goal, _unlabelled(section, passages[n].text), stays=False)


def _unlabelled(section: Section, text: str) -> str:
    """What a paragraph says behind the name of its section: "Purpose: …"."""
    label, _colon, said = text.partition(":")
    names_it = label.strip().casefold() == section.title.strip(" :").casefold()
    return said.strip() if names_it and said.strip() else text


def _results(skill: Skill, passages: Sequence[Passage], spans: Sequence[Span]) -> Iterator[Offer]:
    """What paragraphs that belong to no step call the result."""
    for n, (start, end) in enumerate(spans):
        label = _RESULT.match(passages[n].text)
        if label is None or start == end or passages[n].form is not Form.TEXT:
            continue
        if not any(step.start <= start < step.end for step in skill.steps):
            yield Offer(n, GoalKind.SUCCESS, passages[n].text[label.end() :], stays=False)


def _excluded(
    section: Section, passages: Sequence[Passage], inside: Sequence[int]
) -> Iterator[Offer]:
    for n in inside:
        text = _unlabelled(section, passages[n].text)
        said = [one for one in _SENTENCE.split(text) if _EXCLUDES.search(one)]
        if said:
            yield Offer(n, GoalKind.OUT_OF_SCOPE, " ".join(said), stays=True)
