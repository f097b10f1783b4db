"""`techne model`: the models of a computer made for the test, from the command line."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import main as cli
from app.core.llm import model_folders, recommended, runtime
from tests.cli.conftest import Techne
from tests.cli.test_docs import DOC, SECTIONS
from tests.core.ggufs import LLAMA, TEXT, U32, gguf
from tests.core.publisher import Publisher, breaks_after, serve

STARTER = next(model_folders.starter(), None)
CAN_RUN = runtime.is_installed()
TINY = gguf()
DIGEST = hashlib.sha256(TINY).hexdigest()
READER = gguf(
    {**LLAMA, "general.architecture": (TEXT, "bert"), "bert.pooling_type": (U32, 1)}
)  # fmt: skip
MODEL_KEYS = {
    *("name", "use", "keeper", "files", "bytes", "memory", "fit", "architecture", "parameters"),
    *("quantisation", "context", "licence", "sha256", "chosen"),
}


@pytest.fixture(autouse=True)
def _bare(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who has no models, on a computer that can run them."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "nobody"))
    for name in ("OLLAMA_MODELS", "HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE",
                 "XDG_CACHE_HOME"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(model_folders, "STARTER_PACKAGE", "techne_has_no_such_package")
    monkeypatch.setattr(runtime, "is_installed", lambda: True)


@pytest.fixture
def models(home: Path) -> Path:
    (home / "models").mkdir()
    return home / "models"


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    publisher = Publisher(TINY)
    stop = serve(publisher)
    yield publisher
    stop()


def test_without_models_the_next_step_is_named(techne: Techne) -> None:
    said = techne("model", "list")
    assert said.status == 0
    assert "No models on this computer yet." in said.out
    assert "techne model get NAME" in said.out and "qwen3-4b" in said.out
    assert techne("model", "list", "--json").json["models"] == []


def test_no_vault_and_no_passphrase_are_needed(
    techne: Techne, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (models / "tiny.gguf").write_bytes(TINY)
    for file in models.parent.glob("vault.*"):
        file.unlink()
    monkeypatch.delenv("TECHNE_PASSPHRASE_FILE")
    assert techne("model", "use", "tiny").status == 0
    assert techne("model", "list", "--json").json["models"][0]["chosen"] is True


def test_the_list_says_what_is_here_and_what_is_left_out(techne: Techne, models: Path) -> None:
    (models / "tiny.gguf").write_bytes(TINY)
    (models / "reader.gguf").write_bytes(READER)
    (models / "cut.gguf").write_bytes(TINY[:-1])
    techne("model", "use", "tiny")
    text = techne("model", "list").out
    assert re.search(r"^\* +tiny +text .*Q4_K_M +2048 +mit .*fits +Techne$", text, re.MULTILINE)
    assert re.search(r"^ +reader +embeddings ", text, re.MULTILINE)
    assert f"{models / 'cut.gguf'}: This model file is incomplete." in text
    document = techne("model", "list", "--json").json
    assert {model["name"]: model["fit"] for model in document["models"]} == {
        "tiny": "fits",
        "reader": "fits",
    }
    assert document["leftOut"][0]["path"] == str(models / "cut.gguf")


def test_without_llama_cpp_the_exact_line_is_said(
    techne: Techne, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: False)
    (models / "tiny.gguf").write_bytes(TINY)
    said = techne("model", "list")
    assert "llama.cpp is not installed. Install it with: " in said.out
    assert "bootstrap.py model" in said.out
    document = techne("model", "list", "--json").json
    assert document["runtime"]["installed"] is False
    assert "bootstrap.py" in document["runtime"]["hint"]
    used = techne("model", "use", "tiny")
    assert used.status == 0 and "cannot run yet" in used.err


def test_everything_about_one(techne: Techne, models: Path) -> None:
    (models / "tiny.gguf").write_bytes(TINY)
    said = techne("model", "show", "tiny")
    assert DIGEST in said.out and "llama" in said.out and "of memory" in said.out
    assert "Chosen" not in said.out
    techne("model", "use", "tiny")
    assert re.search("Chosen +yes", techne("model", "show", "tiny").out)
    (models / "tiny.gguf").write_bytes(gguf(data=700))
    assert re.search("Chosen +changed since", techne("model", "show", "tiny").out)


def test_getting_one_by_its_address(techne: Techne, models: Path, publisher: Publisher) -> None:
    said = techne("model", "get", publisher.url(), "--sha256", DIGEST)
    assert said.status == 0, said.err
    assert "Downloaded tiny." in said.out and "techne model use tiny" in said.out
    assert (models / "tiny.gguf").read_bytes() == TINY
    again = techne("model", "get", publisher.url("/other.gguf"), "--sha256", DIGEST)
    assert "tiny is already downloaded." in again.out and len(publisher.asked) == 1


def test_nobody_vouches_for_it(techne: Techne, publisher: Publisher) -> None:
    said = techne("model", "get", publisher.url(), "--json")
    assert said.json["checked"] == "nobody" and said.json["sha256"] == DIGEST
    assert "Techne does not know this file." in said.err


def test_a_recommended_one_is_got_by_its_name(
    techne: Techne, tmp_path: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {
        "name": "tiny",
        "title": "Tiny",
        "about": "For tests.",
        "use": "text",
        "page": "x",
        "licence": "MIT",
        "size": len(TINY),
        "sha256": DIGEST,
        "url": publisher.url("/t.gguf"),
    }
    table = tmp_path / "recommended.json"
    table.write_text(json.dumps({"models": [row]}), "utf-8")
    monkeypatch.setattr(recommended, "_TABLE", table)
    assert techne("model", "get", "TINY", "--json").json["checked"] == "expected"
    document = techne("model", "list", "--json").json
    assert document["recommended"] == [] and document["models"][0]["name"] == "t"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("get", "gpt-9"), "no recommended model gpt-9"),
        (("get", "http://example.org/x.gguf"), "https addresses only"),
        (("get", "https://example.org/x.gguf", "--sha256", "12"), "64 digits"),
        (("show", "nothing"), "no model nothing"),
        (("use", "nothing"), "no model nothing"),
        (("use", "tiny", "--for", "embedding"), "not an embedding model"),
        (("add", "nowhere"), "cannot be found"),
        (("remove", "../../etc/nothing"), "no model"),
    ],
)
def test_what_cannot_be_done_has_a_sentence(
    typed: tuple[str, ...], sentence: str, techne: Techne, models: Path
) -> None:
    (models / "tiny.gguf").write_bytes(TINY)
    said = techne("model", *typed)
    assert said.status == 1 and sentence in said.err
    assert len(said.err.strip().splitlines()) == 2, "a sentence and a hint"


def test_a_broken_download_says_how_to_go_on(
    techne: Techne, models: Path, publisher: Publisher
) -> None:
    publisher.behave = [breaks_after(100), breaks_after(0)]
    said = techne("model", "get", publisher.url(), "--sha256", DIGEST)
    assert said.status == 1 and "resumes where it stopped" in said.err
    assert (models / "tiny.gguf.part").stat().st_size == 100
    assert "download is incomplete" in techne("model", "list").out
    assert techne("model", "remove", "tiny.gguf").status == 0
    assert not (models / "tiny.gguf.part").exists()


@pytest.mark.parametrize("typed", [("show",), ("get",), ("list", "x"), ("think",), ()])
def test_wrong_usage(typed: tuple[str, ...], techne: Techne) -> None:
    with pytest.raises(SystemExit) as caught:
        techne("model", *typed)
    assert caught.value.code == 2


def test_using_none(techne: Techne, models: Path) -> None:
    (models / "reader.gguf").write_bytes(READER)
    assert techne("model", "use", "reader", "--json").json["use"] == "embedding"
    assert techne("model", "use", "none", "--for", "embedding").out.startswith("No model is used")
    assert techne("model", "list", "--json").json["models"][0]["chosen"] is False


def test_places_and_files_come_and_go(techne: Techne, models: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "disk"
    elsewhere.mkdir()
    (elsewhere / "mine.gguf").write_bytes(TINY)
    (models / "ours.gguf").write_bytes(gguf(data=700))
    assert techne("model", "add", elsewhere).status == 0
    names = {model["name"] for model in techne("model", "list", "--json").json["models"]}
    assert names == {"mine", "ours"}
    refused = techne("model", "remove", "mine")
    assert refused.status == 1 and "was not removed" in refused.err
    by_path = techne("model", "remove", elsewhere / "mine.gguf")
    assert by_path.status == 1 and "was not removed" in by_path.err
    assert techne("model", "remove", "ours").status == 0
    assert techne("model", "remove", elsewhere).status == 0
    assert techne("model", "list", "--json").json["models"] == []
    assert (elsewhere / "mine.gguf").exists() and not (models / "ours.gguf").exists()


def test_names_cannot_control_the_terminal(techne: Techne, models: Path) -> None:
    (models / "a\x1b[2Jb.gguf").write_bytes(TINY[:-1])
    said = techne("model", "show", "a\x1b[2Jc")
    assert said.status == 1 and "\x1b" not in said.err


def test_trying_without_a_model_names_the_next_step(techne: Techne) -> None:
    said = techne("model", "try", "Who are you?")
    assert said.status == 1 and "No language model is chosen." in said.err


def test_a_real_model_answers(techne: Techne) -> None:
    if STARTER is None or not CAN_RUN:
        pytest.skip("the starter model or what runs it is not installed")
    techne("model", "use", STARTER.path)
    document = techne("model", "try", "Say hello.", "--json").json
    assert document["answer"] and document["tokens"] and document["seconds"] > 0
    assert set(document) == {"model", "answer", "tokens", "seconds"}


def test_what_is_printed_has_the_documented_keys(
    techne: Techne, models: Path, publisher: Publisher
) -> None:
    documented = set(re.findall(r"`([a-zA-Z0-9]+)`", SECTIONS["model"][1]))
    printed = {
        "get": {"name", "path", "sha256", "checked"},
        "list": {"models", "recommended", "leftOut", "runtime"},
        "show": MODEL_KEYS,
        "use": {"use", "name", "path"},
        "add": {"added"},
        "remove": {"removed", "files"},
    }
    arguments = {"get": publisher.url(), "add": models, "show": "tiny", "use": "tiny"}
    for action, keys in printed.items():
        typed = [] if action == "list" else [arguments.get(action, "tiny")]
        document = techne("model", action, *typed, "--json").json
        assert set(document) == keys <= documented, action
        if action == "list":
            assert set(document["models"][0]) == MODEL_KEYS
            assert set(document["recommended"][0]) <= documented
            assert set(document["runtime"]) <= documented


def test_the_recommended_models_are_the_documented_ones() -> None:
    page = (Path(cli.__file__).parents[2] / "docs" / "model.md").read_text("utf-8")
    rows = re.findall(r"^\| \[`([\w.-]+)`\]\((\S+)\) \| .* \| (\S+) \| `(\w+)` \|$", page, re.M)
    ours = [(row.name, row.page, row.licence, row.sha256) for row in recommended.recommended()]
    assert rows == ours
    assert "model.md#getting-a-model" in DOC
