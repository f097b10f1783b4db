"""The real starter model in the window: it answers, is killed, answers again, and is ended."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.llm.shelf import Shelf
from app.core.llm.shelved import Use
from app.core.llm.state import Status
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.desk import Desk
from app.ui.jobs import Jobs
from app.ui.keep import Keep
from app.ui.mind import Mind
from app.ui.model_desk import ModelDesk
from app.ui.theme.theme import Theme
from app.ui.views.settings.model.chosen import ChosenModel
from tests.core import real_model

LONG = 60_000


@pytest.fixture
def desk(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    shelf = Shelf(vault.home.models)
    shelf.choose(shelf.at(real_model.require()), Use.TEXT)
    jobs, bridge = Jobs(), Bridge(vault)
    model = ModelDesk(jobs, vault.home.models)
    yield Desk(vault, bridge, jobs, theme, Keep(tmp_path / "window.json"), Mind(), model)
    model.close()
    bridge.stop()
    jobs.shut_down()


@pytest.mark.model
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_it_answers_is_killed_and_answers_again(desk: Desk, qtbot: QtBot) -> None:
    page = ChosenModel(desk)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: desk.model.is_there)
    tried = page.trying
    tried.question.setText("Count from one to one thousand, in words.")
    tried.go.click()
    qtbot.waitUntil(lambda: bool(tried.answer.toPlainText()), timeout=LONG)
    os.kill(_child_of(os.getpid()), signal.SIGKILL)
    qtbot.waitUntil(lambda: not tried.busy, timeout=LONG)
    assert "stopped unexpectedly" in tried.said.text()
    qtbot.waitUntil(lambda: page.state.text() == "trouble")
    tried.go.click()
    qtbot.waitUntil(lambda: desk.model.state.status is Status.WORKING, timeout=LONG)
    desk.model.stop()
    qtbot.waitUntil(lambda: not tried.busy, timeout=LONG)
    qtbot.waitUntil(lambda: desk.model.state.status is Status.OFF)
    assert not desk.model.state.trouble


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
