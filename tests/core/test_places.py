"""Places of stars that a vault holds from elsewhere."""

from math import inf

import pytest

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.constellation import places
from app.core.constellation.sky import first_look, sky
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.vault import Vault


@pytest.mark.parametrize("bad", ["nan", "", b"x", None, inf, -inf, 1e308, -1e30])
def test_what_is_no_place_is_left_out_and_the_star_gets_one(vault: Vault, bad: object) -> None:
    skills = [library.save(vault, None, f"# Star {n}\n\n1. x\n").skill for n in range(4)]
    nodes.catch_up(vault)
    before = sky(vault, Procedural()).places
    with vault.write(None, TECHNE) as write:
        write.db.execute("update place set x = ? where skill = ?", (bad, skills[0]))
        write.touch(Part.PLACES)
    assert skills[0] not in places.known(vault).at
    first_look(vault, Procedural())
    after = sky(vault, Procedural()).places
    assert {one: after[one] for one in skills[1:]} == {one: before[one] for one in skills[1:]}
    assert max(map(abs, after[skills[0]])) < 10_000
