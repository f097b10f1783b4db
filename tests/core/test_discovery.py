"""What the frontmatter of a skill says it is to be found by, without reading YAML."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.library import catalogue, library
from app.core.memory.candidates import Filters
from app.core.memory.passages import Kind, of_skill
from app.core.memory.question import ask
from app.core.memory.recall import search
from app.core.skills.reading.discovery import discovery
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault


@pytest.mark.parametrize(
    ("frontmatter", "said"),
    [
        ("name: x\ndescription: Cuts hedges in March.\n", ["Cuts hedges in March."]),
        ('description: "Cuts: hedges"  # mine\n', ["Cuts: hedges"]),
        ("description: >-\n  Cuts\n  hedges.\nlicense: MIT\n", ["Cuts hedges."]),
        ("triggers: [cut a hedge, trim]\n", ["cut a hedge, trim"]),
        ("triggers:\n- cut a hedge\n- trim\nname: y\n", ["cut a hedge trim"]),
        ("triggers:\r\n    - cut a hedge\r\n", ["cut a hedge"]),
        ("metadata:\n  techne-triggers: cut a hedge; trim\n", ["cut a hedge; trim"]),
        ("description:\nname: z\n", [""]),
        ("name: only\n", []),
    ],
)
def test_what_is_said(frontmatter: str, said: list[str]) -> None:
    assert list(discovery(parse(f"---\n{frontmatter}---\n# Hedge\n\n1. Go.\n"))) == said


def test_the_text_itself_is_no_frontmatter() -> None:
    assert not list(discovery(parse("# Hedge\n\ndescription: no\n\n1. Go.\n")))


@given(st.text(alphabet="description: triggers\n\r-[]\"'#>|é", max_size=80))
def test_anything_can_stand_there(text: str) -> None:
    for said in discovery(parse(f"---\n{text}\n---\n")):
        assert said == " ".join(said.split())


def test_a_skill_is_found_by_the_words_of_its_description(vault: Vault) -> None:
    front = "---\nname: hedge\ndescription: Trims topiary.\ntriggers: [privet]\n---\n"
    skill = library.save(vault, None, f"{front}# Green\n\n1. Go.\n").skill
    for word in ("topiary", "privet"):
        (hit,) = search(vault, ask(vault, word), Filters())
        assert (hit.what, hit.id) == ("skill", skill)


@pytest.mark.parametrize(
    ("frontmatter", "role"),
    [
        ("role: orchestrator\n", "orchestrator"),
        ("role: 'hook-candidate' # soon\r\n", "hook-candidate"),
        ("metadata:\n  role: protocol\n", "protocol"),
        ("role: chief\n", "processor"),
        ("role:\n", "processor"),
        ("name: role\n", "processor"),
    ],
)
def test_a_skill_may_say_its_role(vault: Vault, frontmatter: str, role: str) -> None:
    text = f"---\n{frontmatter}---\n# Hedge\n\nRequires: $shears:string\n\n1. Go.\n"
    skill = library.save(vault, None, text).skill
    row = catalogue.row(vault, skill)
    assert row is not None and row.role == role
    meta = library.last_meta(vault, skill)
    assert meta is not None
    library.refile(vault, skill, replace(meta, role="utility"))
    row = catalogue.row(vault, skill)
    assert row is not None and row.role == "utility", "what a person chose counts"


def test_the_discovery_vector_is_of_name_description_and_triggers() -> None:
    front = "---\nname: hedge\ndescription: Trims topiary.\ntriggers: [privet, yew]\n---\n"
    text = f"{front}# Green-work\n\nTrigger: it is March\n\n1. Sharpen the shears.\n"
    about = [one.text for one in of_skill(parse(text)) if one.kind is Kind.ABOUT]
    assert about == ["Green work — Trims topiary. — it is March, privet, yew"]
    (bare,) = [one.text for one in of_skill(parse("# Tea\n\n1. Boil.\n")) if one.kind is Kind.NAME]
    assert bare == "Tea", "never of the body (seed 000, section 15.1)"
