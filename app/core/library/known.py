"""What the checks of one skill may know about all the others."""

from collections import defaultdict

from app.core.library.record import Status
from app.core.skills.check import KnownSkills
from app.core.vault import Vault


def known_skills(vault: Vault, engram: int | None, status: Status = Status.ACTIVE) -> KnownSkills:
    """The skills that one with this engram and status can call, as `catalogue.resolve` finds them.

    Quarantined skills are inert: they are only among them for a skill in quarantine beside them.
    """
    own: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[str]] = defaultdict(list)
    for title, key, place in vault.rows(
        "select title, key, engram from skill where current is not null"
        " and (status <> ? or (engram = ? and ? = status))",
        Status.QUARANTINED,
        engram,
        status,
    ):
        (own if place == engram else others)[key].append(title)
    calls: dict[str, list[str]] = defaultdict(list)
    for caller, target in vault.rows(
        "select distinct s.key, e.target_key from edge e join skill s on s.id = e.skill"
        " where e.target_key <> ''"
    ):
        calls[caller].append(target)
    return KnownSkills(
        {key: tuple(titles) for key, titles in (others | own).items()},
        {key: tuple(targets) for key, targets in calls.items()},
    )
