"""How the small local models cut text: the word pieces of MiniLM-L6, the same for all of them."""

from __future__ import annotations

import hashlib
import threading
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ledgerrag.errors import ModelError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
_LOADING = threading.Lock()


def tokenizer() -> Tokenizer:
    """The tokenizer, loaded once a process, without truncation and padding.

    It is shared: a caller cuts and pads the ids itself and changes no setting.

    Raises:
        ModelError: the file is not the one that was shipped.
    """
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> Tokenizer:
    # A command that asks no model does not wait for the library.
    from tokenizers import Tokenizer

    found = Tokenizer.from_str(checked(files(__package__).joinpath("tokenizer.json").read_bytes()))
    # The file's own settings pad and cut everything at 128.
    found.no_truncation()
    found.no_padding()
    return found


def checked(body: bytes) -> str:
    """The text of the tokenizer's file, if it is the one that the models were trained with.

    Raises:
        ModelError: its sha256 is another.
    """
    if hashlib.sha256(body).hexdigest() != SHA256:
        raise ModelError(
            "the tokenizer file of the local models is not the one that was shipped",
            next_step="install ledgerrag again",
        )
    return body.decode("utf-8")
