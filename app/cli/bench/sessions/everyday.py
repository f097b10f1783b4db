"""What agents do all day long in the made-up sessions: looking around, free work, habits."""

LOOKS = (
    "< {file}",
    "< {file}",
    "< {file}",
    "? {name}",
    "? {name}",
    "$ ls {name}",
    "$ rg {name}",
    "$ cat {file}",
    "$ sed -n 1,80p {file}",
    "$ find . -name {name}",
    "$ git log -5",
    "$ head {file}",
)
"""Unrelated reading and searching."""

FREE = (
    "> {file}",
    "> {file}",
    "> {file}",
    "> {file}",
    "+ {file}",
    "$ git diff {file}",
    "$ git status",
    "$ mkdir -p {name}",
    "$ rm {file}",
    "$ mv {file} {file2}",
    "$ cp {file} {file2}",
    "$ curl {url}",
    "$ chmod +x {file}",
    "$ echo {name}",
    "$ git stash",
    "$ jq . {file}",
    "$ which {name}",
    "% {url}",
    "$ git add {file}",
    "$ touch {file}",
    "$ wc -l {file}",
    "$ sort {file}",
    "$ date",
    "$ env",
)
"""Work of no particular order that every project has."""

TOPICS = (
    (
        "$ npm test",
        "$ npm run lint",
        "$ npm install {name}",
        "$ npx tsc --noEmit",
        "$ node {file}",
        "$ npx eslint {file}",
        "$ npx prettier -w {file}",
    ),
    (
        "$ pytest -q {file}",
        "$ ruff check {file}",
        "$ mypy {file}",
        "$ python {file}",
        "$ pip install {name}",
        "$ black {file}",
    ),
    (
        "$ go test ./...",
        "$ go build ./...",
        "$ go vet {name}",
        "$ gofmt -w {file}",
        "$ go mod tidy",
    ),
    ("$ make {name}", "$ gcc -c {file}", "$ gdb {file}", "$ ./configure", "$ valgrind {name}"),
    (
        "$ docker ps",
        "$ docker logs {name}",
        "$ kubectl get pods",
        "$ kubectl describe pod {name}",
        "$ docker exec {name} sh",
    ),
)
"""What a project of one kind has besides: these come together, in any order."""

SELDOM = (
    ("$ gdb {file}", "$ strace {name}", "$ perf record {name}", "$ objdump -d {file}"),
    ("$ convert {file} {file2}", "$ identify {file}", "$ optipng {file}", "$ exiftool {file}"),
    ("$ redis-cli get {name}", "$ redis-cli keys {name}", "$ redis-cli flushall", "$ nc {name}"),
    ("$ pandoc {file}", "$ aspell {file}", "$ vale {file}", "$ lualatex {file}"),
    ("$ swift build", "$ swift test", "$ swiftformat {file}", "$ xcrun simctl list"),
    ("$ bundle install", "$ rails console", "$ rake {name}", "$ rubocop {file}"),
    ("$ R -f {file}", "$ quarto render {file}", "$ julia {file}", "$ octave {file}"),
    ("$ mvn test", "$ mvn package", "$ jstack {number}", "$ jmap {number}"),
    ("@ figma get_file id={name}", "@ figma get_node id={name}", "@ figma export id={name}"),
    ("@ mysql query sql={text}", "@ mysql describe table={name}", "@ mysql explain sql={text}"),
)
"""Kinds of projects that hardly anybody has: rare calls that come together, and in any order."""

HABITS = (
    ("$ git status", "$ git diff", "$ git add {file}", "$ git commit -m {name}"),
    ("? {name}", "< {file}", "> {file}", "$ git diff"),
)
"""Patterns that occur everywhere."""
