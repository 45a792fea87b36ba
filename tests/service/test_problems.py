from __future__ import annotations

import json

import pytest

from ledgerrag import errors
from ledgerrag.errors import LedgerRAGError
from ledgerrag.service.problems import MEDIA, RefusedError, of_error, status_of


def every_kind(root: type[LedgerRAGError]) -> list[type[LedgerRAGError]]:
    mine = [kind for kind in root.__subclasses__() if kind.__module__ == errors.__name__]
    return [*mine, *(below for kind in mine for below in every_kind(kind))]


@pytest.mark.parametrize("kind", every_kind(LedgerRAGError))
def test_every_error_of_ours_has_a_status_of_its_own_and_comes_out_as_a_problem(
    kind: type[LedgerRAGError],
) -> None:
    status = status_of(kind("what is wrong"))
    response = of_error(kind("what is wrong"), "/v1/x")
    body = json.loads(bytes(response.body))
    assert response.media_type == MEDIA
    assert response.status_code == body["status"] == status
    assert body["title"]
    assert body["instance"] == "/v1/x"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.NotFoundError("x"), 404),
        (errors.DateError("x"), 422),
        (errors.StoreBusyError("x"), 503),
        (errors.IndexDamagedError("x"), 503),
        (errors.ReplayError("x"), 409),
        (errors.IntegrityError("x"), 500),
        (errors.ModelUnreachableError("x"), 502),
        (errors.UnavailableError("x"), 501),
        (RefusedError(429, "x", "y"), 429),
    ],
)
def test_the_status_says_whose_fault_it_is(error: LedgerRAGError, status: int) -> None:
    assert status_of(error) == status


def test_a_caller_is_not_told_where_the_store_lies() -> None:
    for kind in (errors.StoreError, errors.IndexDamagedError, errors.IntegrityError):
        told = bytes(of_error(kind("/srv/secret/place.db is damaged", "restore it")).body)
        assert b"/srv/secret" not in told
        assert b"restore it" not in told


def test_who_is_to_come_again_is_told_when() -> None:
    for error in (errors.StoreBusyError("x"), RefusedError(503, "x", "y")):
        assert of_error(error).headers["retry-after"].isdigit()
    stated = RefusedError(429, "x", "y", {"Retry-After": "40"})
    assert of_error(stated).headers["retry-after"] == "40"


def test_a_date_that_cannot_be_names_its_field() -> None:
    body = json.loads(
        bytes(of_error(errors.DateError("as_of 'x' is not a date", "", "as_of")).body)
    )
    assert body["field"] == "as_of"


def test_text_that_no_encoding_holds_is_given_back_all_the_same() -> None:
    body = bytes(of_error(errors.NotFoundError("there is no \ud800")).body)
    assert b"\\ud800" in body
