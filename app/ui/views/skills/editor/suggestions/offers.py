"""What can be written at a place of a text. Public names: `Offer`, `Offers`, `own_text`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QTextEdit

from app.core.skills.editing.call_template import call_template
from app.core.skills.editing.complete import Completion, Item, ItemKind, completions
from app.core.skills.editing.snippets import Slash, SnippetKind, offered
from app.core.skills.editing.template import Template
from app.core.skills.model import Parameter
from app.core.skills.names import key
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.suggestions.callees import Callee, Callees
from app.ui.views.skills.editor.suggestions.popup import Row
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.widgets.prose.utf16 import Units

Place = tuple[int | None, int | None]
"""The engram of the skill that calls, and its id."""
"""The engram and the status of the skill that calls."""
_QUOTES = '"“” '
_NEAR = 120
"""How far behind an `@` a name may go on, in characters."""
_CALLS = (ItemKind.SKILL, ItemKind.MEMBER, ItemKind.LINK)
ICONS = {
    SnippetKind.BRANCH: ("branch", "goal:Trigger"),
    SnippetKind.LOOP: ("loop", "goal:Prerequisites"),
    SnippetKind.CALL: ("call", "acc"),
    SnippetKind.PARALLEL: ("parallel", "acc"),
    SnippetKind.INPUT: ("arrow-into-bracket", "goal:Requires"),
    SnippetKind.RESULT: ("arrow-out-of-bracket", "goal:Produces"),
    SnippetKind.NOTE: ("note", "t2"),
    SnippetKind.RECIPE: ("recipe", "mem"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a row of the list stands for: it takes the place of `start` to `end` (Qt's)."""

    row: Row
    start: int
    end: int
    item: Item | None = None
    callee: Callable[[], Callee] = Callee
    snippet: SnippetKind | None = None

    @property
    def is_call(self) -> bool:
        return self.item is not None and self.item.kind in _CALLS

    def template(self, behind: str) -> Template:
        """What it writes; of a call, also what the skill takes and gives back.

        `behind` is the rest of the line.
        """
        item = self.item
        if item is None:
            return self.snippet.snippet.template if self.snippet is not None else Template("")
        if not self.is_call or item.kind is ItemKind.LINK:
            return Template(item.insert)
        callee = self.callee()
        produces = callee.produces if item.kind is ItemKind.SKILL else ()
        return call_template(item.insert, callee.requires, produces, before=behind)


class Offers:
    """Finds them. `place` says where calls come from."""

    def __init__(
        self, buffer: TextBuffer, reader: Reader, callees: Callees, place: Callable[[], Place]
    ) -> None:
        self._buffer, self._reader = buffer, reader
        self._callees, self._place = callees, place

    def in_text(self, at: int, end: int, *, over: bool) -> list[Offer]:
        """Words that may follow at a place of the whole text (code points).

        `end` is where in the text (Qt's) what they replace ends; with `over` that goes on behind
        the place.
        """
        text = self._buffer.text[:at] if over else self._buffer.text
        found = completions(text, at, self._names(text[:at]), self._inputs)
        return self._words(text, found, self._buffer.units.qt(at), end)

    def in_field(self, own: str, at: int, end: int) -> list[Offer]:
        """The same for a step or goal, which is looked at behind the whole text."""
        text = f"{self._buffer.text}\n\n{own[:at]}"
        found = completions(text, len(text), self._names(own[:at]), self._inputs)
        if found is not None and any(item.kind is ItemKind.GOAL for item in found.items):
            return []
        return self._words(text, found, Units(own).qt(at), end)

    def grammar(self, asked: Slash, end: int, *, within: bool = False) -> list[Offer]:
        """What a `/` of the whole text offers; `end` is where it ends in its field (Qt's).

        `within` a step that has other words.
        """
        start = end - 1 - Units(asked.typed).qt(len(asked.typed))
        return [
            Offer(
                Row(kind.snippet.title(), *ICONS[kind], kind.snippet.help, kind.snippet.key),
                start,
                end,
                snippet=kind,
            )
            for kind in offered(self._reader.skill, asked, within=within)
        ]

    def _words(self, text: str, found: Completion | None, at: int, end: int) -> list[Offer]:
        found = _narrow(text, found)
        if found is None:
            return []
        typed = text[found.start : found.end]
        start = at - Units(typed).qt(len(typed))
        seen: dict[str, int] = {}
        offers = []
        for item in found.items:
            if item.kind in _CALLS:
                own = key(item.label)
                seen[own] = seen.get(own, -1) + 1
                offers.append(self._call(item, seen[own], start, end))
            else:
                offers.append(Offer(Row(item.label), start, end, item))
        return offers

    def _call(self, item: Item, number: int, start: int, end: int) -> Offer:
        """What the skill takes is asked when it is to be seen."""

        def callee() -> Callee:
            return self._callees.callee(self._reader.known, item.label, number, *self._place())

        row = Row(item.label, "call", "acc", lambda: callee().said)
        return Offer(row, start, end, item, callee)

    def _names(self, before: str) -> Sequence[str]:
        """The skills that can be called, when a call is being written; not the skill itself.

        Where several have a name, each is named with its engram.
        """
        tail = before[-_NEAR:]
        if "@" not in tail and "[[" not in tail:
            return ()
        own = self._reader.title
        return [name for name in self._reader.known.callable() if name != own]

    def _inputs(self, name: str) -> Sequence[Parameter]:
        interface = self._reader.known.interface(name)
        return interface.requires if interface is not None else ()


def own_text(field: QTextEdit) -> str:
    """What stands in a field, with single newlines."""
    return field.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")


def _narrow(text: str, found: Completion | None) -> Completion | None:
    """Nothing when one of the words is written already: Enter is not meant for the list then."""
    if found is None or (found.start == found.end and found.items[0].kind is ItemKind.GOAL):
        return None
    typed = text[found.start : found.end].strip(_QUOTES).casefold()
    if any(typed == item.insert.strip(_QUOTES).casefold() for item in found.items):
        return None
    return found
