"""A model that llama.cpp runs. Only the model's own process imports llama_cpp, through this."""

import codecs
import ctypes
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.core.llm.fit import BATCH
from app.core.llm.gguf import read
from app.core.llm.prompt import Formatter, Part, parts

Document = dict[str, Any]
_LEAST_ROOM = 64
"""Tokens that are left for an answer, if it may be that long."""
_TEXT_TO_EMBED = 512
"""Tokens of a text that are read for its meaning. Passages are shorter."""
_TEXTS_AT_ONCE = 4
_LONGEST_PIECE = 1024
_ERROR = 4
"""GGML_LOG_LEVEL_ERROR"""


class Refused(Exception):
    """What was asked for cannot be done; `reason` is a word the other side knows."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Engine:
    """One file, open for writing answers or for reading meanings, whichever was asked for last."""

    def __init__(self, path: str, context: int, threads: int) -> None:
        """Raises `Refused` where there is no llama.cpp or it does not run."""
        self._library = _library()
        self._path, self._context, self._threads = path, context, threads
        self._complaints: list[str] = []
        # kept, because C calls it
        self._listener = self._library.llama_log_callback(self._hear)
        self._library.llama_log_set(self._listener, ctypes.c_void_p(0))
        self._meanings = False
        self._read: list[int] = []
        self._model: Any = None

    def load(self, meanings: bool) -> None:
        """Open the file for meanings or for answers. Raises `Refused`."""
        if self._model is not None and self._meanings == meanings:
            return
        if self._model is not None:
            self._model.close()
            self._model = None
        self._complaints.clear()
        self._meanings, self._read = meanings, []
        try:
            self._model = self._library.Llama(self._path, **self._options(meanings))
        except Exception as error:  # noqa: BLE001  a library, and a file from anywhere
            raise Refused(_reason(" ".join(self._complaints), str(error))) from None
        finally:
            self._complaints.clear()

    def ask(self, question: Mapping[str, Any]) -> Iterator[Document]:
        """A sign of life after each batch that is read, the answer in pieces, and how it ended."""
        self.load(meanings=False)
        grammar = self._grammar(question)
        said = self._parts(question["system"], question["user"])
        prompt, shared = self._tokens(said)
        room = self._model.n_ctx() - len(prompt)
        if room < min(question["tokens"], _LEAST_ROOM):
            raise Refused("long")
        yield from self._take_in(prompt, shared)
        yield from self._write(prompt[-1], min(question["tokens"], room), question, grammar)

    def embed(self, texts: Sequence[str]) -> Iterator[Document]:
        """A vector of length 1 for each text."""
        self.load(meanings=True)
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            batch = [text or " " for text in texts[start : start + _TEXTS_AT_ONCE]]
            yield {"is": "vectors", "vectors": self._model.embed(batch, normalize=True)}
        yield {"is": "end"}

    def _options(self, meanings: bool) -> Document:
        options: Document = {
            "n_ctx": self._context,
            "n_batch": BATCH,
            "n_ubatch": BATCH,
            "n_threads": self._threads,
            "n_threads_batch": self._threads,
            "n_gpu_layers": -1 if self._library.llama_supports_gpu_offload() else 0,
            "flash_attn": True,
            "verbose": False,
        }
        if not meanings:
            return options
        size = min(self._context, _TEXT_TO_EMBED)
        options |= {"embedding": True, "n_ctx": size, "n_batch": size, "n_ubatch": size}
        if not read(Path(self._path)).pools:
            options["pooling_type"] = self._library.LLAMA_POOLING_TYPE_MEAN
        return options

    def _grammar(self, question: Mapping[str, Any]) -> Any:
        """What the answer is held to. Raises `Refused` if it cannot be read."""
        make = self._library.LlamaGrammar
        try:
            if question["schema"] is not None:
                grammar = make.from_json_schema(json.dumps(question["schema"]), verbose=False)
            elif question["grammar"] is not None:
                grammar = make.from_string(question["grammar"], verbose=False)
            else:
                return None
        except Exception:  # noqa: BLE001  whatever it is, the form was not understood
            raise Refused("form") from None
        form = grammar._grammar.encode()
        tried = self._library.llama_sampler_init_grammar(self._vocabulary, form, b"root")
        if not tried:
            raise Refused("form")
        self._library.llama_sampler_free(tried)
        return grammar

    @property
    def _vocabulary(self) -> Any:
        return self._library.llama_model_get_vocab(self._model.model)

    def _parts(self, system: str, user: str) -> list[Part]:
        template = self._model.metadata.get("tokenizer.chat_template")
        return parts(system, user, self._formatter(template) if template else None)

    def _formatter(self, template: str) -> Formatter:
        from llama_cpp import llama_chat_format  # noqa: PLC0415

        texts = [
            self._library.llama_vocab_get_text(self._vocabulary, token).decode()
            if token >= 0
            else ""
            for token in (self._model.token_bos(), self._model.token_eos())
        ]
        shaped: Any = llama_chat_format.Jinja2ChatFormatter(template, texts[1], texts[0])

        def formatted(messages: list[dict[str, str]]) -> str:
            # Those that could think aloud first would have to do it in the answer's form.
            return str(shaped(messages=messages, enable_thinking=False).prompt)

        return formatted

    def _tokens(self, said: Sequence[Part]) -> tuple[list[int], int]:
        """All tokens, and how many there are before the question itself."""
        tokens: list[int] = []
        shared = 0
        for part in said:
            if part.question:
                shared = len(tokens)
            text = part.text.encode("utf-8", "replace")
            tokens += self._model.tokenize(text, add_bos=False, special=part.markup)
        first = self._model.token_bos()
        if self._library.llama_vocab_get_add_bos(self._vocabulary) and tokens[:1] != [first]:
            return [first, *tokens], shared + 1
        return tokens, shared

    def _take_in(self, prompt: list[int], shared: int) -> Iterator[Document]:
        """Read all but the last token.

        What stands before the question is kept for the next one. It is always read by itself, so
        that an answer does not depend on what was asked before.
        """
        last = len(prompt) - 1
        shared = min(shared, last)
        done = shared if self._keeps(prompt[:shared]) else 0
        if not done:
            self._model.reset()
        self._model.n_tokens = done
        for start, end in _stretches(done, shared, last):
            self._model.eval(prompt[start:end])
            yield {"is": "reading", "done": end, "of": last}
        self._read = prompt[:shared]

    def _keeps(self, beginning: list[int]) -> bool:
        """Whether exactly this was read before, and what followed could be forgotten."""
        if not beginning or self._read != beginning:
            return False
        memory = self._library.llama_get_memory(self._model.ctx)
        return bool(self._library.llama_memory_seq_rm(memory, -1, len(beginning), -1))

    def _write(
        self, last: int, most: int, question: Mapping[str, Any], grammar: Any
    ) -> Iterator[Document]:
        self._model.set_seed(question["seed"])
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        piece = self._piece()
        began, tokens, why = time.monotonic(), 0, "done"
        for token in self._model.generate(
            [last], reset=False, temp=question["temperature"], top_p=question["top_p"],
            grammar=grammar,
        ):  # fmt: skip
            if self._library.llama_vocab_is_eog(self._vocabulary, token):
                break
            if tokens == most:  # it wants to say more
                why = "tokens" if most == question["tokens"] else "context"
                break
            tokens += 1
            speed = tokens / (time.monotonic() - began)
            yield {"is": "text", "text": decode(piece(token)), "speed": speed}
        if rest := decode(b"", True):
            yield {"is": "text", "text": rest, "speed": 0.0}
        seconds = time.monotonic() - began
        yield {"is": "end", "tokens": tokens, "seconds": seconds, "why": why}

    def _piece(self) -> Callable[[int], bytes]:
        buffer = ctypes.create_string_buffer(_LONGEST_PIECE)
        vocabulary, write = self._vocabulary, self._library.llama_token_to_piece

        def piece(token: int) -> bytes:
            length = write(vocabulary, token, buffer, _LONGEST_PIECE, 0, False)
            return buffer.raw[: max(0, length)]

        return piece

    def _hear(self, level: int, text: bytes, _data: object) -> None:
        """Why a file cannot be loaded; nothing from later output, which may be private."""
        if level == _ERROR and self._model is None:
            self._complaints.append(text.decode("utf-8", "replace"))


def _library() -> Any:
    try:
        import llama_cpp  # noqa: PLC0415  it takes a second, and may be missing
    except ModuleNotFoundError as error:
        raise Refused("missing" if error.name == "llama_cpp" else "broken") from None
    except Exception:  # noqa: BLE001  built for another machine, or half installed
        raise Refused("broken") from None
    return llama_cpp


def _stretches(done: int, shared: int, last: int) -> Iterator[tuple[int, int]]:
    """What is still to be read, in batches that do not reach over the end of the shared part."""
    for first, end in ((done, shared), (max(done, shared), last)):
        for start in range(first, end, BATCH):
            yield start, min(start + BATCH, end)


def _reason(complaints: str, error: str) -> str:
    """A word for why a file was not loaded."""
    said = f"{complaints} {error}".casefold()
    if "unknown model architecture" in said or "unknown pre-tokenizer" in said:
        return "unknown"
    if "alloc" in said or "memory" in said or "create llama_context" in said:
        return "memory"
    return "load"
