"""Commands about who signs packs: identity, trust."""

import argparse
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table
from app.cli.session import Session
from app.core.api import publishers
from app.core.api.publishers import PublisherDocument
from app.core.packs.credentials import standing_words
from app.core.packs.format.contents import Signer
from app.core.packs.trust import Judgement, Standing
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("identity", help=_("show the key you sign packs with"))
    command.add_argument("--name", help=_("sign with this name from now on"))
    command.add_argument("--rotate", action="store_true", help=_("replace the key"))
    command.set_defaults(run=show_identity)
    command = commands.add_parser("trust", help=_("list publishers, or trust or block one"))
    command.add_argument(
        "who", nargs="?", metavar="WHO", help=_("a name, words, fingerprint or key")
    )
    command.add_argument("--name", help=_("the name of the publisher, for a new key"))
    command.add_argument("--revoke", action="store_true", help=_("never import from them again"))
    command.set_defaults(run=decide)


def show_identity(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        me = publishers.identify(vault, arguments.name, rotate=arguments.rotate)
    text = _("{name}\nFingerprint:   {fingerprint}\nIn words:      {words}\nRecipient key: {code}")
    said = text.format(
        name=me["name"] or _("No name yet: give it with --name."),
        fingerprint=me["fingerprint"],
        words=me["words"],
        code=me["recipient"],
    )
    return Answer(me, said)


def decide(session: Session, arguments: argparse.Namespace) -> Answer:
    who, name = arguments.who, arguments.name
    with session.vault() as vault:
        found = (
            publishers.decide(vault, who, name, revoke=arguments.revoke)
            if who
            else publishers.publishers(vault)
        )
    rows = [(one["name"], _standing(one), one["words"], one["fingerprint"]) for one in found]
    header = (_("Publisher"), _("Standing"), _("In words"), _("Fingerprint"))
    return Answer(found, table(rows, header))


def _standing(one: PublisherDocument) -> str:
    signer = Signer(bytes.fromhex(one["key"]), one["name"])
    return standing_words(Judgement(Standing(one["state"]), signer))
