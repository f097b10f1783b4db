"""The write-ahead log stays short without a commit that has to shorten it."""

from concurrent.futures import ThreadPoolExecutor

from app.core.changes import Part
from app.core.vault import Vault, Write

PAGES = 1_500
"""More than the log may have before it is copied."""


def fill(write: Write, name: str) -> None:
    write.db.execute("insert or replace into setting values (?, zeroblob(?))", (name, PAGES * 4096))
    write.unseen = True


def test_no_commit_copies_the_log(vault: Vault) -> None:
    with vault.write(None) as write:
        assert write.rows("pragma wal_autocheckpoint") == [(0,)]
    with ThreadPoolExecutor(1) as other:
        assert other.submit(vault.rows, "pragma wal_autocheckpoint").result() == [(0,)]


def test_a_long_log_is_begun_anew(vault: Vault) -> None:
    """What was copied is written over by the next write, so that the log no longer grows."""
    log = vault.home.database.with_name(f"{vault.home.database.name}-wal")
    sizes = []
    for number in range(6):
        with vault.write(None) as write:
            fill(write, f"large {number % 2}")
        sizes.append(log.stat().st_size)
    assert sizes[-1] < 3 * PAGES * 4096
    assert vault.row("select count(*) from setting where name like 'large %'") == (2,)


def test_what_is_read_meanwhile_stays(vault: Vault) -> None:
    with vault.write(None) as write:
        fill(write, "large")
    reading = vault._connect()
    try:
        rows = reading.execute("select name from setting where name like 'large%' order by name")
        assert next(rows) == ("large",)
        for number in range(3):
            with vault.write(None) as write:
                fill(write, f"large {number}")
        assert list(rows) == []
    finally:
        reading.close()
    assert vault.row("select count(*) from setting where name like 'large%'") == (4,)


def test_a_vault_that_is_locked_by_what_it_tells_keeps_the_write(vault: Vault) -> None:
    """A listener may close the vault; the log then stays as it is."""
    with vault.write(None) as write:
        fill(write, "large")
    vault.subscribe(lambda _changes: vault.close())
    with vault.write(None) as write:
        fill(write, "larger")
        write.touch(Part.SETTINGS)
