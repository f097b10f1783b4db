"""Where in a text calls, jumps, variables and tags are, sorted by the step or goal they are in."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from app.core.skills.model import Call, Doubt, Jump, JumpKind, VariableUse
from app.core.skills.reading import calls as call_grammar
from app.core.skills.reading import jumps as jump_grammar
from app.core.skills.reading.annotations import ANCHOR, hide_emphasis, needs
from app.core.skills.reading.deleted import hide_deleted
from app.core.skills.reading.folding import Folded
from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.pieces import Piece
from app.core.skills.reading.prose.beside import with_conditions
from app.core.skills.reading.prose.jumps import every, prose_jumps, stems_in
from app.core.skills.reading.targets import Targets
from app.core.skills.reading.variables import VARIABLE, uses

_BEHIND = 3
"""Characters between a sentence and the annotation that follows it."""


class Marks:
    """Where in the steps and goals annotations, variables and jump words are."""

    def __init__(
        self, text: str, folded: Folded, shown: str, with_code: str, owners: list[Piece]
    ) -> None:
        """`shown` is `text` with all code hidden, `with_code` without its inline code hidden."""
        self._text, self._folded, self._shown = text, folded, shown
        self._worded = Folded(hide_emphasis(hide_deleted(folded.text)), folded.offsets)
        self.anchors = ANCHOR in shown
        self._owners = sorted(owners, key=lambda piece: piece.start)
        self._starts = [piece.start for piece in self._owners]
        at = "@" in shown or "[[" in shown
        self._calls = self._sort(call_grammar.MARKER.finditer(shown)) if at else {}
        self._jumps = self._sort(jump_grammar.MARKER.finditer(shown)) if at else {}
        self._needs = self._holding("@need")
        self._mentions = self._holding("skill")
        self._variables = self._sort(VARIABLE.finditer(with_code))
        self._stems: dict[int, set[Language]] = defaultdict(set)
        for place, language in stems_in(self._worded.text):
            owner = self._owner(folded.outer(place))
            if owner is not None:
                self._stems[owner].add(language)
        self.owners = {
            *self._calls, *self._jumps, *self._variables, *self._stems, *self._needs,
            *self._mentions,
        }  # fmt: skip
        """Where the steps and goals begin that have anything to be read in them."""

    def _owner(self, at: int) -> int | None:
        n = bisect_right(self._starts, at) - 1
        return self._starts[n] if n >= 0 and at < self._owners[n].end else None

    def _holding(self, word: str) -> set[int]:
        """The starts of those that contain the folded `word`."""
        places = every(self._folded.text, word)
        return {o for p in places if (o := self._owner(self._folded.outer(p))) is not None}

    def _sort(self, matches: Iterator[re.Match[str]]) -> dict[int, list[re.Match[str]]]:
        sorted_: dict[int, list[re.Match[str]]] = defaultdict(list)
        for found in matches:
            owner = self._owner(found.start())
            if owner is not None:
                sorted_[owner].append(found)
        return sorted_

    def calls(self, piece: Piece, start: int, end: int, on_failure: bool) -> list[Call]:
        calls: list[Call] = []
        for found in self._calls.get(piece.start, ()):
            if start <= found.start() and (not calls or found.start() >= calls[-1].end):
                calls += call_grammar.explicit_calls(
                    self._text, self._shown, found, end, on_failure
                )
        if not calls and piece.start in self._mentions:
            calls += call_grammar.mentions(self._shown, start, end, on_failure)
        return calls

    def variables(self, piece: Piece, calls: list[Call], start: int) -> list[VariableUse]:
        found = [m for m in self._variables.get(piece.start, ()) if m.start() >= start]
        return uses(self._text, found, calls, start) if found else []

    def needs(self, piece: Piece, start: int, end: int) -> tuple[str, ...]:
        return needs(self._shown, start, end) if piece.start in self._needs else ()

    def jumps(
        self, piece: Piece, start: int, end: int, here: int, targets: Targets
    ) -> tuple[list[Jump], list[Doubt]]:
        """The jumps of a step, and what looks like one and is not understood."""
        written: list[Jump] = []
        spans: list[tuple[int, int]] = []
        for found in self._jumps.get(piece.start, ()):
            if found.start() < start or (spans and found.start() < spans[-1][1]):
                continue
            jumps, stop = jump_grammar.annotation_jumps(
                self._text, self._folded, found, end, here, targets
            )
            written += jumps
            spans.append((found.start(), stop))
        if written:
            written = with_conditions(self._text, self._worded, written, start, end)
        languages = self._stems.get(piece.start)
        if not languages:
            return written, []
        worded, doubts = prose_jumps(self._text, self._worded, start, end, here, targets, languages)
        return _merge(written, worded, spans), _unsettled(doubts, written)


def _unsettled(doubts: list[Doubt], written: list[Jump]) -> list[Doubt]:
    """Those that no annotation in or right behind their sentence settles."""
    starts = sorted(jump.start for jump in written)

    def is_settled(doubt: Doubt) -> bool:
        n = bisect_left(starts, doubt.sentence_start)
        return n < len(starts) and starts[n] <= doubt.sentence_end + _BEHIND

    return [doubt for doubt in doubts if not is_settled(doubt)]


def _merge(written: list[Jump], worded: list[Jump], spans: list[tuple[int, int]]) -> list[Jump]:
    """Both together; a sentence inside an annotation, or saying what one says, is the same jump."""
    jumps = list(written)
    begins = [start for start, _end in spans]
    known = {_meaning(jump): n for n, jump in enumerate(written)}
    conditions = {
        jump.start: n for n, jump in enumerate(written) if jump.target is None and jump.condition
    }
    for jump in worded:
        n = bisect_right(begins, jump.start) - 1
        if n >= 0 and jump.start < spans[n][1]:
            at = conditions.pop(begins[n], None)
            if at is not None and not jumps[at].reference:
                jumps[at] = _completed(jumps[at], jump)
        elif (same := known.get(_meaning(jump))) is None:
            jumps.append(jump)
        else:
            jumps[same] = replace(
                jumps[same],
                condition=jumps[same].condition or jump.condition,
                maximum=jumps[same].maximum or jump.maximum,
            )
    return sorted(jumps, key=lambda jump: jump.start)


def _meaning(jump: Jump) -> tuple[JumpKind, int | None, str]:
    """Where it leads; words for steps that do not exist are different ones."""
    return jump.kind, jump.target, jump.reference.lower() if jump.target is None else ""


def _completed(condition: Jump, worded: Jump) -> Jump:
    """`@branch: if C, go to step 4`: the annotation with the step its sentence names."""
    return replace(
        worded,
        kind=condition.kind,
        condition=worded.condition or condition.condition,
        start=condition.start,
        end=condition.end,
    )
