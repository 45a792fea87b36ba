"""PDF files with a text layer: the text of all pages, and where each page begins."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pypdfium2  # type: ignore[import-untyped]  # has no types
from pypdfium2 import raw as pdfium

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.datetext import pdf_date
from ledgerrag.pachon.readers.quiet import silence
from ledgerrag.pachon.readers.raw import Job, Raw, Rejected
from ledgerrag.pachon.readers.text import load, unify_lines

silence()

# The library is not safe in several threads.
_LOCK = threading.Lock()
_END_MARK = b"%%EOF"
_END_REACH = 4096
_PAGE_BREAK = "\n\n"
# A word that was hyphenated at the end of a line comes with this mark in place of the hyphen.
_HYPHEN = re.compile("[\ufffe\u0002]\n?")
_CAUSES = {
    pdfium.FPDF_ERR_PASSWORD: ("the PDF is encrypted", "save a copy without a password"),
    pdfium.FPDF_ERR_SECURITY: (
        "the PDF uses an unknown protection",
        "save a copy without protection",
    ),
    pdfium.FPDF_ERR_FORMAT: ("the PDF is truncated or damaged", "fetch the file again"),
}


def read(job: Job) -> Iterator[Raw | Rejected]:
    """The one record of a PDF file.

    Raises:
        DocumentError: encrypted, truncated, damaged, without a text layer, too large.
    """
    data = load(job.path, job.limits.document, "split the PDF")
    if _END_MARK not in data[-_END_REACH:]:
        raise DocumentError("the PDF is truncated: its end mark is missing", "fetch the file again")
    with _LOCK:
        texts, metadata = _extract(data, job.limits.pages)
    if not any(text.strip() for text in texts):
        raise DocumentError("the PDF has no text layer", "run OCR over it first")
    yield _record(job.name, texts, metadata)


def _record(name: str, texts: list[str], metadata: dict[str, str]) -> Raw:
    notes = ["doc_id from the file's name"]
    blank = [str(number) for number, text in enumerate(texts, start=1) if not text.strip()]
    if blank:
        notes.append(f"no text on page {', '.join(blank[:10])}{' ...' if len(blank) > 10 else ''}")
    fields: dict[str, object] = {"doc_id": name, "text": _PAGE_BREAK.join(texts)}
    title = " ".join(metadata["Title"].split())
    if title:
        fields["title"] = title
        notes.append("title from the PDF's metadata")
    if metadata["CreationDate"]:
        found = pdf_date(metadata["CreationDate"])
        if found.iso:
            fields["published"] = found.iso
            notes.append("published is the PDF's creation date")
        if found.note:
            notes.append(found.note)
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + len(_PAGE_BREAK)
    return Raw(name, "document", fields, tuple(notes), tuple(starts))


def _extract(data: bytes, most: int) -> tuple[list[str], dict[str, str]]:
    try:
        with pypdfium2.PdfDocument(data) as document:
            if len(document) > most:
                raise DocumentError(f"the PDF has more than {most:,} pages", "split it")
            metadata = {
                key: _clean(document.get_metadata_value(key)) for key in ("Title", "CreationDate")
            }
            return [_page_text(document, number) for number in range(len(document))], metadata
    except pypdfium2.PdfiumError as error:
        what, remedy = _CAUSES.get(
            getattr(error, "err_code", None), ("the PDF cannot be read", "save it anew")
        )
        raise DocumentError(what, remedy) from None


def _page_text(document: pypdfium2.PdfDocument, number: int) -> str:
    try:
        page = document[number]
        text = page.get_textpage().get_text_bounded()
        page.close()
    except pypdfium2.PdfiumError:
        raise DocumentError(
            f"page {number + 1} of the PDF cannot be read", "fetch the file again"
        ) from None
    return _clean(text)


def _clean(text: str) -> str:
    return _HYPHEN.sub("", unify_lines(text)).replace("\x00", "").strip("\n")
