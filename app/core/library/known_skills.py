"""What the checks of one skill may know about all the others."""

from collections import defaultdict

from app.core.library.record import Status
from app.core.skills.checking.check import KnownSkills
from app.core.vault import Vault


def known_skills(vault: Vault, engram: int | None, status: Status = Status.ACTIVE) -> KnownSkills:
    """The skills that one with this engram and status can call, as `catalogue.resolve` finds them.

    Quarantined skills are inert: they are only among them for a skill in quarantine beside them.
    """
    own: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[str]] = defaultdict(list)
    key_of: dict[int, str] = {}
    for skill, title, key, place, state in vault.rows(
        "select id, title, key, engram, status from skill where current is not null"
    ):
        key_of[skill] = key
        if state != Status.QUARANTINED or (place, state) == (engram, status):
            (own if place == engram else others)[key].append(title)
    calls: dict[str, list[str]] = defaultdict(list)
    for skill, target in vault.rows(
        "select distinct skill, target_key from edge where target_key <> ''"
    ):
        calls[key_of[skill]].append(target)
    return KnownSkills(
        {key: tuple(titles) for key, titles in (others | own).items()},
        {key: tuple(targets) for key, targets in calls.items()},
    )
