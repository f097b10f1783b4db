"""A rough description sorted into goals and steps without a model. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.core.skills.editing.writing import compose
from app.core.skills.model import GoalKind

LONGEST = 20_000
"""Characters of a description; more is a document, not a description."""
_LONGEST_TITLE = 80
_POINT = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+")
_SENTENCE = re.compile(r"(?<=[.!?。！？])[ \t]+(?=[^\W\d_a-z])")
_PREFIX = re.compile(rf"({'|'.join(kind.value for kind in GoalKind)})[ \t]*:[ \t]*", re.IGNORECASE)
_KINDS = {kind.value.lower(): kind for kind in GoalKind}
_CUES = (
    (
        GoalKind.ON_FAILURE,
        re.compile(
            r"if\s+(?:it|that|this|something|anything|any(?:\s+step)?)\s+(?:fails?|goes\s+wrong|breaks?)"
            r"|(?:wenn|falls)\s+(?:es|etwas)\s+(?:fehlschlägt|schiefgeht)"
            r"|si\s+(?:algo|quelque\s+chose|ça|cela)\s+(?:falla|échoue|se\s+passe\s+mal)",
            re.IGNORECASE,
        ),
    ),
    (
        GoalKind.TRIGGER,
        re.compile(
            r"(?:when(?:ever)?|every\s+time|as\s+soon\s+as|immer\s+wenn|sobald|quand|lorsque|cuando"
            r"|quando|când)\b(?=[^,.;]*$)|(?:i|we)\s+do\s+this\s+(?:when|whenever|every|each)\b",
            re.IGNORECASE,
        ),
    ),
    (
        GoalKind.PREREQUISITES,
        re.compile(
            r"(?:you|we|i)\s+(?:first\s+)?need\s+(?:to\s+have|access|a|an|the)\b"
            r"|before\s+(?:you\s+|we\s+|i\s+)?(?:start|begin)(?:ning|ing)?\b|prerequisite"
            r"|voraussetzung|il\s+faut\s+avoir|se\s+necesita",
            re.IGNORECASE,
        ),
    ),
    (
        GoalKind.SUCCESS,
        re.compile(
            r"(?:it|this|we|i|you)(?:\s+is|['’]s|\s+are|['’]re|['’]m|\s+am)?\s+(?:done|finished|ready|successful)"
            r"\s+(?:when|once|if)\b|(?:in\s+the\s+end|at\s+the\s+end|the\s+result\s+is|success\s+(?:is|means))\b"
            r"|am\s+ende\b|fertig\s+(?:ist\s+es,?\s+|ist\s+man,?\s+)?wenn|à\s+la\s+fin\b|al\s+final\b",
            re.IGNORECASE,
        ),
    ),
    (
        GoalKind.OUT_OF_SCOPE,
        re.compile(
            r"(?:this\s+)?(?:does\s+not|doesn['’]t)\s+(?:cover|include)\b|out\s+of\s+scope", re.I
        ),
    ),
)
_THEN = re.compile(r"[,;]\s+(?:and\s+)?(?=then\s)", re.IGNORECASE)
_IF = re.compile(r"(?:if|when|unless|once|wenn|falls|si|se|dacă)\b", re.IGNORECASE)
_PURPOSE = re.compile(r"(?:how\s+)?to\s+([^:,.;]{3,60}):\s+(?=\S)", re.IGNORECASE)
_OCCASION = re.compile(
    r"((?:when(?:ever)?|every\s+time|as\s+soon\s+as|wenn|immer\s+wenn|sobald|quand|lorsque|cuando"
    r"|quando|când)\s[^,.;]{3,120}|(?:every|each)\s+(?:\w+day|day|week|month|year|morning"
    r"|evening|night|quarter|spring|summer|autumn|winter))(?:,\s+|\s+(?=(?:i|we|you)\s))(?=\S)",
    re.IGNORECASE,
)
"""At the beginning of a description: what it is for, and what it is needed for."""
_LEADS = re.compile(
    r"^(?:and\s+then|then|first(?:\s+of\s+all)?|after\s+that|afterwards|next|finally|lastly|and)\b[,:]?\s*",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    r"^(?:(?:i|we|you)\s+(?:usually\s+|always\s+|then\s+)?)(?=[a-z])", re.IGNORECASE
)


@dataclass(slots=True)
class Outline:
    """The parts of a description; `text` writes them as a skill."""

    title: str = ""
    goals: dict[GoalKind, str] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        body = "\n".join(f"{n}. {step}" for n, step in enumerate(self.steps, 1))
        return compose(self.title, self.goals, body, ())

    def add(self, kind: GoalKind, value: str) -> None:
        """A goal, joined to what it says already."""
        before = self.goals.get(kind, "")
        self.goals[kind] = f"{before} {value}" if before else value


def outline(description: str) -> Outline:
    """The description in its own words: a sentence is a goal where it says so, else a step.

    The first line is the title when it reads like one.
    """
    found = Outline()
    lines = [line for line in description[:LONGEST].splitlines() if line.strip()]
    if lines and _is_title(lines[0], alone=len(lines) == 1):
        found.title = lines.pop(0).strip(" \t#:*")
    for number, sentence in enumerate(_sentences(lines)):
        if number == 0:
            sentence = _opened(sentence, found)  # noqa: PLW2901
        prefix = _PREFIX.match(sentence)
        if prefix is not None:
            found.add(_KINDS[prefix[1].lower()], sentence[prefix.end() :].strip())
            continue
        kind = next((kind for kind, cue in _CUES if cue.match(sentence)), None)
        if kind is None:
            whole = [sentence] if _IF.match(sentence) else _THEN.sub(".\n", sentence).split("\n")
            found.steps += map(_step, whole)
        else:
            found.add(kind, sentence)
    return found


def _opened(sentence: str, found: Outline) -> str:
    """The first sentence without the words that tell the title, or when it is done."""
    purpose = _PURPOSE.match(sentence)
    if purpose is not None:
        found.title = found.title or purpose[1][:1].upper() + purpose[1][1:]
        return sentence[purpose.end() :]
    occasion = _OCCASION.match(sentence)
    if occasion is not None:
        found.add(GoalKind.TRIGGER, f"{occasion[1]}.")
        return sentence[occasion.end() :]
    return sentence


def _is_title(line: str, *, alone: bool) -> bool:
    if line.lstrip().startswith("#"):
        return True
    plain = line.strip()
    short = len(plain) <= _LONGEST_TITLE and not plain.endswith((".", "!", "?", ";", ","))
    return short and not alone and not _POINT.match(line) and not _PREFIX.match(plain)


def _sentences(lines: list[str]) -> Iterator[str]:
    """What each point of a list says, and each sentence of a paragraph."""
    for line in _unwrapped(lines):
        point = _POINT.match(line)
        said = [line[point.end() :]] if point is not None else _SENTENCE.split(line.strip())
        yield from (" ".join(one.split()) for one in said if one.strip())


def _unwrapped(lines: list[str]) -> Iterator[str]:
    """The lines, with one that goes on in the next joined to it."""
    whole = ""
    for line in lines:
        goes_on = line.lstrip()[:1].islower() and not _POINT.match(line) and whole
        if not goes_on and whole:
            yield whole
        whole = f"{whole} {line.strip()}" if goes_on else line
    if whole:
        yield whole


def _step(sentence: str) -> str:
    """Without the words that only say that it is the next one."""
    plain = _SOMEBODY.sub("", _LEADS.sub("", sentence)) or sentence
    return plain[:1].upper() + plain[1:]
