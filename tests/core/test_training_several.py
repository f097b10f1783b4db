"""Training asked for several skills at once."""

import pytest

from app.core.errors import Cancelled
from app.core.library import library
from app.core.training import inbox
from app.core.training.proposal import Cause
from app.core.training.several import propose_each
from app.core.vault import Vault
from tests.core.test_training import ALL, TEXT, Memories, Nearby

PLANTS = "# Flowers\n\n1. Fill cans.\n2. Give water.\n"


def test_what_is_found_for_each_skill_waits_and_nothing_is_changed(vault: Vault) -> None:
    release = library.save(vault, None, TEXT).skill
    gone = library.save(vault, None, TEXT.replace("Release", "Gone")).skill
    plants = library.save(vault, None, PLANTS).skill
    library.delete(vault, gone)
    memories = Nearby(ALL[:3])
    assert propose_each(vault, (release, gone, plants), memories) == 1
    (waiting,) = inbox.waiting(vault)
    assert (waiting.skill, waiting.cause) == (release, Cause.ASKED)
    texts = {item.fragment.text for item in waiting.proposal.items}
    assert texts == {one.text for one in ALL[:3]}
    assert library.text(vault, release) == TEXT and library.text(vault, plants) == PLANTS


def test_what_was_found_before_it_was_stopped_waits(vault: Vault) -> None:
    first = library.save(vault, None, TEXT).skill
    second = library.save(vault, None, TEXT.replace("Release", "Ship")).skill

    class Stopping:
        """A person stops it before the second skill."""

        done = 0.0

        @property
        def cancelled(self) -> bool:
            return self.done > 0

        def report(self, fraction: float, text: str = "") -> None:
            self.done = max(self.done, fraction)

    with pytest.raises(Cancelled):
        propose_each(vault, (first, second, first), Memories(), Stopping())
    assert {one.skill for one in inbox.waiting(vault)} == {first, second}
