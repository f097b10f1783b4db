"""Tags that several programs give a skill at the same time."""

from pathlib import Path
from threading import Barrier, Thread

from app.core.library import library
from app.core.lifecycle import tagging
from app.core.vault import Vault

SIDES, EACH = 3, 8


def test_tags_given_at_the_same_time_are_all_there(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    skill = library.save(vault, None, "# Tea\n\n1. Boil the water.\n").skill
    start = Barrier(SIDES)

    def give(side: int) -> None:
        with Vault(home, data_key) as own:
            start.wait()
            for number in range(EACH):
                tagging.put(own, skill, f"tag {side} {number}")

    threads = [Thread(target=give, args=(side,)) for side in range(SIDES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    given = {f"tag {side} {number}" for side in range(SIDES) for number in range(EACH)}
    assert set(tagging.tags_of(vault, skill)) == given
