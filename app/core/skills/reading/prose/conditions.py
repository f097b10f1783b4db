"""On what a jump depends, as its sentence says it; never turned around, never lost."""

import re
from dataclasses import dataclass
from functools import cached_property

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.prose.caps import Cap, caps, ends_condition
from app.core.skills.reading.prose.sentences import CLAUSE_END, Sentence, Sentences

Span = tuple[int, int]

_CLAUSE_START = re.compile(r"(?:\A|[,;:(→>?!.–—|*\n]|\s-)[\s*\"'(\[]*\Z")
_BLANK = " \t\r\n*_\"'(["
_AND = re.compile(
    r"\b(?:and|but|or|und|oder|aber|et|ou|mais|y|o|pero|e|ma|mas|si|sau|dar|then|dann|also|so|even"
    r"|auch|only|nur|seulement|solo|apenas|doar|wieder)\s+\Z"
)
_AND_IF = re.compile(r"\b(?:and|then|und|dann|et|puis|y|luego|e|poi|si|apoi|depois)[\s,]*\Z")
_ONGOING = re.compile(
    r"(?:until|till|while|once|bis|solange|wahrend|jusqu|tant|hasta|mientras|finche|fino|mentre|ate"
    r"|enquanto|pana|cat\s+timp|before|pendant)"
)
_COMMA = re.compile(r",(?=\s)")
_GOES_ON = re.compile(
    r"\s*(?:or|nor|and|but\s+not|oder|und|noch|ou|et|ni|o|u|y|e|ed|sau|si|which|that|who|der|die|das|welche[rs]?"
    r"|qui|que|che|care|if|wenn|falls|dass|the\s+\w+\s+of)\s"
)
_PART_OF_TWO = re.compile(
    r"\b(?:es\s+sei\s+denn|vorausgesetzt|erst|nur|gesetzt\s+den\s+fall),\s*\Z"
)
_LABEL = re.compile(r"(?P<said>[^,:;→>=\n.?!|]{1,80}?)[\s*]*(?P<mark>:|→|->|=>|–|—|\s-)[\s*]*\Z")
_NO_LABEL = re.compile(
    r"(?:note|notes|hint|tip|tips|important|warning|caution|next|then|finally|attention|repeat|retry"
    r"|loop|iterate|iteration|example|remember|hinweis|achtung|wichtig|tipp|beispiel|danach|weiter"
    r"|note\s+bien|remarque|nota|importante|atencion|attenzione|atencao|ejemplo|esempio|exemplo|nota\s+bene"
    r"|atentie|important|exemplu|step\s*[0-9]*|result|action|do|loops?|decision|decide|goal|now)\Z"
)


_SUBJECT = re.compile(
    r"\w+\s+(?:sich|nicht|der|die|das|den|dem|ein\w*|kein\w*|niemand|nichts|jemand|etwas|alle[s]?"
    r"|es|er|sie|the|it|this|that|there|any|an?|your|no|one)\b"
)
"""A verb and what can only follow one: *Meldet sich …*, not *Gerät prüfen*."""
_BULLET = re.compile(r"\n[ \t]*(?:[-*•–+]|[0-9a-z]{1,2}[.)])[ \t]+\Z")
_LABELLED = re.compile(r"[ \t*_\"'“]*(?P<said>[^,:;.!?\n]{1,40}?)[*_\"'”]*\s?:\s")
_THEN = re.compile(r"(?:then|dann|alors|entonces|allora|entao|atunci)\b")
_CHOICE = re.compile(r"\s*(?P<said>\w[\w'-]*(?:\s+[\w'-]+){0,3}?),\s*")
_ASKS_WHAT = re.compile(
    r"[\s¿\"'*-]*(?:wh(?:o|at|ich|ere|en|y|ose|om)|how|wer|was|we[nm]|welche[rsnm]?|wo|wann|warum|wie|qui|que"
    r"|quoi|quel(?:le)?s?|ou|quand|pourquoi|comment|combien|quien|cual|donde|cuando|cuanto|como|chi"
    r"|che|cosa|quale|dove|quando|perche|quanto|quem|qual|onde|cine|ce|care|unde|cand|cum|cat)\b"
)
"""How a question begins that is not answered by yes or no."""


@dataclass(eq=False)
class Place:
    """A jump `low[start:end]` in its sentence; `left` and `right` bound what is its own."""

    low: str
    language: Language
    sentences: Sentences
    sentence: Sentence
    start: int
    end: int
    left: int
    right: int

    @cached_property
    def caps(self) -> tuple[Cap, ...]:
        """How often things are done, as far as its sentence says."""
        return tuple(caps(self.low, self.language, self.left, self.sentence.end))

    def is_no_condition(self, asked: re.Match[str], left: int) -> bool:
        """Whether it says how often ("up to", "bis zu"), or only what is asked ("check if")."""
        at = asked.start()
        may_cap = asked["plain"] is None
        if may_cap and any(cap.sure and cap.start <= at < cap.end for cap in self.caps):
            return True
        return self.language.asking.search(self.low, max(left, at - 30), at) is not None


def condition_before(place: Place) -> tuple[Span, ...]:
    """What stands in front of the jump and decides on it; empty for nothing."""
    low, language, left = place.low, place.language, place.left
    whole = left == place.sentence.start
    referred = language.in_that_case.search(low, left, place.start)
    if referred is not None and (spans := _referred(place, referred.start())):
        return spans
    answer = language.answered.match(low, left, place.start)
    if answer is not None:
        return (*_question(place), answer.span("label"))
    asked = _asked(place, left, place.start)
    said = list(language.otherwise_said.finditer(low, left, place.start))
    if said and (asked is None or asked.start() <= said[-1].start()):
        return (said[-1].span(),)
    if asked is not None:
        spans = _nonempty(_protasis(place, asked, left, place.start))
        if spans and low[spans[0][1]] == ":" and asked["kept"] is not None:
            spans += _nonempty(_choice(place, spans[0][1] + 1))
        is_answer = spans and language.only_answer.fullmatch(low, *spans[0])
        return (*_question(place), *spans) if is_answer else spans
    answer = language.answering.match(low, left, place.start) if whole else None
    if answer is not None:
        return (*_question(place), answer.span("label"))
    label = _label(place) or _label_of_line(place) or _choice(place, left)
    if label is not None:
        return (label,)
    if not whole:
        return (referred.span(),) if referred is not None else ()
    return _fronted(place) or _carried_over(place) or ((referred.span(),) if referred else ())


def _fronted(place: Place) -> tuple[Span, ...]:
    """A condition without *if*, up to its comma; up to a colon where it is sure to be one."""
    low, left = place.low, place.left
    fronted = place.language.fronted_condition
    if fronted is None:
        return ()
    colon = low.rfind(":", left, place.start - 2)
    front = fronted.match(low, max(left, colon + 1), place.start)
    if front is not None and _COMMA.search(low, front.end(), place.start):
        return _nonempty(_cut(place, front.start("said"), place.start))
    front = fronted.match(low, left, colon) if colon > left else None
    if front is not None and _SUBJECT.match(low, front.start("said"), colon):
        return ((front.start("said"), colon),)
    return ()


def _referred(place: Place, at: int) -> tuple[Span, ...]:
    """What *in that case* at `at` means: *unless it is full, in which case …* is *it is full*."""
    before = place.sentences.before(place.sentence)
    for left, right in ((place.left, at), before or (at, at)):
        asked = _asked(place, left, right)
        if asked is not None:
            return _nonempty(_cut(place, asked.end(), right))
    return ()


def condition_after(place: Place, left: int, right: int) -> Span | None:
    """What stands behind the jump and decides on it."""
    low, language = place.low, place.language
    for asked in language.condition.finditer(low, left, right):
        apart = asked["opening"] is not None or _AND_IF.search(low, left, asked.start())
        if (apart and asked["kept"] is None) or place.is_no_condition(asked, left):
            continue
        start = asked.end() if asked["plain"] is not None else asked.start()
        end = _end_behind(place, asked.end(), right)
        tail = language.seam.search(low, start, end)
        return (start, tail.start()) if tail is not None and tail.start() > start else (start, end)
    return None


def _end_behind(place: Place, left: int, right: int) -> int:
    """Where a condition behind a jump ends: at a cap, at *otherwise* and at what is done then."""
    low, language = place.low, place.language
    stop = language.otherwise_said.search(low, left, right)
    end = stop.start() if stop is not None else right
    for cap in place.caps:
        if left < cap.start < end and ends_condition(low, cap, left):
            end = cap.start
    then = language.then_next.search(low, left, end)
    return then.start() if then is not None else end


def _asked(place: Place, left: int, right: int) -> re.Match[str] | None:
    """The last *if* that begins a clause in `low[left:right]`, else the first one at all."""
    low, language = place.low, place.language
    any_, best = None, None
    for asked in language.condition.finditer(low, left, right):
        if place.is_no_condition(asked, left):
            continue
        at = asked.start()
        begins = _CLAUSE_START.search(low, max(left, at - 12), at) or _AND.search(low, left, at)
        if begins or not low[left:at].strip(_BLANK):
            if best is None or not _PART_OF_TWO.search(low, left, asked.start()):
                best = asked
        elif any_ is None and asked["opening"] is None and not _ONGOING.match(asked[0]):
            any_ = asked
    return best or any_


def _protasis(place: Place, asked: re.Match[str], left: int, right: int) -> Span | None:
    start = asked.end() if asked["plain"] is not None else asked.start()
    says_more = asked["plain"] is not None or asked[0].rstrip().endswith(",")
    return _cut(place, start, right, asked.end() if says_more else start)


def _cut(place: Place, start: int, right: int, after: int | None = None) -> Span | None:
    """`low[start:right]` without what follows from the condition it says."""
    low, language = place.low, place.language
    end = right
    stop = language.consequence.search(low, max(start + 1, after or 0), right)
    if stop is not None:
        end = stop.start()
    end = _first_comma(low, after or start, end, right)
    tail = language.seam.search(low, start, end)
    if tail is not None and tail.start() > start:
        end = tail.start()
    return (start, end) if end > start else None


def _first_comma(low: str, start: int, end: int, right: int) -> int:
    """Where the first clause ends; what continues it ("wet, or torn, …") belongs to it."""
    commas = [found.start() for found in _COMMA.finditer(low, start, end)]
    if low[end - 1 : end] != "," and end < right:
        commas.append(end)
    for n, comma in enumerate(commas):
        if not low[start:comma].strip():
            continue
        middle = commas[n + 1 :]
        goes_on = [
            after for at, after in zip(commas[n:], middle, strict=False)
            if _GOES_ON.match(low, at + 1, after)
        ]  # fmt: skip
        return goes_on[-1] if goes_on else comma
    return end


def _label(place: Place) -> Span | None:
    """ "damaged: go to step 3", "the status is ready → go to step 5"."""
    low = place.low
    label = _LABEL.search(low, place.left, place.start)
    if label is None:
        return None
    start, end = label.span("said")
    while start < end and not (low[start].isalnum() or low[start] in "\0$<>=%\"'("):
        start += 1
    said = low[start:end].strip("*_ ")
    is_arrow = label["mark"] in ("→", "->", "=>")
    is_remark = label["mark"] in ("–", "—") or label["mark"].endswith("-")
    if is_remark and low[place.left : start].strip(" \t\n*_"):
        return None
    if _THEN.match(low, start, end) or place.language.then_first.match(low, start, end):
        return None
    is_heading = (
        not is_arrow
        and place.left == place.sentence.start == place.sentences.left
        and not CLAUSE_END.match(low, place.end, place.sentence.end)
    )
    if not said or _NO_LABEL.match(said) or is_heading or len(said.split()) > 12:
        return None
    return start, end


def _choice(place: Place, left: int) -> Span | None:
    """ "…: ripe, go to step 3; green, go to step 4": what stands alone before the verb."""
    low = place.low
    if low[left - 1 : left] not in (":", ";"):
        return None
    choice = _CHOICE.fullmatch(low, left, place.start)
    if choice is None or place.language.nothing_first.match(low, *choice.span("said")):
        return None
    return choice.span("said")


def _label_of_line(place: Place) -> Span | None:
    """ "- damaged: mark it and go to step 3", in a list of what may be."""
    low, start = place.low, place.sentence.start
    if place.left != start or not _BULLET.search(low, max(place.sentences.left, start - 8), start):
        return None
    label = _LABELLED.match(low, start, place.start)
    if label is None or _NO_LABEL.match(label["said"]):
        return None
    return label.span("said")


def _question(place: Place) -> tuple[Span, ...]:
    asked = place.sentences.question_before(place.sentence)
    return ((asked.start, asked.end),) if asked is not None else ()


def _carried_over(place: Place) -> tuple[Span, ...]:
    """What the sentence before decides on: a question, or a condition before *then*."""
    low, language = place.low, place.language
    at_once = language.nothing_first.match(low, place.left, place.start) is not None
    previous = place.sentences.before(place.sentence)
    if previous is None:
        return ()
    if low[previous.start : previous.end].rstrip(" \t\n*\"'").endswith("?"):
        end = low.rindex("?", previous.start, previous.end)
        is_meant = at_once or not _ASKS_WHAT.match(low, previous.start, end)
        return ((previous.start, end),) if is_meant else ()
    if not at_once:
        return ()
    if language.then_first.match(low, place.left, place.start):
        return condition_of(place, previous)
    return ()


def condition_of(place: Place, sentence: Sentence) -> tuple[Span, ...]:
    """The condition a sentence begins with."""
    asked = _asked(place, sentence.start, sentence.end)
    if asked is None or place.low[sentence.start : asked.start()].strip(" \t\n*_-"):
        return ()
    return _nonempty(_protasis(place, asked, sentence.start, sentence.end))


def _nonempty(span: Span | None) -> tuple[Span, ...]:
    return (span,) if span is not None else ()
