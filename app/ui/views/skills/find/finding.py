"""Finding and replacing in the skill in front."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.changes import Changes
from app.core.errors import AppError
from app.core.library import catalogue, replace
from app.core.library.authored import memory_spans
from app.core.library.catalogue import Conditions
from app.core.skills.editing.find import Edit, Finder, Template, changes, outside, spliced
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.views.skills.find.bar import FindBar
from app.ui.views.skills.find.showing import land, reveal
from app.ui.views.skills.find.way_back import WayBack

LONGEST_SELECTION = 200
"""Characters; more is no words to look for."""
_ENDS = "\n\u2028\u2029"
IDLE = 300
"""Milliseconds without typing before the whole library is looked through."""


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What is looked for, and what is to be written instead, where that can be read."""

    finder: Finder
    template: Template | None

    def hits(self, text: str) -> list[Edit]:
        """Each with what would be written there; raises `SlowPattern`."""
        if self.template is not None:
            return self.finder.edits(text, self.template)
        return [Edit(start, end, text[start:end]) for start, end in self.finder.spans(text)]


class Finding(QObject):
    """Keeps the bar, the marks in the editor and the number of skills the same as the query.

    Words are found at once; a regular expression is looked for in a job, one at a time, because
    nobody knows beforehand how long it takes.
    """

    everywhere_requested = Signal(object, str)
    """To look through the library for this query, with what is to be written instead."""

    def __init__(self, context: AppContext, bar: FindBar, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._bar = context, bar
        self.among: Callable[[], Conditions] = Conditions
        """Which skills of the library are meant by all."""
        self._editor: EditorView | None = None
        self._search: _Search | None = None
        self._hits: list[Edit] = []
        self._text = ""
        self._present = -1
        self._replaced = 0
        """How many hits of this query were written over in this document."""
        self._anchor = 0
        """Where in the text the first hit is looked for."""
        self._job: Job | None = None
        self._counting: Job | None = None
        self._looks_again = self._is_going = self._was_writing = False
        self._idle = QTimer(self, interval=IDLE, singleShot=True)
        self._idle.timeout.connect(self._count_skills)
        bar.edited.connect(self._on_edited)
        bar.stepped.connect(self.step)
        bar.replace_wanted.connect(self.replace)
        bar.replace_all_wanted.connect(self.replace_all)
        self._way_back = WayBack(bar.written)
        bar.everywhere_wanted.connect(self.everywhere)
        bar.left.connect(self.leave)
        context.jobs.ended.connect(self._on_ended)
        context.bridge.changed.connect(self._on_library_changed)

    # What people do

    @property
    def is_possible(self) -> bool:
        """Whether there is a skill to look in, and it can be seen."""
        return self._editor is not None and self._editor.isVisible()

    def open(self, *, replacing: bool = False) -> None:
        """Show the bar, for what is selected in the skill."""
        if self._editor is None:
            return
        self._begin(self._editor)
        words = selected_words(self._editor)
        self._bar.open(words, replacing=replacing)
        self._on_edited()

    def open_for(self, replacing: bool) -> None:
        """The same, as a slot: what is connected must not keep the editor beyond a lock."""
        self.open(replacing=replacing)

    def _begin(self, editor: EditorView) -> None:
        """Look from where the person is."""
        self._anchor = editor.at
        focused = editor.window().focusWidget()
        if focused is None or not self._bar.isAncestorOf(focused):
            self._was_writing = editor.caret.is_writing

    def leave(self) -> None:
        """Take the bar away: whoever wrote goes on behind the last hit, and whoever had a step
        selected has the one of the hit.
        """
        self._bar.hide()
        editor, hit = self._editor, self._hit
        self._show_marks()
        if editor is None:
            return
        if hit is not None and self._was_writing:
            land(editor, hit.start, hit.end)
        else:
            editor.take_focus()

    def step(self, by: int) -> None:
        """Go to the next hit or the one before, around the end."""
        if self._editor is None:
            return
        if self._bar.isHidden():
            self._begin(self._editor)
            self._bar.show()
            self._on_edited()
        elif self._hits:
            self._present = (self._present + by) % len(self._hits)
            self._show(going=True)

    def replace(self) -> None:
        """Write something else in the place of the hit, and go to the next."""
        hit, editor = self._hit, self._editor
        if hit is None or editor is None or not self._can_replace:
            return
        if self._in_memories([hit]):
            self._context.say.tell(replace.left_in_memories(1))
            self.step(1)
        elif not changes(self._text, [hit]):
            self.step(1)
        elif self._has_room([hit]):
            self._anchor = hit.start + len(hit.new)
            self._count_replaced(1)
            editor.buffer.replace(*hit)
            editor.reader.read_now()
            self._look(going=True)

    def can_replace_all(self) -> bool:
        """Whether the bar is there, with something found that may be written over."""
        return not self._bar.isHidden() and bool(self._replaceable()) and self._can_replace

    def replace_all(self) -> None:
        """Write something else in the place of every hit: one undo."""
        edits, editor = self._replaceable(), self._editor
        kept = self._in_memories(changes(self._text, self._hits))
        if editor is None or not edits or not self._can_replace or not self._has_room(edits):
            return
        after = spliced(self._text, edits)
        self._count_replaced(len(edits))
        editor.buffer.groups.end()
        editor.buffer.become(after)
        editor.reader.read_now()
        said = ngettext("Replaced {count} match", "Replaced {count} matches", len(edits))
        words = said.format(count=len(edits))
        if kept:
            words = f"{words}. {replace.left_in_memories(len(kept))}"
        editor.undoing.offer(words)
        self._way_back.note(editor)

    def _replaceable(self) -> list[Edit]:
        """What is replaced with all of them."""
        edits = changes(self._text, self._hits)
        kept = self._in_memories(edits)
        return [edit for edit in edits if edit not in kept]

    def _in_memories(self, edits: list[Edit]) -> set[Edit]:
        """Those in memories that training placed: their words are not those of the skill."""
        editor = self._editor
        if editor is None:
            return set()
        spans = memory_spans(self._text, editor.memories.training())
        return {*edits} - {*outside(edits, spans)}

    def _count_replaced(self, count: int) -> None:
        """In how many skills it is, is known again once this is saved."""
        self._replaced += count
        self._bar.show_skills(None)

    def everywhere(self) -> None:
        """Look through the whole library: for what is selected, or for what was looked for last."""
        words = selected_words(self._editor) if self._editor is not None else ""
        if words and self._bar.isHidden():
            self._bar.query.setText(words)
        self.everywhere_requested.emit(self._bar.query.query, self._bar.written.text())

    # The editor in front

    def follow(self, editor: EditorView | None) -> None:
        """Look in this document from now on; without one there is no bar."""
        if editor is self._editor:
            return
        if self._editor is not None:
            self._editor.buffer.changed.disconnect(self._on_changed)
            self._editor.hit_marks.show("", ())
        self._way_back.forget()
        self._editor, self._anchor, self._replaced = editor, 0, 0
        self._hits, self._present = [], -1
        if editor is None:
            self._bar.hide()
            return
        editor.buffer.changed.connect(self._on_changed)
        self._look()

    @property
    def _hit(self) -> Edit | None:
        """The one that was gone to."""
        return self._hits[self._present] if 0 <= self._present < len(self._hits) else None

    # Looking

    def _on_edited(self) -> None:
        """Another query, or something else to write."""
        self._search, self._replaced = None, 0
        self._bar.say_wrong("")
        try:
            finder = Finder(self._bar.query.query)
            self._search = _Search(finder, None)
            self._search = _Search(finder, finder.template(self._bar.written.text()))
        except AppError as error:
            self._bar.say_wrong(f"{error} {error.hint}")
        self._bar.show_skills(None)
        self._idle.start()
        self._look(going=True)

    def _on_changed(self) -> None:
        self._look()

    def _look(self, *, going: bool = False) -> None:
        """Find the hits of the text as it is now; `going` to the first of them."""
        editor, search = self._editor, self._search
        if editor is None or self._bar.isHidden():
            return
        text = editor.buffer.text
        if search is None or not search.finder.query.is_regex:
            self._take(text, search.hits(text) if search is not None else [], going=going)
            return
        self._is_going |= going
        if self._job is None:
            self._job = self._context.jobs.start(
                self,
                _("Searching"),
                lambda _job: search.hits(text),
                lambda hits: self._on_found(search, text, hits),
                lambda error: self._on_failed(search, error),
            )
        else:
            self._looks_again = True

    def _on_ended(self, job: Job) -> None:
        if job is self._counting:
            self._counting = None
        if job is self._job:
            self._job = None
            if self._looks_again:
                self._looks_again = False
                self._look()

    def _on_found(self, search: _Search, text: str, hits: list[Edit]) -> None:
        """Unless something else is looked for by now, or in another text."""
        if search is self._search and self._editor is not None and text == self._editor.buffer.text:
            going, self._is_going = self._is_going, False
            self._take(text, hits, going=going)

    def _on_failed(self, search: _Search, error: Exception) -> None:
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
        elif search is self._search:
            self._search = None
            self._bar.say_wrong(f"{error} {error.hint}")
            self._look()

    def _take(self, text: str, hits: list[Edit], *, going: bool) -> None:
        """The present one is the first from the anchor on."""
        self._text, self._hits = text, hits
        place = bisect_left(hits, self._anchor, key=attrgetter("start"))
        self._present = place % len(hits) if hits else -1
        self._show(going=going)

    def _show(self, *, going: bool = False) -> None:
        editor, hit = self._editor, self._hit
        if editor is None:
            return
        if hit is not None:
            self._anchor = hit.start
            if going:
                reveal(editor, hit.start, hit.end)
        self._show_marks()
        writable, replaced = not editor.read_only, self._replaced
        self._bar.show_state(
            self._present + 1,
            len(self._hits),
            len(self._replaceable()),
            writable=writable,
            replaced=replaced,
        )

    def _show_marks(self) -> None:
        if self._editor is not None:
            hits = self._hits if not self._bar.isHidden() else []
            marked = [(hit.start, hit.end, n == self._present) for n, hit in enumerate(hits)]
            self._editor.hit_marks.show(self._text, marked)

    @property
    def _can_replace(self) -> bool:
        """Whether what was found is what is there, and may be written in."""
        editor = self._editor
        if editor is None or editor.read_only or self._bar.said_wrong:
            return False
        return self._text == editor.buffer.text

    def _has_room(self, edits: list[Edit]) -> bool:
        """Whether the skill stays short enough to be worked on; if not, that is said."""
        more = sum(len(edit.new) - (edit.end - edit.start) for edit in edits)
        return more <= 0 or self._editor is None or self._editor.buffer.takes(" " * more)

    def _on_library_changed(self, found: Changes) -> None:
        """It may be in more skills or in fewer now."""
        if found.skills and not self._bar.isHidden():
            self._idle.start()

    def _count_skills(self) -> None:
        """In how many skills of the library it is found."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        vault, search, among = self._context.vault, self._search, self.among()
        if search is None or not search.finder.query.text or self._bar.isHidden():
            return

        def count(job: Job) -> int:
            return len(
                replace.skills_with(vault, search.finder, catalogue.ids(vault, **among), job)
            )

        def failed(error: Exception) -> None:
            if not isinstance(error, AppError):
                self._context.jobs.failed.emit(self, error)

        self._counting = self._context.jobs.start(
            self, _("Searching"), count, self._bar.show_skills, failed
        )


def selected_words(editor: EditorView) -> str:
    """What is selected in the skill, if that is on one line."""
    card, fields = editor.steps.card(editor.steps.current), [editor.chips.box.field]
    if editor.step_editing.field is not None:
        fields.append(editor.step_editing.field)
    if editor.mode == TEXT:
        words = editor.text_view.textCursor().selectedText()
    elif editor.header.title.hasFocus():
        words = editor.header.title.selectedText()
    elif focused := [field for field in fields if field.hasFocus()]:
        words = focused[0].textCursor().selectedText()
    else:
        words = card.selected_text if card is not None else ""
    return words if len(words) <= LONGEST_SELECTION and not set(words) & set(_ENDS) else ""
