"""Commands about who signs packs: identity, trust."""

import argparse
import re
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table
from app.cli.session import Session
from app.core.packs import identity, trust
from app.core.packs.credentials import standing_name
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import fingerprint
from app.core.packs.trust import Standing
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


_KEY = re.compile(r"[0-9a-fA-F]{64}")


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("identity", help=_("show the key you sign packs with"))
    command.add_argument("--name", help=_("sign with this name from now on"))
    command.add_argument("--rotate", action="store_true", help=_("replace the key"))
    command.set_defaults(run=show_identity)
    command = commands.add_parser("trust", help=_("list publishers, or decide about one"))
    command.add_argument(
        "who", nargs="?", metavar="WHO", help=_("a name, words, fingerprint or key")
    )
    command.add_argument("--name", help=_("whose key it is, for one not met before"))
    command.add_argument("--revoke", action="store_true", help=_("never import from them again"))
    command.set_defaults(run=decide)


def show_identity(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        if arguments.rotate:
            identity.rotate(vault)
        me = identity.rename(vault, arguments.name) if arguments.name else identity.mine(vault)
    code = identity.recipient_code(me.key)
    words = _("{name}\nFingerprint:   {fingerprint}\nIn words:      {words}\nRecipient key: {code}")
    text = words.format(
        name=me.name, fingerprint=fingerprint(me.key), words=phrase(me.key), code=code
    )
    document = {
        "name": me.name,
        "key": me.key.hex(),
        "fingerprint": fingerprint(me.key),
        "words": phrase(me.key),
        "recipient": code,
    }
    return Answer(document, text)


def decide(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        if arguments.who and _KEY.fullmatch(arguments.who) and arguments.name:
            trust.introduce(vault, bytes.fromhex(arguments.who), arguments.name)
        elif arguments.who:
            chosen = trust.publisher(vault, arguments.who)
            (trust.revoke if arguments.revoke else trust.trust)(vault, chosen.key)
        found = trust.publishers(vault)
    rows = [
        (p.name, standing_name(Standing(p.state.value)), phrase(p.key), p.fingerprint)
        for p in found
    ]
    document = [
        {
            "name": p.name,
            "state": p.state.value,
            "fingerprint": p.fingerprint,
            "words": phrase(p.key),
            "key": p.key.hex(),
        }
        for p in found
    ]
    header = (_("Publisher"), _("Standing"), _("In words"), _("Fingerprint"))
    return Answer(document, table(rows, header))
