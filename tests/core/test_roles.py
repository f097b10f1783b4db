"""The role of a skill: chosen by a person, said by its text, or what its text shows."""

import pytest

from app.core.errors import AppError
from app.core.library import catalogue, history, library, skill_actions, undoing
from app.core.skills.checking.check import KnownSkills, Severity, apply, findings
from app.core.skills.reading.discovery import ROLES, stated_role
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

PLAIN = "# Hedge\n\n1. Go.\n"


def said(role: str) -> str:
    return f"---\nname: hedge\ndescription: Cuts hedges.\nrole: {role}\n---\n{PLAIN}"


def role(vault: Vault, skill: int) -> str:
    row = catalogue.row(vault, skill)
    assert row is not None
    return row.role


@pytest.mark.parametrize("text", [PLAIN, said(""), said("chief"), "# Hedge\n", "Cut it.\n", ""])
def test_what_says_nothing_is_a_utility(vault: Vault, text: str) -> None:
    assert role(vault, library.save(vault, None, text).skill) == "utility"


def test_every_role_of_the_seeds_may_be_said_and_chosen(vault: Vault) -> None:
    assert {"workflow", "protocol", "reference", "hook-candidate"} < ROLES
    skill = library.save(vault, None, PLAIN).skill
    for one in sorted(ROLES):
        assert stated_role(parse(said(one))) == stated_role(parse(said(one.title()))) == one
        skill_actions.set_role(vault, one, skill)
        assert role(vault, skill) == one
    skill_actions.set_role(vault, "", skill)
    assert role(vault, skill) == "utility"


def test_roles_of_several_skills_are_one_undo(vault: Vault) -> None:
    skills = [library.save(vault, None, f"# {title}\n\n1. x\n").skill for title in "AB"]
    skill_actions.set_role(vault, "protocol", *skills)
    assert [role(vault, one) for one in skills] == ["protocol", "protocol"]
    assert undoing.undo(vault).label == "Change role"
    assert [role(vault, one) for one in skills] == ["utility", "utility"]


def test_a_role_that_is_chosen_already_writes_nothing(vault: Vault) -> None:
    skill = library.save(vault, None, PLAIN).skill
    skill_actions.set_role(vault, "protocol", skill)
    skill_actions.set_role(vault, "protocol", skill)
    assert len(history.versions(vault, skill)) == 2


def test_only_known_roles_are_chosen(vault: Vault) -> None:
    skill = library.save(vault, None, PLAIN).skill
    with pytest.raises(AppError, match="chief"):
        skill_actions.set_role(vault, "chief", skill)
    assert role(vault, skill) == "utility"


def test_what_the_frontmatter_says_anew_counts_before_an_older_choice(vault: Vault) -> None:
    skill = library.save(vault, None, said("workflow")).skill
    skill_actions.set_role(vault, "reference", skill)
    library.save(vault, skill, said("workflow") + "2. Stop.\n")
    assert role(vault, skill) == "reference", "it says nothing new"
    library.save(vault, skill, said("protocol"))
    assert role(vault, skill) == "protocol"
    undoing.undo(vault)
    assert role(vault, skill) == "reference"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("role: chief", "chief"),
        ("role: 'head cook' # ours", "head cook"),
        ("metadata:\n  techne-role: Boss\n", "Boss"),
        ("role: workflows", "workflows"),
        ("role: [utility]", "[utility]"),
    ],
)
def test_an_unknown_role_is_a_warning(line: str, word: str) -> None:
    text = f"---\nname: hedge\ndescription: Cuts hedges.\n{line}\n---\n{PLAIN}"
    (found,) = (f for f in findings(parse(text), KnownSkills()) if f.code == "role-unknown")
    assert (found.severity, text[found.start : found.end]) == (Severity.WARNING, word)
    assert word in found.message and "orchestrator" in found.detail


@pytest.mark.parametrize("value", ["", "# none", "Utility", '"workflow"', "hook-candidate # soon"])
def test_a_known_role_is_no_finding(value: str) -> None:
    found = findings(parse(said(value)), KnownSkills())
    assert "role-unknown" not in {one.code for one in found}


def test_a_misspelt_role_is_repaired(vault: Vault) -> None:
    text = said("worklow # mine")
    (found,) = (f for f in findings(parse(text), KnownSkills()) if f.code == "role-unknown")
    assert apply(text, found.repairs[0]) == said("workflow # mine")
    assert not [f for f in findings(parse(said("xyz")), KnownSkills()) if f.repairs]
