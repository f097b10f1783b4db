"""How a publisher is named to a person: never the name alone, which proves nothing.

With it stand the words of the key's fingerprint and how far the key is to be believed.
"""

from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.trust import Judgement, Standing
from app.core.words import _


def credentials(judgement: Judgement) -> str:
    """Name, words and standing in one line; of a pack nobody signed, that nobody did."""
    signer, standing = judgement.signer, standing_words(judgement)
    if signer is None:
        return standing
    return " · ".join((plain(signer.name), phrase(signer.key), standing))


def standing_words(judgement: Judgement) -> str:
    """The standing; of a key that comes with Techne, and that nobody decided about, just that."""
    if judgement.standing is Standing.KNOWN and judgement.vouched:
        return _("Known to Techne")
    return standing_name(judgement.standing)


def standing_name(standing: Standing) -> str:
    """The standing as it is shown."""
    return {
        Standing.YOURS: _("Yours"),
        Standing.TRUSTED: _("Trusted"),
        Standing.KNOWN: _("Known but unverified"),
        Standing.NEW: _("New"),
        Standing.UNSIGNED: _("Unsigned"),
        Standing.CHANGED_KEY: _("Changed key"),
        Standing.REVOKED: _("Revoked"),
    }[standing]
