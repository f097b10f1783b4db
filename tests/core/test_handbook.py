"""Procedures as quality handbooks, kitchens and workshops write them, in seven languages."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.checking.finding import apply
from app.core.skills.editing.moving import move_step
from app.core.skills.editing.numbering import number_steps
from app.core.skills.editing.render import delete_step, insert_step, with_step
from app.core.skills.model import SectionKind, Skill
from app.core.skills.reading.discovery import discovery
from app.core.skills.reading.grammar import parse

FOLDER = Path(__file__).parent / "handbook"
READINGS = Path(__file__).parent / "handbook_readings"
DOCUMENTS = sorted(FOLDER.iterdir())


def outline(skill: Skill) -> list[str]:
    """What a person would copy from it: title, sections, phases, steps and where they lead."""
    lines = [(skill.title_start, f"title {skill.title}")]
    lines += [
        (section.start, f"{section.kind.value}: {section.title}") for section in skill.sections
    ]
    lines += [(phase.start, f"phase {phase.title}") for phase in skill.phases]
    for step in skill.steps:
        said = f"step {step.path}: {step.text}".replace("\n", " / ")
        for jump in step.jumps:
            assert jump.target is not None
            said += f" [{jump.kind} to {skill.steps[jump.target - 1].path}]"
        lines.append((step.start, said))
    return [line for _start, line in sorted(lines)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_documents_are_read_as_they_are_meant(path: Path, end: str) -> None:
    text = path.read_text("utf-8").replace("\n", end)
    skill = parse(text)
    expected = (READINGS / f"{path.stem}.txt").read_text("utf-8")
    assert outline(skill) == expected.splitlines()
    assert "".join(text[block.start : block.end] for block in skill.blocks) == text
    assert not {"number-unread", "jump-nowhere", "numbers-order", "numbers-twice"} & {
        finding.code for finding in findings(skill, KnownSkills())
    }


def test_there_are_documents_of_many_trades() -> None:
    assert len(DOCUMENTS) >= 12
    assert len({path.stem.rpartition("_")[2] for path in DOCUMENTS}) == 7


def test_sections_are_kept_whole() -> None:
    skill = parse((FOLDER / "pump_en.md").read_text("utf-8"))
    safety = next(s for s in skill.sections if s.kind is SectionKind.SAFETY)
    assert safety.text == "1. Wear goggles and gloves.\n2. Never open a pump that is warm."
    assert skill.text[safety.start : safety.end].startswith("## 4. Safety\n")
    assert [note.text for note in skill.notes if "goggles" in note.text] == [
        "1. Wear goggles and gloves."
    ]


def test_a_skill_is_found_by_its_purpose_and_its_scope() -> None:
    skill = parse((FOLDER / "vaccines_en.txt").read_text("utf-8"))
    assert list(discovery(skill)) == [
        "Vaccines reach the ward fridge without leaving 2 to 8 °C.",
        "Ward pharmacy and reception. Not for blood products.",
    ]


def test_inputs_and_outputs_are_offered_as_goals() -> None:
    text = (FOLDER / "vaccines_en.txt").read_text("utf-8")
    for names in (["deliveryNote", "calibratedThermometer"], None):
        skill = parse(text)
        found = [f for f in findings(skill, KnownSkills()) if f.code == "section-unused"]
        if names is None:
            assert [p.name for p in skill.requires] == ["deliveryNote", "calibratedThermometer"]
            assert [f.message for f in found] == ["‘Output’ could be Produces."]
        text = apply(text, found[0].repairs[0])
    assert [p.name for p in parse(text).produces] == [
        "signedRegisterEntry", "printoutOfTheLogger",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("### 1. A\n\nLook.\n\n### 2. B\n\n- c\n- d\n", ["1 A\n\nLook.", "2 B", "2.1 c", "2.2 d"]),
        ("STEP 1  A\nSTEP 2  B\n", ["1 A", "2 B"]),
        ("**1.** A\n**2.** B\n", ["1 A", "2 B"]),
        ("**1. A**\n\nLook.\n\n**2. B**\n", ["1 A\n\nLook.", "2 B"]),
        ("a) A\nb) B\n", ["1 A", "2 B"]),
        ("(1) A\n(2) B\n", ["1 A", "2 B"]),
        ("- [ ] A\n- [x] B\n", ["1 A", "2 B"]),
        ("☐ A\n☐ B\n", ["1 A", "2 B"]),
        ("Schritt 1: A\nSchritt 2: B\n", ["1 A", "2 B"]),
        ("Étape 1 : A\nÉtape 2 : B\n", ["1 A", "2 B"]),
        ("Paso 1. A\nPaso 2. B\n", ["1 A", "2 B"]),
        ("Passo 1 - A\nPasso 2 - B\n", ["1 A", "2 B"]),
        ("Passaggio 1: A\nPassaggio 2: B\n", ["1 A", "2 B"]),
        ("Pasul 1: A\nPasul 2: B\n", ["1 A", "2 B"]),
        ("Step one: A\nStep two: B\n", ["1 A", "2 B"]),
        ("First step: A\nSecond step: B\n", ["1 A", "2 B"]),
        ("## Step 1\n\nA.\n\n## Step 2\n\nB.\n", ["1 A.", "2 B."]),
        ("1. Read it.\n   1.1 A\n   1.2 B\n2. C\n", ["1 Read it.", "1.1 A", "1.2 B", "2 C"]),
        ("3. L.\n3.1 Read it.\n3.1.1 A\n3.1.2 B\n", ["1 L.", "1.1 Read it.", "1.1.1 A", "1.1.2 B"]),
        ("1. A\n2. B\n\n- c\n- d\n\n3. E\n", ["1 A", "2 B", "2.1 c", "2.2 d", "3 E"]),
        ("# T\n\nAsk.\n\n- Open it.\n- Close it.\n", ["1 Ask.", "2 Open it.", "3 Close it."]),
        ("1. [A](#a)\n2. [B](#b)\n\n## A\n\n1. C\n2. D\n", ["1 C", "2 D"]),
        ("1. Round to\n3.5 percent.\n2. B\n", ["1 Round to\n3.5 percent.", "2 B"]),
        ("1. Ask Mr\nI. Smith.\n2. B\n", ["1 Ask Mr\nI. Smith.", "2 B"]),
        ("Step 3 is the hardest.\n\n1. A\n", ["1 A"]),
        ("1. Input: read the file.\n2. Process: sort it.\n3. Output: write it.\n",
         ["1 Input: read the file.", "2 Process: sort it.", "3 Output: write it."]),
        ("1. A\n2. B\n\nNote: keep it dry.\n\n3. C\n", ["1 A", "2 B", "3 C"]),
        ("1/ A\n2/ B\n", ["1 A", "2 B"]),
        ("1 - A\n2 - B\n", ["1 A", "2 B"]),
        ("1: A\n2: B\n", ["1 A", "2 B"]),
        ("1 Before\n1.1 A\n1.2 B\n2 After\n2.1 C\n", ["1 A", "2 B", "3 C"]),
        ("You need:\n\n1. rice\n2. tea\n\nDo this:\n\n1. Wash.\n2. Boil\n", ["1 Wash.", "2 Boil"]),
        ("1. A\n\nIf so, repeat step 1.\n\n2. B\n", ["1 A\n\nIf so, repeat step 1.", "2 B"]),
        ("## Step 1: A\n\n## Step 2: B\n\n## Modes\n\n1. C\n2. D\n", ["1 A", "2 B"]),
        ("## Requirements\n\n- d\n\n## Do\n\n1. A\n2. B\n\n## On\n\n1. C\n", ["1 A", "2 B", "3 C"]),
        ("Materials:\n- glue\n\n1. A\n2. B\n", ["1 A", "2 B"]),
    ],
)  # fmt: skip
def test_steps_in_every_form(text: str, expected: list[str]) -> None:
    assert [f"{step.path} {step.text}" for step in parse(text).steps] == expected


@pytest.mark.parametrize(
    "text",
    [
        "SOP\nClean\n\n1.0 PURPOSE\nx\n\n2.0 ROLES\n2.1 y\n\n"
        "3.0 PROCEDURE\n3.1 A\n3.2 B\n\n4.0 RECORDS\n4.1 z\n",
        "Clean\n\nI. PURPOSE\nx\n\nII. ROLES\ny\n\nIII. PROCEDURE\nA. A\nB. B\n\nIV. RECORDS\nz\n",
        "# Clean\n\n**1. Purpose**\n\nx\n\n**2. Roles**\n\ny\n\n**3. Procedure**\n\n"
        "3.1 A\n\n3.2 B\n\n**4. Records**\n\nz\n",
        "# Clean\n\n**Purpose:** x\n\n**Roles:** y\n\n**Procedure:**\n\n1. A\n2. B\n\n"
        "**Records:** z\n",
        "# Clean\n\n1. Purpose: x\n2. Roles: y\n3. Procedure:\n   a. A\n   b. B\n4. Records: z\n",
        "# Clean\n\n1. PURPOSE\n\n   x\n\n2. ROLES\n\n   y\n\n3. PROCEDURE\n\n"
        "   3.1. A\n\n   3.2. B\n\n4. RECORDS\n\n   z\n",
        "# Clean\n\n1 Purpose\nx\n\n2 Roles\ny\n\n3 Procedure\n3.1 A\n3.2 B\n\n4 Records\nz\n",
    ],
    ids=range(7),
)  # fmt: skip
def test_sections_in_every_form(text: str) -> None:
    skill = parse(text)
    assert (skill.title, [step.text for step in skill.top_steps]) == ("Clean", ["A", "B"])
    assert [section.kind for section in skill.sections] == [
        SectionKind.PURPOSE, SectionKind.RESPONSIBILITIES, SectionKind.OTHER,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "target"),
    [
        ("go back to step 1", 3),
        ("go back to step 2 of phase one", 2),
        ("return to phase 1", 1),
        ("return to phase one", 1),
        ("go back to phase 1, step 2", 2),
        ("go back to step 2 of the audit", 2),
        ("go back to step 1 in phase 2", 3),
    ],
)
def test_references_between_phases(said: str, target: int) -> None:
    text = "# T\n\n## Phase 1: Audit\n\n1. A\n2. B\n\n## Phase 2: Repair\n\n1. C\n"
    text += f"2. If red, {said}.\n"
    skill = parse(text)
    assert [(phase.title, phase.number, phase.first) for phase in skill.phases] == [
        ("Audit", 1, 1), ("Repair", 2, 3),
    ]  # fmt: skip
    assert [jump.target for jump in skill.steps[3].jumps] == [target]


def test_a_list_outside_the_procedure_is_told() -> None:
    text = "# T\n\n## Steps\n\n1. A\n2. B\n\n## If the printer jams\n\n1. C\n2. D\n"
    skill = parse(text)
    assert [step.text for step in skill.steps] == ["A", "B"]
    found = [f for f in findings(skill, KnownSkills()) if f.code == "number-unread"]
    assert [text[f.start : f.end] for f in found] == ["1. C"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_steps_are_written_inserted_and_deleted_in_every_form(path: Path) -> None:
    text = path.read_text("utf-8")
    steps = parse(text).steps
    said = [step.text for step in steps]
    for n, step in enumerate(steps):
        for body in (step.text, "Other words.", "Two\nlines."):
            assert texts(with_step(text, n + 1, body)) == [*said[:n], body, *said[n + 1 :]]
        if not any(other.parent == step.position for other in steps):
            assert len(texts(delete_step(text, n + 1))) == len(said) - 1
    for n in range(len(said) + 1):
        after = texts(insert_step(text, n, "A new one."))
        assert (len(after), after[n]) == (len(said) + 1, "A new one.")
    assert texts(number_steps(text)) == said


def test_what_follows_the_procedure_does_not_move_with_its_last_step() -> None:
    text = (FOLDER / "vaccines_en.txt").read_text("utf-8")
    last = len(parse(text).steps)
    assert move_step(text, last, last - 1).endswith(text[text.index("6   Output") :])


def texts(text: str) -> list[str]:
    return [step.text for step in parse(text).steps]


def test_a_heading_and_a_line_in_bold_stay_what_they_are() -> None:
    text = "## Step 1: A\n\nLook.\n\n## Step 2: B\n"
    assert with_step(text, 1, "C\n\nWait.") == "## Step 1: C\n\nWait.\n\n## Step 2: B\n"
    assert insert_step(text, 1, "D") == "## Step 1: A\n\nLook.\n\n## Step 2: D\n\n## Step 3: B\n"
    text = "**Step 1: A**\n\n**Step 2: B**\n"
    assert with_step(text, 1, "C") == "**Step 1:** C\n\n**Step 2: B**\n"


def test_markers_and_what_names_them_follow() -> None:
    text = (FOLDER / "vaccines_en.txt").read_text("utf-8")
    after = insert_step(text, 4, "Wash your hands.")
    assert "5.2.1 Put the vaccines" in after and "          a) Wash your hands.\n" in after
    assert "          b) oldest date in front,\n" in after
    after = delete_step(text, 8)
    assert "    5.2.2 If an entry is wrong" in after and "go to step 5.2.3.\n" in after


def test_a_jump_outside_the_steps_is_told() -> None:
    text = "# T\n\nWhen all is done, skip to step 2.\n\n1. A\n2. B\n\nA note.\n"
    found = [f for f in findings(parse(text), KnownSkills()) if f.code == "jump-outside"]
    assert [text[f.start : f.end] for f in found] == ["When all is done, skip to step 2."]


LINES = [
    "# T", "## Purpose", "Scope", "2. Scope", "1. Purpose", "3. Procedure", "## Procedure",
    "## Step 1: Look", "Step 2: Go", "**Step 3: Run**", "### 1. Wait", "1. a", "2. b", "   - c",
    "a) d", "b) e", "5.1 At home", "5.1.1 Sit.", "5.2 Stand.", "- [ ] f", "- g", "text", "",
    "  more", "```", "Phase 1: x", "## Phase 2", "References:", "Trigger: t", "> m _(from n)_",
    "Input: a, b", "---",
]  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=25).map("\n".join))
def test_whatever_stands_together_is_read_whole(text: str) -> None:
    skill = parse(text)
    assert "".join(text[block.start : block.end] for block in skill.blocks) == text
    for step in skill.steps:
        assert step.parent < step.position and step.phase <= len(skill.phases)
        assert step.start <= step.body_start <= step.body_end <= step.end
    assert [p.first for p in skill.phases] == sorted({p.first for p in skill.phases})
    assert all(0 <= s.start < s.end <= len(text) for s in skill.sections)
    findings(skill, KnownSkills())


@given(st.lists(st.sampled_from(LINES), max_size=12), st.data())
def test_reading_again_says_the_same(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    before = parse(text)
    at = data.draw(st.integers(0, len(text)))
    typed = (
        text[:at]
        + data.draw(st.sampled_from([":", ".", "x", " ", "Scope", "1", "b) x"]))
        + text[at:]
    )
    assert parse(typed, before) == parse(typed)
    assert parse(text[:at] + text[at + 1 :], before) == parse(text[:at] + text[at + 1 :])
