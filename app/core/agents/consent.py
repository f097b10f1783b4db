"""What each client may do: one rule for a group of tools, or for a single one."""

from collections.abc import Mapping
from enum import StrEnum

from app.core.changes import Part
from app.core.vault import Vault


class Group(StrEnum):
    """Tools that a person decides about together."""

    READ = "read"
    REPORT = "report"
    LEARN = "learn"
    """Remember and train."""
    EDIT = "edit"
    DELETE = "delete"
    """Delete and roll back."""


class Rule(StrEnum):
    """`ASK` is a question in the window or the client; where nobody answers, a proposal."""

    ALLOW = "allow"
    ASK = "ask"
    NEVER = "never"


USUAL: Mapping[Group, Rule] = {
    Group.READ: Rule.ALLOW,
    Group.REPORT: Rule.ALLOW,
    Group.LEARN: Rule.ASK,
    Group.EDIT: Rule.ASK,
    Group.DELETE: Rule.ASK,
}
"""For a client that nobody has decided about."""


def rule(vault: Vault, client: str, group: Group, tool: str = "") -> Rule:
    """What a client may do with a tool: its own rule, else that of its group."""
    said = rules(vault, client)
    return said.get(tool) or said.get(group) or USUAL[group]


def rules(vault: Vault, client: str) -> dict[str, Rule]:
    """What was decided for a client, by group or tool; nothing where it is as usual."""
    found = vault.rows("select what, rule from agent_rule where client = ?", client)
    return {what: Rule(said) for what, said in found}


def decide(vault: Vault, client: str, what: Group | str, rule: Rule | None) -> None:
    """Set the rule for a group or a single tool; None: as usual, or as its group."""
    with vault.write(None) as write:
        write.db.execute("delete from agent_rule where client = ? and what = ?", (client, what))
        if rule is not None:
            write.db.execute("insert into agent_rule values (?, ?, ?)", (client, what, rule))
        write.touch(Part.AGENTS)
