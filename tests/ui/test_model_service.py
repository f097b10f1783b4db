"""The model of the window: who is chosen, whether it can be asked, what it does."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.llm import process, runtime
from app.core.llm.model import Ask, NoModel
from app.core.llm.model_store import ModelStore
from app.core.llm.run_options import RunOptions
from app.core.llm.scripted import Scripted
from app.core.llm.state import Status
from app.core.llm.stored_model import Use
from app.ui import model_service
from app.ui.jobs import Jobs
from app.ui.model_service import ModelService
from tests.core.ggufs import TEXT, U32, gguf

TINY = gguf()
READER = gguf({"general.architecture": (TEXT, "nomic-bert"), "nomic-bert.pooling_type": (U32, 1)})


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.shut_down()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: True)


@pytest.fixture
def context(
    qtbot: QtBot, jobs: Jobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModelService]:
    monkeypatch.setattr(model_service, "OFTEN", 20)
    made = ModelService(jobs, tmp_path / "models")
    yield made
    made.close()


def choose(folder: Path, name: str = "tiny", content: bytes = TINY) -> Path:
    """Put a model there and choose it, as a command would."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.gguf"
    file.write_bytes(content)
    store = ModelStore(folder)
    model = store.at(file)
    store.choose(model, model.use)
    return file


def test_nothing_is_chosen(context: ModelService) -> None:
    assert not context.is_there
    assert "Settings" in context.why_not
    with pytest.raises(NoModel):
        context.model()


def test_a_choice_by_a_command_is_seen(
    qtbot: QtBot, context: ModelService, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(context.chosen):
        choose(tmp_path / "models")
    assert context.is_there
    assert context.name == "tiny"
    assert context.model() is context.model()
    assert context.model().name == "tiny"


def test_another_choice_is_another_model(
    qtbot: QtBot, context: ModelService, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(context.chosen):
        choose(tmp_path / "models")
    first = context.model()
    choose(tmp_path / "models", "other")
    assert context.model() is not first


def test_other_run_options_are_another_model(
    qtbot: QtBot, context: ModelService, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(context.chosen):
        choose(tmp_path / "models")
    assert context.model().context == 2048
    with qtbot.waitSignal(context.chosen):
        context.model_store().keep_run_options(RunOptions(context=512))
    assert context.model().context == 512
    assert context.choice.run_options.context == 512


def test_a_file_that_disappears_is_missed(
    qtbot: QtBot, context: ModelService, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(context.chosen):
        file = choose(tmp_path / "models")
    with qtbot.waitSignal(context.chosen):
        file.unlink()
    assert "cannot be found" in context.why_not
    with pytest.raises(NoModel, match="cannot be found"):
        context.model()
    with qtbot.waitSignal(context.chosen):
        file.write_bytes(TINY)
    assert context.is_there


def test_without_the_program_it_says_how_to_get_it(
    qtbot: QtBot, context: ModelService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: False)
    with qtbot.waitSignal(context.chosen):
        choose(tmp_path / "models")
    assert "Install it with" in context.why_not
    with pytest.raises(NoModel):
        context.model()


def test_what_finds_meanings_is_chosen_beside_it(
    qtbot: QtBot, context: ModelService, tmp_path: Path
) -> None:
    with qtbot.waitSignal(context.chosen):
        choose(tmp_path / "models", "reader", READER)
    assert context.choice.text is None
    assert context.choice.meaning is not None
    assert context.choice.meaning.use is Use.EMBEDDING


def test_what_was_read_while_somebody_chose_is_not_shown(
    qtbot: QtBot,
    context: ModelService,
    jobs: Jobs,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with qtbot.waitSignal(context.chosen):
        file = choose(tmp_path / "models", "reader", READER)
    chosen, begun, go_on = ModelStore.chosen, threading.Event(), threading.Event()

    def slow(store: ModelStore, use: Use) -> Path | None:
        found = chosen(store, use)
        if found is not None:
            begun.set()
            go_on.wait(10)
        return found

    monkeypatch.setattr(ModelStore, "chosen", slow)
    file.unlink()
    qtbot.waitUntil(begun.is_set)
    with qtbot.waitSignal(context.chosen):
        context.choose_none(Use.EMBEDDING)
    assert context.choice.finds_by_itself
    with qtbot.waitSignal(jobs.ended):
        go_on.set()
    assert context.choice.finds_by_itself


def test_a_given_model_answers(qtbot: QtBot) -> None:
    context = ModelService(given=Scripted(("Yes.",)))
    assert context.is_there
    assert "".join(context.model().stream(Ask("", "Well?"))) == "Yes."
    assert context.state.status is Status.READY


def test_its_state_arrives_and_it_ends_with_the_vault(
    qtbot: QtBot, context: ModelService, tmp_path: Path, installed: None, jobs: Jobs
) -> None:
    with qtbot.waitSignal(context.chosen):
        choose(tmp_path / "models")
    model = context.model()
    assert isinstance(model, process.LocalModel)
    with qtbot.waitSignal(context.changed):
        jobs.start(
            context, "Trouble", lambda _job: model._host.end("It fell over."), lambda _none: None
        )
    assert context.state.trouble == "It fell over."
    context.close()
    with pytest.raises(NoModel):
        context.model()


def test_work_behind_sees_that_somebody_wants_the_model(qtbot: QtBot) -> None:
    context = ModelService(given=Scripted())
    model, wanted = context.behind()
    assert model is not None and not wanted()
    context.behind()
    assert not wanted()
    context.model()
    assert wanted()
    assert ModelService().behind()[0] is None
