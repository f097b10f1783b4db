"""What the words of well-known commands stand for, by which their inputs are called. Pure."""

from collections.abc import Container, Mapping

_OPERANDS = """
    branch          git checkout, git switch, git merge, git rebase, git branch
    remote branch   git push, git pull, git fetch
    tag message     git tag
    message         git commit, alembic revision
    commit          git cherry-pick, git revert, git reset, git show
    url folder      git clone
    file            git add, perl
    branch          gh pr checkout
    number          gh pr merge, gh pr edit, gh pr view, gh issue close, gh issue edit
    image           docker build, docker push, docker pull, docker run, docker tag
    container       docker stop, docker start, docker rm, docker logs, docker exec, docker restart
    resource        kubectl rollout status, kubectl rollout undo, kubectl rollout restart
    resource        kubectl rollout history, kubectl set image, kubectl logs, kubectl scale
    release chart   helm upgrade, helm install
    chart           helm lint, helm template, helm package
    version         npm version
    package         npm install, npm uninstall, pip install, uv add, uv remove, cargo add
    package         brew install, apt install, apt-get install, poetry add, uv lock
    database        psql, createdb, dropdb, pg_dump, pg_restore, mysql, pgbench
    host            ssh
    expression file  sed, sed -i
    url             curl, wget
    target          make, just
"""


def _read(table: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in filter(None, map(str.strip, table.splitlines())):
        meanings, commands = line.split("  ", 1)
        found |= {f"shell {one.strip()}": tuple(meanings.split()) for one in commands.split(",")}
    return found


_MEANINGS = _read(_OPERANDS)
_PLACES = frozenset(["database", "container", "version", "package", "target"])
"""What is called by a plain word: not a path, an address or a text, which stand for something
else in the same place."""
_TEXTS = frozenset(["message", "expression"])


def meaning(tool: str, at: int, kind: str, told: Container[str] = ()) -> str:
    """What a word of a command is, counted from 0 and without the values of options, or nothing
    where that is not known. What options have `told` stands there no more."""
    known = [one for one in _MEANINGS.get(tool, ()) if one not in told]
    found = known[at] if at < len(known) else ""
    if found in _PLACES and kind not in ("word", "number"):
        return ""
    if kind == "text" and found not in _TEXTS:
        return ""
    return "" if kind == "url" and found not in ("url", "expression") else found
