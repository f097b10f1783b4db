"""What the starter model costs here: how long it takes to load, and how fast it writes."""

import time
from collections.abc import Callable

from app.core.api.measurements import Figure
from app.core.llm import model_folders, runtime
from app.core.llm.model import Ask, Sampling
from app.core.llm.process import LocalModel
from app.core.words import _

_ASK = Ask(
    "You tell stories.", "Tell a long story about a lighthouse.", sampling=Sampling(tokens=128)
)


def _model() -> list[Figure]:
    """Without llama.cpp or the model, rows that say so."""
    load, speed = _("Starting the starter model"), _("Tokens of the starter model, in a second")
    file = next((seen.path for seen in model_folders.starter()), None)
    why = ""
    if not runtime.is_installed():
        why = _("llama.cpp is not installed")
    elif file is None:
        why = _("the starter model is not installed")
    if why:
        return [Figure(load, 0, "s", None, why), Figure(speed, 0, "", None, why)]
    model = LocalModel(file, lambda _file: "", context=2048)
    try:
        started = time.perf_counter()
        model.load()
        took = time.perf_counter() - started
        for _piece in model.stream(_ASK):
            pass
        ended = model.ended
    finally:
        model.unload()
    return [
        Figure(load, took, "s", None),
        Figure(speed, ended.speed if ended is not None else 0, "", None),
    ]


MEASURES: dict[str, Callable[[], list[Figure]]] = {"model": _model}
