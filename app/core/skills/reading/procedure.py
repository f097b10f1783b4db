"""Which pieces of a text are its steps, and which its phases and the sections around them."""

import re
from dataclasses import dataclass, field

from app.core.skills.model import BlockKind, Phase, Section, SectionKind
from app.core.skills.reading.asides import asides
from app.core.skills.reading.headings import Head, Role, heads
from app.core.skills.reading.insides import Insides, is_root, is_tag
from app.core.skills.reading.lead_ins import introduces_no_steps
from app.core.skills.reading.manuals import is_manual
from app.core.skills.reading.markers import Rank
from app.core.skills.reading.parts import phases, sections
from app.core.skills.reading.pieces import Piece, Shape
from app.core.skills.reading.section_names import names_steps

_KINDS = {
    Shape.FRONTMATTER: BlockKind.FRONTMATTER, Shape.COMMENT: BlockKind.COMMENT,
    Shape.HEADING: BlockKind.HEADING, Shape.GOAL: BlockKind.GOAL, Shape.RECIPE: BlockKind.RECIPE,
    Shape.MEMORY: BlockKind.MEMORY, Shape.BLANK: BlockKind.BLANK,
}  # fmt: skip
_LINK = re.compile(r"[*_ ]*\[[^\]\r\n]{1,200}\]\(#[^)\r\n]{0,200}\)[*_ .]*(?=[\r\n]|\Z)")
_LINK_BEGINS = ("[", "*", "_", " ")
_TERM = re.compile(r"(?:\*\*|__)[^*\r\n]{1,60}(?:\*\*|__):?[ \t]*(?:[-–—:]|[\r\n]|\Z|(?<=:))")
"""An item that names something and says what it is."""
_WITHOUT_STEPS = (SectionKind.EXAMPLES, SectionKind.CONTENTS)
_ITEMS = (Shape.NUMBERED, Shape.BULLET)


@dataclass(slots=True)
class Procedure:
    """The pieces with what each is; for those that are steps, what they are part of."""

    pieces: list[Piece]
    kinds: list[BlockKind] = field(default_factory=list)
    steps: list[Piece] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """For each step the position of the one it is part of, 0 for none."""
    phase_of: list[int] = field(default_factory=list)
    """For each step which of the phases it is in, from 1; 0 for none."""
    phases: list[Phase] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)


def procedure(text: str, pieces: list[Piece], title: Piece | None) -> Procedure:
    """What the pieces of a text are; `title` is the one that names the whole."""
    return _Reader(text, pieces, title).read()


class _Reader:
    def __init__(self, text: str, pieces: list[Piece], title: Piece | None) -> None:
        self._text, self._pieces, self._title = text, pieces, title
        self._heads = heads(text, pieces, title)
        self._around: dict[int, Head | None] = {}
        """The heading each piece is below, or is."""
        self._survey()
        chapters = self._heads.values()
        self._has_procedure = any(
            h.role is Role.PROCEDURE and h.is_filled and not h.is_context for h in chapters
        )
        self._steps: set[int] = set()
        self._asides: set[int] = set()
        self._owners: dict[int, Piece] = {}
        """What steps are part of that are not nested in it."""
        self._insides = Insides(
            text, self._heads, self._around, self._steps, self._owners, self._asides
        )

    def read(self) -> Procedure:
        for head in self._heads.values():
            self._settle(head)
        if any(head.role is Role.STEP for head in self._heads.values()):
            self._asides.update(map(id, asides(self._text, self._pieces, self._is_in_step)))
        if not (self._numbered() or self._boxes() or self._inside_sections()):
            self._unnumbered()
        done = Procedure(list(self._insides.with_prose(self._pieces)))
        self._arrange(done)
        done.sections = list(sections(self._text, list(self._heads.values())))
        return done

    # what is below which heading

    def _survey(self) -> None:
        current: Head | None = None
        last = 0
        for piece in self._pieces:
            own = self._heads.get(id(piece))
            if own is not None:
                current = own if not own.is_inline else current
                self._around[id(piece)] = own
                self._fill(own.above, piece, own)
                continue
            if piece.shape is Shape.NUMBERED and is_root(self._heads, piece):
                if current is not None and current.is_remark and piece.number == last + 1 > 1:
                    current = current.above
                if current is None or not current.is_context:
                    last = piece.number
            self._around[id(piece)] = current
            self._fill(current, piece, None)

    def _fill(self, head: Head | None, piece: Piece, own: Head | None) -> None:
        """Tell all headings above that there is something below them."""
        if own is not None:
            is_item = is_number = own.role in (Role.STEP, Role.PHASE)
        else:
            is_item = piece.shape in _ITEMS and not self._is_link(piece)
            is_number = piece.shape is Shape.NUMBERED
        if not is_item and piece.shape is not Shape.PARAGRAPH:
            return
        while head is not None and not (head.has_numbers or (head.has_items and not is_number)):
            head.is_filled = True
            head.has_items |= is_item
            head.has_numbers |= is_number
            head = head.above

    def _is_in_step(self, piece: Piece) -> bool:
        """Whether a piece that is no heading stands below that of a step."""
        head = self._around[id(piece)]
        return id(piece) not in self._heads and head is not None and head.step is not None

    def _is_link(self, piece: Piece) -> bool:
        """Whether an item is only a link into the text, as in a table of contents."""
        may_be = self._text.startswith(_LINK_BEGINS, piece.body)
        return may_be and _LINK.match(self._text, piece.body, piece.end) is not None

    def _may_hold(self, head: Head | None) -> bool:
        """Whether what stands below that heading can be a step."""
        if head is not None and head.is_context:
            return False
        if not self._has_procedure:
            return True
        while head is not None:
            if head.role is Role.PROCEDURE or (head.is_worded and head.role is not Role.PLAIN):
                return True
            head = head.above
        return False

    def _settle(self, head: Head) -> None:
        """Find out whether a heading is a step or has steps."""
        if head.role not in (Role.STEP, Role.PHASE):
            return
        if not self._may_hold(head if head.is_worded else head.above):
            head.role = Role.PLAIN
        elif head.is_worded and head.role is Role.PHASE and not head.has_items:
            head.role = Role.STEP
        elif head.marker is not None and head.marker.rank is Rank.OUTLINE and head.has_numbers:
            head.role = Role.PHASE
        if head.role is Role.STEP and head.marker is not None:
            head.piece.marker, head.piece.body = head.marker, head.start
            head.piece.number = head.marker.number

    # which pieces are steps

    def _numbered(self) -> bool:
        """Whether there are steps that are numbered; then only they and what is in them are.

        Where headings say which are the steps, lists elsewhere are none.
        """
        told = sum(head.role is Role.STEP for head in self._heads.values()) > 1
        pending: list[Piece] = []
        before: Piece | None = None
        found = False
        other = self._introduced() | self._catalogues()
        for piece in self._pieces:
            head = self._around[id(piece)]
            own = self._heads.get(id(piece))
            if own is not None:
                before, pending = None, []
                if own.role is Role.STEP:
                    self._steps.add(id(piece))
                    found = True
            elif id(piece) in self._asides:
                continue
            elif piece.shape is Shape.BULLET and piece.parent is None:
                pending.append(piece)
            elif piece.shape is Shape.NUMBERED and is_root(self._heads, piece):
                if not self._may_hold(head) or self._is_link(piece):
                    continue
                if id(piece) in other or (told and not (head is not None and head.is_led)):
                    continue
                self._steps.add(id(piece))
                found = True
                if before is not None and piece.number == before.number + 1:
                    for bullet in pending:
                        self._steps.add(id(bullet))
                        self._owners[id(bullet)] = before
                before, pending = piece, []
        if found:
            self._bullets()
            self._nested()
        return found

    def _introduced(self) -> set[int]:
        """The numbered lines of lists that are said to be of something else, if others are left."""
        other: set[int] = set()
        rest = inside = False
        lead: Piece | None = None
        for piece in self._pieces:
            if piece.shape is Shape.BLANK:
                continue
            if piece.shape is Shape.NUMBERED and is_root(self._heads, piece):
                if piece.number == 1:
                    inside = lead is not None and introduces_no_steps(self._text, lead)
                if inside:
                    other.add(id(piece))
                else:
                    rest = True
            lead = piece if piece.shape is Shape.PARAGRAPH else None
        return other if rest else set()

    def _catalogues(self) -> set[int]:
        """The lists of terms, where other lists have a heading that says that they are of steps."""
        if not any(h.has_numbers and names_steps(h.title) for h in self._heads.values()):
            return set()
        lists: dict[int, list[Piece]] = {}
        for piece in self._pieces:
            head = self._around[id(piece)]
            if piece.shape is not Shape.NUMBERED or not is_root(self._heads, piece):
                continue
            told = head is None or head.is_led or names_steps(head.title)
            if head is not None and not told and id(piece) not in self._heads:
                lists.setdefault(id(head), []).append(piece)
        return {
            id(piece) for items in lists.values() for piece in items
            if all(_TERM.match(self._text, item.body, item.end) for item in items)
        }  # fmt: skip

    def _bullets(self) -> None:
        """Bullets below a step, or below a phase or a procedure that has nothing numbered."""
        for piece in self._pieces:
            head = self._around[id(piece)]
            if piece.shape is not Shape.BULLET or not is_root(self._heads, piece) or head is None:
                continue
            if id(piece) in self._asides:
                continue
            alone = head.role in (Role.PHASE, Role.PROCEDURE) and not head.has_numbers
            is_box = piece.marker is not None and piece.marker.is_box
            boxed = is_box and not head.has_numbers and self._may_hold(head)
            if alone or boxed or head.step is not None:
                self._steps.add(id(piece))

    def _boxes(self) -> bool:
        """Whether there are boxes to tick; where nothing is numbered they are the steps."""
        for piece in self._pieces:
            boxed = piece.marker is not None and piece.marker.is_box and is_root(self._heads, piece)
            if boxed and self._may_hold(self._around[id(piece)]):
                self._steps.add(id(piece))
        self._nested()
        return bool(self._steps)

    def _inside_sections(self) -> bool:
        """Whether a numbered list follows something else in a section that nothing ends."""
        if self._has_procedure:
            return False
        started: set[int] = set()
        listing = False
        last = next(reversed(self._heads.values()), None)
        for piece in self._pieces:
            head = self._around[id(piece)]
            if head is None or id(piece) in self._heads or piece.shape is Shape.BLANK:
                continue
            if piece.shape is Shape.NUMBERED and is_root(self._heads, piece):
                listing = (id(head) in started and piece.number == 1) or (
                    listing and piece.number > 1
                )
                is_last = head is last and head.kind not in _WITHOUT_STEPS
                if listing and is_last:
                    self._steps.add(id(piece))
            started.add(id(head))
        self._nested()
        return bool(self._steps)

    def _unnumbered(self) -> None:
        """Without anything numbered every paragraph and every bullet of the body is a step.

        In a manual none is.
        """
        about = (self._text, self._pieces, self._around, self._heads.keys(), self._may_hold)
        if not self._has_procedure and is_manual(*about):
            return
        for lenient in (False, True):
            for piece in self._pieces:
                head = self._around[id(piece)]
                own = self._heads.get(id(piece))
                if piece is self._title or (own is not None and own.role is not Role.PLAIN):
                    continue
                other = lenient and not self._has_procedure and (head is None or head.is_other)
                if not self._may_hold(head) and not other:
                    continue
                lead = piece.shape is Shape.PARAGRAPH and self._has_procedure
                lead = lead and head is not None and head.has_items
                body = piece.shape in (Shape.PARAGRAPH, Shape.BULLET) and piece.parent is None
                if body and not lead and not is_tag(self._text, piece):
                    self._steps.add(id(piece))
            if self._steps:
                break
        self._nested()

    def _nested(self) -> None:
        """What is nested in a step is one as well."""
        for piece in self._pieces:
            if piece.parent is not None and id(piece.parent) in self._steps:
                self._steps.add(id(piece))

    # the steps in order

    def _arrange(self, done: Procedure) -> None:
        positions: dict[int, int] = {}
        for piece in done.pieces:
            kind = self._kind(piece)
            done.kinds.append(kind)
            if kind is BlockKind.STEP:
                owner = self._insides.owner(piece)
                done.parents.append(positions[id(owner)] if owner is not None else 0)
                done.steps.append(piece)
                positions[id(piece)] = len(done.steps)
        above = [self._list_heading(piece) for piece in done.steps]
        done.phase_of, done.phases = phases(above, done.parents)

    def _kind(self, piece: Piece) -> BlockKind:
        if piece is self._title:
            return BlockKind.TITLE
        if id(piece) in self._steps:
            return BlockKind.STEP
        known = _KINDS.get(piece.shape)
        if known is None and id(piece) in self._heads:
            whole = "\n" not in self._text[piece.body : piece.end].strip()
            is_line = whole and not self._heads[id(piece)].is_inline
            return BlockKind.HEADING if is_line else BlockKind.NOTE
        return known or BlockKind.NOTE

    def _list_heading(self, piece: Piece) -> Head | None:
        """The heading that a step stands below as one of its list."""
        head = self._around[id(piece)]
        if id(piece) in self._heads:
            head = head.above if head is not None else None
        while head is not None and head.role is Role.STEP:
            head = head.above
        if head is not None and head.role is Role.PROCEDURE:
            head = head.above if head.above is not None and head.above.is_worded else None
        return head if head is not None and head.role in (Role.PHASE, Role.PLAIN) else None
