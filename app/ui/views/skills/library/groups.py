"""The skills of the list in groups by their first tag."""

from collections.abc import Collection, Sequence

from app.core.library.catalogue import SkillRow
from app.ui.models.skill_list import Head


def by_tag(
    rows: Sequence[SkillRow], *, ranked: bool, folded: Collection[str] = ()
) -> tuple[list[SkillRow], dict[int, Head]]:
    """The rows group by group, and the heads by the skill that each group begins with.

    Groups are in the order of their names, or of their best skill when the rows are `ranked`;
    what has no tag comes last. Of a group that is `folded` (by `key_of`) there is only the head,
    in the place of its first row.
    """
    groups: dict[str, list[SkillRow]] = {}
    for row in rows:
        groups.setdefault(key_of(row.tags[0] if row.tags else ""), []).append(row)
    names = list(groups) if ranked else sorted(groups)
    found: list[SkillRow] = []
    heads: dict[int, Head] = {}
    for name in sorted(names, key=lambda name: not name):
        first, is_folded = groups[name][0], name in folded
        tag = first.tags[0] if first.tags else ""
        heads[first.id] = Head(tag, len(groups[name]), is_folded)
        found += groups[name][:1] if is_folded else groups[name]
    return found, heads


def key_of(tag: str) -> str:
    """What tells the group of a tag from others."""
    return tag.casefold()
