"""Who calls: a client that Techne connected and knows by its secret, or another program."""

from dataclasses import dataclass

from app.core.actor import Actor

OTHER = "other"
"""The id of every program that has no secret of ours: they share one set of rules."""
AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Caller:
    """`client` is proven by a secret; `name` and `version` are what the program says of itself.

    `session` tells apart the conversations of one client, as far as it names them.
    """

    client: str = OTHER
    name: str = ""
    version: str = ""
    session: str = ""

    @property
    def is_known(self) -> bool:
        return self.client != OTHER

    @property
    def actor(self) -> Actor:
        """As the history shows what it writes."""
        return Actor(AGENT, self.client, self.name)
