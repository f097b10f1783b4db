"""What a command of a shell is called: its program and what that is told to do, never a value."""

import re
from collections.abc import Sequence

from app.core.transcripts.naming import names
from app.core.transcripts.option_names import option_name
from app.core.transcripts.plain_names import is_plain_name
from app.core.transcripts.shapes import Shape, kind, of_pairs
from app.core.transcripts.shell import program

_PROGRAM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")
_NUMBERED = re.compile(r"((?:python|pip|pypy|node|ruby|perl|php|gcc|g\+\+|clang|lua))[\d.-]+")
_WORD = re.compile(r"(?=.{1,24}$)[a-z]+\d?(?:[-:_][a-z]+\d?)*")
_TASK = re.compile(r"(?=.{1,40}$)(?:(?::[\w-]+)*:)?([a-z]+\d?(?:[-:_]?[A-Z]?[a-z]+\d?)*)")
"""`bundleRelease`; of `:app:bundleRelease` the last part."""
_MOST_OPERANDS = 12

_TOLD = names(
    "git gh glab hub svn hg jj gt docker podman nerdctl docker-compose podman-compose kubectl k "
    "oc helm helmfile kustomize minikube kind k9s argocd flux istioctl skaffold terraform tofu "
    "terragrunt pulumi vagrant packer nomad consul vault aws gcloud az doctl flyctl fly "
    "heroku vercel netlify railway wrangler firebase supabase sam cdk serverless sls amplify "
    "npm pnpm yarn bun deno npx nx turbo lerna rush ng vue nest expo eas ionic cap prisma "
    "drizzle-kit pip pipx uv poetry pdm hatch rye conda mamba pipenv cargo rustup go dotnet "
    "nuget mix rebar3 gem bundle rails rake brew apt apt-get aptitude dnf yum apk pacman zypper "
    "snap flatpak choco winget scoop port make gmake just task mage bazel bazelisk buck pants "
    "gradle gradlew mvn mvnw sbt lein stack cabal composer artisan symfony drush wp flutter "
    "dart swift xcodebuild xcrun pod fastlane adb systemctl service launchctl supervisorctl pm2 "
    "journalctl tmux screen alembic flask django-admin celery airflow dbt dvc mlflow prefect "
    "dagster ruff pre-commit tox nox coverage twine semgrep snyk trivy cosign sops "
    "op gpg ssh-keygen openssl rclone restic borg redis-cli etcdctl kcat rabbitmqctl stripe "
    "sentry-cli datadog-ci newrelic claude codex gemini opencode techne cmake ctest conan vcpkg "
    "meson ninja nix nixos-rebuild home-manager guix jekyll hugo mkdocs quarto jupyter buf "
    "protoc-gen act goreleaser changeset semantic-release release-it lefthook husky volta fnm "
    "nvm asdf mise rbenv pyenv jj dbmate flyway liquibase sqitch knex sequelize typeorm diesel "
    "sqlx atlas hasura k3d kops eksctl velero tkn crane oras skopeo buildah crictl ctr lxc juju "
    "multipass dokku kamal ansible-galaxy ansible-vault gsutil databricks wandb huggingface-cli "
    "meltano opam"
)
"""Programs whose first word says what to do."""
_TASK_RUNNERS = names(
    "gradle gradlew mvn mvnw sbt npm pnpm yarn bun just task mage nx turbo fastlane"
)
"""Those of them whose words are what a project calls its tasks, mostly with inner capitals."""
_VERBS = names(
    "add apply approve archive attach audit backup benchmark bootstrap build bump bundle cancel "
    "check checkout clean clone close commit compile compose config configure connect convert "
    "copy create dashboard delete deploy describe destroy detach diff disable dist doctor "
    "download dump edit enable encrypt decrypt eval exec export fetch fix fmt format freeze "
    "generate get help import index info ingest init inspect install invite invoke issue launch "
    "lint list load lock log login logout logs measure merge migrate mirror monitor mount move "
    "new notify open optimize pack package patch pause ping plan preview promote provision "
    "prune publish pull purge push query read rebuild reconcile record refresh register release "
    "reload remove rename render repair replay report request reset resolve restart restore "
    "resume retry revert review revoke rollback rotate run sample save scaffold scale scan "
    "schedule seed send serve set setup shell show sign snapshot start stat stats status stop "
    "submit summarize switch sync tag tail test train transfer translate trigger unlock unpack "
    "update upgrade upload validate verify version view wait watch write"
)
"""What programs nobody knows are told to do, when their first word is one of these."""
_GROUPS = {
    "git": "stash remote worktree submodule bisect flow lfs notes subtree bundle sparse-checkout"
    " maintenance",
    "gh": "pr issue repo run workflow release auth api gist secret variable label project cache"
    " extension ssh-key gpg-key codespace",
    "glab": "mr issue repo ci release variable schedule label",
    "docker": "compose container image volume network buildx system context manifest builder"
    " service stack swarm secret config node plugin trust scout",
    "podman": "compose container image volume network system pod secret machine",
    "kubectl": "get describe rollout create delete apply config set top auth",
    "helm": "repo dependency plugin get show registry",
    "npm": "run run-script dist-tag cache config pkg owner token",
    "pnpm": "run",
    "yarn": "run workspace workspaces npm config cache",
    "bun": "run",
    "deno": "task",
    "aws": "*",
    "gcloud": "*",
    "az": "*",
    "uv": "pip tool python",
    "poetry": "env self source",
    "conda": "env",
    "cargo": "fuzz",
    "rustup": "target toolchain component",
    "fastlane": "ios android pilot",
    "adb": "shell",
    "go": "mod tool work",
    "dotnet": "tool ef nuget sln",
    "terraform": "state workspace providers",
    "tofu": "state workspace providers",
    "rails": "db generate",
    "flask": "db",
    "systemctl": "daemon-reload",
    "techne": "engram",
    "brew": "services",
    "supabase": "db functions migration secrets storage gen",
    "prisma": "migrate db",
    "nx": "run",
    "turbo": "run",
    "firebase": "functions",
    "stripe": "*",
    "xcrun": "simctl",
    "jj": "git bookmark config op workspace",
    "nerdctl": "compose container image volume network system builder",
    "oc": "get describe create delete rollout set adm policy",
    "argocd": "app appset proj repo cluster account",
    "flux": "create get delete reconcile suspend resume",
    "istioctl": "proxy-config",
    "pulumi": "stack config plugin state",
    "vagrant": "box snapshot plugin",
    "vault": "kv auth secrets policy token lease operator audit namespace plugin",
    "nomad": "job node alloc deployment server system volume namespace var acl operator",
    "consul": "kv services acl config intention operator",
    "doctl": "*",
    "databricks": "*",
    "fly": "apps secrets volumes machine machines ips certs postgres pg scale config",
    "flyctl": "apps secrets volumes machine machines ips certs postgres pg scale config",
    "vercel": "env domains dns certs project",
    "netlify": "sites env functions",
    "wrangler": "d1 kv r2 secret pages queues versions deployments",
    "pip": "cache config",
    "mamba": "env",
    "hatch": "env",
    "dvc": "remote stage exp cache",
    "airflow": "dags tasks db users variables connections pools",
    "mlflow": "runs experiments models",
    "prefect": "deployment flow work-pool work-queue",
    "minikube": "addons image node",
    "kind": "create delete get load export",
    "k3d": "cluster node image registry kubeconfig",
    "eksctl": "create delete get scale upgrade utils",
    "kops": "create delete get update rolling-update",
    "velero": "backup restore schedule create get delete describe",
    "tkn": "pipeline task pipelinerun taskrun",
    "op": "item vault document account user",
    "rclone": "config",
    "snyk": "container iac code",
    "sentry-cli": "releases sourcemaps deploys",
    "eas": "secret channel env",
    "nix": "flake profile store",
    "atlas": "migrate schema",
    "sqlx": "database migrate",
    "diesel": "migration database",
    "hasura": "migrate metadata seeds",
    "ansible-galaxy": "collection role",
    "conan": "remote profile cache",
    "wandb": "artifact sweep",
}
"""Of these a second word belongs to what is done: `git stash pop`, `npm run build`."""
_DEEP = names("gcloud az doctl")
"""Of these what is done may come last, behind one or two words more of what it is done to:
`gcloud iam service-accounts keys create`."""
_DONE_LAST = names("add create delete describe disable enable get list remove set update")
_WITH_VALUE = names(
    "-C -c -n -f -p -R -j -w -H -l -t --filter --prefix --workspace --namespace --context "
    "--profile --region --repo --file --project --cwd --dir --directory --git-dir --work-tree "
    "--host --env --manifest-path --kubeconfig --config --makefile --log-level --color "
    "--env-file --subscription --resource-group --output --format --account --app --org --team "
    "--stage"
)
"""Options before the first word that take the next word as their value."""
IS_BEFORE = names(
    "-C --prefix --workspace --namespace --context --profile --region --cwd --dir --directory "
    "--git-dir --work-tree --no-pager --manifest-path --kubeconfig --log-level --color --env-file "
    "--subscription --resource-group --account"
)
"""Options that say where and how it is done, not what, and mostly stand before that."""
_REHEARSALS = names(
    "--dry-run --dryrun --simulate --just-print --noop --no-op --what-if --whatif --check"
)
"""Options with which nothing is done yet: a call with one is no try of the same without it."""

_IN_PLACE = re.compile(r"-(?P<others>[nErsuz]*)i(?P<ending>.*)|--in-place(?:=.*)?")
"""Has `sed` change the file instead of showing it."""


def named(words: Sequence[str], key: bytes) -> tuple[str, Shape]:
    """`shell git commit`, and the shape of the rest: options named, other words numbered.

    What only rehearses it says so: `shell kubectl apply --dry-run`. And so does what changes a file
    where the same command mostly looks: `shell sed -i`, `shell find -delete`.
    """
    name = program(words[0])
    is_name = _PROGRAM.fullmatch(name) and is_plain_name(name)
    name = _NUMBERED.sub(r"\1", name) if is_name else ""
    told, rest = _told(name, list(words[1:])) if name else ([], list(words[1:]))
    rest = _in_place_apart(rest) if name in ("sed", "gsed") else rest
    done = [*told, *_changing(name, rest), *_rehearsal(rest)]
    tool = " ".join(["shell", *([name] if name else []), *done])
    return tool, of_pairs(_parameters(name, rest), key)


def _in_place_apart(words: list[str]) -> list[str]:
    """`-Ei.bak` as `-E` and `-i.bak`."""
    found: list[str] = []
    for word in words:
        in_place = _IN_PLACE.fullmatch(word)
        if in_place is None:
            found.append(word)
            continue
        found += [f"-{in_place['others']}"] if in_place["others"] else []
        found.append(f"-i{in_place['ending'] or ''}")
    return found


def _changing(name: str, words: list[str]) -> list[str]:
    """The option by which a command that looks changes something."""
    if name in ("sed", "gsed"):
        return ["-i"] if any(word.startswith("-i") for word in words) else []
    return ["-delete"] if name == "find" and "-delete" in words else []


def without_rehearsal(tool: str) -> str:
    """What it is that is rehearsed, or the same tool."""
    plain, _space, last = tool.rpartition(" ")
    return plain if last in _REHEARSALS else tool


def _rehearsal(words: list[str]) -> list[str]:
    """The first option of that kind, without its value."""
    return [name for word in words if (name := word.partition("=")[0]) in _REHEARSALS][:1]


def _told(name: str, words: list[str]) -> tuple[list[str], list[str]]:
    """The words that say what to do, and the others."""
    at = _first_word(words)
    first = _word(name, words[at]) if at is not None else ""
    if at is None or not first:
        return [], words
    if name.lower() not in _TOLD and first.split("-")[0].split(":")[0] not in _VERBS:
        return [], words
    before, rest = _options(words[:at]), words[at + 1 :]
    groups = names(_GROUPS.get(name.lower(), ""))
    further = _first_word(rest) if first in groups or "*" in groups else None
    if further is not None and (second := _word(name, rest[further])):
        before, rest = before + _options(rest[:further]), rest[further + 1 :]
        more = _last(rest) if name.lower() in _DEEP and second not in _VERBS else []
        return [first, second, *more], before + rest[len(more) :]
    return [first], before + rest


def _last(words: list[str]) -> list[str]:
    """The words up to what is done, if that is one of the next two."""
    for length in (1, 2):
        if words[length - 1 : length] and words[length - 1] in _DONE_LAST:
            return words[:length] if all(map(_WORD.fullmatch, words[:length])) else []
    return []


def _word(name: str, word: str) -> str:
    """As it is written in what is done, or nothing if it may be a value."""
    if not is_plain_name(word):
        return ""
    if name.lower() in _TASK_RUNNERS and (task := _TASK.fullmatch(word)):
        return task[1]
    return word if _WORD.fullmatch(word) else ""


def _options(words: list[str]) -> list[str]:
    """Options without the values that follow them; that there is one stays to be seen."""
    found = (word for word in words if word.startswith("-"))
    return [f"{word}=" if word in _WITH_VALUE else word for word in found]


def _first_word(words: list[str]) -> int | None:
    at = 0
    while at < len(words) and (words[at].startswith(("-", "+")) or "=" in words[at]):
        at += 2 if words[at] in _WITH_VALUE else 1
    return at if at < len(words) else None


def _parameters(program: str, words: list[str]) -> list[tuple[str, str, object]]:
    found: list[tuple[str, str, object]] = []
    operands = 0
    for word in words:
        if len(word) > 1 and word.startswith("-") and not word[1].isdigit():
            found.append(_option(program, word))
        elif operands < _MOST_OPERANDS:
            operands += 1
            found.append((str(operands), kind(word), word))
    return found


def _option(program: str, word: str) -> tuple[str, str, object]:
    """An option by its name alone, and what is given with it where that is told apart by `=`."""
    name, is_given, value = word.partition("=")
    own = option_name(program, name)
    if own != name or (is_given and len(name) == 2):
        return own, "flag" if own == "--" else "word", None
    return (own, kind(value), value) if is_given else (own, "flag", None)
