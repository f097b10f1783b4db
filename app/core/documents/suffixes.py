"""What documents are usually called."""

from app.core.documents.content import Format

SUFFIXES = {
    ".docx": Format.WORD, ".docm": Format.WORD, ".dotx": Format.WORD, ".dotm": Format.WORD,
    ".odt": Format.OPEN_DOCUMENT, ".ott": Format.OPEN_DOCUMENT,
    ".pdf": Format.PDF,
    ".html": Format.HTML, ".htm": Format.HTML, ".xhtml": Format.HTML,
    ".md": Format.TEXT, ".markdown": Format.TEXT, ".mdown": Format.TEXT, ".txt": Format.TEXT,
    ".text": Format.TEXT,
}  # fmt: skip
OTHERS = frozenset({".doc", ".rtf", ".pages", ".xlsx", ".pptx", ".xls", ".ppt", ".ods", ".odp"})
"""Documents that are not read; whoever brings one hears what to do."""
