"""Lines of a shell, and what their commands are called."""

import pytest

from app.core.transcripts.shapes import KEY
from app.core.transcripts.tools import uses

LINES = {
    "git commit -m 'x && y; z'": ["git commit"],
    "cd a && git add -A && git commit -m x": ["git add", "git commit"],
    "FOO=1 BAR='a b' timeout -k 5 30 npx --yes tsc --noEmit 2>&1 | tail -5": ["tsc"],
    "sudo -u bob env -i A=b systemctl restart nginx || true": ["systemctl restart"],
    "bash -lc \"cd x && rg 'foo bar' src | head\"": ["rg"],
    "zsh -c 'bash -c \"npm ci\"'": ["npm ci"],
    "python3.11 -m pytest -x tests": ["pytest"],
    "python3 -m pip install -r requirements.txt": ["pip install"],
    "uv run --with httpx pytest -q": ["pytest"],
    "poetry run alembic upgrade head": ["alembic upgrade"],
    "npm run build": ["npm run build"],
    "pnpm --filter app test": ["pnpm test"],
    "gcloud iam service-accounts keys create key.json": ["gcloud iam service-accounts keys create"],
    "gcloud run services update acme": ["gcloud run services update"],
    "gcloud run deploy acme": ["gcloud run deploy"],
    "gcloud storage cp acme secret": ["gcloud storage cp"],
    "adb shell screencap /tmp/a.png": ["adb shell screencap"],
    "git -C /w stash pop": ["git stash pop"],
    "docker compose -f x.yml up -d": ["docker compose up"],
    "docker compose up -d": ["docker compose up"],
    "kubectl -n prod get pods": ["kubectl get pods"],
    "./gradlew build": ["gradlew build"],
    "./gradlew --info lintRelease": ["gradlew lintRelease"],
    "gradle :app:bundleRelease :app:testRelease": ["gradle bundleRelease"],
    "yarn run buildProd": ["yarn run buildProd"],
    "dbmate up": ["dbmate up"],
    "vault kv put secret/acme key=value": ["vault kv put"],
    "nomad job run web.nomad": ["nomad job run"],
    "docker service scale web=3": ["docker service scale"],
    "doctl compute droplet create acme": ["doctl compute droplet create"],
    "sed -Ei.bak s/a/b/ f": ["sed -i"],
    "sed --in-place s/a/b/ f": ["sed -i"],
    "sed -e s/i/j/ f": ["sed"],
    "find . -name a -delete": ["find -delete"],
    "make qV7xTz0mKp9w": ["make"],
    "frobctl deployProd": ["frobctl"],
    "./scripts/deploy.sh prod": ["deploy.sh"],
    "bash -x scripts/deploy.sh prod": ["deploy.sh"],
    "bash -lc 'sh ./build.sh && make VERSION=1 release'": ["build.sh", "make release"],
    "bash": ["bash"],
    "bash -c 'make all && ./deploy.sh'": ["make all", "deploy.sh"],
    "frobctl deploy prod": ["frobctl deploy"],
    "frobctl acme": ["frobctl"],
    "ssh acme ls": ["ssh"],
    "for f in *.py; do ruff check $f; done": ["ruff check"],
    "if [ -f x ]; then make build; else make clean; fi": ["make build", "make clean"],
    "while ! nc -z db 5432; do sleep 1; done; make test": ["nc", "make test"],
    "echo y | psql db": ["psql"],
    "cat a | grep b | wc -l": ["cat"],
    "nl -ba a | sed -n '1,9p'": ["nl"],
    "echo done": ["echo"],
    "cd a": ["cd"],
    "cat <<'EOF'\ngit push; rm -rf x\nEOF\ngit add f": ["cat", "git add"],
    "make | tee log; make > log; cat a > /dev/null; ls > b": ["make", "make", "cat", "ls"],
    "git commit -m \"$(cat <<'EOF'\na; b\nEOF\n)\" && git push": ["git commit", "git push"],
    "echo $(git rev-parse HEAD); ls # && git push": ["ls"],
    "ls \\\n  -la": ["ls"],
    "sed -n 1,9p src/app/(main)/page.tsx": ["sed"],
    "a & b; (c; d)\ne": ["a", "b", "c", "d", "e"],
    "python -c 'import os; print(1)'": ["python"],
    "python3 extract_orders.py --month 3": ["python extract_orders.py"],
    "python3.11 -u -X dev scripts/clean_orders.py --month 3": ["python clean_orders.py"],
    "uv run python scripts/clean_orders.py": ["python clean_orders.py"],
    "python train.py -m fast": ["python train.py"],
    "python3 -W error -X dev -m pytest": ["pytest"],
    "python -Ic 'print(1)' x.py; python - x.py": ["python", "python"],
    "python3 manage.py migrate shop": ["python manage.py migrate"],
    "python3 acme": ["python"],
    "python3 ghp_A1b2C3d4E5f6G7h8.py": ["python"],
    "python3 run_python3.py": ["python run_python3.py"],
    "node --env-file=.env -r dotenv/config tools/sync.mjs": ["node sync.mjs"],
    "node -e 'run()' x.js; node -p 1": ["node", "node"],
    "npx tsx tools/sync.ts": ["tsx sync.ts"],
    "deno run --allow-net tools/sync.ts": ["deno sync.ts"],
    "bun run build; bun run tools/sync.ts": ["bun run build", "bun sync.ts"],
    "ruby -w bin/seed.rb; ruby -e 'p 1'": ["ruby seed.rb", "ruby"],
    "perl -pi -e s/a/b/ x.pl; perl -w fix.pl": ["perl", "perl fix.pl"],
    "php -d memory_limit=1G sync.php": ["php sync.php"],
    "Rscript model.R 3": ["Rscript model.R"],
    "bash -s x.sh": ["bash"],
}


@pytest.mark.parametrize("line", LINES)
def test_commands_count_by_what_they_are_told_to_do(line: str) -> None:
    found = uses("Bash", {"command": line}, KEY)
    assert [use.tool for use in found] == [f"shell {name}" for name in LINES[line]]


def test_parameters_of_a_command_are_options_and_numbered_words() -> None:
    line = "git -c user.name=me commit -am 'All of it' --date=2026-03-01 src/a.py"
    (use,) = uses("Bash", {"command": line}, KEY)
    assert use.shape.kinds == {
        "-c": "word", "-am": "flag", "1": "text", "--date": "word", "2": "path",
    }  # fmt: skip
    assert set(use.shape.digests) == {"1", "--date", "2"}
    (other,) = uses("Bash", {"command": line.replace("src/a", "src/b")}, KEY)
    same = {name for name, one in use.shape.digests.items() if other.shape.digests[name] == one}
    assert same == {"1", "--date"}


@pytest.mark.parametrize(
    ("line", "tools"),
    [
        ("cat > a.py <<'EOF'\ngit push; rm -rf x\nEOF\ngit add a.py", ["write", "shell git add"]),
        ("echo x >> a.py && git add a.py", ["edit", "shell git add"]),
        ("printf %s x 1> a.py 2>&1", ["write"]),
        ("cat b.py | sudo tee -a a.py", ["edit"]),
        ("echo x | tee a.py > /dev/null", ["write"]),
    ],
)
def test_what_is_shown_into_a_file_writes_it(line: str, tools: list[str]) -> None:
    found = uses("Bash", {"command": line}, KEY)
    assert [use.tool for use in found] == tools
    (written,) = uses("Write", {"file_path": "a.py"}, KEY)
    assert found[0].shape == written.shape


def test_a_patch_in_a_shell_is_an_edit() -> None:
    for given in (
        {"command": ["apply_patch", "*** Begin Patch"]},
        {"command": ["bash", "-lc", "cd a && apply_patch <<'E'\n*** Begin Patch\nE"]},
        {"cmd": "applypatch <<'E'\n*** Begin Patch\nE\ngit add a"},
    ):
        assert uses("shell", given, KEY)[0].tool == "edit"


def test_a_patch_has_the_file_that_it_changes() -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch"
    (edit,) = uses("Edit", {"file_path": "src/a.py"}, KEY)
    for given in ({"input": patch}, {"patch": patch}):
        assert uses("apply_patch", given, KEY)[0].shape == edit.shape
    for line in (["apply_patch", patch], f"cd a && apply_patch <<'E'\n{patch}\nE"):
        assert uses("shell", {"command": line}, KEY)[0].shape == edit.shape


def test_a_line_without_a_command_is_a_call_all_the_same() -> None:
    for given in ({"command": "A=1"}, {"command": ""}, {"command": 7}, {}):
        assert [use.tool for use in uses("Bash", given, KEY)] == ["shell"]


@pytest.mark.parametrize(
    ("name", "server", "tool"),
    [
        ("mcp__issue-desk__create_issue", "", "mcp issue_desk create_issue"),
        ("desk__createIssue", "", "mcp desk create_issue"),
        ("mcp_desk_create_issue", "", "mcp desk create_issue"),
        ("create_issue", "mcp__desk", "mcp desk create_issue"),
        ("MultiEdit", "", "edit"),
        ("read_many_files", "", "read"),
        ("deployPreview", "", "deploy_preview"),
        ("", "", "unnamed"),
    ],
)
def test_tools_have_one_name_over_all_clients(name: str, server: str, tool: str) -> None:
    assert [use.tool for use in uses(name, {}, KEY, server)] == [tool]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("Skill", {"skill": "ship"}),
        ("Skill", {"command": "ship"}),
        ("activate_skill", {"name": "ship"}),
        ("Read", {"file_path": "/w/.claude/skills/ship/SKILL.md"}),
        ("shell", {"command": ["bash", "-lc", "sed -n '1,200p' .agents/skills/ship/SKILL.md"]}),
        ("mcp__techne__get_skill", {"skill": "ship"}),
        ("mcp_techne_walk_skill_structured", {"skill": "ship", "recursive": True}),
        ("ReadMcpResourceTool", {"server": "techne", "uri": "skill://ship/SKILL.md"}),
    ],
)
def test_skills_are_seen_to_be_read(name: str, given: dict[str, object]) -> None:
    assert [use.skill for use in uses(name, given, KEY)] == ["ship"]


def test_other_pages_and_other_files_are_no_reading_of_a_skill() -> None:
    for name, given in (
        ("mcp__techne__walk_skill", {"skill": "ship", "cursor": "2"}),
        ("Read", {"file_path": "/w/SKILL.txt"}),
        ("Edit", {"file_path": "/w/skills/ship/SKILL.md"}),
        ("Bash", {"command": "rm skills/ship/SKILL.md"}),
    ):
        assert not any(use.skill for use in uses(name, given, KEY))
