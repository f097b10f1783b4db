"""What only the real window can tell: how long a keystroke takes, and how soon the sky is there."""

import os
import statistics
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.cli.bench.figures import bench_vault, skill_text
from app.cli.offscreen_window import application, stage, turn
from app.core.api.measurements import Figure
from app.core.library import library
from app.core.settings import Settings
from app.core.vault import Vault
from app.core.words import _
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.editor.view import TEXT, EditorView

_TYPED = "write it down here "
_PATIENCE = 30.0
_SETTLE = 300
_AT_REST = 3_000
"""Milliseconds until what is done once, after a vault was opened, is over."""


def _keystroke() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault(skills=1_000) as vault:
        skill = library.save(vault, None, skill_text(1, 200)).skill
        card, text = _keystrokes(vault, skill)
        sky = _first_sky(vault)
    return [
        Figure(_("Keystroke on a card to everything painted, 200 steps"), card, "ms", 8),
        Figure(_("Keystroke in the text to everything painted, 200 steps"), text, "ms", 8),
        Figure(_("First constellation, 1 000 skills"), sky, "s", None),
    ]


def _keystrokes(vault: Vault, skill: int) -> tuple[float, float]:
    """Milliseconds from a key to everything read, checked and painted: on a card, in the text."""
    theme = Theme(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (_context, workspace):
        workspace.open_skill(skill)
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
        _press(target(), letter)
        editor.reader.read_now()  # what happens once the person pauses
        QApplication.processEvents()
        taken.append((time.perf_counter() - started) * 1000)
        turn(20)
    return statistics.median(taken)


def _press(target: QWidget, letter: str) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        key = QKeyEvent(kind, ord(letter.upper()), Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(target, key)


def _first_sky(vault: Vault) -> float:
    """Seconds from asking for the constellation to its stars."""
    theme = Theme(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (_context, workspace):
        turn(_SETTLE)
        started = time.perf_counter()
        workspace.go("constellation")
        (sky,) = workspace.findChildren(ConstellationView)
        while sky.chart is None and time.perf_counter() - started < _PATIENCE:
            turn(1)
        QApplication.processEvents()
        return time.perf_counter() - started


MEASURES: dict[str, Callable[[], list[Figure]]] = {"keystroke": _keystroke}
