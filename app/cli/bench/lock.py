"""Whether the window ever stops for another process that writes."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

from app.cli.bench.figures import PASSPHRASE, bench_vault, skill_text
from app.cli.bench.window import press
from app.cli.offscreen_window import application, stage, turn
from app.core.api.measurements import Figure
from app.core.library import library
from app.core.lifecycle import tagging
from app.core.settings import Settings
from app.core.vault import Vault
from app.core.words import _
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.view import TEXT
from app.ui.views.skills.knowledge.tags import TagsCard

_TYPED = "write it down here "
_PATIENCE = 30.0
"""Seconds until everything that waited is written."""
_SETTLE = 300
_BEAT = 5
"""Milliseconds."""
_HELD = 2.0
"""Seconds."""
_HOLDER = """
import sys, time
from pathlib import Path
from app.core import vaults
from app.core.vault import Vault
home, passphrase, seconds = sys.argv[1:]
data_key = vaults.unlock(Path(home), passphrase=passphrase)
with Vault(Path(home), data_key) as vault, vault.write(None):
    print("held", flush=True)
    time.sleep(float(seconds))
"""
_AT_REST = 3_000
"""Milliseconds until what is done once, after a vault was opened, is over."""


class _Heart(QTimer):
    """Beats as long as the event loop turns; `longest` is the longest stop, in milliseconds."""

    def __init__(self) -> None:
        super().__init__(interval=_BEAT, timerType=Qt.TimerType.PreciseTimer)
        self.longest, self._last = 0.0, time.perf_counter()
        self.timeout.connect(self._beat)

    def begin(self) -> None:
        self._last = time.perf_counter()
        self.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, (now - self._last) * 1000 - _BEAT)
        self._last = now


@contextmanager
def _held(vault: Vault) -> Iterator[None]:
    """Have another process write for a while; it has begun when this is entered."""
    command = [sys.executable, "-c", _HOLDER, str(vault.home.folder), PASSPHRASE, str(_HELD)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "held\n"
            yield
        finally:
            process.kill()


def _lock() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault(skills=1_000) as vault:
        skill = library.save(vault, None, skill_text(1, 20)).skill
        longest = _longest_stop(vault, skill)
    what = _("Window thread while another process holds the vault for 2 s")
    return [Figure(what, longest, "ms", 50)]


def _longest_stop(vault: Vault, skill: int) -> float:
    """Milliseconds for which the window did not answer at most, while somebody types into a skill
    that is saved by itself, and tags it.

    Raises `AssertionError` if something of it is not in the vault in the end.
    """
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (context, workspace):
        workspace.context.go.skill(skill)
        turn(_AT_REST)
        editor = workspace.skills.documents.editor
        assert editor is not None
        editor.show_mode(TEXT)
        turn(_SETTLE)
        tags, heart = TagsCard(context, workspace), _Heart()
        tags.show_tags(skill, ())
        with _held(vault):
            until = time.perf_counter() + _HELD
            heart.begin()
            tags.field.setText("bench")
            tags.field.returnPressed.emit()
            while time.perf_counter() < until:
                for letter in _TYPED:
                    press(editor.text_view, letter)
                    turn(20)
                editor.autosave.save_soon()
                editor.autosave.keep_draft()
        until = time.perf_counter() + _PATIENCE
        while (context.writes.is_waiting or editor.dirty) and time.perf_counter() < until:
            turn(20)
        heart.stop()
        assert library.text(vault, skill) == editor.buffer.stored
        assert tagging.tags_of(vault, skill) == ("bench",)
        return heart.longest


MEASURES: dict[str, Callable[[], list[Figure]]] = {"lock": _lock}
