"""What finds meanings in the window: following the choice, and words where it fails."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.core.errors import Cancelled
from app.core.llm import runtime
from app.core.llm.model import ModelTrouble, NoModel
from app.core.llm.model_store import ModelStore
from app.core.llm.process import LocalModel
from app.core.llm.stored_model import Use
from app.core.memory import memories
from app.core.memory.filters import Filters
from app.core.memory.retrieval import chosen, index
from app.core.memory.retrieval.embed import Vectors
from app.core.memory.retrieval.hashed import Hashed
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.memories import asking
from app.ui.views.shell.upkeep_runner import UpkeepRunner
from app.ui.window_state import WindowState
from tests.ui.test_model_service import READER, choose

NOTE = "The rollback script lies in the attic."


class Failing(Hashed):
    """Works until it is told to fail."""

    fails = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.fails:
            raise ModelTrouble("It fell over.")
        return super().embed(texts)


@pytest.fixture
def remembered(vault: Vault) -> Vault:
    memories.remember(vault, NOTE)
    return vault


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "MiniLM", Hashed)
    monkeypatch.setattr(runtime, "is_installed", lambda: True)


def test_without_a_choice_it_is_the_one_of_techne(tmp_path: Path) -> None:
    embedding = EmbedderService(models=tmp_path / "models")
    assert isinstance(embedding.at_hand, Hashed)
    assert embedding.embedder is embedding.embedder
    assert embedding.trouble is None


def test_it_follows_the_choice_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def local(source: LocalModel, dimensions: int) -> Hashed:
        made.append(source)
        return Hashed(model=source.file.name if source.file else "")

    monkeypatch.setattr(chosen, "LocalEmbedder", local)
    embedding = EmbedderService(models=tmp_path / "models")
    assert embedding.embedder.model == Hashed.model
    choose(tmp_path / "models", "reader", READER)
    assert embedding.embedder.model == "reader.gguf"
    assert embedding.embedder is embedding.embedder
    assert len(made) == 1
    ModelStore(tmp_path / "models").choose_none(Use.EMBEDDING)
    assert embedding.embedder.model == Hashed.model


def test_a_chosen_file_that_is_gone_leaves_words(tmp_path: Path) -> None:
    embedding = EmbedderService(models=tmp_path / "models")
    choose(tmp_path / "models", "reader", READER).unlink()
    assert embedding.at_hand is None
    assert isinstance(embedding.trouble, NoModel)
    ModelStore(tmp_path / "models").choose_none(Use.EMBEDDING)
    assert embedding.at_hand is not None
    assert embedding.trouble is None


def test_after_the_end_nobody_asks(tmp_path: Path) -> None:
    embedding = EmbedderService(models=tmp_path / "models")
    embedding.close()
    with pytest.raises(Cancelled):
        embedding.at_hand  # noqa: B018


def test_questions_are_answered_by_words_meanwhile(remembered: Vault) -> None:
    embedder = Failing()
    embedding = EmbedderService(embedder)
    index.update(remembered, embedder)
    embedder.fails = True
    found = asking.answers(remembered, "rollback script", Filters(what="memory"), embedding)
    assert [one.text for one in found] == [NOTE]
    assert str(embedding.trouble) == "It fell over."


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.shut_down()


def test_reading_in_the_background_says_it_once_and_goes_on_later(
    qtbot: QtBot, theme: Theme, remembered: Vault, jobs: Jobs, tmp_path: Path
) -> None:
    embedder = Failing()
    embedder.fails = True
    bridge = Bridge(remembered)
    window_state = WindowState(tmp_path / "window.json")
    context = AppContext(remembered, bridge, jobs, theme, window_state, EmbedderService(embedder))
    upkeep = UpkeepRunner(context)
    with qtbot.waitSignal(context.say.explained) as failed:
        upkeep.start()
    assert str(failed.args[0]) == "Search matches words only. It fell over."
    with qtbot.assertNotEmitted(context.say.explained):
        upkeep.start()
        qtbot.waitUntil(lambda: not upkeep.busy)
    assert len(index.waiting(remembered, embedder.model))
    embedder.fails = False
    upkeep.start()
    qtbot.waitUntil(lambda: not len(index.waiting(remembered, embedder.model)))
    upkeep.stop()
    bridge.stop()
