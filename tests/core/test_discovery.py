"""What the frontmatter of a skill says it is to be found by, without reading YAML."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.library import catalogue, history, library
from app.core.lifecycle import tagging
from app.core.memory.filters import Filters
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import search
from app.core.skills.reading.discovery import discovery, stated_tags
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


@pytest.mark.parametrize(
    ("frontmatter", "tags"),
    [
        ("tags: [garden, 'in spring' ]  # mine\n", ("garden", "in spring")),
        ("tags: garden, spring, Garden\n", ("garden", "spring")),
        ('tags:\n- garden\n- "in spring"\nname: x\n', ("garden", "in spring")),
        ("tags:\r\n    - garden # yes\r\n    - c#\r\n", ("garden", "c#")),
        ("metadata:\n  techne-tags: garden; spring\n", ("garden", "spring")),
        ("tags:\nname: x\n", ()),
        (f"tags: [{'x' * 61}]\n", ()),
        ("name: tags\n", ()),
    ],
)
def test_tags_are_stated(frontmatter: str, tags: tuple[str, ...]) -> None:
    assert stated_tags(parse(f"---\n{frontmatter}---\n# Hedge\n\n1. Go.\n")) == tags


def test_stated_tags_are_those_of_the_skill_until_they_are_taken_off(vault: Vault) -> None:
    def front(tags: str) -> str:
        return f"---\nname: hedge\ntags: [{tags}]\n---\n# Hedge\n\n1. Go.\n"

    skill = library.save(vault, None, front("garden, spring")).skill
    assert tagging.tags_of(vault, skill) == ("garden", "spring")
    tagging.put(vault, skill, "mine")
    tagging.take_off(vault, skill, "spring")
    library.save(vault, skill, front("garden, spring") + "2. Rest.\n")
    assert tagging.tags_of(vault, skill) == ("garden", "mine"), "what a person took off stays off"
    library.save(vault, skill, front("Spring, trees"))
    assert tagging.tags_of(vault, skill) == ("mine", "trees"), "and what the text no longer says"
    (hit,) = search(vault, ask(vault, "hedge"), Filters(tag="TREES"))
    assert hit.id == skill
    history.restore(vault, skill, 1)
    assert tagging.tags_of(vault, skill) == ("mine", "garden")
    library.save(vault, skill, "# Hedge\n\n1. Go.\n")
    assert tagging.tags_of(vault, skill) == ("mine",)
