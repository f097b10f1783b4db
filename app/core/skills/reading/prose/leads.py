"""The verb in front of a step, and what stands between the two."""

from typing import NamedTuple

from app.core.skills.reading.languages.language import Language


class Lead(NamedTuple):
    """A verb that begins at `start` and the words `before` the noun, which begin at `left`."""

    kind: str
    start: int
    before: str
    left: int


def nearest_lead(low: str, language: Language, left: int, right: int) -> Lead | None:
    """The nearest verb in `low[left:right]` whose words end at `right`.

    How often may stand between them: "revenez au plus trois fois à l'étape 1".
    """
    lead = _nearest(low, language, left, right)
    if (lead is None or lead.before) and language.counted.search(low, left, right) is not None:
        plain = language.so_often_aside.sub(lambda said: " " * len(said[0]), low[left:right])
        apart = _nearest(plain, language, 0, len(plain))
        if apart is not None and not apart.before:
            return Lead(apart.kind, left + apart.start, "", left + apart.left)
    return lead


def _nearest(low: str, language: Language, left: int, right: int) -> Lead | None:
    best = lead = language.lead.search(low, left, right)
    while lead is not None and lead["before"]:
        lead = language.lead.search(low, lead.start() + 1, right)
        if lead is not None and best is not None and len(lead["before"]) < len(best["before"]):
            best = lead
    if best is None:
        return None
    kind = next(k for k in ("back", "go", "skip") if best[k] is not None)
    return Lead(kind, best.start(), best["before"], best.start("before"))
