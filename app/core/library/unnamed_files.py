"""Files that no version of a skill names any more."""

from collections.abc import Collection

from app.core.vault import Vault

_NAMED = (
    "select distinct f.value ->> '$.digest' from stored_version v,"
    " json_each(v.meta, '$.extra.attachments') f"
)


def of_entry(vault: Vault, journal: int) -> set[str]:
    """The files that the versions of an entry of the journal name, by their SHA-256."""
    return {name for (name,) in vault.rows(f"{_NAMED} where v.journal = ?", journal)}


def all_kept(vault: Vault) -> set[str]:
    """Every file that is kept."""
    return {name for (name,) in vault.rows("select digest from attachment")}


def discard(vault: Vault, files: Collection[str]) -> None:
    """Take those away that no version names, also none that came while they were looked through.

    A file is written down after the version that names it, so none is on its way to one.
    """
    if not files:
        return
    ((newest,),) = vault.rows("select coalesce(max(id), 0) from stored_version")
    named = set(vault.rows(f"{_NAMED} where v.id <= ?", newest))
    for unnamed in {(name,) for name in files} - named:
        with vault.write(None) as write:
            if unnamed not in write.rows(f"{_NAMED} where v.id > ?", newest):
                write.db.execute("delete from attachment where digest = ?", unnamed)
                write.unseen = True
