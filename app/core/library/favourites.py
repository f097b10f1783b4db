"""The skills a person has starred: beside their texts and details, so that no pack carries it."""

import json
from collections.abc import Collection

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.library import undo_rows
from app.core.vault import Vault
from app.core.words import _

_WHICH = "select id from skill where current is not null and id in (select value from json_each(?))"


def star(vault: Vault, skills: Collection[int], on: bool, *, actor: Actor = USER) -> int:
    """Make skills favourites, or no longer, in one undo; how many of them were not so before.

    What is not in the library stays as it is.
    """
    label = _("Add to favourites") if on else _("Remove from favourites")
    is_starred = "exists (select 1 from favourite where skill = s.id)"
    changing = (
        f"select s.id from skill s where s.id in ({_WHICH}) and {is_starred} <> ? order by s.id"
    )
    given = json.dumps(list(skills))
    if not vault.rows(f"{changing} limit 1", given, on):
        return 0
    with vault.write(label, actor) as write:
        found = [skill for (skill,) in write.rows(changing, given, on)]
        which = json.dumps(found)
        if on:
            undo_rows.keep_new_rows(write, "favourite", found)
            write.db.execute(
                "insert into favourite (skill, since) select value, ? from json_each(?)",
                (write.at.isoformat(), which),
            )
        else:
            chosen = "skill in (select value from json_each(?))"
            undo_rows.keep_whole(write, "favourite", chosen, which)
            write.db.execute(f"delete from favourite where {chosen}", (which,))
        write.touch(Part.LIST, *found)
    return len(found)


def are_all(vault: Vault, skills: Collection[int]) -> bool:
    """Whether each of the skills is a favourite; of none that is not so."""
    ((found,),) = vault.rows(
        "select count(*) from favourite where skill in (select value from json_each(?))",
        json.dumps(list(skills)),
    )
    return bool(skills) and int(found) == len(skills)
