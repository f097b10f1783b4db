"""How a client stands, as a person sees it: an icon with a word."""

from app.core.agents.consent import Group, Rule
from app.core.connect.looking import ClientLook, Fault, State
from app.core.words import _
from app.ui.views.agents.signs import Sign

MARKED = (Group.READ, Group.LEARN, Group.EDIT, Group.DELETE)
"""What a list shows of what a client may do."""


def state_sign(look: ClientLook) -> Sign:
    if look.state is State.REPAIR and look.fault is not None:
        return Sign("triangle-alert", "warn", fault_words(look.fault))
    return {
        State.CONNECTED: Sign("circle-check", "ok", _("Connected")),
        State.REPAIR: Sign("triangle-alert", "warn", _("Needs repair")),
        State.FOUND: Sign("circle-slash", "t3", _("Not connected")),
        State.NOT_FOUND: Sign("minus", "t4", _("Not found")),
    }[look.state]


def fault_words(fault: Fault) -> str:
    return {
        Fault.PROGRAM: _("Techne has moved"),
        Fault.SECRET: _("Secret unknown"),
        Fault.SETTINGS: _("Settings unreadable"),
        Fault.TRUST: _("Folder not trusted"),
        Fault.HANDSHAKE: _("No answer"),
    }[fault]


def group_word(group: Group) -> str:
    """Above a column of marks."""
    return {
        Group.READ: _("Read"),
        Group.REPORT: _("Report"),
        Group.LEARN: _("Train"),
        Group.EDIT: _("Edit"),
        Group.DELETE: _("Delete"),
    }[group]


def rule_sign(rule: Rule) -> Sign:
    return {
        Rule.ALLOW: Sign("check", "ok", _("allowed")),
        Rule.ASK: Sign("help", "warn", _("asks you")),
        Rule.NEVER: Sign("minus", "t3", _("never")),
    }[rule]
