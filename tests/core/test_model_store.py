"""The models of this computer: what is found where, what is left out and why, what is chosen."""

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import AppError, Cancelled, NotFound
from app.core.llm import gguf as headers
from app.core.llm import model_folders
from app.core.llm.download import Vouch, Wanted
from app.core.llm.file_facts import FileFacts
from app.core.llm.fit import need
from app.core.llm.gguf_values import NotGguf
from app.core.llm.model import NoModel
from app.core.llm.model_folders import Origin, Seen
from app.core.llm.model_store import ModelStore
from app.core.llm.recommended import by_name, recommended
from app.core.llm.stored_model import Use, parts_of
from tests.core.ggufs import LLAMA, TEXT, U32, gguf
from tests.core.publisher import Publisher, serve

TINY = gguf()
READER = gguf(
    {"general.architecture": (TEXT, "nomic-bert"), "nomic-bert.pooling_type": (U32, 1)}
)  # fmt: skip
PROJECTOR = gguf({"general.architecture": (TEXT, "clip"), "general.type": (TEXT, "mmproj")})


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """The home folder of a person."""
    user = tmp_path / "user"
    user.mkdir()
    return user


@pytest.fixture
def store(tmp_path: Path, user: Path) -> ModelStore:
    """The models of that person, who has no starter model."""
    (tmp_path / "home").mkdir()

    def seen(own: Path, also: tuple[Path, ...]) -> Iterator[Seen]:
        environ = {"HOME": str(user), "USERPROFILE": str(user)}
        return (s for s in model_folders.seen(own, also, environ) if s.origin is not Origin.STARTER)

    return ModelStore(tmp_path / "home" / "models", seen)


def put(path: Path, content: bytes = TINY) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def named(store: ModelStore) -> dict[str, Origin]:
    return {model.name: model.origin for model in store.look().models}


def reasons(store: ModelStore) -> dict[str, str]:
    return {left.path.name: left.why for left in store.look().left_out}


def ollama(user: Path, name: str, content: bytes, **changes: str) -> Path:
    """A model as Ollama stores it."""
    store = user / ".ollama" / "models"
    digest = hashlib.sha256(content).hexdigest()
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": f"sha256:{'1' * 64}"},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}"} | changes,
    ]
    put(store / "manifests" / name, json.dumps({"layers": layers}).encode())
    return put(store / "blobs" / f"sha256-{digest}", content)


def hugging_face(user: Path, revision: str, name: str, content: bytes = TINY) -> Path:
    """A file as the hub's cache stores it."""
    repository = user / ".cache" / "huggingface" / "hub" / "models--someone--some-GGUF"
    blob = put(repository / "blobs" / hashlib.sha256(content).hexdigest(), content)
    link = repository / "snapshots" / revision / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(os.path.relpath(blob, link.parent))
    return link


# Where


def test_an_empty_computer_has_no_models_and_nothing_is_made(store: ModelStore) -> None:
    found = store.look()
    assert (found.models, found.left_out) == ((), ())
    assert not store.folder.exists()


def test_models_are_found_wherever_they_lie(store: ModelStore, user: Path, tmp_path: Path) -> None:
    put(store.folder / "own.gguf")
    put(user / ".lmstudio/models/someone/some-GGUF/studio.gguf")
    put(user / ".cache/lm-studio/models/someone/some-GGUF/older.gguf")
    hugging_face(user, "a" * 40, "hub.gguf", gguf(data=641))
    ollama(user, "registry.ollama.ai/library/qwen2.5/1.5b", gguf(data=642))
    ollama(user, "registry.ollama.ai/somebody/tiny/latest", gguf(data=643))
    ollama(user, "hf.co/someone/tiny-GGUF/Q4", gguf(data=644))
    store.add(put(tmp_path / "disk" / "deep" / "a" / "b" / "elsewhere.gguf").parents[3])
    assert named(store) == {
        "own": Origin.OWN,
        "studio": Origin.LM_STUDIO,
        "older": Origin.LM_STUDIO,
        "hub": Origin.HUGGING_FACE,
        "qwen2.5:1.5b": Origin.OLLAMA,
        "somebody/tiny:latest": Origin.OLLAMA,
        "hf.co/someone/tiny-GGUF:Q4": Origin.OLLAMA,
        "elsewhere": Origin.ELSEWHERE,
    }
    assert reasons(store) == {}


def test_the_variables_of_other_programs_are_followed(tmp_path: Path, user: Path) -> None:
    put(tmp_path / "studio" / "models" / "x" / "y" / "moved.gguf")
    (user / ".lmstudio-home-pointer").write_text(str(tmp_path / "studio"))
    put(tmp_path / "hub/models--a--b/snapshots/1/hub.gguf")
    ollama(tmp_path, "registry.ollama.ai/library/moved/1b", TINY)
    environ = {
        "HOME": str(user),
        "USERPROFILE": str(user),
        "HF_HUB_CACHE": str(tmp_path / "hub"),
        "OLLAMA_MODELS": str(tmp_path / ".ollama" / "models"),
    }
    seen = model_folders.seen(tmp_path / "own", (), environ)
    assert {s.name for s in seen} - {"SmolLM2-135M-Instruct"} == {"moved", "hub", "moved:1b"}
    put(tmp_path / "hf/hub/models--a--b/snapshots/1/other.gguf")
    del environ["HF_HUB_CACHE"]
    seen = model_folders.seen(tmp_path / "own", (), environ | {"HF_HOME": str(tmp_path / "hf")})
    assert "other" in {s.name for s in seen}


def test_the_starter_model_is_found_without_importing_its_package() -> None:
    found = list(model_folders.starter())
    if not found:
        pytest.skip("the starter model is not installed")
    (only,) = found
    assert (only.name, only.origin) == ("SmolLM2-135M-Instruct", Origin.STARTER)
    assert model_folders.STARTER_PACKAGE not in sys.modules
    assert headers.read(only.path).architecture == "llama"


def test_without_the_package_there_is_no_starter_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_folders, "STARTER_PACKAGE", "techne_has_no_such_package")
    assert list(model_folders.starter()) == []


def test_the_same_file_is_one_model(store: ModelStore, user: Path, tmp_path: Path) -> None:
    hugging_face(user, "a" * 40, "same.gguf")
    link = hugging_face(user, "b" * 40, "same.gguf")
    ollama(user, "registry.ollama.ai/library/same/1b", TINY)  # stored under the same digest
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "other-name.gguf").symlink_to(link)
    store.add(tmp_path / "disk")
    assert len(store.look().models) == 1


def test_two_models_of_one_name_can_be_told_apart(store: ModelStore, user: Path) -> None:
    put(store.folder / "tiny.gguf")
    put(user / ".lmstudio/models/a/b/Tiny.gguf", gguf(data=700))
    put(user / ".lmstudio/models/a/c/tiny.gguf", gguf(data=800))
    assert list(named(store)) == ["tiny", "Tiny (lm-studio)", "tiny (lm-studio 2)"]
    assert store.named("TINY (lm-studio)").header.size > store.named("tiny").header.size


def test_folders_that_go_round_or_cannot_be_read_are_no_trouble(
    store: ModelStore, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    put(disk / "a" / "model.gguf")
    (disk / "a" / "round").symlink_to(disk)
    (disk / "a" / "nowhere.gguf").symlink_to(disk / "gone.gguf")
    put(disk / ".trash" / "hidden.gguf")
    locked = disk / "locked"
    put(locked / "secret.gguf")
    locked.chmod(0)
    store.add(disk)
    found = named(store)
    locked.chmod(0o700)
    assert "model" in found and "hidden" not in found
    assert "cannot be found" in reasons(store)["nowhere.gguf"]


@pytest.mark.parametrize(
    "manifest", [b"", b"{", b"[]", b"null", b'{"layers": 7}', b'{"layers": [7, null, {}]}', b"\xff"]
)
def test_damaged_manifests_name_nothing(manifest: bytes, store: ModelStore, user: Path) -> None:
    put(user / ".ollama/models/manifests/registry.ollama.ai/library/x/y", manifest)
    assert named(store) == {}


@pytest.mark.parametrize("digest", ["sha256:../../../etc/passwd", "sha256-" + "a" * 64, "", "7"])
def test_a_manifest_cannot_lead_out_of_the_store(
    digest: str, store: ModelStore, user: Path
) -> None:
    ollama(user, "registry.ollama.ai/library/x/y", TINY, digest=digest)
    assert named(store) == {} and reasons(store) == {}


# What is left out


def test_partial_files_are_never_offered(store: ModelStore, user: Path) -> None:
    put(store.folder / "arriving.gguf.part", TINY[:200])
    put(store.folder / "arriving.gguf.part.json", b"{}")
    put(store.folder / "cut.gguf", TINY[:-1])
    put(store.folder / "filled-up.gguf", TINY)
    put(store.folder / "filled-up.gguf.aria2", b"")
    put(store.folder / "empty.gguf", b"")
    put(store.folder / "text.gguf", b"version https://git-lfs.github.com/spec/v1\n")
    blob = ollama(user, "registry.ollama.ai/library/pulled/1b", gguf(data=1000))
    blob.rename(blob.with_name(f"{blob.name}-partial"))
    hub = user / ".cache/huggingface/hub/models--a--b"
    put(hub / "blobs" / f"{'a' * 64}.incomplete", TINY[:100])
    assert named(store) == {}
    assert reasons(store) == {
        "cut.gguf": "This model file is incomplete.",
        "filled-up.gguf": "Another program is still downloading it.",
        "empty.gguf": "This is not a GGUF model file.",
        "text.gguf": "This is not a GGUF model file.",
        blob.name: f"The model file {blob.name} cannot be found.",
        "arriving.gguf.part": "The download is incomplete. Get it again to resume, or remove it.",
    }
    assert not store.discard("cut.gguf") and not store.discard("../models/arriving.gguf")
    assert store.discard("arriving.gguf") and not store.discard("arriving.gguf")
    assert not list(store.folder.glob("arriving*"))


def test_projectors_are_no_models(store: ModelStore) -> None:
    put(store.folder / "mmproj-vision.gguf", PROJECTOR)
    assert named(store) == {}
    assert "a part of another model" in reasons(store)["mmproj-vision.gguf"]


def part(number: int, count: int) -> bytes:
    split = {"split.no": (2, number - 1), "split.count": (2, count)}
    return gguf({**LLAMA, **split}, data=640 + number)


def test_a_model_in_parts_is_one(store: ModelStore) -> None:
    for number in (1, 2, 3):
        put(store.folder / f"big-0000{number}-of-00003.gguf", part(number, 3))
    (model,) = store.look().models
    assert model.name == "big" and len(model.files) == 3
    assert model.path.name == "big-00001-of-00003.gguf"
    assert model.size == sum(path.stat().st_size for path in model.files)
    single = headers.read(model.path)
    assert model.header.parameters == 3 * single.parameters
    assert need(model.header, 512).weights == 3 * single.weights
    assert store.named(str(model.files[2])) == model
    digest = store.digest(model.path)
    ours = [hashlib.sha256(path.read_bytes()).hexdigest() for path in model.files]
    assert digest == hashlib.sha256("".join(f"{one}\n" for one in ours).encode()).hexdigest()
    assert store.look().models[0].sha256 == digest
    store.remove(model)
    assert not any(path.exists() for path in model.files)


def test_a_model_with_missing_parts_is_left_out(store: ModelStore) -> None:
    put(store.folder / "first-00001-of-00003.gguf", part(1, 3))
    put(store.folder / "last-00003-of-00003.gguf", part(3, 3))
    put(store.folder / "odd-00009-of-00003.gguf")
    assert named(store) == {"odd-00009-of-00003": Origin.OWN}
    assert reasons(store) == {
        "first-00001-of-00003.gguf": "2 of its 3 parts are missing.",
        "last-00003-of-00003.gguf": "2 of its 3 parts are missing.",
    }


def test_absurd_numbers_of_parts_are_not_counted_out() -> None:
    path = Path("x-00001-of-99999.gguf")
    assert parts_of(path) == (path,)


# What is known


def test_what_a_model_says_about_itself(store: ModelStore) -> None:
    put(store.folder / "tiny.gguf")
    put(store.folder / "reader.gguf", READER)
    reader, tiny = store.look().models
    assert (tiny.use, reader.use) == (Use.TEXT, Use.EMBEDDING)
    header = tiny.header
    assert (header.architecture, header.quantisation) == ("llama", "Q4_K_M")
    assert (header.context, header.licence, tiny.size) == (2048, "mit", len(TINY))


def test_a_digest_is_computed_once_and_again_after_a_change(
    store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(store.folder / "tiny.gguf")
    assert store.look().models[0].sha256 == ""
    assert store.digest(path) == hashlib.sha256(TINY).hexdigest()
    again = ModelStore(store.folder, store._seen)
    assert again.look().models[0].sha256 == hashlib.sha256(TINY).hexdigest()
    with monkeypatch.context() as patch:
        patch.setattr("app.core.llm.file_facts.sha256", lambda *_: pytest.fail("computed twice"))
        patch.setattr(headers, "read", lambda *_: pytest.fail("read twice"))
        again.look()
        again.digest(path)
    put(path, gguf(data=641))
    assert again.look().models[0].sha256 == ""
    assert again.digest(path) == hashlib.sha256(gguf(data=641)).hexdigest()


def test_computing_a_digest_can_be_stopped(store: ModelStore) -> None:
    class Stop:
        cancelled = True

        def report(self, fraction: float, text: str = "") -> None:
            raise AssertionError

    path = put(store.folder / "tiny.gguf")
    with pytest.raises(Cancelled):
        store.digest(path, Stop())
    with pytest.raises(Cancelled):
        store.look(Stop())


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"form": 2, "files": {}}',
        b'{"form": 1, "files": 7}',
        b'{"form": 1, "files": {"x": {}}}',
        b'{"form": 1, "files": {"x": {"state": {"size": 1, "changed": "?"}}}}',
    ],
)
def test_a_damaged_book_is_an_empty_one(damage: bytes, store: ModelStore) -> None:
    path = put(store.folder / "tiny.gguf")
    store.digest(path)
    put(store.folder / "known.json", damage)
    put(store.folder / "chosen.json", damage)
    again = ModelStore(store.folder, store._seen)
    assert [model.name for model in again.look().models] == ["tiny"]
    assert again.chosen(Use.TEXT) is None
    again.choose(again.look().models[0], Use.TEXT)
    assert again.ready(Use.TEXT).name == "tiny"


def test_a_header_of_other_kinds_of_values_is_read_again(store: ModelStore) -> None:
    put(store.folder / "tiny.gguf")
    store.look()
    book = store.folder / "known.json"
    document = json.loads(book.read_text())
    (entry,) = document["files"].values()
    entry["header"]["context"] = "large"
    book.write_text(json.dumps(document))
    assert ModelStore(store.folder, store._seen).look().models[0].header.context == 2048


def test_two_processes_share_what_they_found_out(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    one, two = put(tmp_path / "one.gguf"), put(tmp_path / "two.gguf")
    first, second = (FileFacts(tmp_path / "models" / "known.json") for _number in range(2))
    first.compute(one)
    second.compute(two)
    third = FileFacts(tmp_path / "models" / "known.json")
    assert third.sha256(one) and third.sha256(two)


ANYTHING = st.none() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=3))
PATHS = st.sampled_from(["/\0", "~nobody", "", "/\ud800", "/no/../../b", "/x.gguf"]) | st.text()
CHOSEN = st.fixed_dictionaries({"path": PATHS | ANYTHING, "name": ANYTHING, "state": ANYTHING})
CHOICES = st.fixed_dictionaries(
    {"text": CHOSEN | ANYTHING, "embedding": CHOSEN, "also": st.lists(PATHS | ANYTHING) | ANYTHING}
)


@settings(max_examples=60)
@given(CHOICES | ANYTHING)
def test_whatever_was_chosen_is_no_trouble(choices: object) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "models"
        put(folder / "tiny.gguf")
        put(folder / "chosen.json", json.dumps(choices).encode())

        def seen(own: Path, also: tuple[Path, ...]) -> Iterator[Seen]:
            yield Seen(own / "tiny.gguf", "tiny", Origin.OWN)
            yield from (Seen(path, path.stem, Origin.ELSEWHERE) for path in also)

        store = ModelStore(folder, seen)
        store.has_changed(Use.TEXT)
        with suppress(AppError):
            store.ready(Use.TEXT)
        assert "tiny" in named(store)
        store.choose(store.named("tiny"), Use.TEXT)
        assert store.ready(Use.TEXT).name == "tiny"


# Choosing


def test_a_chosen_model_is_ready(store: ModelStore, user: Path) -> None:
    ollama(user, "registry.ollama.ai/library/qwen2.5/1.5b", TINY)
    store.choose(store.named("qwen2.5:1.5b"), Use.TEXT)
    ready = ModelStore(store.folder).ready(Use.TEXT)
    assert (ready.name, ready.header.architecture) == ("qwen2.5:1.5b", "llama")
    with pytest.raises(NoModel, match="No embedding model"):
        store.ready(Use.EMBEDDING)
    store.choose_none(Use.TEXT)
    store.choose_none(Use.TEXT)
    with pytest.raises(NoModel, match="No language model is chosen") as caught:
        store.ready(Use.TEXT)
    assert "list of models" in caught.value.hint


def test_each_model_is_chosen_for_what_it_can(store: ModelStore) -> None:
    put(store.folder / "reader.gguf", READER)
    put(store.folder / "tiny.gguf")
    with pytest.raises(AppError, match="reader cannot write"):
        store.choose(store.named("reader"), Use.TEXT)
    with pytest.raises(AppError, match="tiny is a text model"):
        store.choose(store.named("tiny"), Use.EMBEDDING)
    store.choose(store.named("reader"), Use.EMBEDDING)
    assert store.ready(Use.EMBEDDING).name == "reader"


def test_a_chosen_model_that_vanished_is_said(store: ModelStore) -> None:
    path = put(store.folder / "tiny.gguf")
    store.choose(store.named("tiny"), Use.TEXT)
    path.unlink()
    with pytest.raises(
        NoModel, match=r"cannot be used\. The model file tiny\.gguf cannot be found"
    ):
        store.ready(Use.TEXT)
    assert "cannot be found" in reasons(store)["tiny.gguf"]
    assert store.has_changed(Use.TEXT)
    put(path, TINY[:-1])
    with pytest.raises(NoModel, match="incomplete"):
        store.ready(Use.TEXT)


def test_a_chosen_file_that_changed_is_noticed(store: ModelStore) -> None:
    path = put(store.folder / "tiny.gguf")
    assert not store.has_changed(Use.TEXT)
    store.choose(store.named("tiny"), Use.TEXT)
    assert not store.has_changed(Use.TEXT)
    put(path, gguf(data=641))
    assert store.has_changed(Use.TEXT)
    assert store.ready(Use.TEXT).name == "tiny"


def test_a_file_anywhere_can_be_chosen(store: ModelStore, tmp_path: Path) -> None:
    path = put(tmp_path / "disk" / "mine.gguf")
    store.choose(store.named(str(path)), Use.TEXT)
    assert store.ready(Use.TEXT).path == path
    assert named(store) == {"mine": Origin.ELSEWHERE}
    with pytest.raises(AppError, match="not a GGUF"):
        store.named(str(put(tmp_path / "notes.txt", b"notes")))


def test_a_name_nobody_has(store: ModelStore) -> None:
    put(store.folder / "qwen3-4b.gguf")
    with pytest.raises(NotFound) as caught:
        store.named("qwen3-4g")
    assert caught.value.hint == "Did you mean qwen3-4b?"
    with pytest.raises(NotFound) as caught:
        store.named("~nobody/../../etc/passwd\0")
    assert "list of models" in caught.value.hint


# Coming and going


def test_only_our_own_files_are_removed(store: ModelStore, user: Path, tmp_path: Path) -> None:
    theirs = put(user / ".lmstudio/models/a/b/studio.gguf")
    linked = put(tmp_path / "disk" / "linked.gguf", gguf(data=700))
    store.folder.mkdir()
    (store.folder / "link.gguf").symlink_to(linked)
    shutil.copytree(linked.parent, tmp_path / "other")
    (store.folder / "folder").symlink_to(tmp_path / "other")
    for name in ("studio", "linked"):
        with pytest.raises(AppError, match="was not removed") as caught:
            store.remove(store.named(name))
        assert "It is in" in caught.value.hint
    store.choose(store.named("link"), Use.TEXT)
    store.remove(store.named("link"))
    assert store.chosen(Use.TEXT) is None
    assert theirs.exists() and linked.exists() and (tmp_path / "other" / "linked.gguf").exists()
    assert not (store.folder / "link.gguf").exists()


def test_places_are_added_and_forgotten(store: ModelStore, tmp_path: Path) -> None:
    path = put(tmp_path / "disk" / "mine.gguf")
    store.add(path)
    store.add(path)
    assert named(store) == {"mine": Origin.ELSEWHERE}
    with pytest.raises(NotFound):
        store.add(tmp_path / "nowhere")
    (tmp_path / "letter.gguf").write_text("Dear reader")
    with pytest.raises(NotGguf):
        store.add(tmp_path / "letter.gguf")
    assert named(store) == {"mine": Origin.ELSEWHERE}
    assert store.forget(path) and not store.forget(path)
    assert named(store) == {} and path.exists()


def test_a_fetched_model_is_in_the_store_with_its_digest(
    store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    publisher = Publisher(TINY)
    stop = serve(publisher)
    digest = hashlib.sha256(TINY).hexdigest()
    model, fetched = store.get(Wanted(publisher.url(), "tiny.gguf", digest))
    stop()
    assert (model.name, model.sha256, fetched.vouched) == ("tiny", digest, Vouch.EXPECTED)
    assert store.look().with_digest(digest) == model
    assert store.look().with_digest("") is None


def test_what_is_recommended_can_be_fetched_and_checked() -> None:
    table = recommended()
    assert {row.use for row in table} == set(Use)
    assert len({row.name for row in table}) == len(table)
    for row in table:
        assert row.licence in ("Apache-2.0", "MIT")
        assert 100_000_000 < row.size < 4_000_000_000
        assert len(bytes.fromhex(row.sha256)) == 32
        assert row.url.startswith(row.page + "/resolve/") and "/main/" not in row.url
        assert row.about.endswith(".") and row.title
        wanted = row.wanted
        assert (wanted.size, wanted.sha256) == (row.size, row.sha256)
        assert wanted.name == row.url.rpartition("/")[2]
        assert by_name(row.name.upper()) == row
    assert by_name("gpt") is None
