"""Every kind of document has one shape: its tab, where the keyboard goes, what is beside it."""

from typing import get_args

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.memory import memories
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.vault import Vault
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.kinds import KINDS, Kind
from app.ui.views.skills.training.view import TrainView
from tests.ui.hands import Hands

TEXT = "# Brew tea\n\n1. Boil water.\n"


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, TEXT).skill


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_document_of_each_kind(space: Workspace, skill: int, kind: Kind, qtbot: QtBot) -> None:
    documents, shape = space.skills.documents, KINDS[kind]
    space.go("packs")
    document = documents.open(kind, skill)
    assert space.current == "skills"
    assert documents.document is document and documents.kind == kind
    assert (document.skill_id, documents.skill) == (skill, skill)
    title = documents.strip.title(documents.strip.current)
    assert title == shape.words().format(title="Brew tea")
    focus = QApplication.focusWidget()
    assert focus is not None and (focus is document or document.isAncestorOf(focus))
    panel = space.skills.panel
    assert (panel.open.isVisible() or panel.folded.isVisible()) is shape.has_panel
    assert space.skills.library.isVisible() is shape.has_library
    assert space.skills.back.isVisible() is shape.is_in_panel
    assert documents.open(kind, skill) is document and documents.strip.count() == 1
    document.finished.emit()
    assert documents.strip.count() == 0 and documents.document is None


def test_esc_leads_from_the_history_back_to_the_skill(
    space: Workspace, skill: int, qtbot: QtBot
) -> None:
    documents = space.skills.documents
    documents.open("history", skill)
    Hands(qtbot).press("Escape")
    assert (documents.kind, documents.skill) == ("skill", skill)
    assert documents.strip.count() == 1


def test_documents_are_open_again_after_a_restart_if_their_kind_keeps_anything(
    space: Workspace, skill: int
) -> None:
    documents = space.skills.documents
    for kind in KINDS:
        documents.open(kind, skill)
    kept = documents.state()
    for _kind in KINDS:
        documents.close_current()
    assert documents.strip.count() == 0
    documents.restore({"open": [list(entry) for entry in kept["open"]], "front": kept["front"]})
    opened = [documents.strip.title(number) for number in documents.strip.numbers()]
    assert opened == ["Brew tea", "History: Brew tea", "Knowledge: Brew tea"]


def test_what_is_edited_is_saved_before_its_tab_closes(space: Workspace, skill: int) -> None:
    documents = space.skills.documents
    documents.open("skill", skill)
    editor = documents.editor
    assert editor is not None
    editor.buffer.replace(len(TEXT), len(TEXT), "2. Pour.\n")
    assert editor.is_at_risk(()) and not editor.is_at_risk({editor.buffer.stored})
    documents.close_current()
    assert library.text(space.context.vault, skill) == f"{TEXT}2. Pour.\n"


def test_a_training_that_found_nothing_is_made_again_when_asked_for(
    space: Workspace, skill: int, qtbot: QtBot
) -> None:
    documents, vault = space.skills.documents, space.context.vault
    documents.open_training(skill)
    view = documents.document
    assert isinstance(view, TrainView)
    qtbot.waitUntil(view.nothing.isVisible)
    memories.remember(vault, "Boil water that was drawn fresh from the tap.")
    index.update(vault, Hashed())
    documents.open("skill", skill)
    documents.open_training(skill)
    qtbot.waitUntil(lambda: view.review.isVisible() and len(view.review.cards) == 1)
    assert documents.document is view
    shown = view.proposal
    documents.open("skill", skill)
    documents.open_training(skill)
    assert view.proposal is shown and view.review.isVisible()
