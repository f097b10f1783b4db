"""Who writes to the vault."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """`who` is what the history shows: "user", "command line", "agent", or a part of Techne.

    `client` is the program through which an agent came, and `agent` the id it goes by there; both
    are empty for anybody else.
    """

    who: str = "user"
    client: str = ""
    agent: str = ""

    @property
    def columns(self) -> tuple[str, str, str]:
        """As `actor`, `client` and `agent` of a row."""
        return self.who, self.client, self.agent

    @property
    def is_person(self) -> bool:
        """Whether somebody asked for it just then, in the window or at the command line."""
        return self in (USER, COMMAND_LINE)


USER = Actor()
COMMAND_LINE = Actor("command line")
TECHNE = Actor("techne")
"""What Techne does on its own, because somebody told it to once."""
DEMOS = Actor("techne", "demos")
"""Techne as it prepares a new vault, which is nothing that anybody has done and could undo."""
DISK = Actor("disk")
"""A file of a linked folder that somebody changed."""
INDEX = Actor("index")
IMPORT = Actor("arrival")
"""Finishing or taking back an import of memories that was interrupted."""
