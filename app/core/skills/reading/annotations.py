"""Tags and capabilities written into a text, and the code in it where nothing is read."""

import re

_CAPABILITIES = (
    "general fast low-context high-context reasoning summarization writing tone-match"
    " structured-output extraction cited code vision"
)
CAPABILITIES = frozenset(_CAPABILITIES.split())
NEEDS = re.compile(r"@needs?:[ \t]*([a-z-]+(?:[ \t]*,[ \t]*[a-z-]+)*)?", re.IGNORECASE)
DISPATCH = re.compile(r"\[dispatch-safe:[ \t]*(yes|partial|no)[ \t]*\]", re.IGNORECASE)
VERIFY = re.compile(r"\[verify:[ \t]*(tool|state|human)[ \t]*\]", re.IGNORECASE)
ONLY_DISPATCH = re.compile(r"\s*\[dispatch-safe:[^\]\r\n]*\]\s*\Z", re.IGNORECASE)
ANNOTATION = re.compile(r"@(?:loop|branch|needs?):[^\r\n]*|\[\[(?:loop|branch):[^\]\r\n]*")
"""In a folded text, up to the end of its line or its bracket."""
ANCHOR = "[ANCHOR]"
_STAR = re.compile(r"(?<=\w)\*|\*(?=\w)")
_LINK = re.compile(r"\[(?=[^\[\]\n]{1,80}\]\()|\]\([^()\s]{0,200}\)")
_CODE = re.compile(r"(`{1,3})(?!`)[^`\r\n]++\1(?!`)")


def needs(text: str, start: int, end: int) -> tuple[str, ...]:
    """The known capabilities that `@needs: a, b` names, each once."""
    words = [
        word.strip().lower()
        for found in NEEDS.finditer(text, start, end)
        for word in (found[1] or "").split(",")
    ]
    return tuple(dict.fromkeys(word for word in words if word in CAPABILITIES))


def hide_blocks(text: str, opaque: list[tuple[int, int]]) -> str:
    """`text` with those stretches blanked out, every index kept."""
    if not opaque:
        return text
    parts: list[str] = []
    at = 0
    for start, end in opaque:
        parts += (text[at:start], "\0" * (end - start))
        at = end
    return "".join((*parts, text[at:]))


def hide_emphasis(text: str) -> str:
    """`text` with marks of emphasis and the addresses of links blanked out, every index kept."""
    if "*" in text:
        text = _STAR.sub(" ", text.replace("**", "  "))
    text = text.replace("__", "  ")
    return _LINK.sub(lambda mark: " " * len(mark[0]), text) if "](" in text else text


def hide_inline(text: str) -> str:
    """`text` with inline code and remarks (`<!-- -->`) blanked out, every index kept."""
    if "<!--" in text:
        text = hide_blocks(text, _remarks(text))
    return _CODE.sub(lambda code: "\0" * len(code[0]), text) if "`" in text else text


def _remarks(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        found.append((start, end + 3))
        start = text.find("<!--", end + 3)
    return found
