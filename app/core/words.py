"""Sentences a person reads, through the standard library's gettext. Named placeholders only."""

import gettext

_catalogue: list[gettext.NullTranslations] = [gettext.NullTranslations()]


def speak(language: str, folder: str) -> None:
    """Use `language` from now on; English where a sentence has no translation."""
    _catalogue[0] = gettext.translation("techne", folder, [language], fallback=True)


def _(sentence: str) -> str:
    return _catalogue[0].gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    return _catalogue[0].ngettext(one, many, count)
