"""Django system checks: wrong settings are told at start, one line for each fault."""

from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.core import checks
from wagtail.models import Page

from wagtail_ledgerrag.options import Options, OptionsError, options
from wagtail_ledgerrag.publishing import plan_for

BEFORE_8 = "wagtail_ledgerrag.before8"
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def register_checks() -> None:
    """Let Django ask."""
    checks.register(check_settings)


def check_settings(**_kwargs: Any) -> list[checks.CheckMessage]:
    """What is wrong with LEDGERRAG; it is asked whichever applications are checked."""
    found: list[checks.CheckMessage] = []
    if not apps.is_installed("wagtail.contrib.settings"):
        found.append(_error("E001", "wagtail.contrib.settings must be in INSTALLED_APPS"))
    try:
        chosen = options()
    except OptionsError as error:
        return [*found, *(_error("E002", line) for line in error.problems)]
    for label in chosen.models:
        found.extend(_model(label, chosen))
    found.extend(_fallback())
    labels = {label.lower() for label in chosen.models}
    found.extend(
        _error("E005", f"LEDGERRAG['FIELDS'] names {label!r}, which is not in LEDGERRAG['MODELS']")
        for label in chosen.fields
        if label.lower() not in labels
    )
    return [*found, *(_open(url) for url in chosen.addresses() if _is_open(url))]


def _model(label: str, chosen: Options) -> list[checks.CheckMessage]:
    try:
        model = apps.get_model(label)
    except (LookupError, ValueError):
        return [_error("E003", f"LEDGERRAG['MODELS'] names {label!r}, and there is no such model")]
    if not issubclass(model, Page):
        return [_error("E003", f"LEDGERRAG['MODELS'] names {label!r}, which is no page model")]
    try:
        plan = plan_for(model, chosen)
    except LookupError as error:
        return [_error("E004", f"LEDGERRAG['FIELDS']: {error.args[0]}")]
    if not plan.fields:
        return [_error("E004", f"{label} has no field with text; name one in LEDGERRAG['FIELDS']")]
    return _views(label, model)


def _fallback() -> list[checks.CheckMessage]:
    from wagtail_ledgerrag.panels import REPLACES_EDITORS

    installed = apps.is_installed(BEFORE_8)
    if installed != REPLACES_EDITORS:
        return []
    step = "Take it out" if installed else "Put it above wagtail.admin"
    return [
        checks.Warning(
            f"{BEFORE_8} is {'for' if installed else 'needed under'} Wagtail 7"
            f"{', and the panel would show twice' if installed else ' to show the ledger'}",
            hint=f"{step} in INSTALLED_APPS.",
            id="wagtail_ledgerrag.W003",
        )
    ]


def _views(label: str, model: type[Page]) -> list[checks.CheckMessage]:
    from wagtail_ledgerrag.panels import REPLACES_EDITORS, LedgerPanelMixin

    if not REPLACES_EDITORS:
        return []
    from wagtail_ledgerrag.viewsets import own_viewset

    own = own_viewset(model)
    if own is None or issubclass(own.edit_view_class, LedgerPanelMixin):
        return []
    return [
        checks.Warning(
            f"{label} has a page view set of its own, whose editor shows no ledger",
            hint="Add LedgerEditViewMixin of wagtail_ledgerrag.panels to its edit_view_class.",
            id="wagtail_ledgerrag.W002",
        )
    ]


def _is_open(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname not in LOOPBACK


def _open(url: str) -> checks.CheckMessage:
    return checks.Warning(
        f"LEDGERRAG sends its token to {url} without encryption",
        hint="Use https for a service on another machine.",
        id="wagtail_ledgerrag.W001",
    )


def _error(number: str, line: str) -> checks.CheckMessage:
    return checks.Error(line, id=f"wagtail_ledgerrag.{number}")
