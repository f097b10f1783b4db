"""What the author of a skill wrote, apart from what training placed in it or worded anew."""

import hashlib
import re
from collections import defaultdict

from app.core.library.record import Passage, Placed, Training
from app.core.skills.model import PlacedMemory, Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import passage_of

_LINE_END = re.compile(r"\r\n|\r|\n")


def authored(text: str, training: Training | None) -> str:
    """The text without what training placed in it, and with what it worded anew as it was before.

    Byte for byte as it was written. A placed memory or a passage that somebody has reworded since
    is theirs, and stays; so does a memory that a person wrote or that came in a pack.
    """
    if training is None or not (training.placed or training.passages):
        return text
    skill = parse(text)
    ours: list[tuple[int, int, Passage | Placed]] = [
        *(
            (*passage_of(skill, skill.steps[n]), one)
            for n, one in rewritten(skill, training).items()
        ),
        *((*extent(skill, skill.memories[n]), one) for n, one in standing(skill, training).items()),
    ]
    kept: list[str] = []
    at = 0
    for start, end, one in sorted(ours, key=lambda found: found[0]):
        if isinstance(one, Passage):
            kept += (text[at:start], one.original)
            at = end
            continue
        lead = len(one.lead) if text.endswith(one.lead, at, start) else 0
        kept.append(text[at : start - lead])
        at = end + (len(one.tail) if text.startswith(one.tail, end) else 0)
    return "".join((*kept, text[at:]))


def rewritten(skill: Skill, training: Training | None) -> dict[int, Passage]:
    """Which steps of the text (by index) stand as a model worded them."""
    if training is None or not training.passages:
        return {}
    alike: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, step in enumerate(skill.steps):
        start, end = passage_of(skill, step)
        alike[digest(skill.text[start:end])].append((number, start))
    found: dict[int, Passage] = {}
    for passage in training.passages:
        free = [(abs(at - passage.at), n) for n, at in alike.get(passage.digest, ())]
        nearest = min((one for one in free if one[1] not in found), default=None)
        if nearest is not None:
            found[nearest[1]] = passage
    return found


def standing(skill: Skill, training: Training | None) -> dict[int, Placed]:
    """Which memories of the text (by index) training placed; those it lost are left out."""
    if training is None or not training.placed:
        return {}
    alike: dict[str, list[int]] = defaultdict(list)
    for number, memory in enumerate(skill.memories):
        start, end = extent(skill, memory)
        alike[digest(skill.text[start:end])].append(number)
    found: dict[int, Placed] = {}
    for placed in training.placed:
        free = [n for n in alike.get(placed.digest, ()) if n not in found]
        if free:
            nearest = min(free, key=lambda n: abs(skill.memories[n].start - placed.at))
            found[nearest] = placed
    return found


def memory_spans(text: str, training: Training | None) -> list[tuple[int, int]]:
    """Where the memories stand that training placed in the text, in its order."""
    if training is None or not training.placed:
        return []
    skill = parse(text)
    return sorted(extent(skill, skill.memories[n]) for n in standing(skill, training))


def extent(skill: Skill, memory: PlacedMemory) -> tuple[int, int]:
    """Where the words of a memory begin and end, without the white space after them."""
    return memory.start, memory.start + len(skill.text[memory.start : memory.end].rstrip())


def digest(block: str) -> str:
    """What a block is recognised by, whatever its line ends are. Half a SHA-256, hexadecimal."""
    lines = "\n".join(line.rstrip() for line in _LINE_END.split(block))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()[:32]
