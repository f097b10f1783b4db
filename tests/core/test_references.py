"""References follow their steps through every edit, in every form they are written in."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.skills.editing.numbering import number_steps
from app.core.skills.editing.render import (
    delete_step,
    indent_step,
    insert_beside,
    insert_step,
    merge_step,
    move_phase,
    move_step,
    outdent_step,
    split_step,
    with_step,
)
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse

NAMES = ["Amber", "Birch", "Cedar", "Dune", "Ember", "Flint", "Grove", "Heron"]
WORDINGS = (
    "go back to step {n}", "go to step {n}", "return to the previous step", "skip to step {n}",
    "go to the last step", "go back to the second step", "jump to step 2.1", "go to step 2b",
    "go back to step two", "repeat steps 1 to {n}", "go back to step {n} of phase 1",
    "go back to step {n} of phase two", "skip the next step", "repeat this step",
    "go back to the {name} step", "zurück zu Schritt {n}", "zum vorherigen Schritt zurück",
    "revenir à l'étape {n}", "volver al paso {n}", "torna al passo precedente",
    "voltar ao passo {n}", "revino la pasul {n}", "go to step 30", "go to the next step",
)  # fmt: skip
WRITTEN = (
    "@branch: if c{id} -> {n}", "@branch: if c{id} -> {n} else 1", "[[branch: if c{id} -> {n}]]",
    "@branch: if c{id} -> {name}", "@branch: if c{id} -> [{n}]", "@branch: if c{id} -> 2.1",
)  # fmt: skip


MARK = re.compile(r"\[deleted: .*?\]")


@st.composite
def procedures(draw: st.DrawFn) -> str:
    """Steps of every marking, in phases or not, with sub-steps or not, that lead to each other."""
    names = NAMES[: draw(st.integers(2, 8))]
    style = draw(
        st.sampled_from(["1.", "1)", "10.", "a)", "- ", "Step 1:", "## Step 1:", "**1.**", "5.1"])
    )
    phased = draw(st.booleans()) and style not in ("## Step 1:", "5.1")
    titled = draw(st.booleans())
    restart = draw(st.booleans())
    gap = draw(st.booleans()) and style != "**1.**"  # a list behind a blank line would be code
    lines = ["# Title", ""] + ["## 5 Procedure", ""] * (style == "5.1")
    number, inner, phase, inside, lead = 0, 0, 0, False, "-"
    for n, name in enumerate(names):
        if phased and n in (0, 3, 6):
            phase += 1
            said = ("Prepare", "Carry out", "Clean up")[phase - 1]
            lines += [f"## Phase {phase}: {said}" if titled else f"## {said}", ""]
            number, inside = (0 if restart else number), False
        deeper = n % 3 != 0 and draw(st.booleans())
        if deeper:
            inner = inner + 1 if inside else 1
            lead = lead if inside else draw(st.sampled_from(["-", "1."]))
            indent = "" if style.startswith(("##", "Step")) else "   " + " " * (style == "10.")
            indent = "  " if style == "- " else "     " if style == "**1.**" else indent
            marker = indent + ("- " if lead == "-" else f"{inner}. ")
            marker = f"5.{number}.{inner} " if style == "5.1" else marker
        else:
            number += 1
            marker = style.replace("10", str(10 * number)).replace("1", str(number))
            marker = marker.replace("a", chr(96 + number)).rstrip() + " "
        inside = deeper
        lines.append(f"{marker}{name} is done.{draw(said_in(n))}")
        if gap and not deeper:
            lines.append("")
    return "\n".join(lines) + "\n"


@st.composite
def said_in(draw: st.DrawFn, step: int) -> str:
    said = ""
    for k in range(draw(st.integers(0, 2))):
        key = 10 * step + k + 100
        worded = draw(st.booleans())
        wording = draw(st.sampled_from(WORDINGS if worded else WRITTEN)).format(
            n=draw(st.integers(1, 5)), name=draw(st.sampled_from(NAMES)), id=key
        )
        said += f" If c{key}, {wording}. Q{key}." if worded else f" {wording} Q{key}."
    return said


@dataclass(frozen=True)
class Led:
    """Where the jump with one condition leads: the name of that step, or of the one deleted."""

    name: str
    deleted: bool


def led(skill: Skill) -> dict[str, Led]:
    found: dict[str, Led] = {}
    for step in skill.steps:
        for jump in step.jumps:
            key = re.search(r"c\d{3}", jump.condition)
            if key is None:
                continue
            if jump.target is not None:
                said = MARK.sub("", skill.steps[jump.target - 1].text)
                # in the order of the text: where a step is split, the first half is led to
                places = sorted((said.find(f"{name} is done"), name) for name in NAMES)
                names = [name for place, name in places if place >= 0]
                found[key[0]] = Led(",".join(names), False)
            elif gone := re.match(r"\[deleted: (\w*)", jump.reference):
                found[key[0]] = Led(gone[1], True)
    return found


def plain(text: str) -> list[str]:
    """The words of the text without references, markers and blanks."""
    text = re.sub(r"^## (?!Step).*$", "", text, flags=re.M)
    text = re.sub(r"(?:If|@branch: if|\[\[branch: if) c(\d{3}).*?Q\1\.", r"R\1", text, flags=re.S)
    return re.findall(r"(?!Step\b)[A-Z]\w+", text)


def _first_sentence(text: str, position: int) -> int:
    said = MARK.split(parse(text).steps[position - 1].text)[0]
    return max(said.find(" done."), -6) + 6 if " done." in said else 0


EDITS: dict[str, Callable[[str, int, int], str]] = {
    "insert": lambda t, a, b: insert_step(t, a, "New one."),
    "insert beside": lambda t, a, b: insert_beside(t, a, "New one."),
    "delete": lambda t, a, b: delete_step(t, a),
    "merge": lambda t, a, b: merge_step(t, min(a, len(parse(t).steps) - 1)),
    "split": lambda t, a, b: split_step(t, a, _first_sentence(t, a)),
    "move": move_step,
    "indent": lambda t, a, b: indent_step(t, a),
    "outdent": lambda t, a, b: outdent_step(t, a),
    "phase": lambda t, a, b: (
        move_phase(t, 1 + a % len(parse(t).phases), 1 + b % len(parse(t).phases))
        if parse(t).phases else t
    ),
}  # fmt: skip


@settings(max_examples=200)
@given(procedures(), st.data())
def test_every_jump_leads_where_it_led(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        before = parse(text)
        count = len(before.steps)
        if count < 2:
            return
        name = data.draw(st.sampled_from(sorted(EDITS)))
        a, b = data.draw(st.integers(1, count)), data.draw(st.integers(1, count))
        text = EDITS[name](text, a, b)
        after = parse(text)
        assert "".join(text[x.start : x.end] for x in after.blocks) == text
        was, now = led(before), led(after)
        kept = MARK.sub("", " ".join(step.text for step in after.steps))
        for key, one in was.items():
            if key not in kept or not one.name:
                continue
            if one.deleted or f"{one.name.split(',')[0]} is done" not in kept:
                assert MARK.search(text)
                assert key not in now or now[key].deleted
                assert key not in now or now[key].name in one.name
            elif key in now:
                assert one.name.split(",")[0] in now[key].name.split(","), (
                    name,
                    a,
                    b,
                    key,
                    before.text,
                    text,
                )
                assert not now[key].deleted
        if name != "delete":
            assert sorted({*plain(text)} - {"New"}) == sorted({*plain(before.text)} - {"New"}), (
                name,
                a,
                b,
                before.text,
                text,
            )


OUTDENTED = """**1.** Amber is done.
     1. Birch is done. If it leaks, go back to step 1.
     2. Cedar is done.
**2.** Dune is done. If it leaks, go to step 3.
**3.** Flint is done. If it leaks, go back to step 2.
"""


def test_a_list_left_of_the_text_of_its_step_stays_there() -> None:
    steps = parse(OUTDENTED).steps
    assert len(steps) == 3
    assert with_step(OUTDENTED, 1, steps[0].text) == OUTDENTED
    merged = merge_step(OUTDENTED, 1)
    after = parse(merged).steps
    assert len(after) == 2
    assert "\n     2. Cedar is done.\n     Dune is done." in merged
    assert [jump.target for step in after for jump in step.jumps] == [1, 2, 1]


def test_sub_steps_stay_sub_steps_when_the_step_they_lead_to_is_deleted() -> None:
    text = (
        "1. Rinse it.\n   - Dry it. If it leaks, go back to step 3.\n"
        "   - Weigh it. If it is light, go back to step 3.\n2. Pack it.\n3. Note: ship it.\n"
    )
    after = parse(delete_step(text, 5))
    assert [step.parent for step in after.steps] == [0, 1, 1, 0]
    assert after.steps[1].text == "Dry it. If it leaks, go back to step [deleted: Note: ship it]."


def test_numbering_an_outline_with_phases_leaves_it_as_it_is() -> None:
    text = (
        "5 Procedure\n5.1 At the door\n5.1.1 Read the label.\n"
        "5.1.2 If it is torn, go to step 5.2.2.\n"
        "5.2 Inside\n5.2.1 Put it away.\n5.2.2 Ring the office.\n"
    )
    assert number_steps(text) == text


def test_numbering_counts_each_phase_from_1_and_references_stay() -> None:
    text = (
        "## Phase 1: Prepare\n\n1. Print the list.\n2. Close the gate.\n\n"
        "## Phase 2: Count\n\n1. Count it.\n3. If a label is missing, go back to step 1.\n"
    )
    assert number_steps(text) == text.replace("3. If", "2. If")


def test_a_step_named_in_quotes_is_named_without_the_space_around_it() -> None:
    jump = parse('1. Weigh it.\n2. Check. @branch: if bad -> " Weigh it "\n').steps[1].jumps[0]
    assert (jump.target, jump.reference) == (1, "Weigh it")


def test_a_step_stays_where_it_is_when_its_list_would_become_steps_elsewhere() -> None:
    text = (
        "**1.** Amber is done.\n     1. Birch is done.\n"
        "**2.** Dune is done.\n     1. Ember is done. If it leaks, go back to step 1.\n"
        "     2. Cedar.\n"
    )
    assert len(parse(text).steps) == 2
    assert indent_step(text, 2) == text


def test_a_step_that_is_led_to_in_a_phase_there_is_none_of_is_named_by_its_words() -> None:
    text = (
        "1. Amber is done.\n2. Birch is done.\n3. Cedar is done.\n4. Dune is done.\n"
        "   - Ember is done.\n   - Flint is done. If it leaks, go back to step 1 of phase 1.\n"
    )
    after = parse(indent_step(text, 4))
    assert [step.path for step in after.steps] == ["1", "2", "3", "3.1", "3.1.1", "3.1.2"]
    assert [jump.target for jump in after.steps[5].jumps] == [1]
    assert "deleted" not in after.text


NAMED_BY_NUMBER = "".join(
    f"{n}. Step {n} of the rinse is done, as step 2 says\n" for n in range(1, 6)
)


def test_the_number_that_a_step_has_in_its_own_words_stays() -> None:
    moved = move_step(NAMED_BY_NUMBER.replace(" of the rinse", ""), 4, 2)
    assert [step.text for step in parse(moved).steps] == [
        f"Step {n} is done, as step 3 says" for n in (1, 4, 2, 3, 5)
    ]
    alone = "1. Fill it.\n2. Step 2 takes an hour.\n3. Wait until step 2 is over.\n"
    assert move_step(alone, 2, 1) == (
        "1. Step 2 takes an hour.\n2. Fill it.\n3. Wait until step 1 is over.\n"
    )


def test_a_step_of_something_else_does_not_follow() -> None:
    text = "1. Fill it.\n2. Rinse it.\n3. Do step 2 of the vendor's manual, then step 2.\n"
    assert "step 2 of the vendor's manual, then step 1." in move_step(text, 2, 1)
    assert parse(move_step(NAMED_BY_NUMBER, 4, 2)).steps[1].text.startswith("Step 4 of the rinse")
    opening = "1. Fill it.\n2. Rinse it.\n3. Step 2 has to be over.\n"
    assert "3. Step 1 has to be over." in move_step(opening, 2, 1)


OUTDENTED_IN_PHASES = (
    "## Phase 1: Prepare\n\n**1.** Amber is done.\n     - Birch is done. @branch: if c1 -> 1\n"
    "     - Cedar is done.\n## Phase 2: Carry out\n\n**2.** Dune is done.\n"
)


@pytest.mark.parametrize(
    ("text", "edit", "after"),
    [
        # the last step of a phase goes into another
        (
            OUTDENTED_IN_PHASES,
            lambda text: move_step(text, 4, 3),
            OUTDENTED_IN_PHASES.partition("     - Cedar")[0]
            + "     - Dune is done.\n     - Cedar is done.\n",
        ),
        # a sub-step is numbered in the step that it is part of now
        (
            "## 5 Do\n\n5.1 Amber.\n5.1.1 Birch.\n5.1.1.1 Cedar.\n5.2 Go back to step 5.1.1.1.\n",
            lambda text: merge_step(text, 1),
            "## 5 Do\n\n5.1 Amber. Birch.\n5.1.1 Cedar.\n5.2 Go back to step 5.1.1.\n",
        ),
        # the heading goes, and no bullet becomes a number for that
        (
            "## Phase 1: One\n\n- Amber is done.\n  1. Birch is done.\n"
            "- Cedar. @branch: if c1 -> Amber is done\n## Phase 2: Two\n\n- Dune is done.\n",
            lambda text: delete_step(text, 4),
            "## Phase 1: One\n\n- Amber is done.\n  1. Birch is done.\n"
            "- Cedar. @branch: if c1 -> Amber is done\n",
        ),
    ],
)
def test_no_edit_makes_other_steps_of_those_it_is_not_about(
    text: str, edit: Callable[[str], str], after: str
) -> None:
    assert edit(text).strip() == after.strip()
