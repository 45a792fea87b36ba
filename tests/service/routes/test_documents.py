from __future__ import annotations

import json
from typing import Any

from tests.service.conftest import Served

FEE = {
    "doc_id": "fee-1",
    "title": "Fee for moorings",
    "text": "The fee for a mooring is 40 euros per month.",
    "source": "market-authority",
    "published": "2026-01-10",
    "domain": "regulation",
}
HIGHER = {
    **FEE,
    "text": "The fee for a mooring is 55 euros per month.",
    "published": "2026-03-01",
    "effective_from": "2026-04-01",
}
REPEAL = {
    "act": "repeal",
    "target": "fee-1",
    "source": "market-authority",
    "published": "2026-05-01",
    "effective_from": "2026-06-01",
}


def take(served: Served, *records: object, path: str = "/v1/documents", key: str = "") -> Any:
    headers = {**served.headers("ingest"), **({"Idempotency-Key": key} if key else {})}
    return served.client.post(path, json=list(records), headers=headers)


def kept(served: Served) -> tuple[int, int]:
    counts = served.service.tenants.get().counts()
    return counts["documents"], counts["acts"]


def test_each_record_of_a_batch_is_answered_for_itself(served: Served) -> None:
    told = take(served, FEE, {"doc_id": "x"}, "nonsense", {**FEE, "published": "2031-01-01"})
    assert told.status_code == 200
    assert told.json()["counts"] == {"stored": 1, "unchanged": 0, "rejected": 3}
    stored, no_text, no_object, future = told.json()["items"]
    assert (stored["id"], stored["version"], stored["item"]) == ("fee-1", 1, 1)
    assert "add the content as `text`" in no_text["reason"]
    assert "not an object" in no_object["reason"]
    assert "future" in future["reason"]


def test_what_came_in_is_searched_at_once_and_stands_in_the_journal_with_its_actor(
    served: Served,
) -> None:
    take(served, FEE)
    question = {"question": "How much is the fee for a mooring?", "as_of": "2026-02-01"}
    answer = served.call("POST", "/v1/ask", served.token("ask"), json=question).json()
    assert "40 euros" in answer["sentences"][0]["text"]
    lines = [json.loads(body) for _, body in served.service.tenants.get().store.entries()]
    taken = [one for one in lines if one["type"] == "ingest" and one["det"]["doc_id"] == "fee-1"]
    assert [one["actor"] for one in taken] == ["newsroom/test"]


def test_json_lines_are_read_as_the_command_line_reads_them(served: Served) -> None:
    body = "\n".join((json.dumps(FEE), "", "{broken", json.dumps(REPEAL))) + "\n"
    headers = {**served.headers("ingest"), "Content-Type": "application/x-ndjson"}
    told = served.client.post("/v1/documents", content=body, headers=headers).json()
    assert [(one["item"], one["status"], one["kind"]) for one in told["items"]] == [
        (1, "stored", "document"),
        (3, "rejected", ""),
        (4, "stored", "act"),
    ]


def test_the_same_bytes_again_change_nothing_and_others_are_a_new_version(served: Served) -> None:
    take(served, FEE)
    again, other = take(served, FEE).json(), take(served, HIGHER).json()
    assert again["items"][0]["status"] == "unchanged"
    assert (other["items"][0]["status"], other["items"][0]["version"]) == ("stored", 2)


def test_a_key_gives_the_same_results_and_stores_nothing_twice(served: Served) -> None:
    first = take(served, FEE, REPEAL, key="a").json()
    before = kept(served)
    assert take(served, FEE, REPEAL, key="a").json() == first
    assert kept(served) == before
    other = take(served, HIGHER, key="a")
    assert other.status_code == 422
    assert "another delivery" in other.json()["detail"]


def test_a_key_of_one_site_is_not_that_of_another(served: Served) -> None:
    take(served, FEE, key="a")
    headers = {**served.headers("ingest", site="tide"), "Idempotency-Key": "a"}
    told = served.client.post("/v1/documents", json=[HIGHER], headers=headers)
    assert told.json()["counts"]["stored"] == 1


def test_acts_are_taken_alone_and_say_where_their_target_is_missing(served: Served) -> None:
    take(served, FEE)
    told = take(served, REPEAL, {**REPEAL, "target": "nowhere"}, FEE, path="/v1/acts").json()
    repeal, pending, document = told["items"]
    assert (repeal["status"], repeal["notes"]) == ("stored", [])
    assert "'nowhere' is not stored" in pending["notes"][0]
    assert "/v1/documents" in document["reason"]


def test_a_batch_that_holds_nothing_or_is_of_another_kind_is_refused(served: Served) -> None:
    assert take(served).status_code == 422
    headers = served.headers("ingest")
    xml = {**headers, "Content-Type": "application/xml"}
    assert served.client.post("/v1/documents", content="<a/>", headers=xml).status_code == 415
    for body in (b"", b"{", b"\xff\xfe", b"[" * 1_000, b'{"a": 1, "a": 2}'):
        plain = {**headers, "Content-Type": "application/json"}
        told = served.client.post("/v1/documents", content=body, headers=plain)
        assert told.status_code == 422
        assert told.json()["next_step"]


def test_a_batch_larger_than_a_request_is_taken_part_by_part(served: Served) -> None:
    many = [{**FEE, "doc_id": f"fee-{n}", "text": f"Fee {n} is {n} euros."} for n in range(450)]
    told = take(served, *many, key="many").json()
    assert told["counts"]["stored"] == 450
    assert [one["item"] for one in told["items"]] == list(range(1, 451))
    assert take(served, *many, key="many").json() == told


def test_a_document_shows_its_versions_and_what_each_is_as_of_a_date(served: Served) -> None:
    take(served, FEE, HIGHER, REPEAL)
    reading = served.token("read")

    def states(day: str) -> list[str]:
        told = served.call("GET", f"/v1/documents/fee-1?as_of={day}", reading).json()
        return [one["status"] for one in told["versions"]]

    assert states("2026-02-01") == ["in force", "not yet in force"]
    assert states("2026-05-01") == ["superseded", "in force"]
    assert states("2026-07-01") == ["superseded", "repealed"]
    told = served.call("GET", "/v1/documents/fee-1", reading).json()
    assert [act["kind"] for act in told["acts"]] == ["repeal"]
    assert told["versions"][0]["source_name"] == "Aldermark Market Authority"


def test_a_version_is_read_with_its_text_and_two_of_them_are_compared(served: Served) -> None:
    take(served, FEE, HIGHER)
    reading = served.token("read")
    text = served.call("GET", "/v1/documents/fee-1/versions/2", reading).json()
    assert text["text"] == HIGHER["text"]
    for ends in ("from=1&to=2", "from=fee-1@1&to=fee-1@2", "from=2026-02-01&to=2026-05-01"):
        told = served.call("GET", f"/v1/documents/fee-1/diff?{ends}", reading).json()
        assert [one["edits"] for one in told["items"]] == [[{"before": "40", "after": "55"}]]


def test_what_is_not_stored_is_404_with_the_next_step(served: Served) -> None:
    reading = served.token("read")
    for path in ("nix", "nix/versions/1", "rule-12/versions/9", "rule-12/diff?from=1&to=9"):
        told = served.call("GET", f"/v1/documents/{path}", reading)
        assert told.status_code == 404
        assert told.json()["next_step"]


def test_a_name_with_a_slash_is_a_name_like_any_other(served: Served) -> None:
    take(served, {**FEE, "doc_id": "town/fees/2026"})
    reading = served.token("read")
    assert served.call("GET", "/v1/documents/town/fees/2026", reading).status_code == 200
    text = served.call("GET", "/v1/documents/town%2Ffees%2F2026/versions/1", reading)
    assert text.json()["text"] == FEE["text"]
