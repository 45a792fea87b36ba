"""A draft in the service: check a text and wait for its ledger."""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from wagtail_ledgerrag.reading import Paragraph
from wagtail_ledgerrag.service import Reply, Service, ServiceError, draft_path

# A newer check of the same draft puts an older one aside: then ours is sent again, so often.
TRIES = 3
PAUSE_SECONDS = 0.05


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Evidence(_Read):
    """A span that speaks to a claim."""

    stance: str = ""
    title: str = ""
    source: str = ""
    source_name: str = ""
    published: str = ""
    quote: str = ""


class Claim(_Read):
    """A claim of a snapshot, as far as publishing needs it."""

    id: str
    paragraph: str
    start: int = 0
    end: int = 0
    text: str
    status: str
    evidence: tuple[Evidence, ...] = ()


class Item(_Read):
    """An item of the checklist."""

    id: str
    claim: str = ""
    kind: str = ""
    text: str
    state: str


class Read(_Read):
    """A paragraph as the service keeps it; its id need not be the one that was sent."""

    id: str
    text: str


class Snapshot(_Read):
    """The ledger of one revision of a draft."""

    revision: int
    paragraphs: tuple[Read, ...] = ()
    claims: tuple[Claim, ...] = ()
    checklist: tuple[Item, ...] = ()


def text_digest(title: str, text: Sequence[Paragraph]) -> str:
    """The digest of what is checked: two texts with one digest have one ledger.

    Args:
        title: The title of the story.
        text: Its paragraphs.
    """
    value = [title, *([p.kind, p.text] for p in text)]
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()


class Draft:
    """One draft of a site.

    Args:
        service: Who checks it.
        site: The site of the token.
        name: The draft.
        clock: Seconds that only grow.
        pause: Waits for seconds.
    """

    def __init__(
        self,
        service: Service,
        site: str,
        name: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._service = service
        self._site = site
        self._name = name
        self._clock = clock
        self._pause = pause

    def check(
        self, title: str, text: Sequence[Paragraph], editor: str, *, seconds: float
    ) -> Snapshot:
        """The ledger of a text.

        Args:
            title: The title of the story.
            text: Its paragraphs.
            editor: Who asks.
            seconds: How long to wait for it.

        Raises:
            ServiceError: The service is down, refuses the text, or is not done in time.
        """
        deadline = self._clock() + seconds
        body = {"title": title, "paragraphs": [p.as_json() for p in text], "editor": editor}
        for _try in range(TRIES):
            accepted = self._post("checks", body)
            status, problem = self._wait(str(accepted["check"]), deadline)
            if status == "done":
                return self._ledger(int(accepted["revision"]))
            if status == "failed":
                raise ServiceError(
                    "The check failed",
                    f"The evidence service could not check this text: {problem}.",
                    "Check it in the evidence panel, then publish again.",
                )
        raise _late()

    def _wait(self, check: str, deadline: float) -> tuple[str, str]:
        seen = 0
        while (left := deadline - self._clock()) > 0:
            query = {"after": str(seen), "wait": str(max(1, min(10, int(left))))}
            state = self._value("GET", f"checks/{check}", query)
            status = str(state["status"])
            if status in {"done", "failed", "superseded"}:
                problem = state.get("problem") or {}
                return status, str(
                    problem.get("detail") or problem.get("title") or "no reason given"
                )
            seen = int(state.get("last_seq") or seen)
            self._pause(PAUSE_SECONDS)
        raise _late()

    def _ledger(self, revision: int) -> Snapshot:
        value = self._value("GET", "ledger", {"revision": str(revision)})
        try:
            return Snapshot.model_validate(value)
        except ValidationError:
            raise _unreadable() from None

    def _post(self, suffix: str, body: Any) -> Any:
        path = draft_path(self._site, self._name, suffix)
        data = json.dumps(body, ensure_ascii=False).encode()
        return _mapping(self._service.send("POST", path, {}, data), ("check", "revision"))

    def _value(self, method: str, suffix: str, query: dict[str, str]) -> Any:
        path = draft_path(self._site, self._name, suffix)
        return _mapping(self._service.send(method, path, query, None), ())


def problem_of(reply: Reply) -> ServiceError:
    """What a refusal of the service means for an editor.

    Args:
        reply: An answer that is not ``ok``.
    """
    busy = reply.status in {429, 503}
    try:
        told = reply.value()
    except ServiceError:
        told = {}
    detail = str(told.get("detail") or told.get("title") or "") if isinstance(told, dict) else ""
    step = str(told.get("next_step") or "") if isinstance(told, dict) else ""
    return ServiceError(
        "The service is busy" if busy else "The service refused the request",
        detail or f"The evidence service answered with status {reply.status}.",
        step or ("Try again in a minute." if busy else "Tell the administrator."),
        status=503 if busy else 502,
    )


def _mapping(reply: Reply, keys: Sequence[str]) -> Any:
    if not reply.ok:
        raise problem_of(reply)
    value = reply.value()
    if not isinstance(value, dict) or any(key not in value for key in keys):
        raise _unreadable()
    return value


def _late() -> ServiceError:
    return ServiceError(
        "The check is not done yet",
        "The evidence service is still checking this text.",
        "Wait for the evidence panel, then publish again.",
        status=504,
    )


def _unreadable() -> ServiceError:
    return ServiceError(
        "The answer cannot be read",
        "The evidence service answered in a form that this version does not know.",
        "The administrator brings the service and the plug-in to one version.",
    )
