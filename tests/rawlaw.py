"""Raw sources of law and terms in their formats, made up."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

Row = Mapping[str, object]
LEAK = "(1) An owner must report each leak of the dam to the board within {} days of the leak."
LOG = "(2) An owner must keep a log of every leak and show the log to the board when asked to."


def packed(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as gzipped JSON Lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    body = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_bytes(gzip.compress(body.encode("utf-8"), mtime=0))


def section(number: str, *states: tuple[str, str, str], note: str = "Leaks of dams") -> Row:
    """A section of law: (effective, first seen, text)."""
    return {
        "id": f"ca:D-1:{number}",
        "instrument": "Dam Act",
        "section": number,
        "marginal_note": note,
        "versions": [
            {"effective_date": day, "first_seen": seen, "last_seen": "2025-12-01", "text": text}
            for day, seen, text in states
        ],
    }


def canada(folder: Path, rows: Sequence[Row] | None = None) -> None:
    """`canada_laws`: a changed section, a repealed one, and one that stays."""
    changed = section(
        "7",
        ("2015-03-01", "2021-02-26", f"7\n{LEAK.format(30)}\n{LOG}"),
        ("2023-06-22", "2023-08-01", f"7\n{LEAK.format(45)}\n{LOG}"),
    )
    repealed = section(
        "9",
        ("2015-03-01", "2021-02-26", "9 A ferry may not pass under the dam at night."),
        ("2022-06-30", "2022-08-03", "9 [Repealed, 2018, c. 27, s. 3]"),
        note="Ferries",
    )
    still = {
        "id": "ca:D-1:11",
        "instrument": "Dam Act",
        "section": "11",
        "marginal_note": "Fish ladders",
        "effective_date": "2012-12-19",
        "first_seen": "2021-02-26",
        "last_seen": "2025-12-01",
        "text": "11 Each dam has a ladder for fish.",
    }
    packed(
        folder / "canada_laws" / "provision_versions.jsonl.gz",
        [changed, repealed] if rows is None else rows,
    )
    packed(folder / "canada_laws" / "background_provisions.jsonl.gz", [still])


def columbia(folder: Path) -> None:
    """`dc_code`: one paragraph with its law, a section amended since and one that is not."""
    text = "The renter of a kiosk shall pay a deposit of {} to the market office."
    packed(
        folder / "dc_code" / "paragraph_versions.jsonl.gz",
        [
            {
                "id": "dc:40-12:(a)|(2)",
                "section": "40-12",
                "heading": "Kiosks.",
                "para": "(a)|(2)",
                "versions": [
                    {"effective_date": "2016-03-10", "base": True, "text": text.format("$200")},
                    {
                        "effective_date": "2019-05-10",
                        "enacted": "2019-03-01",
                        "law": "D.C. Law 23-5",
                        "law_title": "Kiosk Amendment Act of 2019",
                        "instruction": 'Paragraph (2) is amended by striking "$200" and '
                        'inserting "$350" in its place.',
                        "find": "$200",
                        "replace": "$350",
                        "text": text.format("$350"),
                    },
                ],
            }
        ],
    )
    packed(
        folder / "dc_code" / "sections_base.jsonl.gz",
        [
            {
                "section": "40-12",
                "heading": "Kiosks.",
                "text": "(a) (2) The renter of a kiosk shall pay a deposit of $200.",
                "amended_since_base": True,
            },
            {
                "section": "40-30",
                "heading": "Bells.",
                "text": "A market may ring a bell at noon.",
                "amended_since_base": False,
            },
        ],
    )


def page(name: str, head: str, *states: tuple[str, str, str]) -> Row:
    """A section of a site's policy: (commit, stated day of effect or empty, text)."""
    return {
        "id": f"ghpolicy:{name}:{head}",
        "document": name,
        "section": head,
        "versions": [
            {"commit_date": day, "text": text, **({"effective": stated} if stated else {})}
            for day, stated, text in states
        ],
    }


def github(folder: Path, rows: Sequence[Row] | None = None) -> None:
    """`github_site_policy`: a change announced ahead, and a section that was taken out."""
    term = "A seller may close a stall after {} days of notice given to the market."
    made = [
        page(
            "stall-terms-of-service",
            "C. Closing",
            ("2019-01-10", "", term.format(10)),
            ("2020-04-01", "2020-05-01", term.format(20)),
        ),
        page(
            "stall-terms-of-service",
            "D. Bells",
            ("2019-01-10", "", "Bells ring at noon in every hall."),
            ("2020-09-01", "", "[Removed]"),
        ),
    ]
    packed(
        folder / "github_site_policy" / "provision_versions.jsonl.gz",
        made if rows is None else rows,
    )


def mozilla(folder: Path) -> None:
    """`mozilla_rootpolicy`: two releases, the second committed before it takes effect."""
    home = folder / "mozilla_rootpolicy"
    text = "An operator MUST check\nits list at least every {} months\nand say so in public."
    states = [("2.5", "2017-06-23", "2017-06-23"), ("2.7", "2020-01-01", "2019-12-09")]
    packed(
        home / "provision_versions.jsonl.gz",
        [
            {
                "id": "mozpki:p:2.1",
                "section": "2.1",
                "versions": [
                    {
                        "version": name,
                        "effective": day,
                        "commit_date": commit,
                        "heading": "Policy > 2. Operators > 2.1 Lists",
                        "text": text.format(months),
                    }
                    for (name, day, commit), months in zip(states, (39, 27), strict=True)
                ],
            },
            {
                "id": "mozpki:p:old",
                "section": "Mozilla CA Certificate Policy",
                "versions": [
                    {
                        "version": "2.5",
                        "effective": "2017-06-23",
                        "commit_date": "2017-06-23",
                        "heading": "Mozilla CA Certificate Policy",
                        "text": "The older policy.",
                    }
                ],
            },
        ],
    )
    (home / "rootstore_policy.versions.json").write_text(
        json.dumps(
            [
                {"version": name, "effective": day, "commit_date": commit}
                for name, day, commit in states
            ]
        ),
        encoding="utf-8",
    )


def visit(observed: str, declared: str, *blocks: str, technical: bool = False) -> Row:
    """One record of a page by the crawler."""
    return {
        "observed": f"{observed}T08:00:00+00:00",
        "technical": technical,
        "declared": {"effective": declared} if declared else {},
        "blocks": list(blocks),
    }


def clause(observed: str, declared: str, text: str, *, technical: bool = False) -> Row:
    """One state of a clause."""
    return {**visit(observed, declared, technical=technical), "text": text}


def terms(folder: Path, lineages: Sequence[Row] | None = None) -> None:
    """`ota_terms`: a page with a clause that changed and one that never did."""
    first, second = ("2021-03-02", "2021-03-01"), ("2022-05-03", "2022-05-10")
    text = "A player must be at least {} years of age to trade cards with strangers."
    packed(
        folder / "ota_terms" / "documents.jsonl.gz",
        [
            {
                "id": "ota:Cardhall/Terms of Service",
                "service": "Cardhall",
                "doc_type": "Terms of Service",
                "versions": [visit(*first, "a", "b"), visit(*second, "a", "c")],
                "blocks": {
                    "a": "Cardhall keeps a list of decks, and anybody may look at that list.",
                    "b": text.format(13),
                    "c": text.format(16),
                },
            }
        ],
    )
    made = [
        {
            "id": "ota:Cardhall/Terms of Service#c4",
            "versions": [clause(*first, text.format(13)), clause(*second, text.format(16))],
        }
    ]
    packed(
        folder / "ota_terms" / "clause_lineages.jsonl.gz", made if lineages is None else lineages
    )


def everything(folder: Path) -> Path:
    """All five sources."""
    canada(folder)
    columbia(folder)
    github(folder)
    mozilla(folder)
    terms(folder)
    return folder
