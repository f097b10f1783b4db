"""The real starter model in the window: it answers, is killed, answers again, and is ended."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.llm.model_store import ModelStore
from app.core.llm.state import Status
from app.core.llm.stored_model import Use
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.settings.model.chosen import ChosenModel
from app.ui.window_state import WindowState
from tests.core import real_model

LONG = 60_000


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    store = ModelStore(vault.home.models)
    store.choose(store.at(real_model.require()), Use.TEXT)
    jobs, bridge = Jobs(), Bridge(vault)
    model = ModelService(jobs, vault.home.models)
    yield AppContext(
        vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"), EmbedderService(), model
    )
    model.close()
    bridge.stop()
    jobs.shut_down()


@pytest.mark.model
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_it_answers_is_killed_and_answers_again(context: AppContext, qtbot: QtBot) -> None:
    page = ChosenModel(context)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: context.model.is_there)
    tried = page.trying
    tried.question.setText("Count from one to one thousand, in words.")
    for _attempt in range(8):  # a short answer may be over before anybody can stop it
        tried.go.click()
        qtbot.waitUntil(lambda: bool(tried.answer.toPlainText()), timeout=LONG)
        os.kill(_child_of(os.getpid()), signal.SIGKILL)
        qtbot.waitUntil(lambda: not tried.busy, timeout=LONG)
        if "stopped unexpectedly" in tried.said.text():
            break
    assert "stopped unexpectedly" in tried.said.text()
    qtbot.waitUntil(lambda: page.state.text() == "error")
    tried.go.click()
    qtbot.waitUntil(lambda: context.model.state.status is Status.WORKING, timeout=LONG)
    context.model.stop()
    qtbot.waitUntil(lambda: not tried.busy, timeout=LONG)
    qtbot.waitUntil(lambda: context.model.state.status is Status.OFF)
    assert not context.model.state.trouble


def _child_of(process: int) -> int:
    """The one process that was started by us."""
    table = Path(f"/proc/{process}/task")
    if not table.exists():
        pytest.skip("this system does not tell who started whom")
    children = [
        int(child)
        for task in table.iterdir()
        for child in (task / "children").read_text().split()
        if b"llm" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    return children[0]
