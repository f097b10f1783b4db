"""The entries of a menu, as a person reads them."""

from PySide6.QtGui import QAction


def said(entry: QAction) -> str:
    """Its words, without its letter and its keys."""
    words = entry.text().partition("\t")[0]
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&")
