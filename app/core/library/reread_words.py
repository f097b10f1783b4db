"""What a text said before and says now, as lines that can be compared."""

from app.core.library.said import Link, Said
from app.core.skills.reading.languages.every import stands_alone
from app.core.words import _, ngettext


def lines(said: Said) -> tuple[str, ...]:
    """How many steps there are, then what leaves each and what supports it."""
    top = sum("." not in step for step in said.steps)
    counted = ngettext("{count} step", "{count} steps", top).format(count=top)
    if below := len(said.steps) - top:
        words = ngettext("{count} sub-step", "{count} sub-steps", below).format(count=below)
        counted = _("{steps}, {substeps}").format(steps=counted, substeps=words)
    return (counted, *map(line, said.links))


def line(link: Link) -> str:
    """One jump, call or memory."""
    place = _("Step {step}").format(step=link.step) if link.step else _("Goals")
    match link.kind:
        case "call":
            return _("{place} calls {name}").format(place=place, name=link.to)
        case "memory":
            return _("{place}: memory from {source}").format(place=place, source=link.to)
        case "loop":
            words = _("{place}: back to step {to}").format(place=place, to=link.to)
        case "branch":
            words = _("{place}: on to step {to}").format(place=place, to=link.to)
    if link.condition:
        said = (
            _("{words}, {condition}")
            if stands_alone(link.condition)
            else _("{words}, if {condition}")
        )
        words = said.format(words=words, condition=link.condition)
    if link.maximum is not None:
        words = _("{words}, at most {count} times").format(words=words, count=link.maximum)
    return words
