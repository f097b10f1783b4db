"""The sentences for everything that can go wrong between a question and its answer."""

from app.core.llm import runtime
from app.core.llm.fit import Fit
from app.core.llm.model import ModelTrouble, NoModel, TooLong
from app.core.words import _


def not_chosen() -> NoModel:
    return NoModel(
        _("No language model is chosen."),
        _("Choose a model file, or download the recommended one. Nothing else needs a model."),
    )


def gone(name: str) -> NoModel:
    return NoModel(
        _("The model file {name} cannot be found.").format(name=name),
        _("Put it back, or choose another model."),
    )


def not_installed() -> NoModel:
    return NoModel(
        _("The program that runs models, llama-cpp-python, is not installed."),
        runtime.next_step(),
    )


def too_large(fit: Fit) -> ModelTrouble:
    return ModelTrouble(
        _("The model does not fit into memory. {numbers}").format(numbers=fit.sentence),
        _("Close other programs, choose a smaller context, or a smaller model."),
    )


def reads_only() -> ModelTrouble:
    return ModelTrouble(
        _("This is an embedding model; it cannot write answers."),
        _("Choose a model for chat or instructions."),
    )


def lost() -> ModelTrouble:
    return ModelTrouble(
        _("The model stopped unexpectedly."),
        _("It restarts with the next question. A smaller context needs less memory."),
    )


def stuck() -> ModelTrouble:
    return ModelTrouble(
        _("The model gave no output for a long time, so it was stopped."),
        _("Try a shorter text, a smaller context or a smaller model."),
    )


def given_up() -> ModelTrouble:
    return ModelTrouble(
        _("The model failed several times in a row and will not restart automatically."),
        _("Start it yourself to try again, or choose another model."),
    )


def unfinished() -> ModelTrouble:
    return ModelTrouble(
        _("The model did not finish its answer."),
        _("Ask for less at once, or try another model."),
    )


def too_long() -> TooLong:
    return TooLong(
        _("This is too long for the model."),
        _("Choose a larger context in the settings, or work on a shorter text."),
    )


def no_room() -> TooLong:
    return TooLong(
        _("The answer did not fit into the model's context."),
        _("Choose a larger context in the settings, or work on a shorter text."),
    )


def refused(reason: str) -> ModelTrouble:
    """What the process says it cannot do."""
    if reason == "missing":
        return not_installed()
    if reason == "broken":
        return NoModel(
            _("The program that runs models, llama-cpp-python, is installed but does not work."),
            runtime.next_step(),
        )
    if reason == "long":
        return too_long()
    if reason == "memory":
        return ModelTrouble(
            _("There is not enough memory for this model."),
            _("Choose a smaller context or a smaller model."),
        )
    if reason == "unknown":
        return ModelTrouble(
            _("The installed llama-cpp-python does not know this kind of model."),
            _("Install its newest version, or choose another model."),
        )
    if reason == "form":
        return ModelTrouble(_("The format required for the answer is not valid."))
    return ModelTrouble(
        _("The model file cannot be loaded."),
        _("It may be damaged, or not a language model. Choose another one, or download it again."),
    )
