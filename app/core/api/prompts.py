"""A skill as the text that other programs take it in."""

import json
from dataclasses import dataclass
from enum import StrEnum

from app.core.api import skill_files
from app.core.mirror.oddities import FILE
from app.core.packs.scan.scan import ScanFinding
from app.core.skills.model import BlockKind
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault


class Form(StrEnum):
    """In which form: what each program reads."""

    SKILL_MD = "skill-md"
    CLAUDE_MD = "claude-md"
    """The same: frontmatter, then Markdown."""
    CURSORRULES = "cursorrules"
    SYSTEM_PROMPT = "system-prompt"
    OPENAI = "openai"
    """A message of a chat."""
    RAW = "raw"
    """Without frontmatter."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A text that is ready to leave; `private` is what to look at before it does."""

    name: str
    text: str
    private: tuple[ScanFinding, ...]


def export(vault: Vault, name: str, form: Form) -> Exported:
    """A skill in a form, without what training placed in it; raises `NotFound`, `Ambiguous`."""
    outgoing = skill_files.gather(vault, [name])
    (folder,) = outgoing.folders
    text = folder.files[FILE].decode()
    private = tuple(finding for _skill, finding in outgoing.packing.private)
    return Exported(folder.name, _in_form(text, folder.title, form), private)


def _in_form(text: str, title: str, form: Form) -> str:
    if form in (Form.SKILL_MD, Form.CLAUDE_MD):
        return text
    front = [b for b in parse(text).blocks if b.kind is BlockKind.FRONTMATTER]
    body = text[front[0].end :].lstrip("\n") if front else text
    if form is Form.RAW:
        return body
    if form is Form.OPENAI:
        return json.dumps({"role": "system", "content": body}, ensure_ascii=False)
    said = " ".join(title.replace("--", "–").split())
    return f"<!-- Skill: {said} -->\n\n{body}"
