"""What is left of a reference whose step was deleted, and the repairs for it."""

import pytest

from app.core.skills.checking.check import KnownSkills, apply, findings
from app.core.skills.checking.finding import Finding
from app.core.skills.editing.render import (
    delete_step,
    insert_step,
    merge_step,
    move_phase,
    move_step,
)
from app.core.skills.reading.deleted import DELETED, deleted_mark, hide_deleted
from app.core.skills.reading.grammar import parse

STEPS = "# Tank\n\n1. Look.\n2. Vent the tank.\n3. Fill it. {said}\n4. Close.\n"
GONE = "[deleted: Vent the tank]"

LANGUAGES = [
    ("If it leaks, go back to step 2.", "If it leaks, go back to step {}.", "3"),
    ("If it leaks, go back to step two.", "If it leaks, go back to step {}.", "3"),
    ("If it leaks, go back to the previous step.", "If it leaks, go back to step {}.", "3"),
    ("If it leaks, go back to the second step.", "If it leaks, go back to step {}.", "3"),
    ("Repeat steps 2 to 3.", "Repeat steps {} to {last}.", "3"),
    ("Wenn es leckt, zurück zu Schritt 2.", "Wenn es leckt, zurück zu Schritt {}.", "3"),
    ("Wenn es leckt, gehen Sie zum vorherigen Schritt zurück.",
     "Wenn es leckt, gehen Sie zum Schritt {} zurück.", "3"),
    ("Wenn es leckt, Schritt zwei wiederholen.", "Wenn es leckt, Schritt {} wiederholen.", "3"),
    ("Si ça fuit, revenir à l'étape 2.", "Si ça fuit, revenir à l'étape {}.", "3"),
    ("Si ça fuit, revenir à l'étape précédente.", "Si ça fuit, revenir à l'étape {}.", "3"),
    ("Si ça fuit, revenir à la deuxième étape.", "Si ça fuit, revenir à l'étape {}.", "3"),
    ("Si gotea, vuelve al paso 2.", "Si gotea, vuelve al paso {}.", "3"),
    ("Si gotea, vuelve al paso anterior.", "Si gotea, vuelve al paso {}.", "3"),
    ("Si gotea, vuelve al segundo paso.", "Si gotea, vuelve al paso {}.", "3"),
    ("Se perde, torna al passo due.", "Se perde, torna al passo {}.", "3"),
    ("Se perde, torna al passo precedente.", "Se perde, torna al passo {}.", "3"),
    ("Se vazar, volte ao passo dois.", "Se vazar, volte ao passo {}.", "3"),
    ("Se vazar, volte ao passo anterior.", "Se vazar, volte ao passo {}.", "3"),
    ("Dacă curge, întoarce-te la pasul doi.", "Dacă curge, întoarce-te la pasul {}.", "3"),
    ("Dacă curge, întoarce-te la pasul anterior.", "Dacă curge, întoarce-te la pasul {}.", "3"),
    ("@loop: 2 max=3", "@loop: {} max=3", "3"),
    ("@branch: if $leak -> 2 else 4", "@branch: if $leak -> {} else {next}", "3"),
    ("[[loop: 2]]", "[[loop: {}]]", "3"),
    ("As in step 2.", "As in step {}.", "3"),
    ("Wie in Schritt 2.", "Wie in Schritt {}.", "3"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "after", "number"), LANGUAGES)
def test_it_keeps_the_name_of_the_step(said: str, after: str, number: str) -> None:
    text = delete_step(STEPS.format(said=said), 2)
    line = text.splitlines()[3]
    assert line == "2. Fill it. " + after.format(GONE, last=2, next=3)
    skill = parse(text)
    assert all(jump.target is None or jump.reference != GONE for jump in skill.steps[1].jumps)
    if "As in" not in said and "Wie in" not in said:
        assert any(jump.reference == GONE for jump in skill.steps[1].jumps)
    assert [finding.code for finding in found(text)] == ["jump-deleted"]


@pytest.mark.parametrize(("said", "after", "number"), LANGUAGES)
def test_it_follows_when_a_step_comes_between(said: str, after: str, number: str) -> None:
    text = insert_step(STEPS.format(said=said), 1, "Wait.")
    assert text.splitlines()[5].startswith("4. Fill it. ")
    was = parse(STEPS.format(said=said)).steps[2].jumps
    now = parse(text).steps[3].jumps
    assert [j.target and j.target + 1 for j in was] == [j.target for j in now]
    text = insert_step(STEPS.format(said=said), 2, "Wait.")
    expected = "4. Fill it. " + after.format("2", last=4, next=5)
    assert text.splitlines()[5] in (expected, f"4. Fill it. {said}")
    followed = [2 if j.target == 2 else j.target and j.target + 1 for j in was]
    assert [jump.target for jump in parse(text).steps[3].jumps] == followed


def found(text: str) -> list[Finding]:
    return [f for f in findings(parse(text), KnownSkills()) if f.code.startswith("jump")]


def test_the_finding_offers_others_and_to_remove_it() -> None:
    text = delete_step(STEPS.format(said="If it leaks, go back to step 2."), 2)
    (finding,) = found(text)
    assert finding.message == "This pointed to ‘Vent the tank’, which was deleted."
    labels = [repair.label for repair in finding.repairs]
    assert labels == [
        "Repeat from step 1: Look", "Repeat from step 3: Close", "Remove the reference",
    ]  # fmt: skip
    chosen = apply(text, finding.repairs[0])
    assert chosen.splitlines()[3] == "2. Fill it. If it leaks, go back to step 1."
    assert parse(chosen).steps[1].jumps[0].target == 1
    assert apply(text, finding.repairs[-1]).splitlines()[3] == "2. Fill it."


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("@loop: 2 max=3", "Repeat from step 1: Look"),
        ("@branch: if $leak -> 2", "Go to step 3: Close"),
        ("As in step 2, wait.", "Name step 3: Close"),
    ],
)
def test_what_is_offered_says_what_it_does_and_is_never_the_step_itself(
    said: str, first: str
) -> None:
    text = delete_step(STEPS.format(said=said), 2)
    (finding,) = found(text)
    labels = [repair.label for repair in finding.repairs]
    assert labels[0] == first
    assert not any("Fill it" in label for label in labels)
    assert not found(apply(text, finding.repairs[0]))


@pytest.mark.parametrize(
    ("said", "removed"),
    [
        ("@loop: 2 max=3", "Fill it."),
        ("[[loop: 2]] Wait.", "Fill it. Wait."),
        ("@branch: if $leak -> 4 else 2", "Fill it. @branch: if $leak -> 3"),
        ("@branch: if $leak -> 2 else 4", "Fill it. @branch: if not ($leak) -> 3"),
        ("@branch: unless $leak -> 2 else 4", "Fill it. @branch: if $leak -> 3"),
        ('@loop: 2 until="it holds" max=3', "Fill it."),
        ("If it leaks, @loop: 2 max=3. Wait.", "Fill it. Wait."),
        ("As in step 2, wait.", "Fill it. As in step ‘Vent the tank’, wait."),
    ],
)
def test_removing_the_reference(said: str, removed: str) -> None:
    text = delete_step(STEPS.format(said=said), 2)
    (finding,) = found(text)
    repaired = apply(text, finding.repairs[-1])
    assert parse(repaired).steps[1].text == removed
    assert not found(repaired)


def test_a_step_with_sub_steps_goes_with_them() -> None:
    text = "1. A\n2. Vent\n   1. slowly\n   2. wholly\n3. C. If wet, go back to step 2.2.\n"
    assert delete_step(text, 2) == "1. A\n2. C. If wet, go back to step [deleted: wholly].\n"
    assert move_step(text, 2, 1) == (
        "1. Vent\n   1. slowly\n   2. wholly\n2. A\n3. C. If wet, go back to step 1.2.\n"
    )


def test_authored_numbers_and_outlines_stay_as_they_are_counted() -> None:
    tens = "10. A\n20. B\n30. C. If wet, go back to step 20.\n"
    assert delete_step(tens, 1) == "20. B\n30. C. If wet, go back to step 20.\n"
    assert insert_step(tens, 1, "N") == "10. A\n11. N\n20. B\n30. C. If wet, go back to step 20.\n"
    outline = (
        "## 5 Procedure\n\n5.1 Open A.\n5.2 Read B.\n5.2.1 Note b.\n"
        "5.3 Close C. If wet, go to step 5.2.1.\n"
    )
    skill = parse(outline)
    at = next(step.position for step in skill.steps if step.label == "5.1")
    moved = parse(insert_step(outline, at, "N"))
    assert [step.label for step in moved.steps if step.label][:5] == [
        "5.1", "5.2", "5.3", "5.3.1", "5.4",
    ]  # fmt: skip
    last = moved.steps[-1]
    assert moved.steps[(last.jumps[0].target or 0) - 1].text == "Note b."


def test_phases_change_places() -> None:
    text = (
        "# T\n\n## Phase 1: Prepare\n\n1. A\n2. B\n\n## Phase 2: Run\n\n"
        "1. C. If wet, go back to step 2 of phase 1.\n2. D. If dry, go to phase 2.\n"
    )
    moved = move_phase(text, 2, 1)
    assert moved == (
        "# T\n\n## Phase 1: Run\n\n1. C. If wet, go back to step 2 of phase 2.\n"
        "2. D. If dry, go to phase 1.\n\n## Phase 2: Prepare\n\n1. A\n2. B\n"
    )
    assert move_phase(moved, 1, 2) == text


def test_memories_follow_their_step() -> None:
    text = "1. A\n2. B\n\nIt leaked. _(from x)_\n\n3. C\n"
    memory = parse(move_step(text, 2, 1)).memories[0]
    assert parse(move_step(text, 2, 1)).steps[memory.after - 1].text == "B"
    assert parse(merge_step(text, 2)).memories[0].after == 2


@pytest.mark.parametrize("said", ["", "x" * 300, "a [b] @skill: c `d`\nmore", "«Ventilé» 1.5 bar."])
def test_a_mark_is_read_back(said: str) -> None:
    mark = deleted_mark(said)
    assert DELETED.fullmatch(mark)
    assert len(hide_deleted(mark.lower())) == len(mark)
    for words in ("x" * n for n in range(60)):
        skill = parse(f"1. A\n2. If red, go back to step [deleted: {words}].\n")
        assert [jump.target for jump in skill.steps[1].jumps] == [None]
