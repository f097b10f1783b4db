"""Tooltips of what people and packs wrote, shown as it is. Public name: `plain_tip`."""

from html import escape


def plain_tip(text: str) -> str:
    """Qt takes a tooltip with a tag in it for a page, and would load the pictures of that."""
    if "<" not in text and "&" not in text:
        return text
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'
