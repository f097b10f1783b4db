"""Ways through the steps that name none: *start over*, *one step back*, *go to 5*."""

import re
from collections.abc import Iterator

from app.core.skills.reading.deleted import is_hidden
from app.core.skills.reading.numerals import COUNTING
from app.core.skills.reading.prose.found import Found, Ground, Reach

QUOTED = re.compile(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|„[^“”\n]{1,300}[“”]")
_LED = 60
"""Characters in front of a name in quotes in which the verb is that leads there."""
_QUOTES = ('"', "“", "«", "„")
_SEVERAL = 2
_ARROWS = ("→", "->", "=>")
_ARROW = re.compile(r"\w[^\S\n]*(?:→|->|=>)[^\S\n]*(?P<number>[0-9]{1,3})(?=\s*(?:[.,;)]|\Z|\n))")
_BACK_ALONE = re.compile(r"back|zuruck|indietro|inapoi")
_BEGINNING = re.compile(
    r"\b(?:beginning|start|top|inceput|inceputul|inceputului|capat|principio|inicio|comienzo|debut"
    r"|anfang|vorne?|beginn|inizio|capo|comeco|scratch|cero|zero)\Z"
)
"""The word for the first step in a phrase."""


def over(ground: Ground) -> Iterator[Found]:
    """All from the beginning, or so many steps back."""
    language = ground.language
    for said in language.stepping_back.finditer(ground.low, ground.left, ground.right):
        count = said.groupdict().get("count") or said.groupdict().get("number") or ""
        by = int(count) if count.isdigit() else COUNTING[language.code].get(count, 1)
        place = ground.targets.neighbour(ground.here, -by)
        reach = Reach(place, place, *said.span())
        yield Found(language, "back", said.start(), said.end(), said.start(), reach)
    if ground.targets.count:
        for said in language.starting_over.finditer(ground.low, ground.left, ground.right):
            begin = _BEGINNING.search(ground.low, said.start(), said.end())
            left, right = begin.span() if begin is not None else (said.end(), said.end())
            reach = Reach(1, 1, left, right)
            yield Found(language, "back", said.start(), said.end(), said.start(), reach)


def _follows_a_word(ground: Ground, at: int) -> bool:
    """Whether no clause begins there: "turn the dial back to 3"."""
    opening = ground.language.clause_opening
    return at > ground.left and not opening.search(ground.low, max(ground.left, at - 40), at)


def beside(said: str) -> frozenset[str]:
    """Which of `arrows` and `quotes` there are in the folded words of a step."""
    found = []
    if sum(map(said.count, _ARROWS)) >= _SEVERAL:
        found.append("arrows")
    if any(map(said.__contains__, _QUOTES)):
        found.append("quotes")
    return frozenset(found)


def arrows(ground: Ground) -> Iterator[Found]:
    """Several numbers behind arrows: "pass → 3, fail → 2"."""
    arrows = list(_ARROW.finditer(ground.low, ground.left, ground.right))
    if len(arrows) < _SEVERAL:
        return
    for arrow in arrows:
        place = ground.targets.word(arrow["number"], ground.here, ground.language)
        if place is not None:
            start, end = arrow.span("number")
            yield Found(ground.language, "bare", start, end, start, Reach(place, place, start, end))


def titled(ground: Ground) -> Iterator[Found]:
    """A verb and the name of a step in quotes: "back to ‘Rinse the tank’"."""
    low, language = ground.low, ground.language
    for quoted in QUOTED.finditer(low, ground.left, ground.right):
        lead = language.lead.search(low, max(ground.left, quoted.start() - _LED), quoted.start())
        if lead is None or lead["before"] or lead["skip"] is not None:
            continue
        left, right = quoted.start() + 1, quoted.end() - 1
        place = ground.targets.titled(low[left:right], ground.here)
        if place is not None:
            reach = Reach(place, place, left, right)
            kind = "back" if lead["back"] is not None else "go"
            yield Found(language, kind, lead.start(), quoted.end(), lead.start(), reach)


def numbers(ground: Ground) -> Iterator[Found]:
    """A verb and a number alone: "if so, go to 5"."""
    language = ground.language
    for said in language.bare.finditer(ground.low, ground.left, ground.right):
        word = said["first"] or said["outlined"]
        place = (
            ground.targets.word(word, ground.here, language)
            if said["outlined"] is None
            else ground.targets.outlined(word)
        )
        alone = _BACK_ALONE.match(ground.low, said.start())
        named = place is not None or is_hidden(word)
        if named and not (alone and _follows_a_word(ground, said.start())):
            at = "outlined" if said["first"] is None else "first"
            reach = Reach(place, place, *said.span(at))
            kind = "back" if said["back"] is not None else "go"
            yield Found(language, kind, said.start(), said.end(), said.start(), reach)
