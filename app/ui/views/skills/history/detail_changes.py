"""What changed in the details of a skill from one version to the next, in words."""

from collections.abc import Iterable, Iterator

from app.core.library.engrams import engrams
from app.core.library.record import Meta, Status
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.widgets.roles import role_name


def words(vault: Vault, before: str, after: str) -> str:
    """In one line; `before` and `after` are details as versions keep them."""
    if not before or not after:
        return _("Details changed")
    old, new = Meta.from_json(before), Meta.from_json(after)
    said = ", ".join(_said(vault, old, new)) or _("details changed")
    return said[:1].upper() + said[1:]


def _said(vault: Vault, old: Meta, new: Meta) -> Iterator[str]:
    if new.engram != old.engram:
        names = {one.id: one.name for one in engrams(vault)}
        moved = _("moved to {engram}") if new.engram in names else _("moved to another engram")
        yield moved.format(engram=names.get(new.engram))
    if new.status is not old.status:
        yield _status_words(old.status, new.status)
    if new.role != old.role:
        chosen = _("role changed to {role}") if new.role else _("role left to the text")
        yield chosen.format(role=role_name(new.role))
    if added := _without(new.tags, old.tags):
        yield ngettext("tag {tags} added", "tags {tags} added", len(added)).format(
            tags=_quoted(added)
        )
    if removed := _without(old.tags, new.tags):
        yield ngettext("tag {tags} removed", "tags {tags} removed", len(removed)).format(
            tags=_quoted(removed)
        )


def _status_words(old: Status, new: Status) -> str:
    if new is Status.QUARANTINED:
        return _("put in quarantine")
    if new is Status.DEPRECATED:
        return _("deprecated")
    if old is Status.QUARANTINED:
        return _("released from quarantine")
    return _("no longer deprecated")


def _without(tags: Iterable[str], others: Iterable[str]) -> list[str]:
    unwanted = set(others)
    return [tag for tag in tags if tag not in unwanted]


def _quoted(tags: Iterable[str]) -> str:
    return ", ".join(_("“{tag}”").format(tag=tag) for tag in tags)
