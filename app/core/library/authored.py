"""What the author of a skill wrote, apart from the memories that training placed in it."""

import hashlib
import re
from collections import defaultdict

from app.core.library.record import Placed, Training
from app.core.skills.model import PlacedMemory, Skill
from app.core.skills.reading.grammar import parse

_LINE_END = re.compile(r"\r\n|\r|\n")


def authored(text: str, training: Training | None) -> str:
    """The text without what training placed in it, byte for byte as it was written.

    A placed memory that somebody has reworded since is theirs, and stays; so does one that a
    person wrote or that came in a pack.
    """
    if training is None or not training.placed:
        return text
    skill = parse(text)
    kept, at = [], 0
    for number, placed in sorted(standing(skill, training).items()):
        start, end = extent(skill, skill.memories[number])
        if text.endswith(placed.lead, at, start):
            start -= len(placed.lead)
        if text.startswith(placed.tail, end):
            end += len(placed.tail)
        kept.append(text[at:start])
        at = end
    return "".join((*kept, text[at:]))


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


def extent(skill: Skill, memory: PlacedMemory) -> tuple[int, int]:
    """Where the words of a memory begin and end, without the white space after them."""
    return memory.start, memory.start + len(skill.text[memory.start : memory.end].rstrip())


def digest(block: str) -> str:
    """What a block is recognised by, whatever its line ends are. Half a SHA-256, hexadecimal."""
    lines = "\n".join(line.rstrip() for line in _LINE_END.split(block))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()[:32]
