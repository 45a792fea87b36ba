"""What the ledger says about a text that is to be published, and what follows from it."""

from dataclasses import dataclass
from typing import Any, Literal

from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser
from wagtail.models import Page

from wagtail_ledgerrag.drafts import Claim, Draft, Snapshot, text_digest
from wagtail_ledgerrag.models import LedgerStory
from wagtail_ledgerrag.options import Options
from wagtail_ledgerrag.reading import Paragraph, Plan, paragraphs, plan_of
from wagtail_ledgerrag.rules import Rules
from wagtail_ledgerrag.service import Service, ServiceError, draft_of

Decision = Literal["pass", "warn", "stop"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of the check before publishing.

    Args:
        decision: Whether the page may be published.
        refuted: The claims that the record refutes and no person has overridden.
        fault: Why there is no ledger, where there is none.
        snapshot: The ledger, where there is one.
        text: The paragraphs that were checked.
    """

    decision: Decision
    refuted: tuple[Claim, ...] = ()
    fault: ServiceError | None = None
    snapshot: Snapshot | None = None
    text: tuple[Paragraph, ...] = ()


def covers(page: Page, chosen: Options) -> bool:
    """Whether pages of this model have a ledger.

    Args:
        page: A page, specific or not.
        chosen: The options.
    """
    model = page.specific_class
    return model is not None and model._meta.label.lower() in {m.lower() for m in chosen.models}


def plan_for(model: type[Page], chosen: Options) -> Plan:
    """Where the text of a model stands, by the options.

    Args:
        model: The page model.
        chosen: The options.

    Raises:
        LookupError: The options name a field that holds no text.
    """
    label = model._meta.label.lower()
    named = {key.lower(): names for key, names in chosen.fields.items()}
    return plan_of(model, named.get(label, ()))


def service_of(url: str, chosen: Options) -> Service:
    """The service at an address; the application says how to reach one.

    Args:
        url: The address by the rules of a site.
        chosen: The options.
    """
    application: Any = apps.get_app_config("wagtail_ledgerrag")
    service: Service = application.connect(url, chosen)
    return service


def examine(page: Page, user: AbstractBaseUser, rules: Rules, chosen: Options) -> Finding:
    """Check the text of a page as it is to be published.

    Args:
        page: The page with that text; it need not be saved.
        user: Who publishes.
        rules: The rules of its site.
        chosen: The options.
    """
    if rules.policy == "off":
        return Finding("pass")
    text = paragraphs(page, plan_for(type(page), chosen))
    draft = Draft(service_of(rules.url, chosen), chosen.site, draft_of(page.pk))
    try:
        snapshot = draft.check(page.title, text, name_of(user), seconds=chosen.gate_seconds)
    except ServiceError as fault:
        return Finding("stop" if stops_when_down(rules) else "warn", fault=fault, text=text)
    LedgerStory.objects.update_or_create(
        page_id=page.pk,
        defaults={
            "checked_sha256": text_digest(page.title, text),
            "checked_revision": snapshot.revision,
        },
    )
    return judge(snapshot, text, rules)


def judge(snapshot: Snapshot, text: tuple[Paragraph, ...], rules: Rules) -> Finding:
    """What a ledger means for publishing.

    Args:
        snapshot: The ledger of the text.
        text: The text.
        rules: The rules of the site.
    """
    refuted = tuple(
        claim
        for claim in snapshot.claims
        if claim.status == "refuted" and not _overridden(claim, snapshot)
    )
    decision: Decision = "pass"
    if refuted:
        decision = "stop" if rules.policy == "block" else "warn"
    return Finding(decision, refuted, snapshot=snapshot, text=text)


def stops_when_down(rules: Rules) -> bool:
    """Whether nothing is published without a check; a site that only warns never stops."""
    return rules.policy == "block" and rules.when_down == "block"


def name_of(user: Any) -> str:
    """The name under which a person stands in the journal.

    Args:
        user: Who is logged in.
    """
    return str(user.get_full_name() or user.get_username())


def _overridden(claim: Claim, snapshot: Snapshot) -> bool:
    """A person put this verdict aside, and no lesser item, with name and reason on record."""
    return any(
        item.claim == claim.id and item.kind == "refuted" and item.state == "overridden"
        for item in snapshot.checklist
    )
