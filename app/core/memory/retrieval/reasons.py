"""Why something is an answer, in sentences."""

from collections.abc import Mapping, Sequence

from app.core.matching.pairs import joined
from app.core.memory.retrieval.item import SKILL
from app.core.memory.retrieval.neighbours import Link, Way
from app.core.memory.retrieval.relevance import Relevance
from app.core.memory.retrieval.thesaurus import plainly
from app.core.words import _, ngettext

_MOST_WORDS = 4
_CLOSE = 0.3
"""A cosine that is worth mentioning."""


def why(
    one: Relevance, link: Link | None, titles: Mapping[int, str], elsewhere: Sequence[str] = ()
) -> tuple[str, ...]:
    """The reasons of one answer, the strongest first.

    `titles` are those of skills, `elsewhere` the engrams that say the same as well.
    """
    found = []
    if one.words:
        quoted = ", ".join(f"“{word}”" for word in joined(one.words)[:_MOST_WORDS])
        found.append(_("has {words}").format(words=quoted))
    alike = [pair for pair in one.alike if plainly(*pair)]
    for asked, said in alike[: max(0, _MOST_WORDS - len(one.words))]:
        found.append(_("says “{said}” for “{asked}”").format(said=said, asked=asked))
    if one.cosine >= _CLOSE or not (found or link):
        found.append(_("close in meaning ({percent} %)").format(percent=round(100 * one.cosine)))
    if link is not None:
        found.append(_linked(link, titles.get(link.seed.id, "")))
    if elsewhere:
        found.append(_("also in {engrams}").format(engrams=", ".join(elsewhere)))
    return tuple(found)


def _linked(link: Link, seed: str) -> str:
    if link.way is Way.CALLED:
        return _("called by {skill}").format(skill=seed)
    if link.way is Way.CALLS:
        return _("calls {skill}").format(skill=seed)
    if link.way is Way.RELATED:
        return _("related to {skill}").format(skill=seed)
    if link.way is Way.MENTIONS:
        return _("mentions {skill}").format(skill=seed)
    if link.way is Way.LINKED and link.seed.kind == SKILL:
        return _("linked to {skill}").format(skill=seed)
    if link.way is Way.LINKED:
        return _("linked to a memory that answers")
    if link.way is Way.NAMES:
        return _("names “{thing}”, as a memory that answers does").format(thing=link.about)
    return ngettext(
        "mentioned in {count} memory that answers", "mentioned in {count} memories that answer",
        link.times,
    ).format(count=link.times)  # fmt: skip
