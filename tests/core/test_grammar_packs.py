"""What real packs say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.core.skills.check import KnownSkills, findings
from app.core.skills.grammar import parse
from app.core.skills.model import GoalKind, JumpKind, Recipe, RecipeStep, Skill
from app.core.skills.names import key
from app.core.skills.render import compose

FIELDS = {
    GoalKind.SUCCESS: "successLooksLike",
    GoalKind.OUT_OF_SCOPE: "outOfScope",
    GoalKind.ON_COMPLETION: "expectedOnCompletion",
    GoalKind.TRIGGER: "trigger",
    GoalKind.PREREQUISITES: "prerequisites",
    GoalKind.ON_FAILURE: "onFailure",
    GoalKind.REQUIRES: "requires",
    GoalKind.PRODUCES: "produces",
}


def _packs(shared: Path) -> Iterator[dict[str, Any]]:
    cipher = AESGCM(b"GraphnosisGSKKey2026ProPackForma")
    for file in sorted((shared / "packs").glob("*.gsk")):
        data = file.read_bytes()
        yield json.loads(cipher.decrypt(data[4:16], data[32:] + data[16:32], None))


def _recipes(packed: dict[str, Any]) -> list[Recipe]:
    return [
        Recipe(
            recipe["name"],
            recipe["trigger"],
            tuple(
                RecipeStep(
                    step["tool"],
                    step["query"],
                    tuple(step.get("onlyEngrams", ())),
                    step.get("ifResultsBelow"),
                )
                for step in recipe["steps"]
            ),
            0,
            0,
        )
        for recipe in packed["recallRecipes"]
    ]


@pytest.fixture(scope="module")
def skills(shared: Path) -> list[tuple[dict[str, Any], dict[str, Any], Skill]]:
    """Pack, packed skill and the text composed of it."""
    found = []
    for pack in _packs(shared):
        for packed in pack["skills"]:
            goals = {kind: packed["goals"].get(field, "") for kind, field in FIELDS.items()}
            text = compose(packed["name"], goals, packed["baseText"], _recipes(packed))
            found.append((pack, packed, parse(text)))
    return found


Skills = list[tuple[dict[str, Any], dict[str, Any], Skill]]


def test_every_field_comes_back(skills: Skills) -> None:
    assert skills
    for _pack, packed, skill in skills:
        assert skill.title == packed["name"]
        for kind, field in FIELDS.items():
            goal = skill.goal(kind)
            assert goal is not None, field
            assert goal.value == packed["goals"][field].strip()
        assert packed["baseText"].strip("\n") in skill.text
        assert [(r.name, r.trigger, r.steps) for r in skill.recipes] == [
            (r.name, r.trigger, r.steps) for r in _recipes(packed)
        ]
        assert skill.steps


def test_every_loop_has_a_step_and_a_cap_and_every_branch_a_condition(skills: Skills) -> None:
    loops = branches = written = 0
    for _pack, packed, skill in skills:
        written += packed["baseText"].count("@loop:") + packed["baseText"].count("@branch:")
        for step in skill.steps:
            for jump in step.jumps:
                if not skill.text.startswith("@", jump.start):
                    continue
                if jump.kind is JumpKind.LOOP:
                    loops += 1
                    assert jump.target == step.position
                    assert jump.maximum
                else:
                    branches += 1
                    assert jump.condition
    assert loops + branches == written
    assert loops and branches


def test_sentences_that_name_a_step_lead_there(skills: Skills) -> None:
    found = {
        (packed["name"], step.number, jump.target)
        for _pack, packed, skill in skills
        for step in skill.steps
        for jump in step.jumps
        if jump.target is not None and jump.kind is JumpKind.BRANCH
    }
    for expected in [
        ("agent-delegation-decision", 6, 7),
        ("autonomous-decision-authority", 2, 5),
    ]:
        if any(packed["name"] == expected[0] for _pack, packed, _skill in skills):
            assert expected in found


def test_calls_lead_to_skills_of_the_pack(skills: Skills) -> None:
    for pack, _packed, skill in skills:
        names = {key(other["name"]) for other in pack["skills"]}
        for call in skill.calls:
            if call.explicit:
                assert key(call.target) in names, call.target


def test_real_texts_have_no_dead_annotation(skills: Skills) -> None:
    for _pack, packed, skill in skills:
        codes = {finding.code for finding in findings(skill, KnownSkills())}
        assert not codes & {"annotation-dead", "jump-nowhere", "call-arguments-unread"}, packed[
            "name"
        ]
