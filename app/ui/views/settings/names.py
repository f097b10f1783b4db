"""What the rows of the settings are called, known before the page is made."""

from app.core.words import _
from app.ui.views.settings import numbers
from app.ui.views.settings.fields import appearance, keeping, locking


def setting_names() -> tuple[str, ...]:
    """From the top of the page to its end; those that come and go are not among them."""
    return (
        *(field.words for field in appearance()),
        _("Passphrase"),
        _("Remember on this computer"),
        *(field.words for field in locking()),
        _("Token of the agent server"),
        _("Copies of the vault"),
        *(field.words for field in keeping()),
        _("Recommended models"),
        *(number.words for number in numbers.importance()),
        *(number.words for number in numbers.judging()),
        _("Deprecate automatically"),
        *(number.words for number in numbers.learning()),
        _("Promote automatically"),
        *(number.words for number in numbers.disk()),
        _("Relate and suggest"),
        *(number.words for number in numbers.relating()),
        _("When to look for relations"),
        numbers.interval().words,
        *(number.words for number in numbers.suggesting()),
        _("Count the track record"),
        _("Embedding model"),
        _("Passages indexed"),
        _("Names to look for"),
        _("Data folder"),
        _("Double-click on a pack"),
    )


def also_called(name: str) -> str:
    """Other words people look for a row of the settings with; empty for none."""
    return {
        _("Colours"): _("theme dark light mode appearance"),
        _("Text size"): _("font zoom large bigger smaller"),
        _("Reduced motion"): _("animations"),
        _("Lock automatically"): _("lock after auto lock autolock idle timeout minutes"),
        _("Passphrase"): _("password change"),
        _("Remember on this computer"): _("stay unlocked keyring"),
        _("Copies of the vault"): _("backup restore"),
        _("Recommended models"): _("local model llm download"),
        _("Embedding model"): _("search meaning"),
        _("Data folder"): _("vault location path"),
    }.get(name, "")
