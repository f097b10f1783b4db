"""Repairs that were proposed are made one by one or together, never against a newer text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.actor import Actor
from app.core.drafting import apply_repairs, saved_draft
from app.core.drafting.draft import draft, so_far
from app.core.drafting.repair import propose_fixes
from app.core.drafting.saved_draft import SavedDraft
from app.core.errors import NotFound, StaleEdit
from app.core.library import history, library, undoing
from app.core.llm.answer import begun
from app.core.llm.model import Ask
from app.core.llm.resampled import Resampled
from app.core.llm.scripted import Scripted
from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

TEXT = """# Ship

1. Build it.
2. Look at $report and at $log.
3. Tag the commit. @loop: 1
"""
KNOWN = KnownSkills()
WORDED = Scripted([json.dumps({"value": "Build it and tag the commit."})])


def test_all_of_them_chosen_is_the_proposal_itself() -> None:
    found = propose_fixes(TEXT, KNOWN, model=WORDED)
    assert apply_repairs.only(found, found.fixes, KNOWN) == found


@given(st.data())
def test_any_choice_settles_what_was_chosen_and_nothing_else(data: st.DataObject) -> None:
    found = propose_fixes(TEXT, KNOWN, model=WORDED)
    chosen = data.draw(st.lists(st.sampled_from(found.fixes), unique=True))
    made = apply_repairs.only(found, chosen, KNOWN)
    assert set(made.fixes) <= set(chosen)
    assert made.left == findings(parse(made.text), KNOWN)
    assert (made.text == TEXT) == (not made.fixes)


def test_whether_anything_can_be_settled_is_seen_without_doing_it() -> None:
    found = findings(parse("# Ship\n\n1. Build it.\n"), KNOWN)
    assert not apply_repairs.can_settle(found, with_model=False)
    assert apply_repairs.can_settle(found, with_model=True)
    assert apply_repairs.can_settle(findings(parse(TEXT), KNOWN), with_model=False)


def test_accepting_is_one_version_and_one_undo_right_after_typing(vault: Vault) -> None:
    skill = library.save(vault, None, "# Ship\n").skill
    saved = library.save(vault, skill, TEXT)
    apply_repairs.accept(vault, skill, saved.version, propose_fixes(TEXT, KNOWN))
    assert history.versions(vault, skill)[0].label == "3 findings fixed"
    undoing.undo(vault)
    assert library.text(vault, skill) == TEXT


def test_a_newer_text_is_not_written_over(vault: Vault) -> None:
    saved = library.save(vault, None, TEXT)
    found = propose_fixes(TEXT, KNOWN)
    newer = TEXT + "4. Tell everybody.\n"
    library.save(vault, saved.skill, newer, actor=Actor("agent"))
    with pytest.raises(StaleEdit):
        apply_repairs.accept(vault, saved.skill, saved.version, found)
    assert library.text(vault, saved.skill) == newer
    library.delete(vault, saved.skill)
    with pytest.raises(NotFound):
        apply_repairs.accept(vault, saved.skill, saved.version, found)


def test_the_last_draft_is_kept_with_all_that_is_known_of_it(vault: Vault) -> None:
    assert saved_draft.last(vault) == SavedDraft()
    said = "Every Monday I count the till, look at the clock and call Ana."
    made = draft(
        said, Scripted([json.dumps({"title": "T", "steps": ["Count the till, 5 times."]})])
    )
    less = draft(said, Scripted([json.dumps({"title": "T", "steps": ["Count the till."]})]))
    assert made.other is not None and made.other.struck
    assert less.other is not None and less.other.lost
    for one in (made, less):
        saved_draft.keep(vault, SavedDraft(said, one))
        assert saved_draft.last(vault) == SavedDraft(said, one)


def test_what_an_earlier_version_kept_is_still_the_description(vault: Vault) -> None:
    old = {"description": "I count.", "draft": {"text": "1. Count.\n", "added": []}, "drafted": ""}
    vault.put_setting("drafting", old)
    assert saved_draft.last(vault) == SavedDraft("I count.")


@pytest.mark.parametrize("odd", [7, "x", [1], {"draft": 3}, {"draft": {"odd": 1}}, {"draft": []}])
def test_what_was_kept_and_cannot_be_read_is_nothing(vault: Vault, odd: object) -> None:
    vault.put_setting("drafting", odd)
    assert saved_draft.last(vault) == SavedDraft()


ANSWER = json.dumps(
    {"title": 'The "till"', "success": "Counted.", "steps": ["Count, twice.", "Go"]}
)


def test_an_answer_is_read_while_it_is_written() -> None:
    grown = [so_far(ANSWER[:end]) for end in range(len(ANSWER) + 1)]
    assert [len(one.steps) for one in grown] == sorted(len(one.steps) for one in grown)
    assert grown[-1].title == 'The "till"' and grown[-1].steps == ["Count, twice.", "Go"]
    assert "The" in {one.title for one in grown}


@given(st.one_of(st.text(), st.text(alphabet='{}[]",:\\ a1')))
def test_whatever_is_being_written_can_be_read(answer: str) -> None:
    begun(answer)
    so_far("{" + answer)


def test_a_whole_answer_is_what_it_says() -> None:
    assert begun(f"<think>{{</think>So: {ANSWER} and more") == json.loads(ANSWER)
    assert begun("[" * 5_000) is None and begun("{" * 5_000) is None


def test_asked_again_the_model_chooses_other_words() -> None:
    model = Scripted(["a"])
    ask = Ask("Be brief.", "Why?")
    for attempt in range(3):
        assert list(Resampled(model, attempt).stream(ask)) == ["a"]
    assert model.asked[0] == ask
    assert len({one.sampling.seed for one in model.asked}) == 3
    assert model.asked[2].sampling.temperature > ask.sampling.temperature
