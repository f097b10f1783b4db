"""Back and forward through places, documents, modes and positions."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.core.library import library
from app.core.vault import Vault
from app.ui.views.shell.trail import MOST, Spot, Trail
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.view import STEPS, TEXT
from tests.ui.proposing import Make, workspace

LONG = "# Long\n\n" + "".join(f"{n}. Look at number {n}.\n" for n in range(1, 41))
Where = tuple[str, str | None, int | None]


def always(_spot: Spot) -> bool:
    return True


class TestTrail:
    def test_going_elsewhere_forgets_what_was_ahead(self) -> None:
        trail = Trail()
        for page in "abc":
            trail.visit(Spot(page), 1)
        assert trail.go(-1, always) == Spot("b")
        assert trail.next(1, always) == Spot("c")
        trail.visit(Spot("d"), 1)
        assert trail.next(1, always) is None
        assert trail.go(-1, always) == Spot("b")

    def test_what_is_gone_is_passed_over(self) -> None:
        trail = Trail()
        for page in "abc":
            trail.visit(Spot(page), 1)
        assert trail.go(-1, lambda spot: spot.page != "b") == Spot("a")
        assert trail.go(1, lambda spot: spot.page != "b") == Spot("c")
        assert trail.go(-1, lambda _spot: False) is None
        assert trail.next(-1, always) == Spot("b")

    def test_a_short_way_is_the_same_place(self) -> None:
        trail = Trail()
        for row in (1, 2, 3, 30, 31):
            trail.visit(Spot("skills", "skill", 1, 0, row, row), 10)
        assert trail.go(-1, always) == Spot("skills", "skill", 1, 0, 3, 3)
        assert trail.next(-1, always) is None

    @given(st.lists(st.sampled_from(["a", "b", "c", "back", "forward"]), max_size=250))
    def test_it_is_what_a_browser_does(self, acts: list[str]) -> None:
        trail, spots, here = Trail(), list[str](), -1
        for act in acts:
            if act in ("back", "forward"):
                by = -1 if act == "back" else 1
                spot = trail.go(by, always)
                assert (spot is not None) == (0 <= here + by < len(spots))
                if spot is not None:
                    here += by
                    assert spot.page == spots[here]
            else:
                trail.visit(Spot(act), 1)
                if here < 0 or spots[here] != act:
                    spots = [*spots[: here + 1], act][-MOST:]
                    here = len(spots) - 1

    def test_what_is_stored_is_the_same_trail(self) -> None:
        trail = Trail()
        for page in "abc":
            trail.visit(Spot(page, "skill", 3, 1, 7, 2), 1)
        trail.go(-1, always)
        again = Trail.read(json.loads(json.dumps(trail.state())))
        assert (again.next(-1, always), again.next(1, always)) == (
            trail.next(-1, always),
            trail.next(1, always),
        )
        odd_ones: tuple[Any, ...] = (None, [], {"spots": [[1]], "here": 0}, {"spots": 3})
        for odd in odd_ones:
            assert Trail.read(odd).next(-1, always) is None


@pytest.fixture
def skills(vault: Vault) -> list[int]:
    texts = ("# One\n\n1. x\n2. y\n", "# Two\n\n1. x\n", LONG)
    return [library.save(vault, None, text).skill for text in texts]


@pytest.fixture
def go(space: Workspace) -> Callable[..., None]:
    """Goes somewhere and stands still."""

    def do(act: Callable[..., object], *arguments: object) -> None:
        act(*arguments)
        QApplication.processEvents()

    do(space.go, "skills")
    return do


def where(space: Workspace) -> Where:
    documents = space.skills.documents
    return space.current, documents.kind, documents.skill


def test_places_and_documents(space: Workspace, skills: list[int], go: Callable[..., None]) -> None:
    one, two, _long = skills
    open_skill, documents = space.context.go.skill, space.skills.documents
    go(open_skill, one)
    go(space.go, "memories")
    go(open_skill, two)
    go(documents.open_history, one)
    back, forward = space.way_back.commands()
    places: list[Where] = []
    while back.enabled():
        go(back.invoke)
        places.append(where(space))
    assert places == [
        ("skills", "skill", two),
        ("memories", "skill", two),
        ("skills", "skill", one),
    ]
    for _step in range(3):
        go(forward.invoke)
    assert where(space) == ("skills", "history", one) and not forward.enabled()


def test_a_closed_history_goes_back_to_where_it_was_opened_from(
    space: Workspace, skills: list[int], go: Callable[..., None]
) -> None:
    one, two, _long = skills
    documents = space.skills.documents
    go(documents.open_skill, one)
    go(documents.open_skill, two)
    go(documents.open_skill, one)
    go(documents.open_history, one)
    go(documents.close_current)
    assert where(space) == ("skills", "skill", one)
    go(documents.open_history, two)
    go(documents.open_skill, two)
    go(documents.open_history, two)
    go(documents.close_current)
    assert where(space) == ("skills", "skill", two)


def test_a_closed_tab_opens_again_and_a_deleted_skill_is_passed_over(
    space: Workspace, vault: Vault, skills: list[int], go: Callable[..., None]
) -> None:
    one, two, long = skills
    documents = space.skills.documents
    for skill in skills:
        go(documents.open_skill, skill)
    with vault.turns.at_once():
        library.delete(vault, two)
    go(documents.close_skills, (two,))
    go(documents.close_current)
    go(space.go, "packs")
    places: list[Where] = []
    for by in (-1, -1, -1, 1):
        go(space.way_back.go, by)
        places.append(where(space))
    assert places == [("skills", "skill", skill) for skill in (one, long, one, long)]


def test_modes_and_positions(space: Workspace, skills: list[int], go: Callable[..., None]) -> None:
    documents = space.skills.documents
    go(documents.open_skill, skills[2])
    editor = documents.editor
    assert editor is not None
    go(editor.steps.go_to, 1)
    go(editor.steps.go_to, 2)
    go(editor.steps.go_to, 30)
    go(editor.show_mode, TEXT)
    go(editor.jump_to, 12, 12)
    go(space.way_back.go, -1)
    assert editor.mode == TEXT and editor.at == LONG.index("Look at number 30.")
    go(space.way_back.go, -1)
    assert editor.mode == STEPS and editor.steps.current == 30
    assert editor.isAncestorOf(space.window().focusWidget())
    go(space.way_back.go, -1)
    assert editor.steps.current == 2
    go(space.way_back.go, 1)
    go(space.way_back.go, 1)
    go(space.way_back.go, 1)
    assert editor.mode == TEXT and editor.at == 12


def test_buttons_say_where_they_lead_and_so_do_those_of_a_mouse(
    space: Workspace, skills: list[int], go: Callable[..., None]
) -> None:
    documents = space.skills.documents
    back, forward = (button for button, _command, _by in space.way_back._shown)
    go(documents.open_skill, skills[0])
    go(documents.open_skill, skills[1])
    assert back.toolTip().startswith("Back: One") and not forward.isEnabled()
    go(back.click)
    assert documents.skill == skills[0] and forward.toolTip().startswith("Forward: Two")
    handle = space.window().windowHandle()
    QTest.mouseClick(handle, Qt.MouseButton.ForwardButton, pos=QPoint(500, 400))
    QApplication.processEvents()
    assert documents.skill == skills[1]
    QTest.mouseClick(handle, Qt.MouseButton.BackButton, pos=QPoint(500, 400))
    assert documents.skill == skills[0]


@pytest.mark.parametrize("page", ["constellation", "memories", "packs", "settings"])
def test_the_buttons_are_on_every_page(
    space: Workspace, skills: list[int], go: Callable[..., None], page: str
) -> None:
    back, forward = (button for button, _command, _by in space.way_back._shown)
    go(space.skills.documents.open_skill, skills[0])
    place = back.mapTo(space, QPoint())
    go(space.go, page)
    assert back.isVisible() and forward.isVisible() and back.mapTo(space, QPoint()) == place
    assert space.rail.rect().contains(forward.geometry().translated(space.way_back.buttons.pos()))
    go(back.click)
    assert space.current == "skills"


def test_a_skill_that_was_never_saved_is_no_place(
    space: Workspace, skills: list[int], go: Callable[..., None]
) -> None:
    documents = space.skills.documents
    go(documents.open_skill, skills[0])
    go(documents.new_skill, None)
    go(documents.open_skill, skills[1])
    go(space.way_back.go, -1)
    assert documents.skill == skills[0]


def test_back_leads_out_of_a_new_skill_saved_or_not(
    space: Workspace, skills: list[int], go: Callable[..., None]
) -> None:
    documents = space.skills.documents
    back, forward = (button for button, _command, _by in space.way_back._shown)
    go(documents.open_skill, skills[0])
    go(documents.new_skill, None)
    assert back.isEnabled()
    go(back.click)
    assert documents.skill == skills[0] and not forward.isEnabled()
    go(documents.new_skill, None)
    editor = documents.editor
    assert editor is not None
    editor.buffer.become("# New\n\n1. x\n")
    go(editor.flush)
    assert back.isEnabled()
    go(back.click)
    assert documents.skill == skills[0] and forward.toolTip().startswith("Forward: New")


def test_moving_about_in_a_document_is_no_journey(
    space: Workspace, skills: list[int], go: Callable[..., None]
) -> None:
    documents = space.skills.documents
    go(documents.open_skill, skills[0])
    go(documents.open_skill, skills[2])
    editor = documents.editor
    assert editor is not None
    for step in (1, 4, 8, 3):
        go(editor.steps.go_to, step)
    go(space.way_back.go, -1)
    assert documents.skill == skills[0]
    go(space.way_back.go, 1)
    at = LONG.index("Look at number 7.")
    go(editor.jump_to, at, at + 4)
    go(space.way_back.go, -1)
    assert documents.skill == skills[2] and editor.steps.current == 3


def test_back_and_forward_lead_on_after_a_lock(make: Make, skills: list[int]) -> None:
    def back_and_forth(space: Workspace, *ways: int) -> list[Where]:
        found = []
        for by in ways:
            space.way_back.go(by)
            QApplication.processEvents()
            found.append(where(space))
        return found

    with workspace(make()) as space:
        for skill, page in ((skills[0], "memories"), (skills[1], "skills")):
            space.context.go.skill(skill)
            QApplication.processEvents()
            space.go(page)
            QApplication.processEvents()
        assert back_and_forth(space, -1) == [("memories", "skill", skills[1])]
        space.leave()
    with workspace(make()) as space:
        space.resume()
        QApplication.processEvents()
        assert back_and_forth(space, 1, -1, -1) == [
            ("skills", "skill", skills[1]),
            ("memories", "skill", skills[1]),
            ("skills", "skill", skills[0]),
        ]
