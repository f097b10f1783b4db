"""The folder mirror: every skill as a file with its relations, written and read back."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, details, library, undoing
from app.core.library.record import Meta, Source
from app.core.memory import nodes, relations
from app.core.memory.relations import Relation
from app.core.mirror import folders, reconcile
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.mirror_file import Mirrored, Related, mirror_text, read_back, related
from app.core.skills.reading.description import description_of
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

AT = datetime(2026, 3, 16, 10, tzinfo=UTC)
ADD = "# Add REST endpoint\n\nTrigger: a new route\n\n1. Write it.\n2. Test it.\n"
DEBUG = "---\nname: debug\ndescription: Finds bugs.\ntriggers: [it fails]\n---\n1. Look.\n"
ONE = Mirrored("add", ADD, Meta(1, tags=("api",)), 3, AT, AT, relations=(
    Related("debug", Kind.RELATED_TO),
))  # fmt: skip


@pytest.fixture
def folder(vault: Vault, tmp_path: Path) -> Folder:
    (tmp_path / ".skills").mkdir()
    return folders.link(vault, tmp_path / ".skills", Mode.MIRROR)


def skills(vault: Vault) -> tuple[int, int]:
    first, second = (library.save(vault, None, text).skill for text in (ADD, DEBUG))
    nodes.catch_up(vault)
    return first, second


def by_hand(vault: Vault, skill: int) -> list[Relation]:
    return [one for one in relations.of_skill(vault, skill) if one.source == skill]


# The file


def test_a_file_has_the_fields_the_relations_and_the_text() -> None:
    assert mirror_text(ONE) == (
        "---\nid: add\nsource: user\nconfidence: 1\ntriggers: []\ninputHints: []\n"
        "filePatterns: []\ntags: [api]\ncreatedAt: 2026-03-16T10:00:00+00:00\n"
        "updatedAt: 2026-03-16T10:00:00+00:00\nversion: 3\nrelations:\n  - to: debug\n"
        f"    kind: related_to\n---\n{ADD}"
    )
    assert related(mirror_text(ONE)) == (("debug", "related_to"),)
    plain = replace(ONE, text=DEBUG, relations=(), triggers=("it fails",))
    assert 'description: "Finds bugs."\n---\n# debug\n\n1. Look.\n' in mirror_text(plain)
    assert related(mirror_text(plain)) == ()


def test_a_description_that_came_with_a_skill_is_in_its_file() -> None:
    one = replace(ONE, meta=replace(ONE.meta, extra={"description": "Adds a route: tested."}))
    file = mirror_text(one)
    assert 'description: "Adds a route: tested."\n' in file
    assert read_back(file, one, "add") == (ADD, one.meta)
    text, _meta = read_back(file.replace("triggers: []", "triggers: [a path]"), one, "add")
    assert description_of(parse(text)) == "Adds a route: tested."
    said = replace(one, text="# Add\n\nAdds one route.\n\n1. Write it.\n")
    assert "description:" not in mirror_text(said)  # its own is in the text
    text, meta = read_back(file.replace("tested", "called"), one, "add")
    assert description_of(parse(text), str(meta.extra["description"])) == "Adds a route: called."


LINES = st.sampled_from(["# A title", "1. One.", "2. Two: $a", "Trigger: now", "", "note", "---"])
WORDS = st.lists(st.text("ab ,;:é'\"-", min_size=1, max_size=9).map(str.strip).filter(bool),
                 max_size=3, unique=True).map(tuple)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.lists(LINES, max_size=8), st.booleans(), st.booleans(), WORDS, WORDS)
def test_what_nobody_changed_is_read_back_as_it_was(
    lines: list[str], fronted: bool, crlf: bool, triggers: tuple[str, ...], hints: tuple[str, ...]
) -> None:
    front = "---\nname: x\ndescription: 'Says: so'  # why\n---\n" if fronted else ""
    text = front + "\n".join(lines) + "\n"
    text = text.replace("\n", "\r\n") if crlf else text
    one = replace(ONE, text=text, triggers=triggers, input_hints=hints)
    file = mirror_text(one)
    assert frontmatter(parse(file)) is not None
    assert read_back(file, one, "x") == (text, one.meta)


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_file_can_be_read_back(file: str) -> None:
    text, _meta = read_back(file, ONE, "add")
    assert isinstance(text, str)
    related(file)


def test_every_field_is_read_back() -> None:
    file = (
        "---\nid: add\nsource: learned\nconfidence: 7\ntriggers: [new endpoint]\n"
        "tags: [api, http]\ninputHints: [which route]\nfilePatterns: ['*.py']\n"
        "description: Adds a route.\n---\n# Add an endpoint\n\n1. Write.\n"
    )
    text, meta = read_back(file, ONE, "add")
    front = frontmatter(parse(text))
    assert front is not None and front.items("triggers") == ("new endpoint",)
    assert "Adds a route." in text and parse(text).title == "Add an endpoint"
    assert [step.text for step in parse(text).steps] == ["Write."]
    assert (meta.source, meta.confidence, meta.tags) == (Source.LEARNED, 1.0, ("api", "http"))
    assert (meta.input_hints, meta.file_patterns) == (("which route",), ("*.py",))
    _text, odd = read_back(file.replace("learned", "alien").replace("7", "nan"), ONE, "add")
    assert (odd.source, odd.confidence) == (Source.USER, 1.0)


# The folder


def test_every_skill_is_written_on_every_change(vault: Vault, folder: Folder) -> None:
    first, second = skills(vault)
    report = reconcile.reconcile(vault)
    assert sorted(report.wrote) == ["add-rest-endpoint", "debug"] and not report.troubles
    file = folder.path / "add-rest-endpoint/skill.md"
    assert file.read_text().endswith(ADD)
    assert not reconcile.reconcile(vault).wrote
    relations.link(vault, first, second, Kind.DEPENDS_ON)
    assert reconcile.reconcile(vault).wrote == ["add-rest-endpoint"]
    assert related(file.read_text()) == (("debug", "depends_on"),)
    library.save(vault, first, ADD + "3. Ship it.\n")
    assert reconcile.reconcile(vault).wrote == ["add-rest-endpoint"]
    assert file.read_text().endswith("3. Ship it.\n")
    file.unlink()
    assert reconcile.reconcile(vault).wrote == ["add-rest-endpoint"] and file.exists()
    library.delete(vault, first)
    reconcile.reconcile(vault)
    assert not file.parent.exists()


def test_what_somebody_writes_is_read_back(vault: Vault, folder: Folder) -> None:
    first, second = skills(vault)
    reconcile.reconcile(vault)
    file = folder.path / "add-rest-endpoint/skill.md"
    written = file.read_text().replace("confidence: 1", "confidence: 0.5")
    written = written.replace("tags: []", "tags: [api]").replace("Test it.", "Try it.")
    file.write_text(
        written.replace(
            "\n---\n#", "\nrelations:\n  - to: debug\n    kind: requires\n  - to: nobody\n---\n#"
        )
    )
    report = reconcile.reconcile(vault)
    assert report.read == ["add-rest-endpoint"] and not report.troubles
    assert library.text(vault, first) == ADD.replace("Test it.", "Try it.")
    found = details.details(vault, first)
    assert (found.confidence, found.tags) == (0.5, ("api",))
    assert [(one.target, one.kind) for one in by_hand(vault, first)] == [(second, Kind.REQUIRES)]
    assert related(file.read_text()) == (("debug", "requires"),)
    assert not reconcile.reconcile(vault).reconciled
    file.write_text(file.read_text().replace("relations:\n  - to: debug\n    kind: requires\n", ""))
    reconcile.reconcile(vault)
    assert by_hand(vault, first) == []
    undoing.undo(vault)
    assert [one.kind for one in by_hand(vault, first)] == [Kind.REQUIRES]


def test_of_a_conflict_the_disk_is_current_and_ours_is_in_the_history(
    vault: Vault, folder: Folder
) -> None:
    first, _second = skills(vault)
    reconcile.reconcile(vault)
    file = folder.path / "add-rest-endpoint/skill.md"
    file.write_text(file.read_text().replace("Test it.", "Theirs."))
    library.save(vault, first, ADD.replace("Test it.", "Ours."))
    assert reconcile.reconcile(vault).conflicts == ["add-rest-endpoint"]
    assert library.text(vault, first) == ADD.replace("Test it.", "Theirs.")
    rows = vault.rows("select text from version where skill = ?", first)
    assert ADD.replace("Test it.", "Ours.") in {text for (text,) in rows}


def test_nothing_of_others_is_touched(vault: Vault, folder: Folder) -> None:
    theirs = folder.path / "add-rest-endpoint/skill.md"
    theirs.parent.mkdir()
    theirs.write_text("theirs")
    first, _second = skills(vault)
    report = reconcile.reconcile(vault)
    assert "add-rest-endpoint-2" in report.wrote and theirs.read_text() == "theirs"
    note = folder.path / "add-rest-endpoint-2/note.txt"
    note.write_text("mine")
    library.delete(vault, first)
    assert reconcile.reconcile(vault).troubles
    assert note.read_text() == "mine" and len(catalogue.rows(vault)) == 1
    assert not reconcile.reconcile(vault).troubles


def test_a_folder_is_a_mirror_or_none(vault: Vault, folder: Folder) -> None:
    with pytest.raises(AppError, match="linked in another way"):
        folders.link(vault, folder.path, Mode.LINKED)
    assert folders.linked_at(vault, folder.path).mode is Mode.MIRROR
