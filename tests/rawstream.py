"""Raw files of running reports, made up, in the formats that the adapters read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.rawlaw import Row, packed

FIRE = "0f0e"
LAGS = "At 1,000 acres &amp;\r\n 5%."
SHRUNK = "The decrease in acreage is due to more accurate mapping."
BOX = """{{{{current}}}}
{{{{Infobox civilian attack
 |title = Harbour attack
 |location = [[Old Quay|the Old Quay]], [[Lindhaven]]<ref>{{{{cite web|url=http://x.example|title=Quay}}}}</ref>
 |type = {kind}
 |fatalities = {deaths}
 |injuries = {injured}
 |weapons = {{{{bulleted list|[[Knife]]|[[Axe]]}}}}
 |perps =
 |motive =
}}}}
'''Early''' reports from [[Lindhaven]] spoke of nobody dead.<ref name="a"/>

==Reaction==
People were shocked.

==References==
{{{{reflist}}}}
"""


def update(
    observed: str, acres: float | None = None, contained: int | None = None, **more: object
) -> Row:
    """A fetch of an incident page; fields that are None are left out."""
    stated = {"AcresBurned": acres, "PercentContained": contained, **more}
    return {
        "observed": observed,
        "updated": "2021-07-01T09:00:00Z",
        "Counties": ["Alder"],
        "Started": "2021-07-01T09:00:00Z",
        **{name: value for name, value in stated.items() if value is not None},
    }


def incident(number: str, name: str, *updates: Row) -> Row:
    """An incident with its fetches."""
    return {"incident_id": number, "name": name, "updates": list(updates)}


def ridge() -> Row:
    """A fire that grows, is measured anew, and once states no area."""
    return incident(
        FIRE,
        "Ridge Fire",
        update("2021-07-01T17:00:00+00:00", 1000.0, 5, StructuresDestroyed=2),
        update("2021-07-02T03:00:00+00:00", 2500, 10, ConditionStatement=LAGS),
        update("2021-07-02T17:00:00+00:00", 2500, 10, ConditionStatement=LAGS),
        update("2021-07-03T17:00:00+00:00", 2400, 35, ConditionStatement=SHRUNK),
        update("2021-07-04T17:00:00+00:00", 2400, 60),
        update("2021-07-05T17:00:00+00:00", 2380, 80, ConditionStatement="Crews go home."),
        update("2021-07-06T17:00:00+00:00", None, 100),
    )


def fires(folder: Path, *more: Row) -> Path:
    """Incidents: the ridge, and others beside it."""
    packed(folder / "calfire_incidents" / "incident_updates.jsonl.gz", [ridge(), *more])
    return folder


def counting(state: str, at: str, left: int, lead: tuple[str, int], other: tuple[str, int]) -> Row:
    """A state of a count."""
    return {
        "state": state,
        "timestamp": at,
        "leading_candidate_name": lead[0],
        "leading_candidate_votes": str(lead[1]),
        "trailing_candidate_name": other[0],
        "trailing_candidate_votes": str(other[1]),
        "vote_differential": str(lead[1] - other[1]),
        "votes_remaining": str(left),
        "precincts_reporting": "10",
        "precincts_total": "20",
        "total_votes_count": str(lead[1] + other[1]),
    }


def count(folder: Path) -> Path:
    """A contest in which the lead turns and a figure is taken back."""
    name = "Westland (EV: 4)"
    packed(
        folder / "nyt_election2020" / "state_changes.jsonl.gz",
        [
            counting(name, "2020-11-04 10:00:00.084000", 900, ("Trump", 500), ("Biden", 400)),
            counting(name, "2020-11-04 16:00:00.084000", 500, ("Biden", 800), ("Trump", 700)),
            counting(name, "2020-11-05 09:00:00.084000", 0, ("Biden", 1000), ("Trump", 900)),
            counting(name, "2020-11-06 09:00:00.084000", 0, ("Biden", 990), ("Trump", 900)),
        ],
    )
    return folder


def history(product: str, cycle: str, name: str, *values: tuple[str, object]) -> Row:
    """The edits of a field of a release: (day, value)."""
    edits = [{"observed": day, "value": value} for day, value in values]
    return {"product": product, "title": "Osprey", "cycle": cycle, "field": name, "history": edits}


def releases(folder: Path, *more: Row) -> Path:
    """A release whose end was moved, set late, or entered twice in a day."""
    packed(
        folder / "endoflife" / "latest_versions.jsonl.gz",
        [
            history(
                "osprey",
                "2.1",
                "latest",
                ("2023-01-10", "2.1.0"),
                ("2023-03-01", "2.1.1"),
                ("2023-08-01", "2.1.2"),
                ("2023-11-20", "2.1.3"),
            )
        ],
    )
    packed(
        folder / "endoflife" / "support_dates.jsonl.gz",
        [
            history("osprey", "2.1", "eol", ("2023-01-10", False), ("2023-03-01", "2024-06-30")),
            history(
                "osprey",
                "2.1",
                "releaseDate",
                ("2023-01-10", "2023-01-09"),
                ("2023-08-01", "2023-01-08"),
                ("2023-08-01", "2023-01-09"),
            ),
            *more,
        ],
    )
    return folder


def cases(folder: Path) -> Path:
    """A day's figures, counted anew three times, with winter's and summer's offsets."""
    days: Sequence[tuple[str, str, Sequence[tuple[str, str]]]] = [
        (
            "2020-04-01",
            "ConfirmedCases",
            [
                ("2020-04-01T18:00:00+01:00", "100"),
                ("2020-04-03T17:00:00+00:00", "130"),
                ("2020-05-03T17:00:00+00:00", "125"),
                ("2020-07-03T17:00:00+00:00", "190"),
            ],
        ),
        ("2020-04-01", "Deaths", [("2020-04-01T18:00:00+01:00", "7")]),
        ("2020-04-02", "ConfirmedCases", [("2020-04-02T18:00:00+01:00", "140")]),
    ]
    packed(
        folder / "covid_uk" / "indicator_vintages.jsonl.gz",
        [
            {
                "date": day,
                "country": "Wales",
                "indicator": name,
                "vintages": [{"observed": at, "value": value} for at, value in vintages],
            }
            for day, name, vintages in days
        ],
    )
    return folder


def entry(cve: str, **more: str) -> Row:
    """A record of the list of vulnerabilities."""
    return {
        "cveID": cve,
        "vendorProject": "Birch",
        "product": "Gate",
        "vulnerabilityName": "Birch Gate Path Traversal Vulnerability",
        "shortDescription": "Birch Gate contains a path traversal vulnerability.",
        "dueDate": "2025-02-20",
        "knownRansomwareCampaignUse": "Unknown",
        **more,
    }


def event(at: str, kind: str, cve: str, **more: object) -> Row:
    """An event of the list."""
    return {"observed": at, "catalog_version": "1", "type": kind, "cve": cve, **more}


def vulnerabilities(folder: Path) -> Path:
    """An entry that is edited, one that is taken out, one that stays."""
    begun = "2025-01-27T16:00:00-06:00"
    packed(
        folder / "cisa_kev" / "events.jsonl.gz",
        [
            event(begun, "add", "CVE-2025-0001", record=entry("CVE-2025-0001")),
            event(begun, "add", "CVE-2025-0002", record=entry("CVE-2025-0002")),
            event(begun, "add", "CVE-2025-0003", record=entry("CVE-2025-0003")),
            event(
                "2025-03-01T10:00:00-05:00",
                "change",
                "CVE-2025-0001",
                changes={"knownRansomwareCampaignUse": ["Unknown", "Known"]},
            ),
            event(
                "2025-04-01T10:00:00-05:00",
                "change",
                "CVE-2025-0001",
                changes={"dueDate": ["2025-02-20", "2025-05-01"]},
            ),
            event("2025-05-01T10:00:00-05:00", "remove", "CVE-2025-0002"),
        ],
    )
    return folder


def revision(at: str, **fields: str) -> Row:
    """A revision of an article."""
    stated: Mapping[str, str] = {"kind": "[[Stabbing]]", "deaths": "", "injured": "", **fields}
    return {"event": "ottawashooting", "as_of": at, "wikitext": BOX.format(**stated), "infobox": {}}


def articles(folder: Path) -> Path:
    """An article whose box is filled little by little."""
    packed(
        folder / "breaking_wikipedia" / "revisions.jsonl.gz",
        [
            revision("2015-03-01T10:00:00Z", deaths="2"),
            revision("2015-03-01T11:00:00Z", deaths="3", injured="at least 4"),
            revision("2015-03-01T12:00:00Z", deaths="3", injured="5"),
            revision("2015-03-01T15:00:00Z", deaths="4", injured="5", kind="Mass [[stabbing]]"),
        ],
    )
    return folder


def everything(folder: Path) -> Path:
    """All six sources."""
    for make in (fires, count, releases, cases, vulnerabilities, articles):
        make(folder)
    return folder
