"""What a request of an agent would change, for the person who decides about it."""

from dataclasses import dataclass

from app.core.agents.requests import Request
from app.core.errors import AppError
from app.core.library import catalogue, editing, history, library
from app.core.packs.scan.scan import ScanFinding, scan
from app.core.serve import wording
from app.core.vault import Vault

_TEXTS = ("text", "content", "note")


@dataclass(frozen=True, slots=True)
class Preview:
    """`before` and `after` are texts of the skill, both None where a call writes none; `lines` are
    the other arguments.

    `number` is the version it was made from, and `current` whether the skill is still that one.
    `findings` are what the scan says of the new text.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    before: str | None = None
    after: str | None = None
    number: int | None = None
    current: bool = True
    findings: tuple[ScanFinding, ...] = ()


def preview(vault: Vault, request: Request) -> Preview:
    """Look at a request without doing it."""
    row = catalogue.row(vault, request.skill) if request.skill is not None else None
    texts = _texts(vault, request)
    said = {
        name: value
        for name, value in request.arguments.items()
        if name not in ("skill", "engram", "base") and not (texts and name in ("text", "version"))
    }
    based = vault.row("select number from version where id = ?", request.base)
    before, after = texts or (None, None)
    return Preview(
        row.title if row is not None else "",
        wording.as_lines(said),
        before,
        after,
        number=int(based[0]) if based else None,
        current=row is None or request.base in (None, row.version),
        findings=scan("\n\n".join([after or "", *_said(request)])),
    )


def _texts(vault: Vault, request: Request) -> tuple[str, str] | None:
    """What the skill says before and after, where that can be told beforehand."""
    skill, arguments = request.skill, request.arguments
    try:
        if request.tool == "rollback_skill" and skill is not None:
            number = arguments.get("version")
            if isinstance(number, int):
                return library.text(vault, skill), history.text_of(vault, skill, number)
        if request.tool == "save_skill" and isinstance(text := arguments.get("text"), str):
            return ("" if skill is None else _base(vault, request, skill)), text
    except AppError:  # the skill or the version is gone
        pass
    return None


def _base(vault: Vault, request: Request, skill: int) -> str:
    named = request.arguments.get("base")
    if isinstance(named, str):
        return editing.text_of(vault, skill, editing.base(vault, skill, named))
    return library.text(vault, skill)


def _said(request: Request) -> list[str]:
    """What would be kept besides, for the scan."""
    return [v for k in _TEXTS if isinstance(v := request.arguments.get(k), str)]
