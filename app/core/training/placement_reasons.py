"""Why a memory stands where it stands, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from app.core.memory.retrieval.recall import RECALL
from app.core.memory.retrieval.tokenise import content_spans
from app.core.training.placement import THRESHOLD, tokens
from app.core.training.proposal import Item, LeftOut, Proposal, Why
from app.core.training.step_recall import NEARLY
from app.core.training.step_similarity import nearness
from app.core.words import _, ngettext

_NAMED = 3
_SHORT = 3
"""English words of up to so many letters say nothing; those of other scripts may."""


def why(proposal: Proposal, item: Item) -> str:
    """Such as "Close to step 1 (0.71), and shares “branch” with it.".

    The number is how near it is, not what that is worth: of much that is near enough, it says
    which is nearest.
    """
    if item.remarked and not item.pinned:
        return _why_remarked(item, proposal.names)
    if item.after is None:
        return _why_nowhere(item, proposal.names)
    own, names = tokens(item.fragment.text), proposal.names
    said: list[str] = []
    for number, step in enumerate(proposal.neighbours(item), start=item.after):
        if step is not None:
            shared = _words(own & tokens(step))
            said += _to_do_with(names[number - 1], shared, _relevance(item, number))
    said += _rival(item, item.after, names)
    if item.pinned:
        said.append(_("you pinned it here"))
    elif item.corrected:
        said.append(_("the memory was corrected and keeps its place"))
    if item.since:
        said.append(_("here since version {number}").format(number=item.since))
    sentence = "; ".join(said) or _("at an end of the procedure")
    return sentence[:1].upper() + sentence[1:] + "."


def _why_remarked(item: Item, names: Sequence[str]) -> str:
    """What was said in a run stands where it was said, whatever it has in common with the step."""
    if item.after is None:
        said = _("Said in a run, of no step that is there now")
    else:
        said = _("Said in a run, of step {number}").format(number=names[item.after - 1])
    if item.since:
        said += "; " + _("here since version {number}").format(number=item.since)
    return said + "."


def reason(cause: Why) -> str:
    """Why a memory is not offered or does not stay, in a few words."""
    return {
        Why.REJECTED: _("rejected before"),
        Why.SAID: _("the skill already says it"),
        Why.REPEATED: _("another memory says it"),
        Why.LONG: _("too long to fit between steps"),
        Why.CROWDED: _("others fit better"),
        Why.FORGOTTEN: _("the memory was forgotten"),
        Why.FAR: _("no step is close to it any more"),
        Why.DECLINED: _("left out in the review"),
    }[cause]


def counted(left_out: Iterable[LeftOut]) -> str:
    """Why fragments are left out, and how many: "2 rejected before, 1 too long"."""
    words = {
        Why.REJECTED: _("{count} rejected before"),
        Why.SAID: _("{count} the skill already says"),
        Why.REPEATED: _("{count} another memory says"),
        Why.LONG: _("{count} too long to fit between steps"),
        Why.CROWDED: _("{count} that fit less well"),
        Why.FORGOTTEN: _("{count} forgotten"),
        Why.FAR: _("{count} no longer close to any step"),
        Why.DECLINED: _("{count} left out in the review"),
    }
    counts = Counter(one.why for one in left_out)
    return ", ".join(words[why].format(count=counts[why]) for why in words if counts[why])


def _to_do_with(step: str, words: str, relevance: float) -> Iterator[str]:
    """What a memory has in common with a step beside it, if anything."""
    if relevance >= RECALL:
        close = _("close to step {number} ({near})").format(
            number=step, near=f"{nearness(relevance):.2f}"
        )
        shared = _("and shares {words} with it").format(words=words)
        yield f"{close}, {shared if words else _('in other words')}"
    elif words:
        yield _("shares {words} with step {number}").format(words=words, number=step)


def _rival(item: Item, after: int, names: Sequence[str]) -> Iterator[str]:
    """A step elsewhere that is nearly as close, which makes the place less certain."""
    beside = max((_relevance(item, n) for n in (after, after + 1)), default=0.0)
    others = [n for n in range(1, len(item.relevances) + 1) if n not in (after, after + 1)]
    other = max(others, key=lambda n: _relevance(item, n), default=0)
    near, nearest = nearness(_relevance(item, other)), nearness(beside)
    if other and _relevance(item, other) >= RECALL and near >= NEARLY * nearest:
        words = _("nearly as close to step {number} ({near})")
        yield words.format(number=names[other - 1], near=f"{near:.2f}")


def _relevance(item: Item, step: int) -> float:
    return item.relevances[step - 1] if 0 < step <= len(item.relevances) else 0.0


def _why_nowhere(item: Item, names: Sequence[str]) -> str:
    if item.pinned:
        return _("You moved it to the supporting context.")
    if item.corrected:
        return _("The memory was corrected and stays in the supporting context.")
    asked = [names[step - 1] for step in item.asked if 0 < step <= len(names)]
    steps = ", ".join(asked)
    recalled = ngettext("Recalled for step {steps}.", "Recalled for steps {steps}.", len(asked))
    recalled = recalled.format(steps=steps)
    if not steps:
        recalled = _("Recalled for the skill's goals.")
    if alike := _alike(item.relevances):
        one, other = (names[step - 1] for step in alike)
        nowhere = _("Fits step {one} and step {other} equally well, so it has no single place.")
        return f"{recalled} {nowhere.format(one=one, other=other)}"
    nowhere = _("No place between the steps scores more than {least}.").format(least=THRESHOLD)
    return f"{recalled} {nowhere}"


def _alike(relevances: Sequence[float]) -> tuple[int, int] | None:
    """Two steps apart from each other that something has to do with, one nearly as the other."""
    if len(relevances) < 3:
        return None
    nearest = max(range(len(relevances)), key=relevances.__getitem__)
    apart = [n for n in range(len(relevances)) if abs(n - nearest) > 1]
    other = max(apart, key=relevances.__getitem__, default=nearest)
    if other == nearest or relevances[other] < max(RECALL, NEARLY * relevances[nearest]):
        return None
    one, other = sorted((nearest, other))
    return one + 1, other + 1


def _words(shared: frozenset[str]) -> str:
    """The longest of the words that say something, which usually say most; in quotation marks."""
    long = " ".join(word for word in shared if len(word) > _SHORT or not word.isascii())
    telling = {long[start:end] for start, end in content_spans(long)}
    chosen = sorted(telling, key=lambda word: (-len(word), word))[:_NAMED]
    return ", ".join(_("“{word}”").format(word=word) for word in chosen)
