"""What the plug-in keeps: choices of each site, watches, comments that stand for items."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel, HelpPanel
from wagtail.contrib.settings.models import BaseSiteSetting, register_setting
from wagtail.models import Comment, Page

from wagtail_ledgerrag.options import OptionsError, options

AS_SET = ("", _("As the developers set it"))


@register_setting(icon="clipboard-list")
class LedgerSettings(BaseSiteSetting):
    """What an administrator decides for one site; an empty choice follows the Django settings."""

    url = models.CharField(
        _("Address of the evidence service"),
        max_length=300,
        blank=True,
        help_text=_(
            "Empty: the usual one. Others must be listed in LEDGERRAG['ALLOWED_URLS'], "
            "because the site's token is sent to this address."
        ),
    )
    policy = models.CharField(
        _("When the record refutes a claim"),
        max_length=8,
        blank=True,
        choices=[
            AS_SET,
            ("off", _("Publish without a check")),
            ("warn", _("Publish and warn")),
            ("block", _("Do not publish")),
        ],
    )
    when_down = models.CharField(
        _("When the service does not answer"),
        max_length=8,
        blank=True,
        choices=[AS_SET, ("warn", _("Publish and warn")), ("block", _("Do not publish"))],
    )
    watch = models.CharField(
        _("Watch stories after publishing"),
        max_length=8,
        blank=True,
        choices=[AS_SET, ("on", _("Yes")), ("off", _("No"))],
    )
    comments = models.CharField(
        _("Open items as comments"),
        max_length=8,
        blank=True,
        help_text=_(
            "When publishing is stopped or warned about, what is still to check is put "
            "beside its paragraph."
        ),
        choices=[AS_SET, ("on", _("Yes")), ("off", _("No"))],
    )

    panels = [
        FieldPanel("policy"),
        FieldPanel("when_down"),
        FieldPanel("watch"),
        FieldPanel("comments"),
        FieldPanel("url"),
        HelpPanel(template="wagtail_ledgerrag/settings_help.html"),
    ]

    class Meta:
        verbose_name = _("Evidence ledger")

    def clean(self) -> None:
        """Refuse an address that the token must not be sent to.

        Raises:
            ValidationError: The address is not among those that the developers allow.
        """
        super().clean()
        self.url = self.url.strip().rstrip("/")
        if not self.url:
            return
        try:
            allowed = options().addresses()
        except OptionsError as error:
            raise ValidationError({"url": str(error)}) from None
        if self.url not in allowed:
            known = ", ".join(allowed)
            raise ValidationError(
                {
                    "url": f"{self.url} is not allowed; there are {known}. "
                    "Developers add one in LEDGERRAG['ALLOWED_URLS']."
                }
            )


class LedgerStory(models.Model):
    """What is known of one story beside its text.

    Args:
        page: The page; empty once it was deleted.
        checked_sha256: The digest of the text that was checked last at publishing.
        checked_revision: The revision of the draft in the service that has this text.
        editor: Who published it last, by name.
        watch: The watch in the service; empty while there is none.
        state: Whether a watch is wanted, made, or to be ended.
        problem: Why the last try to make or end it failed.
    """

    class State(models.TextChoices):
        """What is to be done about the watch."""

        NONE = "none", _("none")
        WANTED = "wanted", _("wanted")
        MADE = "made", _("made")
        ENDING = "ending", _("ending")

    page = models.OneToOneField(
        Page, null=True, on_delete=models.SET_NULL, related_name="ledger_story"
    )
    checked_sha256 = models.CharField(max_length=64, blank=True)
    checked_revision = models.PositiveBigIntegerField(null=True)
    editor = models.CharField(max_length=200, blank=True)
    watch = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.NONE)
    problem = models.TextField(blank=True)

    wagtail_reference_index_ignore = True

    def __str__(self) -> str:
        return f"ledger of page {self.page_id}: watch {self.state}"


class LedgerComment(models.Model):
    """Which comment stands for which item of the checklist.

    Args:
        page: The page.
        item: The item in the service; its id stays while the claim stays.
        comment: The comment; a person may delete it, and then it is not made again.
    """

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="+")
    item = models.CharField(max_length=200)
    comment = models.ForeignKey(Comment, null=True, on_delete=models.SET_NULL, related_name="+")

    wagtail_reference_index_ignore = True

    class Meta:
        constraints: list[Any] = [
            models.UniqueConstraint(fields=["page", "item"], name="ledgerrag_item_once")
        ]

    def __str__(self) -> str:
        return f"item {self.item} of page {self.page_id}"
