"""`prompts list|show`: what a language model is asked, word for word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ledgerrag.cli import options, session
from ledgerrag.cli.page import Page

app = typer.Typer(rich_markup_mode=None)


@dataclass(frozen=True, slots=True)
class Listed:
    """A prompt without its text."""

    prompt: str
    digest: str


@app.command("list")
def listed(json: options.Json = False) -> None:
    """Every prompt with its version and the sha256 that the journal names."""
    from ledgerrag.language.prompting import prompts

    found = tuple(Listed(one.label, one.digest) for one in prompts())

    def view(page: Page) -> None:
        for one in found:
            page.verbatim(f"{one.prompt} {one.digest}")

    session.show(found, view, json=json, kind=tuple[Listed, ...])


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="Its name, as `prompts list` prints it.")],
    json: options.Json = False,
) -> None:
    """One prompt as it ships: the template, before question and evidence are put in."""
    # The template engine takes a moment to load: other commands do without.
    from ledgerrag.language.prompting import Prompt, prompt

    found = prompt(name)

    def view(page: Page) -> None:
        page.row("Prompt", f"{found.label} · sha256 {found.digest}")
        page.blank()
        for line in found.source.split("\n"):
            page.verbatim(line)

    session.show(found, view, json=json, kind=Prompt)
