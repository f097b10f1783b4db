"""What `rename`, `usages`, `calls`, `move`, `tag` and `favourite` do and say."""

import argparse

from app.cli.answer import Answer, titles
from app.cli.progress import shown
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.api import calls as api_calls
from app.core.api import filing, naming
from app.core.api.calls import CallDocument
from app.core.api.filing import FavouriteDocument, MovedDocument, TaggedDocument
from app.core.api.naming import LeftDocument, UsageDocument
from app.core.library.renaming import Why
from app.core.words import _, ngettext


def rename(session: Session, arguments: argparse.Namespace) -> Answer:
    """Another name; those that call it by that name are told, and so are those that do not."""
    with session.vault() as vault, shown(_("Renaming")) as progress:
        done = naming.rename(
            vault,
            arguments.name,
            arguments.new,
            arguments.engram,
            callers=arguments.callers,
            actor=COMMAND_LINE,
            progress=progress,
        )
    lines = [_("{old} is now called {new}.").format(old=done["was"], new=done["title"])]
    if followed := done["followed"]:
        said = ngettext("Updated {count} caller: {names}.", "Updated {count} callers: {names}.",
                        len(followed))  # fmt: skip
        lines.append(said.format(count=len(followed), names=titles(followed)))
    lines += map(_left, done["left"])
    return Answer(done, "\n".join(lines))


def _left(one: LeftDocument) -> str:
    said = {
        Why.KEPT: _("{title} still calls it by its old name."),
        Why.AMBIGUOUS: _(
            "{title} was left unchanged: there the old name could also mean another skill."
        ),
        Why.TAKEN: _("{title} was left unchanged: there the new name means another skill."),
        Why.UNWRITABLE: _("{title} was left unchanged: the new name would change what it says."),
    }
    return said[one["why"]].format(title=one["title"])


def usages(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        found = naming.listed(vault, arguments.name, arguments.engram)
    return Answer(found, "\n".join(map(_usage, found)) or _("Nothing calls it."))


def _usage(one: UsageDocument) -> str:
    step = _("step {step}").format(step=one["path"])
    place = one["goal"].value if one["goal"] is not None else step
    line = f"{one['title']}, {place}: {one['sentence']}"
    return line if one["certain"] else line + " " + _("(could also mean another skill)")


def calls(session: Session, arguments: argparse.Namespace) -> Answer:
    """Where the calls of a skill lead; with `--change` one of them is let lead elsewhere first."""
    if (arguments.change is None) != (arguments.to is None):
        arguments.wrong(_("--change and --to go together"))
    with session.vault() as vault:
        if arguments.change is None:
            found = api_calls.listed(vault, arguments.name, arguments.engram)
        else:
            found = api_calls.change(
                vault, arguments.name, arguments.change, arguments.to, arguments.engram,
                actor=COMMAND_LINE,
            )  # fmt: skip
    return Answer(found, "\n".join(map(_call, found)) or _("It calls nothing."))


def _call(one: CallDocument) -> str:
    where = " | ".join(f"{row['title']} ({row['engram']})" for row in one["targets"])
    if not where:
        where = _("lost") if one["lost"] else _("nothing")
    line = f"{one['call']} → {where}"
    if not one["instead"]:
        return line
    others = ", ".join(f"{row['title']} ({row['engram']}, {row['id']})" for row in one["instead"])
    return line + "; " + _("also: {others}").format(others=others)


def move(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Moving")) as progress:
        moved = filing.move(
            vault, arguments.names, arguments.engram, actor=COMMAND_LINE, progress=progress
        )
    return Answer(moved, "\n".join(map(_moved, moved)))


def _moved(one: MovedDocument) -> str:
    said = _("{title} is in {engram}.").format(title=one["title"], engram=one["engram"])
    if one["lost"]:
        lost = _("Out of reach for {names}.")
        return said + " " + lost.format(names=titles(one["lost"]))
    if one["calledBy"]:
        return said + " " + _("It is called by {names}.").format(names=titles(one["calledBy"]))
    return said


def tag(session: Session, arguments: argparse.Namespace) -> Answer:
    if not (arguments.add or arguments.remove):
        arguments.wrong(_("--add or --remove is needed"))
    with session.vault() as vault, shown(_("Tagging")) as progress:
        tagged = filing.tag(
            vault,
            arguments.names,
            add=arguments.add,
            remove=arguments.remove,
            actor=COMMAND_LINE,
            progress=progress,
        )
    return Answer(tagged, "\n".join(map(_tagged, tagged)))


def _tagged(one: TaggedDocument) -> str:
    said = _("{title} is tagged {tags}.") if one["tags"] else _("{title} has no tags.")
    return said.format(title=one["title"], tags=", ".join(one["tags"]))


def favourite(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        starred = filing.star(vault, arguments.names, on=not arguments.remove, actor=COMMAND_LINE)
    return Answer(starred, "\n".join(map(_starred, starred)))


def _starred(one: FavouriteDocument) -> str:
    said = _("{title} is a favourite.") if one["favourite"] else _("{title} is not a favourite.")
    return said.format(title=one["title"])
