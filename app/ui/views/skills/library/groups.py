"""The skills of the list in groups by their first tag."""

from collections.abc import Sequence

from app.core.library.catalogue import SkillRow
from app.ui.models.skill_list import Head


def by_tag(rows: Sequence[SkillRow], *, ranked: bool) -> tuple[list[SkillRow], dict[int, Head]]:
    """The rows group by group, and the heads by the skill that each group begins with.

    Groups are in the order of their names, or of their best skill when the rows are `ranked`;
    what has no tag comes last.
    """
    groups: dict[str, list[SkillRow]] = {}
    for row in rows:
        groups.setdefault(_first(row), []).append(row)
    names = list(groups) if ranked else sorted(groups)
    found: list[SkillRow] = []
    heads: dict[int, Head] = {}
    for name in sorted(names, key=lambda name: not name):
        first = groups[name][0]
        heads[first.id] = Head(first.tags[0] if first.tags else "", len(groups[name]))
        found += groups[name]
    return found, heads


def _first(row: SkillRow) -> str:
    return row.tags[0].casefold() if row.tags else ""
