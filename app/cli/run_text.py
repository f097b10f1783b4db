"""Where a run stands, as text for a terminal."""

from collections.abc import Iterator

from app.core.api.run_documents import ExitDocument, PlaceDocument, RunDocument
from app.core.runs.actions import Outcome
from app.core.runs.place_words import in_words, progress_words
from app.core.skills.reading.prose.wording import Wording, wording
from app.core.skills.reading.step_line import step_line
from app.core.words import _

ENDED = {
    Outcome.SUCCESS: _("success"),
    Outcome.PARTIAL: _("partial success"),
    Outcome.FAILURE: _("failure"),
}


def place_text(place: PlaceDocument) -> str:
    """What is asked at the present place, and all that helps with it."""
    return "\n".join(_lines(place))


def far_words(run: RunDocument) -> str:
    """Where an open run is, or how far one came that is over."""
    if run["status"] in ("finished", "abandoned"):
        return _("{done} of {steps} done").format(done=run["done"], steps=run["steps"])
    return progress_words(run["step"], run["done"], run["steps"])


def _lines(place: PlaceDocument) -> Iterator[str]:
    yield _("Run {number} · {title} (version {version}) · {where}").format(
        number=place["run"],
        title=" › ".join(level["title"] for level in place["levels"]),
        version=place["version"],
        where=far_words(place),
    )
    if place["status"] in ("finished", "abandoned"):
        outcome = place["outcome"]
        ended = ENDED[outcome] if outcome else _("abandoned")
        yield _("Over: {how}").format(how=": ".join(filter(None, (ended, place["said"]))))
        return
    if place["status"] == "paused":
        yield _("Paused.")
    if place["asks"] == "nothing":
        holder = place["holder"]
        who = holder["name"] or holder["client"] or _("A person")
        yield _("{who} has this run, at {step}.").format(who=who, step=in_words(place["step"]))
    elif place["asks"] == "start":
        yield from _start(place)
    elif place["asks"] == "end":
        yield from _end(place)
    if "text" in place:
        yield from _step(place)


def _start(place: PlaceDocument) -> Iterator[str]:
    yield from _around(place)
    for one in place.get("prerequisites", []):
        yield f"  [ ] {one}"
    for asked in place.get("inputs", []):
        kind = f" ({asked['type']})" if asked["type"] else ""
        value = f" = {asked['value']}" if asked["value"] is not None else ""
        optional = _(" (optional)") if asked["optional"] else ""
        yield f"  ${asked['name']}{kind}{optional}{value}"
    yield from _success(place)
    if "outOfScope" in place:
        yield _("Out of scope: {what}").format(what=place["outOfScope"])


def _around(place: PlaceDocument) -> Iterator[str]:
    """The notes and memories that are to be seen there."""
    for memory in (*place.get("notes", []), *place.get("context", [])):
        yield f"   · {memory}"


def _success(place: PlaceDocument) -> Iterator[str]:
    """Whose it is, where one procedure calls another."""
    if "success" in place:
        head = _("Success") if len(place["levels"]) == 1 else _("Success of {title}")
        yield f"{head.format(title=place['levels'][-1]['title'])}: {place['success']}"


def _end(place: PlaceDocument) -> Iterator[str]:
    yield _("This is the end of the procedure.")
    if "failure" in place:
        yield _("It failed: {why}").format(why=place["failure"])
    yield from _success(place)
    if "onCompletion" in place:
        yield _("On completion: {what}").format(what=place["onCompletion"])


def _step(place: PlaceDocument) -> Iterator[str]:
    if "phase" in place:
        yield place["phase"]
    for outer in place.get("within", []):
        yield _("In: {step}").format(step=outer)
    yield ""
    yield f"{place['step']}  {step_line(place.get('text', ''))}"
    for name, value in place["values"].items():
        if f"${name}" in place.get("text", ""):
            yield f"   ${name} = {value}"
    yield from _around(place)
    for call in place.get("calls", []):
        why = f": {call['why']}" if "why" in call else ""
        yield f"   → {call['title']} ({call['state']}{why})"
    if "failure" in place:
        yield _("It failed: {why}").format(why=place["failure"])
        for handler in place.get("handlers", []):
            head = _("On failure") if len(place["levels"]) == 1 else _("On failure of {title}")
            yield f"{head.format(title=handler['of'])}: {step_line(handler['text'])}"
    for way in place.get("exits", []):
        yield f"   [{way['exit']}] {exit_text(way)}"
    for spent in place.get("spent", []):
        yield f"   ({spent})"
    if "report" in place:
        names = ", ".join(f"${name}" for name in place["report"])
        yield _("   Write down: {names}").format(names=names)


def _condition(condition: str) -> str:
    match wording(condition):
        case Wording.PLAIN:
            return _("if {condition}").format(condition=condition)
        case Wording.OTHERWISE:
            return _("otherwise")
    return condition


def exit_text(way: ExitDocument) -> str:
    """Where an exit leads, when, and how often still."""
    said = way["leadsTo"]
    if "when" in way:
        worded = _condition(way["when"])
        said = _("{condition}: {where}").format(condition=worded, where=said)
    if "roundsLeft" in way:
        said += _(" ({count} left)").format(count=way["roundsLeft"])
    if "suggested" in way:
        said += _(" (suggested: {reason})").format(reason=way["suggested"])
    return said
