"""The page on which a person compares: one file, nothing loaded, everything that is shown inert."""

from __future__ import annotations

import base64
import hashlib
import tomllib
from functools import cache
from importlib import resources
from typing import Final

from jinja2 import BaseLoader, Environment, StrictUndefined

from ledgerrag.dykbench.human.pairs import FORM, Study

_ROOM: Final = "ledgerrag.dykbench.human"
TITLE: Final = "Which answer is better?"


def page(study: Study, title: str = TITLE) -> str:
    """The page of a study as HTML.

    Texts of documents and systems are escaped; the page's own script and style are the only ones
    that a browser runs, by their hashes in its content security policy.

    Args:
        study: the pairs.
        title: above them.
    """
    script, style = _file("page.js"), _file("page.css")
    policy = (
        f"default-src 'none'; script-src 'sha256-{_hash(script)}'; style-src"
        f" 'sha256-{_hash(style)}'; base-uri 'none'; form-action 'none'"
    )
    template = _environment().from_string(_file("page.html.j2"))
    return template.render(
        title=title,
        study=study,
        form=FORM,
        reasons=reasons(),
        policy=policy,
        # Files of this package: the template does not escape them.
        script=script,
        style=style,
    )


@cache
def reasons() -> tuple[tuple[str, str], ...]:
    """(key, words) of the reasons that a rater can give."""
    rows = tomllib.loads(_file("reasons.toml"))["reasons"]
    return tuple((str(row["key"]), str(row["text"])) for row in rows)


def _file(name: str) -> str:
    return resources.files(_ROOM).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


@cache
def _environment() -> Environment:
    return Environment(
        loader=BaseLoader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
