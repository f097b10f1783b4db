"""What asks the vault for the skills that the list is narrowed down to."""

from collections.abc import Callable, Mapping

from app.core.library import catalogue
from app.core.library.catalogue import Order
from app.core.library.saved_filters import Narrowing
from app.core.vault import Vault
from app.ui.views.skills.library.arrangement import KeptOrder


def asker(
    vault: Vault, wanted: Narrowing, order: KeptOrder, importances: Mapping[int, float]
) -> Callable[[], list[int]]:
    """Asks, on any thread, for the skills that pass the filters, in order."""

    by: Order = "title" if order == "importance" else order

    def ask() -> list[int]:
        ids = catalogue.ids(
            vault,
            engram=wanted.engram,
            role=wanted.role,
            status=wanted.status,
            tag=wanted.tag,
            source=wanted.source,
            favourite=wanted.favourite,
            disk=wanted.disk,
            order=by,
        )
        if order == "importance":
            ids.sort(key=lambda skill: -importances.get(skill, 0.0))
        return ids

    return ask
