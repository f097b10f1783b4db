"""Placed memories taken out, put elsewhere and worded better by hand."""

import pytest

from app.core.library import library
from app.core.library.authored import authored, standing
from app.core.library.record import Training
from app.core.memory import memories
from app.core.memory.sources import Source
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.training import placed, rejections, train
from app.core.training.memory_query import Memories
from app.core.training.placed import Standing
from app.core.training.proposal import Fragment, accept_all
from app.core.vault import Vault
from tests.core.test_retraining import Memories as Recalling

TEXT = """# Release

1. Agree the change window with the engineer on call.
2. Migrate the old pods.
3. Tell the team.
"""
WORDS = "The change window of Friday is never agreed with the engineer on call."


@pytest.fixture
def skill(vault: Vault) -> int:
    """With one memory, placed by training."""
    found = memories.remember(vault, WORDS, source=Source("Handbook"))
    made = library.save(vault, None, TEXT).skill
    known = Recalling(Fragment(found.added[0], WORDS, "Handbook", 0.8))
    train.accept(vault, accept_all(train.propose(vault, made, known)))
    return made


def read(vault: Vault, skill: int) -> tuple[Skill, Training | None, Standing]:
    state = library.current(vault, skill)
    assert state is not None
    parsed, training = parse(state[1]), state[2].training
    found = placed.standing_at(parsed, training, parsed.memories[0].start + 3)
    assert found is not None
    return parsed, training, found


def test_it_says_why_it_stands_there(vault: Vault, skill: int) -> None:
    parsed, _training, one = read(vault, skill)
    assert one.record is not None and one.record.score > 0 and one.after == one.record.after
    assert "step 1" in placed.reason(parsed, one)
    assert placed.standing_at(parsed, None, parsed.steps[2].start) is None


def test_taking_it_out_leaves_what_the_author_wrote(vault: Vault, skill: int) -> None:
    parsed, training, one = read(vault, skill)
    assert placed.without(parsed, one) == TEXT == authored(parsed.text, training)


def test_moved_it_stays_where_it_was_put(vault: Vault, skill: int) -> None:
    parsed, _training, one = read(vault, skill)
    text, record = placed.elsewhere(parsed, one, 3)
    assert parse(text).memories[0].after == 3
    assert text.replace(text[text.index("\n\n>") :], "") == TEXT[:-1]
    library.save(vault, skill, text)
    placed.put_on_record(vault, skill, record, "Move memory")
    _parsed, training, moved = read(vault, skill)
    assert moved.record is not None and moved.record.pinned and moved.after == 3
    again = train.propose(vault, skill, Memories(vault))
    assert [(item.after, item.pinned) for item in again.items] == [(3, True)]
    assert training is not None and len(training.placed) == 1


def test_before_the_first_step_and_as_context(vault: Vault, skill: int) -> None:
    parsed, _training, one = read(vault, skill)
    text, _record = placed.elsewhere(parsed, one, 0)
    assert parse(text).memories[0].start < parse(text).steps[0].start
    text, _record = placed.elsewhere(parsed, one, None)
    assert "## Supporting context" in text


def test_reworded_it_is_known_as_the_corrected_memory(vault: Vault, skill: int) -> None:
    parsed, _training, one = read(vault, skill)
    assert one.record is not None
    new = memories.correct(vault, one.record.fragment, "Never on Fridays.")
    text, record = placed.reworded(parsed, one, "Never on Fridays.", new)
    assert record is not None
    library.save(vault, skill, text)
    placed.put_on_record(vault, skill, record, "Correct memory")
    now, training, corrected = read(vault, skill)
    assert corrected.record is not None and corrected.record.fragment == new
    assert corrected.memory.text == "Never on Fridays." and corrected.after == one.after
    assert standing(parsed, training)[0].fragment == one.record.fragment, "undo brings it back"
    assert authored(now.text, training) == TEXT


def test_without_a_record_it_can_be_taken_out_and_moved() -> None:
    text = "1. A.\n\nOld pods wrote on.\n_(from Notes)_\n\n2. B.\n"
    parsed = parse(text)
    one = placed.standing_at(parsed, None, parsed.memories[0].start)
    assert one is not None and one.record is None and placed.reason(parsed, one) == ""
    left = parse(placed.without(parsed, one))
    assert [step.text for step in left.steps] == ["A.", "B."] and not left.memories
    moved, _record = placed.elsewhere(parsed, one, 2)
    assert parse(moved).memories[0].after == 2


def test_rejected_for_good_and_allowed_again(vault: Vault, skill: int) -> None:
    rejections.reject(vault, skill, 7)
    assert rejections.rejected(vault, skill) == {7}
    rejections.forget(vault, skill, 7)
    assert not rejections.rejected(vault, skill)
