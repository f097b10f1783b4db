"""Why a memory stands where it stands, in words."""

from collections import Counter
from collections.abc import Iterable

from app.core.training.placement import THRESHOLD, tokens
from app.core.training.proposal import Item, LeftOut, Proposal, Why
from app.core.words import _

_NAMED = 3
_SHORT = 3
"""English words of up to so many letters say nothing; those of other scripts may."""


def why(proposal: Proposal, item: Item) -> str:
    """Such as "Shares “migrations”, “branch” with step 1; leads into step 2."."""
    if item.after is None:
        return _why_nowhere(item)
    own = tokens(item.fragment.text)
    before, behind = proposal.neighbours(item)
    said = []
    if before is not None and (words := _words(own & tokens(before))):
        said.append(_("shares {words} with step {number}").format(words=words, number=item.after))
    if behind is not None and (words := _words(own & tokens(behind))):
        said.append(
            _("shares {words} with step {number}").format(words=words, number=item.after + 1)
        )
    if item.pinned:
        said.append(_("you put it here"))
    if item.since:
        said.append(_("here since version {number}").format(number=item.since))
    sentence = "; ".join(said) or _("stands at an end of the procedure")
    return sentence[:1].upper() + sentence[1:] + "."


def counted(left_out: Iterable[LeftOut]) -> str:
    """Why fragments are not offered, and how many: "2 rejected before, 1 too long"."""
    words = {
        Why.REJECTED: _("{count} rejected before"),
        Why.SAID: _("{count} said by the skill already"),
        Why.REPEATED: _("{count} said by another memory"),
        Why.LONG: _("{count} too long to stand between steps"),
        Why.CROWDED: _("{count} that fit less well"),
    }
    counts = Counter(one.why for one in left_out)
    return ", ".join(words[why].format(count=counts[why]) for why in words if counts[why])


def _why_nowhere(item: Item) -> str:
    if item.pinned:
        return _("You put it into the supporting context.")
    nowhere = _("No place between the steps scores more than {least}.").format(least=THRESHOLD)
    steps = ", ".join(str(step) for step in item.asked if step)
    if not steps:
        return nowhere
    return _("Recalled for step {steps}.").format(steps=steps) + " " + nowhere


def _words(shared: frozenset[str]) -> str:
    """The longest of the words, which usually say most; in quotation marks."""
    telling = (word for word in shared if len(word) > _SHORT or not word.isascii())
    chosen = sorted(telling, key=lambda word: (-len(word), word))[:_NAMED]
    return ", ".join(_("“{word}”").format(word=word) for word in chosen)
