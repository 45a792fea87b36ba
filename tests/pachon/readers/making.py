"""Files made for the readers' tests."""

from __future__ import annotations

from pathlib import Path

from ledgerrag.pachon.readers import DEFAULT_LIMITS, Limits, Opened, Raw, Rejected, read


def records(
    folder: Path, name: str, content: str | bytes, limits: Limits = DEFAULT_LIMITS
) -> list[Raw | Rejected]:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return list(read(Opened(name, path), limits))


def one(folder: Path, name: str, content: str | bytes) -> Raw:
    (found,) = records(folder, name, content)
    assert isinstance(found, Raw), found
    return found


def refusal(
    folder: Path, name: str, content: str | bytes, limits: Limits = DEFAULT_LIMITS
) -> Rejected:
    (found,) = records(folder, name, content, limits)
    assert isinstance(found, Rejected), found
    assert "\n" not in found.reason
    assert "; " in found.reason, "the next step is named"
    return found


def pdf(pages: list[str], info: str = "", trailer: str = "") -> bytes:
    """A PDF with one line of Helvetica for each line of each page."""
    bodies = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    bodies.append(f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>")
    bodies.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for number, page in enumerate(pages):
        shown = " ".join(f"({line}) Tj T*" for line in page.split("\n"))
        stream = f"BT /F1 12 Tf 72 720 Td 14 TL {shown} ET"
        bodies.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * number} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        bodies.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    bodies.append(f"<< {info} >>")
    out = bytearray(b"%PDF-1.4\n")
    table = "0000000000 65535 f \n"
    for number, body in enumerate(bodies, start=1):
        table += f"{len(out):010d} 00000 n \n"
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start, size = len(out), len(bodies) + 1
    out += f"xref\n0 {size}\n{table}trailer << /Size {size} /Root 1 0 R".encode("ascii")
    out += f" /Info {len(bodies)} 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode("ascii")
    return bytes(out)
