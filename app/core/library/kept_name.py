"""An older text of a skill under the name that it has now. Public name: `under_name`."""

from app.core.skills import names
from app.core.skills.editing.call_names import with_call_names
from app.core.skills.editing.titling import with_title
from app.core.skills.reading.grammar import parse


def under_name(text: str, title: str) -> str:
    """The text with that title; where it calls itself, it goes on doing so.

    As it is where the title or the text has no name.
    """
    was = parse(text).title
    if was == title or not names.key(was) or not names.key(title):
        return text
    done = with_title(text, title)
    return with_call_names(done, {names.key(was): title}) or done
