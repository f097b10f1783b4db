"""Saving, history, undo: nothing is lost, and what is derived agrees with the text."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.core.actor import Actor
from app.core.constellation.sky import ties
from app.core.errors import AppError, NotFound, NothingToUndo, StaleEdit
from app.core.library import catalogue, drafts, engrams, history, library, undoing
from app.core.library.derive import WITH_WORDS
from app.core.library.known_skills import known_skills
from app.core.library.record import Meta, Origin, Reason, Status
from app.core.library.search import SkillSearch
from app.core.matching.query import Query
from app.core.vault import Vault
from tests.conftest import Clock

DEPLOY = "# Deploy\n\nTrigger: a release\n\n1. Build\n2. @skill: smoke-tests\n"
SMOKE = "# smoke-tests\n\n1. Run them\n"


def titles(vault: Vault) -> list[str]:
    return [row.title for row in catalogue.rows(vault)]


# Saving


def test_a_saved_skill_is_found_by_name_word_and_engram(vault: Vault) -> None:
    saved = library.save(vault, None, DEPLOY)
    row = catalogue.find(vault, "deploy")
    assert (row.id, row.title, row.number, row.role) == (saved.skill, "Deploy", 1, "orchestrator")
    assert row.engram_name == engrams.SKILLS
    for typed, found in (("rele", [row.id]), ("Deplo", [row.id]), ("quantum", []), ('"', [])):
        assert SkillSearch(vault).find(Query(typed), [row.id]) == found


@pytest.mark.parametrize(
    "text", ["", "\0", "\ud800", "# \n", "﻿# A\r\n1. x\r\n", "x" * 200_000, "%_\\"]
)
def test_any_text_can_be_saved(vault: Vault, text: str) -> None:
    if "\ud800" in text:
        with pytest.raises(AppError):
            library.save(vault, None, text)
        return
    saved = library.save(vault, None, text)
    assert library.text(vault, saved.skill) == text


def test_saving_the_same_text_writes_nothing(vault: Vault) -> None:
    saved = library.save(vault, None, DEPLOY)
    assert library.save(vault, saved.skill, DEPLOY, base=saved.version) == saved
    assert len(history.versions(vault, saved.skill)) == 1


def test_saves_of_one_sitting_are_one_version_and_one_undo(vault: Vault, clock: Clock) -> None:
    saved = library.save(vault, None, DEPLOY)
    clock.pass_seconds(120)
    for n in range(3):
        clock.pass_seconds(20)
        saved = library.save(vault, saved.skill, f"{DEPLOY}3. Step {n}\n", base=saved.version)
    assert [v.number for v in history.versions(vault, saved.skill)] == [2, 1]
    undoing.undo(vault)
    assert library.text(vault, saved.skill) == DEPLOY


def test_another_person_or_a_pause_starts_a_new_version(vault: Vault, clock: Clock) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    library.save(vault, skill, DEPLOY + "3. a\n", actor=Actor("agent"))
    clock.pass_seconds(61)
    library.save(vault, skill, DEPLOY + "3. b\n", actor=Actor("agent"))
    assert [v.number for v in history.versions(vault, skill)] == [3, 2, 1]


def test_another_process_or_client_begins_a_version_of_its_own(
    vault: Vault, home: Path, data_key: bytes, clock: Clock
) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    claude = Actor("agent", "claude-code", "a1")
    with Vault(home, data_key, now=clock) as other:
        library.save(other, skill, DEPLOY + "3. a\n")
    library.save(vault, skill, DEPLOY + "3. b\n")
    library.save(vault, skill, DEPLOY + "3. c\n", actor=claude)
    library.save(vault, skill, DEPLOY + "3. d\n", actor=replace(claude, client="codex"))
    library.save(vault, skill, DEPLOY + "3. e\n", actor=replace(claude, agent="a2"))
    library.save(vault, skill, DEPLOY + "3. f\n", actor=replace(claude, agent="a2"))
    found = history.versions(vault, skill)
    assert [v.number for v in found] == [6, 5, 4, 3, 2, 1]
    assert [v.actor for v in found[:3]] == [
        Actor("agent", "claude-code", "a2"), Actor("agent", "codex", "a1"), claude
    ]  # fmt: skip
    undoing.undo(vault, actor=claude)
    assert history.versions(vault, skill)[0].actor == claude


def test_an_edit_of_an_older_version_is_refused_and_nothing_is_lost(vault: Vault) -> None:
    first = library.save(vault, None, DEPLOY)
    library.save(vault, first.skill, DEPLOY + "3. theirs\n", actor=Actor("agent"))
    with pytest.raises(StaleEdit) as caught:
        library.save(vault, first.skill, DEPLOY + "3. mine\n", base=first.version)
    assert caught.value.hint
    assert library.text(vault, first.skill) == DEPLOY + "3. theirs\n"
    assert len(history.versions(vault, first.skill)) == 2


# Links


def test_calls_link_within_the_engram_first_and_never_to_quarantine(vault: Vault) -> None:
    caller = library.save(vault, None, DEPLOY)
    engram = catalogue.rows(vault)[0].engram
    assert catalogue.resolve(vault, "smoke-tests", engram) == ()
    other = engrams.create(vault, "Elsewhere")
    far = library.save(vault, None, SMOKE, engram=other)
    assert catalogue.resolve(vault, "smoke-tests", engram) == (far.skill,)
    near = library.save(vault, None, SMOKE)
    assert catalogue.resolve(vault, "smoke-tests", engram) == (near.skill,)
    assert catalogue.callers(vault, near.skill) == ()
    assert catalogue.callers(vault, far.skill) == (caller.skill,)
    library.refile(vault, near.skill, Meta(engram, Status.QUARANTINED))
    assert catalogue.resolve(vault, "smoke-tests", engram) == (far.skill,)


def test_skills_in_quarantine_reach_each_other(vault: Vault) -> None:
    caller = library.save(vault, None, DEPLOY)
    target = library.save(vault, None, SMOKE)
    engram = catalogue.rows(vault)[0].engram
    for skill in (caller, target):
        library.refile(vault, skill.skill, Meta(engram, Status.QUARANTINED))
    assert catalogue.resolve(vault, "smoke-tests", engram) == ()
    found = catalogue.resolve(vault, "smoke-tests", engram, caller.skill)
    assert found == (target.skill,)
    assert catalogue.callers(vault, target.skill) == (caller.skill,)
    assert [(tie.source, tie.target) for tie in ties(vault)] == [(caller.skill, target.skill)]
    assert known_skills(vault, engram).found("smoke-tests") == ()
    assert known_skills(vault, engram, caller.skill).found("smoke-tests")
    library.refile(vault, caller.skill, Meta(engram, Status.ACTIVE))
    assert ties(vault) == ()


def test_some_skills_come_in_the_order_asked_for(vault: Vault) -> None:
    first, last = (library.save(vault, None, f"# {n}\n\n1. Do it.\n").skill for n in "ab")
    found = catalogue.some(vault, [last, 9999, first, last])
    assert list(found.items()) == [(n, catalogue.row(vault, n)) for n in (last, first)]
    assert catalogue.some(vault, []) == {}


def test_deleting_a_skill_takes_its_edges_and_words_along(vault: Vault) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    library.delete(vault, skill)
    assert vault.rows("select * from edge") == []
    assert vault.rows(f"select * {WITH_WORDS}", "release") == []
    assert catalogue.row(vault, skill) is None
    with pytest.raises(NotFound):
        library.text(vault, skill)


def test_an_unknown_name_gets_a_suggestion(vault: Vault) -> None:
    library.save(vault, None, SMOKE)
    with pytest.raises(NotFound) as caught:
        catalogue.find(vault, "smoke-test")
    assert "smoke-tests" in caught.value.hint


def test_an_ambiguous_name_names_the_engrams(vault: Vault) -> None:
    library.save(vault, None, SMOKE)
    library.save(vault, None, SMOKE, engram=engrams.create(vault, "Elsewhere"))
    with pytest.raises(catalogue.Ambiguous, match="Elsewhere"):
        catalogue.find(vault, "Smoke tests")
    found = catalogue.find(vault, "smoke-tests", engrams.named(vault, "elsewhere").id)
    assert found.engram_name == "Elsewhere"


# History


def test_restoring_adds_a_version_and_keeps_the_others(vault: Vault, clock: Clock) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    clock.pass_seconds(100)
    library.save(vault, skill, DEPLOY + "3. Tell everybody\n")
    restored = history.restore(vault, skill, 1)
    assert restored.number == 3
    assert library.text(vault, skill) == DEPLOY
    assert [v.reason for v in history.versions(vault, skill)] == [
        Reason.ROLLED_BACK,
        Reason.EDITED,
        Reason.EDITED,
    ]
    assert history.text_of(vault, skill, 2) == DEPLOY + "3. Tell everybody\n"
    with pytest.raises(NotFound):
        history.restore(vault, skill, 9)


def test_a_named_version_is_kept_with_its_name(vault: Vault) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    history.name_version(vault, skill, "Before the audit")
    newest = history.versions(vault, skill)[0]
    assert (newest.reason, newest.label, newest.number) == (Reason.NAMED, "Before the audit", 2)


def test_a_deleted_skill_comes_back_with_its_history(vault: Vault) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    library.delete(vault, skill)
    assert undoing.undo(vault).label == "Delete skill"
    assert titles(vault) == ["Deploy"]
    assert len(history.versions(vault, skill)) == 3
    undoing.redo(vault)
    assert titles(vault) == []
    history.restore(vault, skill, 1)
    assert titles(vault) == ["Deploy"]


def test_there_is_an_end_to_undo(vault: Vault) -> None:
    with pytest.raises(NothingToUndo):
        undoing.undo(vault)
    with pytest.raises(NothingToUndo):
        undoing.redo(vault)


def test_undo_brings_details_back_too(vault: Vault) -> None:
    skill = library.save(vault, None, DEPLOY).skill
    elsewhere = engrams.create(vault, "Elsewhere")
    origin = Origin("p", "Pack", "1.0.0", "ab", "cd")
    library.refile(
        vault, skill, Meta(elsewhere, Status.ACTIVE, "utility", ("x",), origin, {"a": 1})
    )
    state = library.current(vault, skill)
    assert state
    assert state[2].origin == origin
    assert state[2].extra == {"a": 1}
    undoing.undo(vault)
    state = library.current(vault, skill)
    assert state
    assert state[2].engram != elsewhere


@pytest.mark.parametrize("name", ["", "   ", "---", "x" * 101])
def test_an_engram_needs_a_name(vault: Vault, name: str) -> None:
    with pytest.raises(AppError):
        engrams.create(vault, name)


def test_engrams_are_the_same_however_they_are_spelled(vault: Vault) -> None:
    assert engrams.create(vault, "Team Notes") == engrams.create(vault, "team-notes")


# Drafts


def test_one_draft_per_skill_and_any_number_of_new_ones(vault: Vault) -> None:
    saved = library.save(vault, None, DEPLOY)
    drafts.keep(vault, saved.skill, saved.version, "a")
    kept = drafts.keep(vault, saved.skill, saved.version, "b")
    new = drafts.keep(vault, None, None, "c")
    assert drafts.keep(vault, None, None, "d", new) == new
    assert {(d.skill, d.text) for d in drafts.drafts(vault)} == {(saved.skill, "b"), (None, "d")}
    drafts.drop(vault, kept)
    assert [d.text for d in drafts.drafts(vault)] == ["d"]
    with pytest.raises(NothingToUndo):
        undoing.undo(vault)
        undoing.undo(vault)


# Any sequence of edits, deletions, undos and redos


class LibraryMachine(RuleBasedStateMachine):
    """The library against a plain list of states."""

    vaults_made: ClassVar[list[Vault]] = []

    @initialize()
    def start(self) -> None:
        self.vault = self.vaults_made[0]
        for skill in [row.id for row in catalogue.rows(self.vault)]:
            library.delete(self.vault, skill)
        self.states: list[dict[int, str]] = [self._now()]
        self.at = 0

    def _now(self) -> dict[int, str]:
        return {row.id: library.text(self.vault, row.id) for row in catalogue.rows(self.vault)}

    def _did(self) -> None:
        self.states = [*self.states[: self.at + 1], self._now()]
        self.at += 1

    @rule(words=st.text("ab \n1.", max_size=12))
    def make(self, words: str) -> None:
        library.save(self.vault, None, f"# {words}")
        self._did()

    @precondition(lambda self: self._now())
    @rule(number=st.integers(0, 99), words=st.text("cd", min_size=1, max_size=5))
    def edit(self, number: int, words: str) -> None:
        skill = sorted(self._now())[number % len(self._now())]
        text = f"# {words} {self.at} {number}"
        library.save(self.vault, skill, text, actor=Actor(f"actor {self.at} {number}"))
        self._did()

    @precondition(lambda self: self._now())
    @rule(number=st.integers(0, 99))
    def remove(self, number: int) -> None:
        library.delete(self.vault, sorted(self._now())[number % len(self._now())])
        self._did()

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self) -> None:
        undoing.undo(self.vault)
        self.at -= 1
        assert self._now() == self.states[self.at]

    @precondition(lambda self: self.at < len(self.states) - 1)
    @rule()
    def redo(self) -> None:
        undoing.redo(self.vault)
        self.at += 1
        assert self._now() == self.states[self.at]


def test_undo_and_redo_agree_with_a_list_of_states(vault: Vault) -> None:
    LibraryMachine.vaults_made[:] = [vault]
    run_state_machine_as_test(
        LibraryMachine,
        settings=settings(
            max_examples=15,
            stateful_step_count=20,
            suppress_health_check=list(HealthCheck),
            deadline=None,
        ),
    )


@given(st.lists(st.text(max_size=30), max_size=5))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_derived_can_be_thrown_away(vault: Vault, texts: list[str]) -> None:
    for text in texts:
        if text.isprintable():
            library.save(vault, None, text)
    before = vault.rows("select * from edge")
    with vault.write("Rebuild") as write:
        for row in catalogue.rows(vault):
            state = library.current(vault, row.id)
            assert state
            library.put(write, row.id, state[1], state[2], Reason.EDITED)
    assert sorted(map(str, vault.rows("select * from edge"))) == sorted(map(str, before))
