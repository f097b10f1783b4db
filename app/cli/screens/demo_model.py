"""A model to show, and a computer with models: the same everywhere, and nothing is run."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from app.core.llm.fit import Fit, judge
from app.core.llm.gguf import Header
from app.core.llm.model import Ask
from app.core.llm.model_folders import Origin
from app.core.llm.model_store import ModelStore
from app.core.llm.scripted import Scripted
from app.core.llm.stored_model import Found, StoredModel
from app.core.progress import SILENT, Progress
from app.ui.model_service import Choice, ModelService

_FREE = 11_800_000_000
"""Bytes of memory that are free."""
_UNTRACED = "Two engineers must approve any exception."
"""What the model invents, for the verifier to find."""
_CARD: Mapping[str, object] = {
    "description": "Chooses three stories for the newsletter, edits it and sends it to customers.",
    "triggers": ["send the newsletter", "choose stories for the newsletter", "edit a newsletter"],
    "tags": ["newsletter", "writing"],
}
_DRAFT: Mapping[str, object] = {
    "title": "Close the shop",
    "trigger": "The last customer has left in the evening.",
    "success": "The till is counted and both doors are locked.",
    "prerequisites": "",
    "out_of_scope": "",
    "on_failure": "Call the owner.",
    "steps": [
        "Count the till and write the sum into the book.",
        "If it is not right, count the till again.",
        "Put what needs to stay cold into the fridge.",
        "Turn off the lights.",
        "Lock both doors.",
    ],
}
_GOAL = {"value": "It is time to send the newsletter of the month."}
DESCRIBED = (
    "Closing the shop\n\nEvery evening, when the last customer has left, I count the till and write"
    " the sum into the book. If it is not right I count again. Then what needs to stay cold goes"
    " into the fridge, I turn off the lights and lock both doors. If anything goes wrong I call the"
    " owner."
)


def model() -> Scripted:
    """Weaves, describes, drafts and words goals as a good model would, but for one sentence."""
    return Scripted(_answer, name="Qwen3 8B")


class DemoModels(ModelService):
    """That model is chosen and ready, among others. Files and memory are those of nobody."""

    def __init__(self, folder: Path) -> None:
        """`folder` is empty, and stays so."""
        super().__init__(given=model())
        self._model_store = _DemoStore(folder)
        self.choice = Choice(text=self._model_store.look().models[0])

    @property
    def has_model_store(self) -> bool:
        return True

    @property
    def can_run(self) -> bool:
        return True

    def model_store(self) -> ModelStore:
        return self._model_store

    def fit(self, header: Header, context: int) -> Fit:
        return judge(header, context, _FREE)


class _DemoStore(ModelStore):
    def look(self, progress: Progress = SILENT) -> Found:
        return Found((
            self._model("Qwen3 8B", "qwen3", 8_190, "Q4_K_M", 5_030, 36, "apache-2.0",
                        Origin.OWN),
            self._model("Mistral 7B Instruct", "llama", 7_250, "Q4_K_M", 4_370, 32, "apache-2.0",
                        Origin.LM_STUDIO),
            self._model("gemma2:27b", "gemma2", 27_200, "Q4_0", 15_630, 46, "gemma",
                        Origin.OLLAMA),
            self._model("SmolLM2 135M", "llama", 135, "Q4_K_M", 105, 30, "apache-2.0",
                        Origin.STARTER),
        ))  # fmt: skip

    def _model(
        self, name: str, architecture: str, millions: int, quantisation: str, megabytes: int,
        layers: int, licence: str, origin: Origin,
    ) -> StoredModel:  # fmt: skip
        size, width = megabytes * 1_000_000, 128 * layers
        header = Header(
            architecture, name, "chat", millions * 1_000_000, quantisation, 32_768, width, layers,
            heads=layers, kv_heads=8, vocabulary=100_000, licence=licence, template=True,
            tokenizer="gpt2", cache=layers * 2_048, size=size, weights=size,
        )  # fmt: skip
        path = self.folder / f"{name}.gguf"
        return StoredModel(name, (path,), origin, header, hashlib.sha256(name.encode()).hexdigest())


def _answer(ask: Ask) -> str:
    if ask.user.startswith("Step:"):
        return json.dumps({"sentences": _woven(ask.user)})
    if ask.user.startswith("description:"):
        return json.dumps(_DRAFT)
    return json.dumps(_CARD if ask.user.startswith("name:") else _GOAL)


def _woven(asked: str) -> list[dict[str, object]]:
    """The sentences of the step with the first note behind them."""
    step, notes = asked.removesuffix("\n\nJSON:").split("\n\nNotes:\n")
    said: list[tuple[int, str]] = [(0, json.loads(line)) for line in step.splitlines()[1:]]
    if notes:
        said.append((1, json.loads(notes.splitlines()[0].partition(": ")[2])))
    if "the last hour" in step:
        said.append((0, _UNTRACED))
    return [{"from": source, "text": text} for source, text in said]
