"""The phases of a procedure, and the sections around it."""

from collections.abc import Iterator, Sequence

from app.core.skills.model import Phase, Section
from app.core.skills.reading.headings import Head, Role


def phases(above: Sequence[Head | None], parents: Sequence[int]) -> tuple[list[int], list[Phase]]:
    """For each step the phase it is in (0: none), given the heading it is below; and the phases.

    A heading that does not call itself a phase is one where there are several.
    """
    own = {id(head) for head, parent in zip(above, parents, strict=True) if head and not parent}
    numbers: dict[int, int] = {}
    phase_of: list[int] = []
    found: list[Phase] = []
    for position, (head, parent) in enumerate(zip(above, parents, strict=True), 1):
        if parent:
            phase_of.append(phase_of[parent - 1])
            continue
        if head is None or (head.role is Role.PLAIN and len(own) < 2):
            phase_of.append(0)
            continue
        if id(head) not in numbers:
            numbers[id(head)] = len(found) + 1
            number = head.marker.number if head.marker is not None else 0
            found.append(Phase(head.name, number, position, head.piece.start, head.end))
        phase_of.append(numbers[id(head)])
    return phase_of, found


def sections(text: str, chapters: Sequence[Head]) -> Iterator[Section]:
    """The sections that are in no other one."""
    ends = [len(text)] * len(chapters)
    open_: list[int] = []
    for n, head in enumerate(chapters):
        while open_ and head.above is not chapters[open_[-1]]:
            ends[open_.pop()] = head.piece.start
        open_.append(n)
        if head.is_inline:
            ends[open_.pop()] = head.piece.end
    for head, end in zip(chapters, ends, strict=True):
        inside = head.above is not None and head.above.is_context
        if head.role is Role.SECTION and not inside and head.kind is not None:
            said = text[head.end : end].strip().lstrip(":*_#–—- \t\r\n")
            last = head.piece.start + len(text[head.piece.start : end].rstrip())
            yield Section(head.kind, head.title, said, head.piece.start, last)
