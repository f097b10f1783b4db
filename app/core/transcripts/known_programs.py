"""The words and options of well-known programs that say what is done, and how. Pure tables."""

from app.core.transcripts.naming import names

TOLD = names(
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
    "journalctl tmux screen alembic flask django-admin manage.py celery airflow dbt dvc mlflow "
    "prefect dagster ruff pre-commit tox nox coverage twine semgrep snyk trivy cosign sops "
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
TASK_RUNNERS = names(
    "gradle gradlew mvn mvnw sbt npm pnpm yarn bun just task mage nx turbo fastlane"
)
"""Those of them whose words are what a project calls its tasks, mostly with inner capitals."""
VERBS = names(
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
GROUPS = {
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
DEEP = names("gcloud az doctl")
"""Of these what is done may come last, behind one or two words more of what it is done to:
`gcloud iam service-accounts keys create`."""
DONE_LAST = names("add create delete describe disable enable get list remove set update")
WITH_VALUE = names(
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
REHEARSALS = names(
    "--dry-run --dryrun --simulate --just-print --noop --no-op --what-if --whatif --check"
)
"""Options with which nothing is done yet: a call with one is no try of the same without it."""
