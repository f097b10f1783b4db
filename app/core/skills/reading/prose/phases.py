"""Which phase a step is named in: *step 2 of phase one*, *phase 2, step 1*."""

import re
from dataclasses import dataclass

from app.core.skills.reading.targets import Targets

_NOUN = (
    r"phase[ns]?|part|stage|section|teil(?:s|es)?|abschnitt(?:s|es)?|fase|parte|etapa|faza|partea"
)
_PHASE = re.compile(rf"\b(?:{_NOUN})\Z")
_OF = re.compile(
    r",?\s*(?:of|in|from|von|aus|der|des|im|de|del|della|du|da|do|din|a|al|en|dans|nella)\s+"
    r"(?:(?:the|der|dem|la|il|el|a|o)\s+|l')?"
)
_NAMED = re.compile(rf"(?:{_NOUN})\s+(?P<name>[0-9]{{1,3}}(?!\w|\.[0-9])|[^\W\d_]+)")
_STEP = re.compile(
    r",?\s*(?:steps?|schritt|etape|paso|passo|pasul|point|punkt)\s+(?P<number>[0-9]{1,3})(?!\w|\.[0-9])"
)
_QUOTED = re.compile(r"[\"“«„](?P<name>[^\"“”«»„\r\n]{1,80})[\"”»“]")
_FAR = 80
"""Characters of the title of a phase."""


def ends_in_phase(low: str) -> bool:
    """Whether the folded text ends in a word for *phase*."""
    return _PHASE.search(low.rstrip()) is not None


def is_phase(noun: str, name: str, targets: Targets) -> bool:
    """Whether the words name a phase there is, such as *phase one*."""
    return _PHASE.match(noun) is not None and targets.phase(name) > 0


@dataclass(frozen=True, slots=True)
class InPhase:
    """The position of a step and where the words that name it end."""

    target: int | None
    end: int


def in_phase(low: str, noun: str, number: int, at: int, targets: Targets) -> InPhase | None:
    """The step that `noun` and `number` mean with what follows them at `at`.

    None when no phase is named.
    """
    if _PHASE.match(noun):
        phase = targets.phase(str(number))
        if not phase:
            return None
        step = _STEP.match(low, at)
        if step is None:
            return InPhase(targets.within(1, phase), at)
        return InPhase(targets.within(int(step["number"]), phase), step.end())
    of = _OF.match(low, at)
    if of is None:
        return None
    named = _NAMED.match(low, of.end())
    phase = targets.phase(named["name"]) if named is not None else 0
    if named is not None and phase:
        return InPhase(targets.within(number, phase), named.end())
    quoted = _QUOTED.match(low, of.end())
    if quoted is not None:
        phase = targets.phase(quoted["name"].strip())
        return InPhase(targets.within(number, phase), quoted.end()) if phase else None
    title = re.match(r"[^.,;:!?\r\n]*", low[of.end() : of.end() + _FAR])
    words = title[0].split() if title is not None else []
    for length in range(min(len(words), 6), 0, -1):
        said = " ".join(words[:length])
        if phase := targets.phase(said):
            return InPhase(targets.within(number, phase), of.end() + len(said))
    return None
