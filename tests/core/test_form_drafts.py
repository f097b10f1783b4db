"""What was typed into a form and not given."""

from pathlib import Path

from app.core.library import form_drafts
from app.core.vault import Vault
from tests.conftest import Clock


def _texts(vault: Vault, form: str) -> list[str]:
    return [one.values["text"] for one in form_drafts.drafts(vault, form)]


def test_a_draft_is_written_over_until_it_is_given(vault: Vault, clock: Clock) -> None:
    begun = vault.now()
    form_drafts.keep(vault, "remember", begun, {"text": "One", "tags": "a"})
    clock.pass_seconds(60)
    form_drafts.keep(vault, "remember", begun, {"text": "One two", "tags": "a"})
    (draft,) = form_drafts.drafts(vault, "remember")
    assert draft == form_drafts.FormDraft(begun, vault.now(), {"text": "One two", "tags": "a"})
    assert form_drafts.drafts(vault, "memory 1") == ()
    form_drafts.drop(vault, "remember", begun)
    assert form_drafts.drafts(vault, "remember") == ()


def test_another_beginning_is_another_draft_and_the_oldest_makes_room(
    vault: Vault, clock: Clock
) -> None:
    for number in range(form_drafts.MOST + 2):
        clock.pass_seconds(60)
        form_drafts.keep(vault, "remember", vault.now(), {"text": str(number)})
    assert _texts(vault, "remember") == ["4", "3", "2"]
    form_drafts.drop(vault, "remember", form_drafts.drafts(vault, "remember")[0].begun)
    assert _texts(vault, "remember") == ["3", "2"]


def test_forms_that_nobody_came_back_to_make_room(vault: Vault, clock: Clock) -> None:
    for number in range(form_drafts.FORMS + 2):
        clock.pass_seconds(60)
        form_drafts.keep(vault, f"memory {number}", vault.now(), {"text": "kept"})
    assert _texts(vault, "memory 0") == _texts(vault, "memory 1") == []
    assert _texts(vault, "memory 2") == ["kept"]


def test_what_cannot_be_read_is_no_draft(vault: Vault) -> None:
    for odd in ("text", [{"at": "never"}], [1], {"a": 1}):
        vault.put_setting("form draft:remember", odd)
        assert form_drafts.drafts(vault, "remember") == ()


def test_nothing_of_a_draft_is_on_disk_in_clear(vault: Vault, home: Path) -> None:
    begun = vault.now()
    form_drafts.keep(vault, "remember", begun, {"text": "the heron at the weir"})
    for file in home.rglob("*"):
        assert not file.is_file() or b"heron" not in file.read_bytes()
