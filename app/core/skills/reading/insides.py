"""What is said inside steps: the paragraphs, the headings and the items that belong to them."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from app.core.skills.reading.annotations import ONLY_DISPATCH
from app.core.skills.reading.headings import IN_STEPS, Head, Role
from app.core.skills.reading.lead_ins import introduces_items, sends_on
from app.core.skills.reading.markers import Rank
from app.core.skills.reading.pieces import Piece, Shape

_PROSE = (Shape.PARAGRAPH, Shape.CODE, Shape.REST)


def is_root(heads: Mapping[int, Head], piece: Piece) -> bool:
    """Whether an item is nested in none but a heading."""
    return piece.parent is None or id(piece.parent) in heads


def is_tag(text: str, piece: Piece) -> bool:
    """Whether a paragraph is only a tag of the whole."""
    return ONLY_DISPATCH.match(text, piece.body, piece.end) is not None


class Insides:
    """What is inside the `steps`, to which what is found is added.

    `around` has the heading that each piece is below, or is; `owners` what steps are part of that
    are not nested in it; `asides` what is no step wherever it stands.
    """

    def __init__(
        self, text: str, heads: Mapping[int, Head], around: Mapping[int, Head | None],
        steps: set[int], owners: dict[int, Piece], asides: Collection[int],
    ) -> None:  # fmt: skip
        self._text, self._heads, self._around = text, heads, around
        self._steps, self._owners, self._asides = steps, owners, asides

    def with_prose(self, pieces: Sequence[Piece]) -> Iterator[Piece]:
        """The pieces, those below the heading of a step joined with it.

        What stands there after sub-steps is a sub-step of its own, with the code or the table
        below it, and so is a heading over items; the items after one that ends in a colon are
        parts of that. Asides among sub-steps stay notes.
        """
        done: list[Piece] = []
        step: Piece | None = None
        lead: Piece | None = None
        for piece in pieces:
            own = self._heads.get(id(piece))
            if own is not None or (piece.shape in _PROSE and piece.parent is None):
                lead = None
            if id(piece) in self._steps:
                if lead is not None and is_root(self._heads, piece):
                    self._owners[id(piece)] = lead
                numbered = piece.shape is Shape.NUMBERED and is_root(self._heads, piece)
                if own is not None or numbered or self._has_paragraphs(piece):
                    step = piece
                elif step is not None and not self._is_below(piece, step):
                    step = None
            elif step is not None and (around := self._said_by(piece, own, step)) is not None:
                step = around
                blanks = len(done)
                while done[blanks - 1].shape is Shape.BLANK:
                    blanks -= 1
                if self._joins(piece, own, done[blanks - 1], step):
                    del done[blanks:]
                    done[-1].end = piece.end
                    continue
                if id(piece) not in self._asides and not self._is_shown(piece):
                    self._steps.add(id(piece))
                    self._owners[id(piece)] = step
                    lead = piece if introduces_items(self._text, piece) else None
                    step = piece if own is not None else step
            elif (
                own is not None
                or piece.shape in (Shape.RECIPE, Shape.HEADING)
                or (piece.shape is Shape.BLANK and self._text[piece.start : piece.end].strip())
            ):
                step = None
            done.append(piece)
        yield from done

    def _has_paragraphs(self, piece: Piece) -> bool:
        """Whether what stands below an item is part of it without being indented."""
        marker = self._text[piece.start : piece.body]
        is_title = marker.count("**") % 2 == 1
        return is_title or (piece.marker is not None and piece.marker.rank is Rank.OUTLINE)

    def _is_below(self, piece: Piece, step: Piece) -> bool:
        head = self._heads.get(id(step))
        if head is not None:
            above = self._around[id(piece)]
            while above is not head and above is not None and above.role in IN_STEPS:
                above = above.above
            return above is head
        while piece.parent is not None:
            piece = piece.parent
            if piece is step:
                return True
        return False

    def _joins(self, piece: Piece, own: Head | None, last: Piece, step: Piece) -> bool:
        """Whether a piece said in the step is part of the one before it, and none of its own."""
        if own is not None and own.has_items:
            return False
        return last is step or (self._is_shown(piece) and id(last) in self._steps)

    def _is_shown(self, piece: Piece) -> bool:
        """Whether it is code or a table, which is nothing to do by itself."""
        return piece.shape is Shape.CODE or self._text.startswith("|", piece.body)

    def _said_by(self, piece: Piece, own: Head | None, step: Piece) -> Piece | None:
        """The step of which a piece that is no step is part: the one above it, or its heading."""
        if self._is_said_in(piece, own, step):
            return step
        head = self._around[id(step)]
        while head is not None and head.role in IN_STEPS:
            if id(head.piece) in self._steps and self._is_said_in(piece, own, head.piece):
                return head.piece
            head = head.above
        return None

    def _is_said_in(self, piece: Piece, own: Head | None, step: Piece) -> bool:
        """Whether a piece that is no step is part of what the step above it says.

        Below a plain number it is only so where it says where to go on.
        """
        if id(step) not in self._heads and not self._has_paragraphs(step):
            if piece.shape is Shape.CODE and piece.parent is None:
                return self._text[step.body : step.end].rstrip().endswith(":")
            alone = own is None and piece.shape is Shape.PARAGRAPH and piece.parent is None
            return alone and sends_on(self._text[piece.body : piece.end])
        if id(piece) in self._asides:
            return True
        if own is not None:
            above = self._heads.get(id(step))
            return above is not None and own.role is Role.PLAIN and own.above is above
        return (
            piece.shape in _PROSE and is_root(self._heads, piece) and not is_tag(self._text, piece)
        )

    def owner(self, piece: Piece) -> Piece | None:
        """The step that a step is part of."""
        owner = self._owners.get(id(piece))
        if owner is not None:
            return owner
        if piece.parent is not None and id(piece.parent) in self._steps:
            return piece.parent
        head = self._around[id(piece)]
        if id(piece) in self._heads:
            head = head.above if head is not None else None
        while head is not None and head.role in IN_STEPS:
            if id(head.piece) in self._steps:
                return head.piece
            head = head.above
        return None
