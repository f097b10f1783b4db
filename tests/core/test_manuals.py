"""Texts without a procedure: what is below their headings is no step."""

import pytest

from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.checking.finding import Severity
from app.core.skills.reading.grammar import parse

MANUAL = """# Glue

Which glue holds what, and how long it takes.

## Kinds

| Glue | For |
|---|---|
| Bone | wood |
| Starch | paper |

### Bone glue

- **Water**: two parts.
- **Heat**: 60 °C, never more.

## Strength

Strength depends on how much of the water has gone by the time the clamps come off, on how well
the surfaces fit, and on the age of the glue, which is why a jar that has been open for a year or
more is better thrown away than used on anything that matters.

Old glue smells.

## Mixing

```
2 water
1 glue
```
"""
LISTS = """# Close the shop

## Front

- Lock the door.
- Turn the sign.

## Kitchen

Look at every burner.

- Switch off the oven.

## Back

Take out the rubbish.
"""


def codes(text: str) -> dict[str, Severity]:
    return {found.code: found.severity for found in findings(parse(text), KnownSkills())}


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=repr)
def test_a_manual_has_no_steps_and_says_so(end: str) -> None:
    text = MANUAL.replace("\n", end)
    skill = parse(text)
    assert skill.steps == ()
    assert skill.phases == ()
    assert "".join(text[block.start : block.end] for block in skill.blocks) == text
    told = [found for found in findings(skill, KnownSkills()) if found.code == "no-step"]
    assert [found.message for found in told] == ["No procedure can be told from this text."]
    assert text[told[0].start : told[0].end].startswith("Which glue")
    assert "no-numbered-step" not in codes(text)


def test_what_a_manual_says_of_steps_is_told() -> None:
    assert "jump-outside" in codes(MANUAL + "\nIf it lumps, go back to step 1.\n")


@pytest.mark.parametrize("heading", ["Procedure", "Arbeitsschritte"])
def test_a_manual_may_have_a_procedure(heading: str) -> None:
    skill = parse(f"{MANUAL}\n## {heading}\n\nWarm it.\n\n- Stir it.\n- Wait.\n")
    assert [step.text for step in skill.steps] == ["Stir it.", "Wait."]


def test_so_it_is_with_numbers() -> None:
    skill = parse(f"{MANUAL}\n## Use\n\n1. Warm it.\n2. Stir it.\n")
    assert [step.text for step in skill.steps] == ["Warm it.", "Stir it."]


def test_short_lists_and_sentences_below_headings_are_steps() -> None:
    skill = parse(LISTS)
    assert [step.text for step in skill.steps] == [
        "Lock the door.",
        "Turn the sign.",
        "Look at every burner.",
        "Switch off the oven.",
        "Take out the rubbish.",
    ]
    assert [phase.title for phase in skill.phases] == ["Front", "Kitchen", "Back"]
    assert "no-numbered-step" in codes(LISTS)


def test_prose_below_few_headings_is_still_run() -> None:
    text = MANUAL[: MANUAL.index("## Strength")]
    assert len(parse(text).steps) == 4


def test_an_empty_skill_has_no_steps_yet() -> None:
    told = [found for found in findings(parse("# T\n"), KnownSkills()) if found.code == "no-step"]
    assert [found.message for found in told] == ["There are no steps yet."]


CATALOGUE = """# Themes

## Available

1. **Ocean** - calm blue
2. **Forest**: earth tones
3. **Dusk**

## {heading}

1. **Show them**: all of them.
2. Ask for one.
"""


@pytest.mark.parametrize("heading", ["Application process", "Usage Instructions", "Pasos a seguir"])
def test_a_list_of_terms_is_none_where_another_is_called_steps(heading: str) -> None:
    skill = parse(CATALOGUE.format(heading=heading))
    assert [step.text for step in skill.steps] == ["**Show them**: all of them.", "Ask for one."]


def test_elsewhere_terms_are_steps() -> None:
    assert len(parse(CATALOGUE.format(heading="Use")).steps) == 5


@pytest.mark.parametrize(
    ("text", "new"),
    [
        (CATALOGUE.format(heading="Steps to take").replace("**Dusk**", "Dusk"), "**Dusk**"),
        ("# T\n\n1. Run Dusk\n\n```\nx\n```\n\n2. Go.\n", "Dusk:"),
    ],
)
def test_what_one_key_changes_further_down_is_read_anew(text: str, new: str) -> None:
    edited = text.replace("Dusk", new)
    assert parse(edited, parse(text)) == parse(edited)
    assert parse(text, parse(edited)) == parse(text)
