"""Mentions of steps by number, and how they follow their steps when steps move."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from app.core.skills.model import BlockKind, Jump, Skill, Step
from app.core.skills.reading.annotations import hide_blocks, hide_inline
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import LANGUAGES
from app.core.skills.reading.nesting import Place
from app.core.skills.reading.targets import Targets

Edit = tuple[int, int, str]

_NOUN = (
    r"\b(?:steps?|pas(?:ul|ii|ilor|ului)?|pasos?|etapes?|etapa|schritte?[ns]?|passo|passi|passos"
    r"|passaggio|passaggi)\s+"
)
_MENTION = re.compile(
    _NOUN + r"\#?[0-9]{1,9}(?![\w-]*[^\W\d]|[0-9]*\.[0-9])"
    r"(?:\s*(?:-|–|—|/|,|\.\.\.?|to|and|or|through|si|sau|y|o|et|ou|a|e|und|oder|bis)\s*"
    r"\#?[0-9]{1,9}(?![\w%]|\.[0-9]))*"
)
_NUMBER = re.compile(r"[0-9]{1,9}")
_OUTLINE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})+")
_LAST = (
    "beginning start top inceput inceputul inceputului principio inicio comienzo debut anfang"
    " vorn vorne inizio comeco last final"
)
_BEGINNING = frozenset(_LAST.split())
_QUIET = (
    BlockKind.FRONTMATTER, BlockKind.COMMENT, BlockKind.TITLE, BlockKind.RECIPE, BlockKind.MEMORY,
)  # fmt: skip


def follow(
    skill: Skill, moved: Mapping[int, int | None], numbers: Sequence[int | None]
) -> list[Edit]:
    """Edits after which every mention means the step it meant before.

    `moved` says where each position goes (None: deleted); `numbers` are the authored numbers of
    the steps afterwards. Mentions of deleted steps stay as they are.
    """
    before = Targets.of(skill.steps, skill.phases)
    after = Targets(_places(skill, moved, numbers), [], skill.phases)
    edits: dict[int, Edit] = {}
    outlined = _outlined(skill, moved, numbers)
    for step in skill.steps:
        here = moved.get(step.position)
        for jump in step.jumps:
            span = jump.reference_start, jump.reference_end
            if _OUTLINE.fullmatch(skill.text, *span):
                new = outlined.get(jump.target or 0)
                edit = (*span, new) if new and new != skill.text[slice(*span)] else None
            else:
                edit = _followed(skill.text, step, jump, here, moved, before, after, numbers)
            if edit is not None:
                edits[edit[0]] = edit
    read = {jump.reference_start for step in skill.steps for jump in step.jumps}
    for start, end in _mentions(skill):
        if start in read:
            continue
        here = _around(skill, start)
        target = before.numbered(int(skill.text[start:end]), here)
        there = moved.get(target) if target is not None else None
        if there is not None:
            written = _number(there, numbers, after, moved.get(here) or 0)
            if written != skill.text[start:end]:
                edits.setdefault(start, (start, end, written))
    return sorted(edits.values())


def _outlined(
    skill: Skill, moved: Mapping[int, int | None], numbers: Sequence[int | None]
) -> dict[int, str]:
    """How each step of an outline, and each numbered sub-step, is named afterwards."""
    found: dict[int, str] = {}
    for step in skill.steps:
        there = moved.get(step.position)
        number = numbers[there - 1] if there is not None else None
        if number is None:
            continue
        above, _dot, _last = step.label.rpartition(".")
        parent = skill.steps[step.parent - 1] if step.parent else None
        if parent is not None and above in ("", parent.label):
            above = found.get(parent.position, "")
        found[step.position] = f"{above}.{number}" if above else str(number)
    return found


def _places(
    skill: Skill, moved: Mapping[int, int | None], numbers: Sequence[int | None]
) -> list[Place]:
    """Where each step is afterwards; a new step is beside the one before it."""
    found: list[Place | None] = [None] * len(numbers)
    for step in skill.steps:
        there = moved.get(step.position)
        if there is not None:
            parent = moved.get(step.parent) or 0
            found[there - 1] = Place(numbers[there - 1], parent, "", step.phase, step.label)
    for n, place in enumerate(found):
        if place is None:
            before = found[n - 1] if n else None
            found[n] = before._replace(number=numbers[n], label="") if before else Place(numbers[n])
    return [place for place in found if place is not None]


def _around(skill: Skill, at: int) -> int:
    """The position of the step that is at that place of the text, 0 for none."""
    n = bisect_right(skill.steps, at, key=lambda step: step.start)
    return n if n and at < skill.steps[n - 1].end else 0


def _followed(
    text: str, step: Step, jump: Jump, here: int | None, moved: Mapping[int, int | None],
    before: Targets, after: Targets, numbers: Sequence[int | None],
) -> Edit | None:  # fmt: skip
    """The new wording of what one jump refers to, None when it may stay."""
    there = moved.get(jump.target) if jump.target is not None else None
    if there is None or here is None:
        return None
    start, end = jump.reference_start, jump.reference_end
    written = text[start:end]
    if written.isdigit():
        new = _number(there, numbers, after, here)
        return (start, end, new) if new != written else None
    words = fold(written).text.split()
    if len(words) == 1 and words[0] not in _BEGINNING:
        meant = [x for x in LANGUAGES if before.word(words[0], step.position, x) == jump.target]
        stays = any(after.word(words[0], here, language) == there for language in meant)
        return (start, end, _number(there, numbers, after, here)) if meant and not stays else None
    return _phrase_followed(text, jump, words, here, there, after, numbers)


def _phrase_followed(
    text: str, jump: Jump, words: list[str], here: int, there: int, after: Targets,
    numbers: Sequence[int | None],
) -> Edit | None:  # fmt: skip
    """`the previous step` becomes `step 4` when that step is no longer the previous one."""
    noun = re.search(r"\S+\Z", text[jump.reference_start : jump.reference_end])
    if noun is None or not words or words[-1] in _BEGINNING or len(words) > 3:
        return None
    for word in words[:-1]:
        for language in LANGUAGES:
            now = after.word(word, here, language)
            if now == there:
                return None
            if now is not None or word in language.relative:
                left = jump.reference_start
                article = re.compile(r"\b(?:the|l')\s*\Z", re.I).search(text, jump.start, left)
                if article is not None:
                    left = article.start()
                return left, jump.reference_end, f"{noun[0]} {_number(there, numbers, after, here)}"
    return None


def _number(position: int, numbers: Sequence[int | None], after: Targets, here: int) -> str:
    """What to write in the step `here` so that it means the step at `position`."""
    authored = numbers[position - 1]
    if authored is not None and (
        after.numbered(authored, here) == position or not after.is_near(position, here)
    ):
        return str(authored)
    return str(position if after.numbered(position, here) == position else authored or position)


def _mentions(skill: Skill) -> Iterator[tuple[int, int]]:
    """Every number of "step 3", "steps 2-4" outside code, title, remarks, recipes, memories."""
    opaque = [(b.start, b.end) for b in skill.blocks if b.kind in _QUIET]
    opaque += [span for span in cut(skill.text).opaque if not _inside(span, opaque)]
    folded = fold(hide_inline(hide_blocks(skill.text, sorted(opaque))))
    for mention in _MENTION.finditer(folded.text):
        for number in _NUMBER.finditer(mention[0]):
            left = folded.outer(mention.start() + number.start())
            yield left, folded.outer(mention.start() + number.end() - 1) + 1


def _inside(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] < end for start, end in others)


def edited(text: str, edits: Sequence[Edit]) -> str:
    """`text` with each `text[start:end]` replaced; the edits do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits):
        parts += (text[at:start], new)
        at = end
    return "".join((*parts, text[at:]))
