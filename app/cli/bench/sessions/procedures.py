"""Procedures that agents repeat in the made-up sessions: some to tune on, some held back.

A line that begins with `*` is part of a loop: neighbouring ones are done several times over.
"""

from collections.abc import Mapping

Family = Mapping[str, tuple[str, ...]]


def _family(text: str) -> Family:
    """From `name:` lines with steps under them."""
    procedures: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.endswith(":"):
            procedures[line[:-1]] = steps = []
        else:
            steps.append(line)
    return {name: tuple(steps) for name, steps in procedures.items()}


TUNING: Mapping[str, Family] = {
    "containers": _family("""
        ship-image:
            $ docker build -t {name}:{version} .
            $ docker push {name}:{version}
            $ kubectl set image deployment/{name} app={name}:{version}
            $ kubectl rollout status deployment/{name}
            @ slack post_message channel={name2} text={text}
        roll-back:
            $ kubectl rollout history deployment/{name}
            $ kubectl rollout undo deployment/{name} --to-revision={number}
            $ kubectl get pods -l app={name}
            $ kubectl logs deploy/{name} --tail {number}
        chart-update:
            > charts/{name}/values.yaml
            $ helm lint charts/{name}
            $ helm template charts/{name}
            $ helm upgrade {name} charts/{name} -f {file}
    """),
    "releases": _family("""
        release-package:
            > CHANGELOG.md
            $ npm version {version}
            $ npm run build
            $ git tag -a v{version} -m {name}
            $ git push origin v{version}
            $ npm publish
        open-change:
            $ git checkout -b {name}
            > {file}
            $ npm test
            $ git commit -m {name}
            $ git push origin {name}
            $ gh pr create --title {name} --body {name2}
        pick-fix:
            $ git fetch origin
            $ git cherry-pick {number}
            $ git push origin {name}
            $ gh pr edit {number} --add-label {name}
    """),
    "databases": _family("""
        migrate-schema:
            $ alembic revision -m {name}
            > migrations/versions/{name}.py
            $ alembic upgrade head
            $ psql -d {name2} -f {file}
            $ pytest tests/{name}
        refresh-copy:
            $ pg_dump -Fc {name} -f {file}
            $ dropdb {name2}
            $ createdb {name2}
            $ pg_restore -d {name2} {file}
        tune-query:
            $ psql -d {name} -c {name2}
            > {file}
            $ psql -d {name} -f {file}
            $ pgbench -f {file} {name}
            @ notion append_block page={number} text={text}
    """),
    "python": _family("""
        raise-dependency:
            > pyproject.toml
            $ uv lock --upgrade-package {name}
            $ uv sync
            * $ pytest -q {file}
            * > {file2}
            $ git commit -m {name}
        profile-code:
            $ python -m cProfile -o {file} {name}.py
            $ snakeviz {file}
            > {file2}
            $ hyperfine {name}
        document-module:
            + docs/{name}.md
            > mkdocs.yml
            $ mkdocs build
            $ linkchecker site/{name}
    """),
    "tickets": _family("""
        triage-ticket:
            @ jira get_issue key={number}
            @ jira search_issues query={text}
            @ jira update_issue key={number} priority={name}
            @ slack post_message channel={name} text={text}
        incident-note:
            @ pagerduty get_incident id={number}
            @ grafana query_metrics query={text}
            @ pagerduty add_note id={number} text={text}
            + postmortems/{name}.md
        weekly-summary:
            @ linear list_issues team={name}
            @ github list_pull_requests repo={name2}
            + reports/{name}.md
            @ gmail create_draft to={name} body={text}
    """),
}
"""The detector was made with these in sight."""

HELD_BACK: Mapping[str, Family] = {
    "systems": _family("""
        fuzz-parser:
            $ cargo fuzz run {name}
            $ cargo fuzz tmin {name} {file}
            + fuzz/corpus/{name}
            $ cargo test {name}
        cross-build:
            $ rustup target add {name}
            $ cross build --release --target {name}
            $ strip target/{name}
            $ scp target/{name} {name2}:bin
            $ ssh {name2} {name}
        bisect-regression:
            $ git bisect start {number} {number2}
            * $ make check
            * $ git bisect good
            $ git bisect reset
            > {file}
    """),
    "phones": _family("""
        beta-build:
            > ios/{name}/Info.plist
            $ pod install
            $ xcodebuild archive -scheme {name}
            $ fastlane pilot upload --ipa {file}
        screenshot-round:
            $ emulator -avd {name}
            $ adb install {file}
            * $ adb shell screencap {file2}
            $ adb pull {file2}
            $ mogrify -resize {number} {file2}
        crash-report:
            @ sentry get_issue id={number}
            $ atos -o {file} {number}
            > {file2}
            @ sentry resolve_issue id={number}
    """),
    "office": _family("""
        invoice-run:
            @ sheets read_range sheet={number} range={name}
            + invoices/{name}.tex
            $ latexmk -pdf invoices/{name}.tex
            @ gmail send_message to={name} body={text}
            @ sheets update_range sheet={number} range={name}
        meeting-notes:
            @ calendar get_event id={number}
            $ ffmpeg -i {file} {name}.wav
            $ whisper {name}.wav
            + notes/{name}.md
        publish-post:
            + posts/{name}.md
            $ hugo --minify
            $ aws s3 sync public s3://{name}
            $ aws cloudfront create-invalidation --distribution-id {number}
    """),
    "cloud": _family("""
        plan-change:
            > {file}
            $ terraform fmt
            $ terraform validate
            $ terraform plan -out {file2}
            $ terraform apply {file2}
        rotate-key:
            $ gcloud iam service-accounts keys create {file} --iam-account {name}
            $ gcloud secrets versions add {name} --data-file {file}
            $ gcloud run services update {name2}
            $ gcloud iam service-accounts keys delete {number}
            $ shred -u {file}
        patch-hosts:
            $ ansible-playbook {file} --check
            $ ansible-playbook {file} --limit {name}
            $ ansible {name} -m ping
            @ statuspage update_incident id={number} body={text}
    """),
    "science": _family("""
        train-model:
            > conf/{name}.yaml
            $ sbatch {file}
            $ squeue -u {name}
            $ wandb sync {file2}
            + results/{name}.md
        clean-table:
            $ duckdb {name}.db -f {file}
            $ csvclean {file2}
            $ Rscript {file}
            $ dvc add {file2}
            $ dvc push
        paper-figures:
            $ snakemake --cores {number} {name}
            $ inkscape {file} --export-type=pdf
            $ tectonic {name}.tex
            $ qpdf --linearize {name}.pdf {name2}.pdf
    """),
}
"""Looked at for the last figures only."""
