"""What only the real window can tell: how long a keystroke takes, and how soon the sky is there."""

import os
import statistics
import threading
import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.cli.bench.figures import bench_vault, skill_text
from app.cli.offscreen_window import application, stage, turn
from app.core.api.measurements import Figure
from app.core.constellation.sky import sky
from app.core.library import catalogue, engrams, library, skill_actions
from app.core.lifecycle.config import Procedural
from app.core.settings import Settings
from app.core.vault import Vault
from app.core.words import _
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.skills.editor.view import TEXT, EditorView

_TYPED = "write it down here "
_SEARCHED = "procedure 77"
_PATIENCE = 30.0
_SETTLE = 300
_MANY = 5_000
_LARGE = 10_000
_CHANGE_SEEN = 1_000
"""Milliseconds until everybody has looked at a change."""
_AT_REST = 3_000
"""Milliseconds until what is done once, after a vault was opened, is over."""


def _keystroke() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault(skills=1_000) as vault:
        skill = library.save(vault, None, skill_text(1, 200)).skill
        card, text = _keystrokes(vault, skill)
        first = _first_sky(vault)
    return [
        Figure(_("Keystroke on a card to everything painted, 200 steps"), card, "ms", 6),
        Figure(_("Keystroke in the text to everything painted, 200 steps"), text, "ms", 6),
        Figure(_("First look at a new constellation, 1 000 skills"), first * 1000, "ms", None),
    ]


def _opening() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault(skills=_LARGE, steps=3) as vault:
        sky(vault, Procedural())  # from now on every star has its place
        took = _first_sky(vault) * 1000
    said = _("Choosing the constellation to its stars, 10 000 skills")
    return [Figure(said, took, "ms", 300)]


def _keystrokes(vault: Vault, skill: int) -> tuple[float, float]:
    """Milliseconds from a key to everything read, checked and painted: on a card, in the text."""
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (_context, workspace):
        workspace.context.go.skill(skill)
        turn(_AT_REST)
        editor = workspace.skills.documents.editor
        assert editor is not None
        middle = len(editor.reading.skill.steps) // 2
        editor.step_editing.edit(middle, 0)
        turn(_SETTLE)
        card = _median(editor, lambda: editor.focusWidget() or editor)
        editor.show_mode(TEXT)
        editor.jump_to(editor.reading.skill.steps[middle].body_start, 0)
        turn(_SETTLE)
        return card, _median(editor, lambda: editor.text_view)


def _median(editor: EditorView, target: Callable[[], QWidget]) -> float:
    taken = []
    for letter in _TYPED:
        started = time.perf_counter()
        press(target(), letter)
        editor.reader.read_now()  # what happens once the person pauses
        QApplication.processEvents()
        taken.append((time.perf_counter() - started) * 1000)
        turn(20)
    return statistics.median(taken)


def press(target: QWidget, letter: str) -> None:
    """A key went down and up there."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        key = QKeyEvent(kind, ord(letter.upper()), Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(target, key)


def _first_sky(vault: Vault) -> float:
    """Seconds from asking for the constellation to the first picture with stars."""
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (_context, workspace):
        turn(_AT_REST)
        started = time.perf_counter()
        workspace.go("constellation")
        (view,) = workspace.findChildren(ConstellationView)
        while view.chart is None and time.perf_counter() - started < _PATIENCE:
            turn(1)
        QApplication.processEvents()
        return time.perf_counter() - started


def _change() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault(skills=_MANY, steps=8) as vault:
        slowest = max(_changes(vault).items(), key=lambda taken: taken[1])
    said = _("Window's thread after one change among 5 000 skills ({change})")
    return [Figure(said.format(change=slowest[0]), slowest[1], "ms", 16)]


def _changes(vault: Vault) -> dict[str, float]:
    """Milliseconds that the window's thread was busy at once after each kind of change."""
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (_context, workspace):
        skills = [row.id for row in catalogue.rows(vault)]
        workspace.context.go.skill(skills[0])
        turn(_AT_REST)
        text = library.text(vault, skills[1])
        return {
            name: _busiest(change)
            for name, change in (
                (_("edited"), lambda: library.save(vault, skills[1], text + "\nA note.\n")),
                (_("renamed"), lambda: library.save(vault, skills[2], "# Zero\n\n1. Look.\n")),
                (_("added"), lambda: library.save(vault, None, skill_text(_MANY, 8))),
                (_("deleted"), lambda: library.delete(vault, skills[3])),
                (_("filed"), lambda: skill_actions.move(vault, engrams.DEMOS, skills[4])),
            )
        }


def _search() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault(skills=_MANY, steps=8) as vault:
        slowest, answered = _searches(vault)
    return [
        Figure(_("Window's thread while 5 000 skills are searched, per letter"), slowest, "ms", 16),
        Figure(_("Letter typed to the hits among 5 000 skills"), answered, "ms", None),
    ]


def _searches(vault: Vault) -> tuple[float, float]:
    """Milliseconds: the longest that a letter kept the window's thread, and until its answer."""
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (_context, workspace):
        turn(_AT_REST)
        library = workspace.skills.library
        library.focus_search()
        turn(_CHANGE_SEEN)
        box, slowest, answers = library.search, 0.0, []
        for letter in _SEARCHED:
            slowest = max(slowest, _longest(partial(press, box, letter)))
        box.clear()
        for letter in _SEARCHED:
            started = time.perf_counter()
            press(box, letter)
            while library.model.query.typed != box.text():
                turn(1)
            answers.append((time.perf_counter() - started) * 1000)
        return slowest, statistics.median(answers)


def _busiest(change: Callable[[], object]) -> float:
    """`_longest` after a change that somebody else made."""
    somebody = threading.Thread(target=change)
    longest = _longest(somebody.start)
    somebody.join()
    return longest


def _longest(begin: Callable[[], object]) -> float:
    """The longest that the window's thread worked without a look at what else there is to do;
    what it took from other threads' work left out. In milliseconds."""
    longest, last = 0.0, time.thread_time()

    def look() -> None:
        nonlocal longest, last
        now = time.thread_time()
        longest, last = max(longest, now - last), now

    between = QTimer(interval=0)
    between.timeout.connect(look)
    between.start()
    begin()
    turn(_CHANGE_SEEN)
    return longest * 1000


MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "keystroke": _keystroke,
    "change": _change,
    "search": _search,
    "opening": _opening,
}
