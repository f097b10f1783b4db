"""The model of the window: who is chosen, whether it can be asked, what it does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.llm import process, runtime
from app.core.llm.manner import Manner
from app.core.llm.model import Ask, NoModel
from app.core.llm.scripted import Scripted
from app.core.llm.shelf import Shelf
from app.core.llm.shelved import Use
from app.core.llm.state import Status
from app.ui import model_desk
from app.ui.jobs import Jobs
from app.ui.model_desk import ModelDesk
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
def desk(
    qtbot: QtBot, jobs: Jobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModelDesk]:
    monkeypatch.setattr(model_desk, "OFTEN", 20)
    made = ModelDesk(jobs, tmp_path / "models")
    yield made
    made.close()


def choose(folder: Path, name: str = "tiny", content: bytes = TINY) -> Path:
    """Put a model there and choose it, as a command would."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.gguf"
    file.write_bytes(content)
    shelf = Shelf(folder)
    model = shelf.at(file)
    shelf.choose(model, model.use)
    return file


def test_nothing_is_chosen(desk: ModelDesk) -> None:
    assert not desk.is_there
    assert "Settings" in desk.why_not
    with pytest.raises(NoModel):
        desk.model()


def test_a_choice_by_a_command_is_seen(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(desk.chosen):
        choose(tmp_path / "models")
    assert desk.is_there
    assert desk.name == "tiny"
    assert desk.model() is desk.model()
    assert desk.model().name == "tiny"


def test_another_choice_is_another_model(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(desk.chosen):
        choose(tmp_path / "models")
    first = desk.model()
    choose(tmp_path / "models", "other")
    assert desk.model() is not first


def test_another_manner_is_another_model(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(desk.chosen):
        choose(tmp_path / "models")
    assert desk.model().context == 2048
    with qtbot.waitSignal(desk.chosen):
        desk.shelf().keep_manner(Manner(context=512))
    assert desk.model().context == 512
    assert desk.choice.manner.context == 512


def test_a_file_that_disappears_is_missed(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path, installed: None
) -> None:
    with qtbot.waitSignal(desk.chosen):
        file = choose(tmp_path / "models")
    with qtbot.waitSignal(desk.chosen):
        file.unlink()
    assert "not there any more" in desk.why_not
    with pytest.raises(NoModel, match="not there any more"):
        desk.model()
    with qtbot.waitSignal(desk.chosen):
        file.write_bytes(TINY)
    assert desk.is_there


def test_without_the_program_it_says_how_to_get_it(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: False)
    with qtbot.waitSignal(desk.chosen):
        choose(tmp_path / "models")
    assert "Install it with" in desk.why_not
    with pytest.raises(NoModel):
        desk.model()


def test_what_finds_meanings_is_chosen_beside_it(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path
) -> None:
    with qtbot.waitSignal(desk.chosen):
        choose(tmp_path / "models", "reader", READER)
    assert desk.choice.text is None
    assert desk.choice.meaning is not None
    assert desk.choice.meaning.use is Use.EMBEDDING


def test_a_given_model_answers(qtbot: QtBot) -> None:
    desk = ModelDesk(given=Scripted(("Yes.",)))
    assert desk.is_there
    assert "".join(desk.model().stream(Ask("", "Well?"))) == "Yes."
    assert desk.state.status is Status.READY


def test_its_state_arrives_and_it_ends_with_the_vault(
    qtbot: QtBot, desk: ModelDesk, tmp_path: Path, installed: None, jobs: Jobs
) -> None:
    with qtbot.waitSignal(desk.chosen):
        choose(tmp_path / "models")
    model = desk.model()
    assert isinstance(model, process.LocalModel)
    with qtbot.waitSignal(desk.changed):
        jobs.start(
            desk, "Trouble", lambda _job: model._host.end("It fell over."), lambda _none: None
        )
    assert desk.state.trouble == "It fell over."
    desk.close()
    with pytest.raises(NoModel):
        desk.model()


def test_work_behind_sees_that_somebody_wants_the_model(qtbot: QtBot) -> None:
    desk = ModelDesk(given=Scripted())
    model, wanted = desk.behind()
    assert model is not None and not wanted()
    desk.behind()
    assert not wanted()
    desk.model()
    assert wanted()
    assert ModelDesk().behind()[0] is None
