"""The local model on the settings page and in the status bar."""

import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.llm import model_folders, runtime
from app.core.llm.model import Ask
from app.core.llm.model_folders import Origin
from app.core.llm.model_store import ModelStore
from app.core.llm.recommended import Recommended
from app.core.llm.run_options import RunOptions
from app.core.llm.scripted import Dies, Loops, Scripted
from app.core.llm.state import State, Status
from app.core.llm.stored_model import Use
from app.core.memory.retrieval.hashed import Hashed
from app.core.progress import Progress, checkpoint
from app.core.vault import Vault
from app.ui import model_service
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.main_window import SMALLEST
from app.ui.model_service import Choice, ModelService
from app.ui.runtime_installer import RuntimeInstaller
from app.ui.theme.theme import Theme
from app.ui.views.settings.model import around
from app.ui.views.settings.model.view import ModelSettings
from app.ui.views.settings.reading import ReadingSettings
from app.ui.views.settings.section import Line
from app.ui.views.shell.drops import FileTaker
from app.ui.views.shell.model_status import ModelStatus
from app.ui.views.shell.status import StatusLine
from app.ui.widgets import progress_strip
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.progress_strip import ProgressStrip
from app.ui.window_state import WindowState
from tests.core.ggufs import LLAMA, TEXT, U32, gguf
from tests.core.publisher import Publisher, breaks_after, serve, usual
from tests.ui.names import nameless
from tests.ui.test_model_service import READER, TINY, choose

GIANT = gguf(
    {**LLAMA, "general.name": (TEXT, "Giant"), "llama.block_count": (U32, 2_000_000)}
)  # fmt: skip
LARGE = gguf({**LLAMA, "general.name": (TEXT, "Large")}, data=3_000_000)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer without other programs that keep models, and with llama.cpp."""
    usual_places = model_folders.seen

    def seen(own: Path, also: tuple[Path, ...] = ()) -> Iterator[model_folders.Seen]:
        home = {"HOME": str(tmp_path / "user"), "USERPROFILE": str(tmp_path / "user")}
        found = usual_places(own, also, home)
        return (one for one in found if one.origin is not Origin.STARTER)

    monkeypatch.setattr(ModelStore.__init__, "__defaults__", (seen,))
    monkeypatch.setattr(runtime, "is_installed", lambda: True)
    monkeypatch.setattr(model_service, "OFTEN", 20)


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.shut_down()


@pytest.fixture
def folder(vault: Vault) -> Path:
    made = vault.home.models
    made.mkdir(exist_ok=True)
    return made


@pytest.fixture
def context(
    vault: Vault, theme: Theme, jobs: Jobs, tmp_path: Path, folder: Path
) -> Iterator[AppContext]:
    bridge, model = Bridge(vault), ModelService(jobs, folder)
    window_state = WindowState(tmp_path / "window.json")
    yield AppContext(vault, bridge, jobs, theme, window_state, EmbedderService(Hashed()), model)
    model.close()
    bridge.stop()


@pytest.fixture
def page(context: AppContext, qtbot: QtBot) -> ModelSettings:
    made = ModelSettings(context)
    made.resize(720, 2000)
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.looked):
        made.show()
    return made


def again(page: ModelSettings, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.looked):
        page.look()


def lines(parent: QWidget) -> dict[str, Line]:
    QApplication.processEvents()
    shown = [line for line in parent.findChildren(Line) if line.isVisibleTo(parent)]
    return {line.name.text(): line for line in shown}


def button(parent: QWidget, name: str) -> Button | IconButton:
    QApplication.processEvents()
    every: list[Button | IconButton] = [
        *parent.findChildren(Button),
        *parent.findChildren(IconButton),
    ]
    return next(b for b in every if b.accessibleName() == name and b.isVisibleTo(parent))


def test_without_a_model_the_page_says_what_to_do(page: ModelSettings) -> None:
    assert page.chosen.line.name.text() == "No model in use"
    assert "Everything else works without one" in page.chosen.line.said.text()
    assert not page.chosen.trying.isVisibleTo(page)
    assert not page.chosen.start.isVisibleTo(page)
    assert "No model" in page.chosen.line.name.text()
    assert not nameless(page)


def test_a_model_is_chosen_and_given_up(
    page: ModelSettings, context: AppContext, folder: Path, qtbot: QtBot
) -> None:
    (folder / "tiny.gguf").write_bytes(TINY)
    again(page, qtbot)
    line = lines(page.found)["tiny"]
    assert "llama" in line.said.text() and "Q4_K_M" in line.said.text()
    assert "mit" in line.said.text() and "Needs about" in line.said.text()
    with qtbot.waitSignal(context.model.chosen):
        button(page.found, "Use tiny").click()
    assert page.chosen.line.name.text() == "tiny"
    assert page.chosen.state.text() == "off"
    assert "Context of 2048 tokens" in page.chosen.line.said.text()
    assert page.chosen.trying.isVisibleTo(page)
    assert not nameless(page)
    with qtbot.waitSignal(context.model.chosen):
        page.chosen.off.click()
    assert ModelStore(folder).chosen(Use.TEXT) is None
    qtbot.waitUntil(lambda: page.chosen.line.name.text() == "No model in use")


def test_the_digest_is_computed_shown_short_and_copied_whole(
    page: ModelSettings, context: AppContext, folder: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(context.model.chosen):
        choose(folder)
    digest = hashlib.sha256(TINY).hexdigest()
    qtbot.waitUntil(lambda: page.chosen.digest.text() == f"{digest[:16]}…")
    page.chosen.copy.click()
    assert QGuiApplication.clipboard().text() == digest


def test_one_that_does_not_fit_says_so(
    page: ModelSettings, context: AppContext, folder: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignals([context.model.chosen, page.looked]):
        choose(folder, "giant", GIANT)
    assert page.chosen.state.text() == "does not fit"
    assert "but only" in page.chosen.line.said.text()


def test_what_cannot_be_used_is_not_offered_but_explained(
    page: ModelSettings, folder: Path, qtbot: QtBot
) -> None:
    (folder / "letter.gguf").write_text("Dear model,")
    (folder / "half.gguf").write_bytes(TINY[: len(TINY) // 2])
    (folder / "rest.gguf.part").write_bytes(b"GGUF")
    again(page, qtbot)
    shown = lines(page.found)
    assert "3 files cannot be used" in shown
    assert "letter.gguf" not in shown
    button(page.found, "Show the files that cannot be used").click()
    shown = lines(page.found)
    assert "not a GGUF" in shown["letter.gguf"].said.text()
    assert "incomplete" in shown["half.gguf"].said.text()
    assert "download is incomplete" in shown["rest.gguf.part"].said.text()
    page.found.why.click()
    assert "letter.gguf" not in lines(page.found)


def test_a_dropped_file_is_offered_from_where_it_is(
    page: ModelSettings, context: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    assert isinstance(page.found, FileTaker)
    file = tmp_path / "mine.gguf"
    file.write_bytes(TINY)
    page.found.show_drop(True)
    assert "Drop the model here" in page.found.banner.accessibleName()
    page.found.show_drop(False)
    with qtbot.waitSignal(page.looked):
        page.found.attach_files([str(file)])
    assert "mine is now in the list" in page.found.banner.accessibleName()
    with qtbot.waitSignal(context.model.chosen):
        page.found.banner.acted.emit()
    assert context.model.name == "mine"
    with qtbot.waitSignal(page.looked):
        button(page.found, f"Stop looking in {file}").click()
    assert file.exists()


def test_a_dropped_file_that_is_no_model_is_refused(
    page: ModelSettings, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "letter.gguf"
    file.write_text("Dear model,")
    page.found.attach_files([str(file)])
    qtbot.waitUntil(page.found.banner.isVisible)
    assert "not a GGUF" in page.found.banner.accessibleName()
    assert ModelStore(page._context.vault.home.models).also == ()


def test_only_our_own_are_removed_and_only_after_a_question(
    page: ModelSettings, context: AppContext, folder: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignals([context.model.chosen, page.looked]):
        choose(folder)
    button(page.found, "Remove tiny from the disk").click()
    assert "Remove tiny" in page.found.banner.accessibleName()
    assert (folder / "tiny.gguf").exists()
    page.found.banner.acted.emit()
    qtbot.waitUntil(lambda: context.model.choice.text is None)
    assert not (folder / "tiny.gguf").exists()


def test_the_missing_program_is_explained_with_what_to_type(
    context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: False)
    page = ModelSettings(context)
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.looked):
        page.show()
    assert page.chosen.runtime.isVisibleTo(page)
    page.chosen.runtime.copy.click()
    assert QGuiApplication.clipboard().text() == runtime.command()
    assert "Get" in [b.text() for b in page.getting.findChildren(Button)]


def test_the_missing_program_is_installed_from_here(
    context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be watched, stopped and tried again; then models can run without a new start."""
    installed, outcomes = threading.Event(), iter(("stopped", "failed", "installed"))

    def install(progress: Progress) -> None:
        progress.report(0.25, "78 of 312 parts built")
        outcome = next(outcomes)
        while outcome == "stopped":
            checkpoint(progress)
        if outcome == "failed":
            raise runtime.CannotInstall("It could not be installed.", "There is no compiler.")
        installed.set()

    monkeypatch.setattr(runtime, "is_installed", installed.is_set)
    monkeypatch.setattr(runtime, "install", install)
    installer = RuntimeInstaller(context.jobs)
    page = ModelSettings(replace(context, installer=installer))
    qtbot.addWidget(page)
    page.show()
    row = page.chosen.runtime
    assert row.install.text() == "Install" and row.stop.isHidden()
    row.install.click()
    qtbot.waitUntil(lambda: row.said.text() == "78 of 312 parts built")
    assert row.install.isHidden() and row.copy.isHidden()
    row.stop.click()
    qtbot.waitUntil(lambda: not installer.is_running)
    assert row.said.text() == "Stopped." and row.install.text() == "Try again"
    with qtbot.waitSignal(installer.failed):
        row.install.click()
    assert row.said.text() == "It could not be installed. There is no compiler."
    with qtbot.waitSignal(installer.installed):
        row.install.click()
    context.model.changed.emit()
    assert not row.isVisibleTo(page)


def test_numbers_say_what_follows_and_are_kept_for_the_computer(
    page: ModelSettings, context: AppContext, folder: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(context.model.chosen):
        choose(folder)
    field = page.run_options.fields["context"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "512")
    with qtbot.waitSignal(context.model.chosen):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert ModelStore(folder).run_options.context == 512
    assert context.model.model().context == 512
    assert "Context of 512 tokens" in page.chosen.line.said.text()
    field.selectAll()
    QTest.keyClicks(field, "99999")
    assert "2048 tokens and gets no more" in page.run_options._said["context"].text()
    idle = page.run_options.fields["idle"]
    idle.selectAll()
    QTest.keyClicks(idle, "x")
    assert "whole number" in page.run_options._said["idle"].text()


def test_odd_numbers_in_the_file_are_the_usual_ones(folder: Path) -> None:
    odd = {"context": -5, "threads": "many", "temperature": 1e999, "idle": True, "more": 1}
    (folder / "chosen.json").write_text(json.dumps({"manner": odd}))
    assert ModelStore(folder).run_options == RunOptions()
    (folder / "chosen.json").write_text('{"manner": {"temperature": 1, "idle": 0}}')
    assert ModelStore(folder).run_options == RunOptions(temperature=1.0, idle=0)


# Getting one


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made = Publisher(LARGE)
    stop = serve(made)
    digest = hashlib.sha256(LARGE).hexdigest()
    proposed = Recommended(
        "large", "Large", "For tests.", Use.TEXT, "mit", len(LARGE), digest,
        made.url("/large.gguf"), "",
    )  # fmt: skip
    monkeypatch.setattr(around, "recommended", lambda: (proposed,))
    yield made
    stop()


def test_nothing_is_fetched_without_a_click(publisher: Publisher, page: ModelSettings) -> None:
    assert "Nothing is downloaded until you press Get" in " ".join(
        line.said.text() for line in page.getting.findChildren(Line)
    )
    assert publisher.asked == []


def test_a_model_is_fetched_checked_and_used(
    publisher: Publisher, page: ModelSettings, context: AppContext, qtbot: QtBot
) -> None:
    offer = page.getting.offers["large"]
    with qtbot.waitSignals([offer.got, page.looked]):
        offer.get.click()
        assert offer.bar.isVisibleTo(page) and offer.pause.isVisibleTo(page)
    assert "SHA-256 is the expected one" in offer.outcome.text()
    assert not offer.bar.isVisibleTo(page) and not offer.get.isVisibleTo(page)
    qtbot.waitUntil(lambda: "large" in lines(page.found))
    with qtbot.waitSignal(context.model.chosen):
        offer.use.click()
    assert context.model.name == "large"
    assert context.model.choice.text is not None and context.model.choice.text.sha256


def test_a_download_that_broke_goes_on_where_it_was_or_is_discarded(
    publisher: Publisher, page: ModelSettings, folder: Path, qtbot: QtBot
) -> None:
    publisher.behave = [breaks_after(1_000_000), breaks_after(0)]
    offer = page.getting.offers["large"]
    with qtbot.waitSignals([offer.changed, page.looked]):
        offer.get.click()
    qtbot.waitUntil(lambda: offer.get.text() == "Resume")
    assert "1 MB of 3 MB" in offer.outcome.text() or "broke" in offer.outcome.text()
    assert "large.gguf.part" not in lines(page.found)
    offer.drop.click()
    qtbot.waitUntil(lambda: offer.get.text() == "Get")
    assert not list(folder.glob("*.part"))
    publisher.behave = [usual]
    with qtbot.waitSignal(offer.got):
        offer.get.click()


def test_another_file_than_was_meant_is_refused(
    publisher: Publisher, page: ModelSettings, folder: Path, qtbot: QtBot
) -> None:
    publisher.content = LARGE[:-1] + b"x"
    offer = page.getting.offers["large"]
    with qtbot.waitSignal(offer.changed):
        offer.get.click()
    assert "checksum is different" in offer.outcome.text()
    assert offer.get.text() == "Get"
    assert not list(folder.glob("large*"))


# Trying it


def trying(context: AppContext, qtbot: QtBot, model: Scripted) -> ModelSettings:
    page = ModelSettings(replace(context, model=ModelService(given=model)))
    qtbot.addWidget(page)
    page.show()
    return page


def test_an_answer_is_streamed(context: AppContext, qtbot: QtBot) -> None:
    model = Scripted(("A rollback undoes a release.",))
    page = trying(context, qtbot, model)
    tried = page.chosen.trying
    tried.question.setText("What is a rollback?")
    QTest.keyClick(tried.question, Qt.Key.Key_Return)
    assert tried.go.text() == "Stop"
    qtbot.waitUntil(lambda: not tried.busy)
    assert tried.answer.toPlainText() == "A rollback undoes a release."
    assert tried.go.text() == "Try it"
    assert isinstance(model.asked[0], Ask) and model.asked[0].user == "What is a rollback?"


def test_an_endless_answer_is_stopped(context: AppContext, qtbot: QtBot) -> None:
    page = trying(context, qtbot, Scripted([Loops("again ")]))
    tried = page.chosen.trying
    tried.question.setText("Go on.")
    tried.go.click()
    tried.go.click()
    qtbot.waitUntil(lambda: not tried.busy)
    assert tried.said.text() == "Stopped."


def test_a_model_that_dies_is_said(context: AppContext, qtbot: QtBot) -> None:
    page = trying(context, qtbot, Scripted([Dies("I am")]))
    tried = page.chosen.trying
    tried.question.setText("Who are you?")
    tried.go.click()
    qtbot.waitUntil(lambda: not tried.busy)
    assert tried.answer.toPlainText() == "I am"
    assert "stopped unexpectedly" in tried.said.text()


# What finds meanings


def test_another_model_can_find_meanings(
    context: AppContext, page: ModelSettings, folder: Path, qtbot: QtBot
) -> None:
    reading = ReadingSettings(context)
    qtbot.addWidget(reading)
    reading.show()
    page.looked.connect(reading.show_around)
    assert reading.model.count() == 1 and not reading.model.isEnabled()
    (folder / "reader.gguf").write_bytes(READER)
    again(page, qtbot)
    assert reading.model.itemText(1) == "reader"
    with qtbot.waitSignal(context.model.chosen):
        reading.model.setCurrentIndex(1)
        reading.model.activated.emit(1)
    assert ModelStore(folder).chosen(Use.EMBEDDING) == folder / "reader.gguf"
    assert reading.model.currentText() == "reader"
    with qtbot.waitSignal(context.model.chosen):
        (folder / "reader.gguf").unlink()
    assert reading.model.currentText() == "Cannot be used"
    with qtbot.waitSignal(context.model.chosen):
        reading.model.setCurrentIndex(0)
        reading.model.activated.emit(0)
    assert context.model.choice.finds_by_itself


# The status bar


@pytest.fixture
def status(theme: Theme, qtbot: QtBot) -> ModelStatus:
    made = ModelStatus(theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_status_bar_says_what_the_model_does(
    status: ModelStatus, context: AppContext, folder: Path, qtbot: QtBot
) -> None:
    status.follow(context.model)
    assert status.words.text() == "No local model"
    with qtbot.waitSignal(context.model.chosen):
        choose(folder)
    said = {
        State(): ("Local model off", "4-bit", False),
        State(Status.LOADING): ("Local model loading", "4-bit", True),
        State(Status.READY): ("Local model ready", "4-bit · idle", False),
        State(Status.WORKING): ("Local model working", "4-bit · reading", True),
        State(Status.WORKING, 12.4): ("Local model working", "4-bit · 12 tokens/s", True),
    }
    for state, (words, about, can_stop) in said.items():
        context.model.state = state
        context.model.changed.emit()
        assert (status.words.text(), status.about.text()) == (words, about)
        assert status.stop.isVisibleTo(status) is can_stop
        assert "tiny" in status.words.accessibleName()
    assert not nameless(status)


def test_trouble_is_said_in_words(status: ModelStatus, context: AppContext, qtbot: QtBot) -> None:
    status.follow(context.model)
    context.model.state = State(trouble="The model stopped unexpectedly.")
    context.model.changed.emit()
    assert status.words.text() == "The model stopped unexpectedly."
    context.model.state = State()
    context.model.choice = Choice(no_text="The file is gone. Choose another one.")
    context.model.changed.emit()
    assert status.words.text() == "Local model cannot run"
    assert "The file is gone" in status.words.toolTip()


def test_a_click_opens_the_settings(status: ModelStatus, context: AppContext, qtbot: QtBot) -> None:
    status.follow(context.model)
    with qtbot.waitSignal(status.opened):
        QTest.keyClick(status.words, Qt.Key.Key_Space)


def test_a_narrow_status_bar_never_cuts_the_way_to_stop(
    theme: Theme, context: AppContext, jobs: Jobs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_strip, "APPEARS_AFTER", 0)
    line = StatusLine(theme, jobs)
    qtbot.addWidget(line)
    line.resize(SMALLEST.width(), line.height())
    line.show()
    line.model.follow(context.model)
    line.show_minutes(15)
    line.show_skills(1234)
    line.show_saved(datetime(2030, 1, 1, tzinfo=UTC))
    context.model.state = State(trouble="The model failed several times in a row, and so on.")
    context.model.changed.emit()
    (strip,) = line.findChildren(ProgressStrip)
    end = threading.Event()
    with qtbot.waitSignal(jobs.ended):
        jobs.start(
            line, "Downloading Qwen2.5 1.5B Instruct", lambda _job: end.wait(), lambda _: None
        )
        qtbot.waitUntil(strip.isVisible)
        QApplication.processEvents()
        stop = strip.findChildren(Button)[0]
        assert stop.mapTo(line, QPoint(stop.width(), 0)).x() <= line.width()
        end.set()
