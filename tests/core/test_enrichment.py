"""Thin skills are described from their own words, then by a model, never against the author."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.enrichment import cues
from app.core.enrichment.answer import read
from app.core.enrichment.described import described, is_placeholder
from app.core.enrichment.enrich import (
    Part,
    accept,
    decline,
    declined,
    propose,
    propose_for,
    written,
)
from app.core.errors import StaleEdit
from app.core.library import library, undoing
from app.core.library.version import digest
from app.core.llm.scripted import Dies, Scripted
from app.core.skills.reading.description import shown_description
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

THIN = """---
name: merge-letters
description: Merges files   # short
---
# Merge letters

This skill merges several .docx files into one document. Use this skill when the user wants to
merge letters or "join the replies".

1. Open the .docx files.
2. Write one file.
"""
PLAIN = "# Release the app\n\n1. Build it.\n2. Run the tests.\n3. Tag the commit.\n"
GOOD = json.dumps(
    {
        "description": "Builds and tests the app and tags a release.",
        "triggers": ["ship a release", "tag a release", "build and test the app"],
        "tags": ["release", "build"],
    }
)


def values(text: str, model: Scripted | None = None) -> dict[Part, tuple[str, ...]]:
    return {value.part: value.new for value in propose_for(text, (), model).values}


def test_the_text_itself_is_asked_first() -> None:
    model = Scripted([GOOD])
    found = values(THIN, model)
    assert model.asked == []
    assert found[Part.DESCRIPTION][0].startswith("Merges files. This skill merges several .docx")
    assert found[Part.TRIGGERS] == ("join the replies", "docx files")
    assert "merge" in found[Part.TAGS]


def test_every_value_says_where_it_was_taken_from() -> None:
    for value in propose_for(THIN).values:
        assert all(value.because)
        assert not value.model


@pytest.mark.parametrize(
    ("sentence", "trigger"),
    [
        ("Use when exploring old code.", "exploring old code"),
        ("Use this skill whenever the user asks for a weekly report.", "a weekly report"),
        ("Verwende diesen Ablauf, wenn der Server nicht antwortet.", "der Server nicht antwortet"),
        ("Utiliser cette procédure quand le client se plaint.", "le client se plaint"),
        ("Usar esta guía cuando falla el pago.", "falla el pago"),
        ('Triggers on "/seed", "queue this for later".', "queue this for later"),
    ],
)
def test_cues_are_read_in_several_languages(sentence: str, trigger: str) -> None:
    found = cues.triggers(parse(f"# Title\n\n{sentence}\n\n1. Do it.\n"))
    assert trigger in [cue.value for cue in found]


def test_a_section_that_says_when_gives_its_points() -> None:
    text = "# T\n\n## When to use\n\n- A parcel comes back\n- Stock is off\n\n# How\n\n1. Go.\n"
    assert [c.value for c in cues.triggers(parse(text))] == [
        "A parcel comes back",
        "Stock is off",
    ]


@pytest.mark.parametrize(
    "steps",
    [
        "\n1. Count the parcels.\n2. Write it down.\n",
        "\nProcedure:\n\n1. Count the parcels.\n2. Press “Save all”.\n",
        "1. Count the parcels.\n2. Write it down.\n\n## Afterwards\n\n3. Tell the buyer.\n",
    ],
)
def test_numbered_steps_below_the_points_are_no_triggers(steps: str) -> None:
    text = f"# T\n\n## When to use\n\n- A parcel comes back\n- Stock is off\n{steps}"
    found = [c.value for c in cues.triggers(parse(text))]
    assert found == ["A parcel comes back", "Stock is off"]


def test_numbered_steps_below_a_sentence_that_says_when_are_no_triggers() -> None:
    text = "# T\n\n## When to use\n\nAfter each delivery.\n\n1. Count them.\n2. Note it.\n"
    assert cues.triggers(parse(text)) == ()


def test_a_numbered_list_says_when_if_the_steps_come_later() -> None:
    text = "# T\n\n## When to use\n\n1. A parcel comes back\n2. Stock is off\n\n## How\n\n1. Go.\n"
    found = [c.value for c in cues.triggers(parse(text))]
    assert found == ["A parcel comes back", "Stock is off"]


def test_what_the_text_does_not_say_the_model_may() -> None:
    found = propose_for(PLAIN, (), Scripted([GOOD]))
    assert {v.part for v in found.values} == set(Part)
    assert {v.model for v in found.values} == {"Scripted"}
    text = written(PLAIN, found.values)
    assert "Trigger: ship a release; tag a release; build and test the app" in text
    assert [s.text for s in parse(text).steps] == [s.text for s in parse(PLAIN).steps]


def test_without_a_model_nothing_is_invented() -> None:
    assert values(PLAIN) == {}


def test_what_an_author_wrote_well_is_left_alone() -> None:
    text = (
        "---\nname: x\ndescription: Renews the certificates of the mail server every spring.\n"
        "triggers: [certificate expired]\n---\nBody\n"
    )
    model = Scripted([GOOD])
    assert values(text, model) == {}
    assert model.asked == []


def test_a_thin_description_is_gone_on_with_not_replaced() -> None:
    (said,) = values(THIN)[Part.DESCRIPTION]
    assert said.startswith("Merges files. ")


def test_a_second_look_proposes_nothing() -> None:
    for text in (THIN, PLAIN):
        model = Scripted([GOOD])
        found = propose_for(text, (), model)
        tags = next((v.new for v in found.values if v.part is Part.TAGS), ())
        assert propose_for(written(text, found.values), tags, model).values == ()


def test_comments_and_order_survive() -> None:
    text = written(THIN, propose_for(THIN).values)
    assert "   # short\n" in text
    assert text.endswith(THIN.split("---\n")[2])


@pytest.mark.parametrize(
    "said", ["TODO", "todo: later", "...", "A description of the skill", "<description>", "n/a", ""]
)
def test_placeholders_say_nothing(said: str) -> None:
    assert is_placeholder(said)
    assert described(parse(f"---\ndescription: '{said}'\n---\nx\n")).description == ""


def test_a_goal_that_stands_in_for_a_description_is_none() -> None:
    text = "# Tea\n\nSuccess: The tea is hot.\n\n1. Boil water.\n"
    now = described(parse(text))
    assert (now.description, now.by_goal) == ("The tea is hot.", True)
    assert shown_description(parse(text)) == ""


def test_a_description_given_with_a_skill_is_its_description() -> None:
    given = "How the tea is made in this house, for guests."
    now = described(parse("# Tea\n\nSuccess: Hot tea.\n\n1. Boil water.\n"), (), given)
    assert (now.description, now.by_goal) == (given, False)
    assert described(parse("# Tea\n\nOur tea.\n\n1. Boil.\n"), (), given).description == "Our tea."


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I am sorry, I cannot do that.",
        '<think>hm {"description":1}</think>',
        "{",
        '{"description": "TODO", "triggers": [], "tags": []}',
        '{"description": "Sends letters to the moon base by rocket.", "triggers": ["a"]}',
        '{"description": "Builds the app <script>alert(1)</script> and tags it", "triggers": null}',
        '{"description": "' + "build tests app " * 100 + '", "triggers": ["x y z"]}',
        '{"description": ["no"], "triggers": {"a": "b"}, "tags": [1, 2]}',
        '{"description": "what the procedure does, and when to use it", "triggers": ["…", "-"]}',
        '{"description": "Builds the app in 12 minutes and tags it for you", "triggers": []}',
        "{" * 5_000,
    ],
)
def test_an_unusable_answer_proposes_nothing_and_says_why(answer: str) -> None:
    card = read(answer, parse(PLAIN))
    assert (card.description, card.triggers, card.tags) == ("", (), ())
    assert card.refused


def test_the_steps_are_no_triggers() -> None:
    echo = ["1. Build it.", "run the tests", "- Tag the commit", "if it fails go to step 9"]
    said = json.dumps({"description": "", "triggers": [*echo, "a b"], "tags": []})
    assert read(said, parse(PLAIN)).triggers == ()
    good = ["ship the app", "tag a commit", "build the app"]
    said = json.dumps({"description": "", "triggers": [*echo, *good], "tags": []})
    assert read(said, parse(PLAIN)).triggers == tuple(good)


def test_tags_are_subjects_and_not_what_headings_say() -> None:
    text = (
        "---\nname: stats\ndescription: Shows metrics of the vault and its graph.\n---\n"
        "# Stats\n\n## Match the graph\n\n1. Match.\n\n## Match the vault\n\n1. Read metrics.\n"
    )
    (tags,) = [v.new for v in propose_for(text).values if v.part is Part.TAGS]
    assert set(tags) == {"vault", "graph", "stats"}


def test_thoughts_and_fences_around_the_answer_are_taken_off() -> None:
    card = read(f"<think>Let me see {{}}</think>\n```json\n{GOOD}\n```\nDone.", parse(PLAIN))
    assert card.description
    assert card.triggers
    assert card.tags == ("release", "build")


@given(st.text(max_size=400))
def test_any_answer_is_read(answer: str) -> None:
    read(answer, parse(PLAIN))


_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=60),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.fixed_dictionaries({"description": _anything, "triggers": _anything, "tags": _anything}))
def test_whatever_a_model_says_the_steps_stay(answer: object) -> None:
    for text in (PLAIN, THIN):
        found = propose_for(text, (), Scripted([json.dumps(answer)]))
        after = parse(written(text, found.values))
        assert [s.text for s in after.steps] == [s.text for s in parse(text).steps]
        assert [c.target for c in after.calls] == [c.target for c in parse(text).calls]


def test_a_model_that_dies_leaves_what_the_text_says() -> None:
    text = "# Water the plants\n\nUse when the leaves hang.\n\n1. Fill the can.\n"
    found = propose_for(text, (), Scripted([Dies()]))
    assert next(v.part for v in found.values) is Part.TRIGGERS
    assert found.refused


def test_a_skill_whose_paragraphs_are_steps_gets_no_description_among_them() -> None:
    found = propose_for("just\n\nparagraphs of the app\n", (), Scripted([GOOD]))
    assert Part.DESCRIPTION not in found.parts


def test_accepted_values_are_one_save_and_one_undo(vault: Vault) -> None:
    skill = library.save(vault, None, PLAIN).skill
    found = propose(vault, skill, Scripted([GOOD]))
    saved = accept(vault, found, {Part.TRIGGERS, Part.TAGS})
    state = library.current(vault, skill)
    assert state is not None
    assert saved.number == 2
    assert "Trigger: ship a release" in state[1]
    assert state[2].tags == ("release", "build")
    assert not propose(vault, skill).values
    undoing.undo(vault)
    assert library.text(vault, skill) == PLAIN


def test_accepting_nothing_writes_no_version(vault: Vault) -> None:
    skill = library.save(vault, None, PLAIN).skill
    assert accept(vault, propose(vault, skill, Scripted([GOOD])), ()).number == 1


def test_a_skill_that_was_edited_meanwhile_is_not_overwritten(vault: Vault) -> None:
    first = library.save(vault, None, PLAIN)
    found = propose(vault, first.skill, Scripted([GOOD]))
    library.save(vault, first.skill, PLAIN + "4. Tell everybody.\n", base=first.version)
    with pytest.raises(StaleEdit):
        accept(vault, found, found.parts)
    assert library.text(vault, first.skill).endswith("Tell everybody.\n")


def test_what_was_declined_is_remembered_until_the_skill_says_something_else(vault: Vault) -> None:
    first = library.save(vault, None, PLAIN)
    found = propose(vault, first.skill)
    assert declined(vault, first.skill) == ""
    decline(vault, found)
    assert declined(vault, first.skill) == digest(propose(vault, first.skill).text)
    library.save(vault, first.skill, PLAIN + "4. Tell everybody.\n", base=first.version)
    assert declined(vault, first.skill) != digest(propose(vault, first.skill).text)


def test_the_files_of_others_are_never_damaged(shared: Path) -> None:
    for file in sorted((shared / "skill-md").rglob("SKILL.md"))[::3]:  # from every repository
        text = file.read_bytes().decode("utf-8")
        found = propose_for(text)
        after = written(text, found.values)
        assert written(after, propose_for(after).values) == after, file  # twice is once
        assert parse(after).steps == parse(text).steps or len(after) > len(text)
