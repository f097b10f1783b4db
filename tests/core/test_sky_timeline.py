"""The days of the constellation: which skills there were, and which were changed or used."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from app.core.constellation.timeline import timeline
from app.core.library import library
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.vault import Vault


@pytest.fixture(params=("EAST-13", "WEST+10"))
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """A clock that is hours ahead of UTC, and one behind it."""
    if not hasattr(time, "tzset"):
        pytest.skip("the zone is that of the system")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", str(request.param))
        time.tzset()
        yield str(request.param)
    time.tzset()


def test_a_day_is_that_of_the_persons_own_clock(vault: Vault, zone: str) -> None:
    is_east = zone.startswith("EAST")
    late, early = datetime(2030, 3, 1, 23, tzinfo=UTC), datetime(2030, 3, 4, 1, tzinfo=UTC)
    vault.now = lambda: late
    skill = library.save(vault, None, "# Deploy\n\n1. x\n").skill
    nodes.catch_up(vault)
    vault.now = lambda: early
    usage.record(vault, skill, Procedural())
    found = timeline(vault)
    first = date(2030, 3, 2) if is_east else date(2030, 3, 1)
    used = date(2030, 3, 4) if is_east else date(2030, 3, 3)
    assert found.first == found.created[skill] == first
    assert found.days == 3 and set(found.touched) == {first, used}
    assert found.at(2).day == used == early.astimezone().date(), "the last day is today"


def test_without_skills_there_is_today(vault: Vault, zone: str) -> None:
    vault.now = lambda: datetime(2030, 3, 1, 12, tzinfo=UTC)
    found = timeline(vault)
    assert found.first == (date(2030, 3, 2) if zone == "EAST-13" else date(2030, 3, 1))
    assert found.days == 1 and not found.at(0).existing
