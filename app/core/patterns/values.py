"""What the word behind an option is: `--suite x` and `psql -h x` say so. Pure."""

import re
from collections.abc import Mapping

from app.core.transcripts.naming import names
from app.core.transcripts.option_names import letter_or_word

_VALUED = names(
    "--access --account --address --app --arch --assignee --author --base --bin --body "
    "--body-file --branch --bucket --channel --chart --cluster --config --container --context "
    "--database --date --dbname --destination --dir --directory --endpoint --env --environment "
    "--file --filename --folder --host --hostname --image --input --key --label --message "
    "--milestone --model --name --namespace --org --organization --out --output --password --path "
    "--platform --port --profile --project --query --queue --ref --region --registry --replicas "
    "--repo --repository --reviewer --revision --role --schema --service --set --set-string "
    "--since --source --stage --subject --suite --table --tag --team --template --timeout --title "
    "--to --topic --until --url --username --values --version --workspace --zone"
)
"""These have a value wherever they are written."""
_FLAGS = names(
    "--all --amend --archive --async --atomic --auto --auto-approve --background --bare --build "
    "--cached --check --clean --color --compact --compress --confirm --create-namespace --daemon "
    "--debug --delete --delete-branch --detach --dev --draft --dry-run --edit --exact --fail "
    "--fast --ff-only --fix --follow --force --force-with-lease --frozen --full --global --graph "
    "--hard --init --install --interactive --json --keep --latest --lint --list --local --location "
    "--locked --merge --minimal --mirror --new --now --offline --once --oneline --overwrite "
    "--parallel --plain --prod --production --progress --prune --public --private --pull --purge "
    "--push --quick --quiet --rebase --recreate --recursive --release --remove-orphans --replace "
    "--reverse --rm --save --save-dev --silent --soft --squash --staged --strict --sync --system "
    "--tags --test --trace --tty --update --upgrade --user --verbose --verify --wait --watch --web "
    "--write --yes --linearize"
)
"""These mostly have none, and neither have those that begin so:"""
_NO_VALUE = ("--no-", "--skip-", "--with-", "--without-", "--allow-", "--ignore-", "--force-",
             "--enable-", "--disable-", "--keep-", "--is-")  # fmt: skip
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SECRET = re.compile(
    r"(?:^|_)(?:password|passwd|passphrase|passcode|secret|token|credentials?|apikey|otp"
    r"|(?:api|access|account|auth|private|secret|signing|encryption|master)_key)[0-9]*$"
)
_LETTERS = """
    -m message, -F file                         git commit, git tag, git merge, git stash push
    -d tag                                      git tag
    -b branch, -B branch                        git checkout, git worktree add
    -c branch, -C branch                        git switch
    -d branch, -D branch                        git branch
    -m message                                  alembic revision
    -t title, -b body, -B base, -H head         gh pr create, gh pr edit
    -t title, -b body, -l label, -a assignee    gh issue create, gh issue edit
    -t title, -n notes, -F file                 gh release create, gh release edit
    -t image, -f file                           docker build, docker buildx build, podman build
    -p port, -v volume, -e variable, -w folder, -u username   docker run, podman run
    -e variable, -w folder, -u username         docker exec, podman exec
    -f file                                     kubectl apply, kubectl create, kubectl delete
    -f file                                     kubectl replace, helm upgrade, helm install
    -h host, -p port, -U username, -d database, -f file   psql, pg_dump, pg_restore, pgbench
    -c query, -t table, -n schema                         psql, pg_dump, pg_restore
    -h host, -p port, -U username               createdb, dropdb, createuser, pg_dumpall, pg_isready
    -h host, -P port, -u username, -e query     mysql, mysqldump, mariadb, mysqladmin
    -D database                                 mysql, mariadb
    -h host, -p port, -n database               redis-cli
    -p port, -i key, -l username                ssh
    -P port, -i key                             scp, sftp
    -X method, -o file, -d data, -H header, -u credentials   curl
    -T file, -F form                            curl
    -O file, -P folder                          wget
    -f archive, -C folder                       tar
    -d folder                                   unzip
    -e expression, -f file                      sed, sed -i
    -e code                                     perl, ruby, node
    -c code                                     python
    -C folder, -f file                          make
    -i inventory, -l limit                      ansible-playbook
    -k expression, -m marker                    pytest
    -r repository, -u username, -p password     twine upload
    -u username, -p password                    docker login, podman login, helm registry login
    -p password                                 sshpass
    -i input                                    ffmpeg
    -o file                                     go build, gcc, clang, cc
"""


def _read(table: str) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in filter(None, map(str.strip, table.splitlines())):
        letters, commands = line.split("  ", 1)
        meanings = dict(one.split() for one in letters.split(", "))
        for command in commands.split(","):
            found.setdefault(f"shell {command.strip()}", {}).update(meanings)
    return found


_BY_TOOL = _read(_LETTERS)


def value_of(tool: str, option: str) -> str:
    """What the value of an option is, or nothing where it may have none."""
    own = letter_or_word(_program(tool), option)
    if len(own) == 2:
        return _BY_TOOL.get(tool, {}).get(own, "")
    return own if f"--{own.lstrip('-')}" in _VALUED else ""


def may_be_value_of(tool: str, option: str) -> str:
    """The option itself if it has a long name, and is not known to have no value."""
    own = letter_or_word(_program(tool), option)
    return "" if len(own) == 2 or own in _FLAGS or own.startswith(_NO_VALUE) else own


def is_value_of(tool: str, option: str) -> bool:
    """Whether what always follows an option is its value, as far as the name of the option tells.

    With one dash there are as many without a value as with one.
    """
    may = option.startswith("--") and may_be_value_of(tool, option)
    return bool(value_of(tool, option) or may)


def may_be_secret(parameter: str) -> bool:
    """Whether a value of this name may be a password or a key: `--api-key`, `clientSecret`."""
    return _SECRET.search(_CAPITAL.sub("_", parameter).replace("-", "_").lower()) is not None


def _program(tool: str) -> str:
    return [*tool.split(), "", ""][1]
