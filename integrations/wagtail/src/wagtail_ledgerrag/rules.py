"""Which rules hold for a page: its site's choices over those of the Django settings."""

from dataclasses import dataclass

from wagtail.models import Page, Site

from wagtail_ledgerrag.models import LedgerSettings
from wagtail_ledgerrag.options import Options, Policy, WhenDown


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one site.

    Args:
        url: Where its service listens.
        policy: What a refuted claim does at publishing.
        when_down: What happens at publishing while the service does not answer.
        watch: Whether published stories are watched.
        comments: Whether open items become comments when publishing is stopped.
    """

    url: str
    policy: Policy
    when_down: WhenDown
    watch: bool
    comments: bool


def rules_of(page: Page, chosen: Options) -> Rules:
    """The rules of the site that a page belongs to, or of the default site.

    Args:
        page: The page.
        chosen: The options of the Django settings.
    """
    site = page.get_site() or Site.objects.filter(is_default_site=True).first()
    own = LedgerSettings.objects.filter(site=site).first() if site is not None else None
    if own is None:
        own = LedgerSettings()
    # An address that was taken off the list since is not used: the token must not go there.
    url = own.url if own.url in chosen.addresses() else chosen.url
    return Rules(
        url=url,
        policy=own.policy or chosen.policy,
        when_down=own.when_down or chosen.when_down,
        watch=own.watch == "on" if own.watch else chosen.watch,
        comments=own.comments == "on" if own.comments else chosen.comments,
    )
