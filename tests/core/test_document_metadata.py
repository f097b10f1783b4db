"""What documents say about themselves: tags and days, in front matter and in JSON Lines."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.memory import listing, memories
from app.core.memory.document_metadata import DocumentMetadata, of_front_matter, of_object
from app.core.memory.filters import Filters
from app.core.memory.import_files import import_files
from app.core.memory.memories import Memory
from app.core.vault import Vault

MARCH = datetime(2026, 3, 4, 10, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("yaml", "tags", "at"),
    [
        ("tags: [pump, Winter]\ndate: 2026-03-04T10:30:00Z\n", ("pump", "Winter"), MARCH),
        ("date: '2026-03-04 10:30+00:00'\n", (), MARCH),
        ("created_at: 2026-03-04T10:30:00+00:00 # then\n", (), MARCH),
        ("updated: 2027-01-01T00:00Z\ncreated: 2026-03-04T10:30Z\n", (), MARCH),
        ("date: yesterday\ntags:\n", (), None),
        ("date: 2026-13-99\n", (), None),
        ("date: 0001-01-01\n", (), None),
    ],
)
def test_front_matter(yaml: str, tags: tuple[str, ...], at: datetime | None) -> None:
    assert of_front_matter(yaml) == DocumentMetadata(tags, at)


@pytest.mark.parametrize(
    ("fields", "tags", "at"),
    [
        (
            {"tags": ["a", "A", 1, " b  c "], "timestamp": "2026-03-04T10:30:00Z"},
            ("a", "b c"),
            MARCH,
        ),
        ({"tags": "a, b", "ts": MARCH.timestamp()}, ("a", "b"), MARCH),
        ({"createdAt": MARCH.timestamp() * 1000}, (), MARCH),
        ({"at": True, "time": float("inf"), "tags": {"a": 1}}, (), None),
        ({"at": "soon", "date": None, "tags": ["x" * 61, ""]}, (), None),
    ],
)
def test_fields(fields: dict[str, object], tags: tuple[str, ...], at: datetime | None) -> None:
    assert of_object(fields) == DocumentMetadata(tags, at)


@given(st.text(max_size=60), st.floats() | st.integers() | st.text(max_size=30) | st.none())
def test_anything_can_stand_there(text: str, value: object) -> None:
    of_front_matter(text)
    of_front_matter(f"date: {text}\ntags: {text}")
    of_object({"tags": value, "at": value, "date": text})


def kept(vault: Vault, wanted: Filters) -> dict[str, Memory]:
    return {one.text: one for one in listing.listed(vault, wanted)}


def test_imported_memories_have_the_tags_and_the_day_of_their_document(
    vault: Vault, tmp_path: Path
) -> None:
    front = "---\ntags: [pump]\ndate: 2026-03-04T10:30:00Z\n---\n"
    (tmp_path / "note.md").write_text(front + "# Pump\n\nThe pump hums when it is cold outside.\n")
    lines = (
        r'{"text": "The valve sticks in the morning.", "tags": ["valve", "half \ud800"],'
        ' "at": "2026-03-04T10:30:00Z"}\n{"text": "Nobody knows why the fan is loud."}\n'
    )
    (tmp_path / "log.jsonl").write_text(lines)
    import_files(vault, [tmp_path], tags=["Plant", "PUMP"])
    found = kept(vault, Filters(until=MARCH))
    assert {text: one.tags for text, one in found.items()} == {
        "The pump hums when it is cold outside.": ("Plant", "PUMP"),
        "The valve sticks in the morning.": ("Plant", "PUMP", "valve", "half \ufffd"),
    }
    assert {one.at for one in found.values()} == {MARCH}
    assert all(one.added == vault.now() for one in found.values())
    assert len(kept(vault, Filters(tag="plant"))) == 3


def test_what_is_pasted_has_them_too_and_a_person_counts_before(vault: Vault) -> None:
    front = "---\r\ntags: pump\r\ndate: 2026-03-04T10:30:00Z\r\n---\r\n"
    memories.remember(vault, front + "The pump hums when it is cold outside.")
    later = datetime(2027, 1, 1, tzinfo=UTC)
    memories.remember(vault, front + "The pump leaks at the lower flange.", at=later)
    assert {one.at: one.tags for one in kept(vault, Filters()).values()} == {
        MARCH: ("pump",),
        later: ("pump",),
    }
