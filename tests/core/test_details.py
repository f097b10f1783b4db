"""The fields of a skill beside its text (seed 003), and what it is related to outside."""

import textwrap
from dataclasses import replace

import pytest

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, details, history, library, outside, skill_actions, undoing
from app.core.library.outside import Place
from app.core.library.record import External, Meta, Origin, Source
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.ordering import by_importance
from app.core.memory import nodes
from app.core.vault import Vault
from tests.conftest import Clock

PLAIN = "# Hedge\n\n1. Go.\n"
SAYS = (
    "---\nname: hedge\ndescription: Cuts.\nversion: 1.2.0\nconfidence: 0.6\n"
    "inputHints: [which hedge, how high]\nmetadata:\n  techne-filePatterns: 'a/*.md; b/**'\n---\n"
)


def save(vault: Vault, text: str = PLAIN, **more: Actor) -> int:
    return library.save(vault, None, text, **more).skill  # type: ignore[arg-type]


def test_what_nobody_said(vault: Vault, clock: Clock) -> None:
    skill = save(vault, actor=Actor("agent"))
    made = clock()
    clock.pass_seconds(100)
    library.save(vault, skill, PLAIN + "2. Stop.\n")
    found = details.details(vault, skill)
    assert (found.source, found.installed) == (Source.USER, None)
    assert (found.revision, found.declared_version, found.confidence) == (2, "", 1.0)
    assert (found.input_hints, found.file_patterns) == ((), ())
    assert (found.created, found.created_by) == (made, Actor("agent"))
    assert (found.updated, found.updated_by) == (clock(), USER)


def test_what_its_frontmatter_says(vault: Vault) -> None:
    found = details.details(vault, save(vault, SAYS + PLAIN))
    assert (found.revision, found.declared_version) == (1, "1.2.0")
    assert found.confidence == 0.6
    assert found.input_hints == ("which hedge", "how high")
    assert found.file_patterns == ("a/*.md", "b/**")


@pytest.mark.parametrize("said", ["much", "-1", "1.1", "nan", "[1]", "''"])
def test_a_confidence_that_is_none_is_passed_over(vault: Vault, said: str) -> None:
    skill = save(vault, f"---\nname: x\ndescription: y\nconfidence: {said}\n---\n{PLAIN}")
    assert details.details(vault, skill).confidence == 1.0


def test_what_a_person_chose_counts_and_is_undone(vault: Vault) -> None:
    skill = save(vault, SAYS + PLAIN)
    details.change(
        vault, skill, source=Source.LEARNED, confidence=0.25, input_hints=[" a  b ", "a b", "c"],
        file_patterns=[], role="protocol",
    )  # fmt: skip
    found = details.details(vault, skill)
    assert (found.source, found.confidence, found.role) == (Source.LEARNED, 0.25, "protocol")
    assert (found.input_hints, found.file_patterns) == (("a b", "c"), ())
    assert undoing.undo(vault).label == "Change details"
    assert details.details(vault, skill).confidence == 0.6


def test_what_its_text_says_is_not_chosen(vault: Vault) -> None:
    skill = save(vault, SAYS + PLAIN)
    details.change(vault, skill, confidence=0.6, input_hints=["which hedge", "how high"])
    assert len(history.versions(vault, skill)) == 1
    library.save(vault, skill, SAYS.replace("0.6", "0.7") + PLAIN)
    assert details.details(vault, skill).confidence == 0.7


@pytest.mark.parametrize(
    "wrong",
    [
        {"confidence": 1.5},
        {"confidence": float("nan")},
        {"input_hints": ["x" * 501]},
        {"file_patterns": ["x"] + [str(n) for n in range(100)]},
        {"file_patterns": ["a\0b"]},
        {"role": "chief"},
    ],
)
def test_what_cannot_be_is_refused(vault: Vault, wrong: dict[str, object]) -> None:
    skill = save(vault)
    with pytest.raises(AppError):
        details.change(vault, skill, **wrong)  # type: ignore[arg-type]
    assert len(history.versions(vault, skill)) == 1


def test_a_skill_that_is_gone_has_none(vault: Vault) -> None:
    skill = save(vault)
    library.delete(vault, skill)
    with pytest.raises(NotFound):
        details.details(vault, skill)
    with pytest.raises(NotFound):
        details.change(vault, skill, confidence=0.5)


def test_details_of_older_vaults_are_read() -> None:
    plain = '{"engram":1,"status":"active","role":"","tags":[],"origin":null,"extra":{}}'
    assert Meta.from_json(plain) == Meta(1)
    pack = '{"pack":"p","name":"n","version":"1","publisher":"","digest":"d"}'
    meta = Meta.from_json(plain.replace("null", pack))
    assert meta.source is Source.IMPORTED and meta.origin == Origin("p", "n", "1", "", "d")
    rich = replace(
        meta, source=Source.DISK, confidence=0.5, input_hints=("a",), file_patterns=(),
        links=(External("docs", "guide.md", "related_to"),),
    )  # fmt: skip
    assert Meta.from_json(rich.to_json()) == rich


def test_a_list_is_narrowed_by_origin(vault: Vault) -> None:
    learned, other = save(vault), save(vault, "# Other\n")
    details.change(vault, learned, source=Source.LEARNED)
    state = library.current(vault, other)
    assert state is not None
    origin = Origin("p", "n", "1", "", "d")
    old = replace(state[2], origin=origin).to_json().replace('"source":"user",', "")
    with vault.write(None) as write:
        write.db.execute("update stored_version set meta = ? where skill = ?", (old, other))
        write.touch(Part.LIST)
    for source, skills in ((Source.LEARNED, [learned]), (Source.IMPORTED, [other])):
        assert [row.id for row in catalogue.rows(vault, source=source)] == skills
    assert catalogue.rows(vault, source=Source.USER) == ()


def test_a_list_is_ordered(vault: Vault, clock: Clock) -> None:
    b, a, c = (save(vault, f"# {title}\n") for title in "BAC")
    clock.pass_seconds(100)
    library.save(vault, b, "# B\n\n1. x\n")
    nodes.catch_up(vault)
    for session in "12":
        usage.record(vault, c, Procedural(), session=session)
    usage.record(vault, a, Procedural(), session="1")

    def listed(order: catalogue.Order) -> list[int]:
        return [row.id for row in catalogue.rows(vault, order=order)]

    assert listed("title") == [a, b, c]
    assert listed("updated") == [b, c, a]
    assert listed("created") == [c, a, b]
    assert listed("uses") == [c, a, b]
    ranked = by_importance(vault, catalogue.rows(vault), Procedural())
    assert [row.id for row in ranked] == [c, a, b]


# Outside


def test_a_skill_is_related_to_what_is_outside(vault: Vault) -> None:
    skill, other = save(vault), save(vault, "# Other\n")
    guide = Place.DOCS, "guide.md::Setup"
    assert outside.link(vault, skill, *guide, [Kind.REQUIRES])
    assert not outside.link(vault, skill, *guide, [Kind.REQUIRES]), "it is there already"
    assert outside.link(vault, skill, *guide)
    outside.link(vault, other, Place.CODE, "src/a.py::run")
    assert outside.links(vault, skill) == (
        External("docs", "guide.md::Setup", "requires"),
        External("docs", "guide.md::Setup", "related_to"),
    )
    found = outside.linked(vault, *guide)
    assert [(row.id, kind) for row, kind in found] == [
        (skill, Kind.REQUIRES),
        (skill, Kind.RELATED_TO),
    ]
    assert outside.linked(vault, Place.CODE, "guide.md::Setup") == ()
    assert outside.linked(vault, Place.DOCS, "guide.md") == (), "nothing is guessed"


def test_links_to_outside_are_taken_back_and_undone(vault: Vault) -> None:
    skill = save(vault)
    outside.link(vault, skill, Place.TASKS, "T-1")
    outside.link(vault, skill, Place.TASKS, "T-1", [Kind.ENABLES])
    assert outside.unlink(vault, skill, Place.TASKS, "T-1", [Kind.ENABLES])
    assert [one.kind for one in outside.links(vault, skill)] == ["related_to"]
    assert outside.unlink(vault, skill, Place.TASKS, "T-1")
    assert not outside.unlink(vault, skill, Place.TASKS, "T-1")
    assert outside.links(vault, skill) == ()
    assert undoing.undo(vault).label == "Remove a relation"
    assert [one.kind for one in outside.links(vault, skill)] == ["related_to"]


def test_links_go_with_a_copy_and_not_with_a_deleted_skill(vault: Vault) -> None:
    skill = save(vault)
    outside.link(vault, skill, Place.FILES, "/etc/hosts")
    (copied,) = skill_actions.duplicate(vault, skill)
    copy = copied.skill
    library.delete(vault, skill)
    assert [row.id for row, _kind in outside.linked(vault, Place.FILES, "/etc/hosts")] == [copy]


@pytest.mark.parametrize("target", ["", " ", "a\nb", "a\x07", "x" * 501])
def test_a_target_that_cannot_be_one_is_refused(vault: Vault, target: str) -> None:
    skill = save(vault)
    with pytest.raises(AppError):
        outside.link(vault, skill, Place.DOCS, target)
    assert outside.links(vault, skill) == ()


@pytest.mark.parametrize(
    ("said", "place"),
    [("docs", "docs"), ("doc", "docs"), ("code", "code"), ("file", "files"), ("task", "tasks"),
     ("knowledge", "knowledge"), ("Tasks", "tasks")],
)  # fmt: skip
def test_places_have_singular_names_too(said: str, place: str) -> None:
    assert outside.place(said) is Place(place)


def test_other_places_are_refused() -> None:
    with pytest.raises(AppError, match="mail"):
        outside.place("mail")


FIELDS = (
    "author: Ada", "license: MIT", "version: 1.10", "permissions: [files, network]",
    "triggers:\n  - ship it\n  - go live", "enriched: true", "tags: [a, b]", "role: processor",
)  # fmt: skip


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("colon", ["", "note: a: b\n"])
def test_all_fields_are_read_wherever_they_stand(vault: Vault, below: bool, colon: str) -> None:
    """At the top or under metadata, also where a colon makes the frontmatter no YAML."""
    lines = "\n".join(FIELDS) + "\n"
    if below and colon:
        lines = lines.replace("triggers:\n  - ship it\n  - go live", "triggers: [ship it, go live]")
    inside = "metadata:\n" + textwrap.indent(lines, "  ") if below else lines
    text = f"---\nname: deploy\n{colon}{inside}---\n# Deploy\n\n1. Ship.\n"
    found = details.details(vault, library.save(vault, None, text).skill)
    assert (found.author, found.license, found.declared_version) == ("Ada", "MIT", "1.10")
    assert found.permissions == ("files", "network")
    assert found.triggers == ("ship it", "go live")
    assert found.enriched and found.tags == ("a", "b") and found.role == "processor"
    assert found.revision == 1 and found.installed_at is None


def test_the_tools_it_may_use_stand_for_permissions(vault: Vault) -> None:
    text = "---\nname: deploy\nallowed-tools: Read Bash(git log:*) Write\n---\n# Deploy\n"
    found = details.details(vault, library.save(vault, None, text).skill)
    assert found.permissions == ("Read", "Bash(git log:*)", "Write")
