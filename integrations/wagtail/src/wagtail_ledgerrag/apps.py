"""The Django application."""

from django.apps import AppConfig

from wagtail_ledgerrag.options import Options
from wagtail_ledgerrag.service import Service, service_at


class LedgerConfig(AppConfig):
    """Registers the system checks and the watch on what is published."""

    name = "wagtail_ledgerrag"
    label = "wagtail_ledgerrag"
    verbose_name = "Evidence ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what Django starts by itself."""
        from wagtail_ledgerrag import checks, watching

        checks.register_checks()
        watching.connect()

    def connect(self, address: str, chosen: Options) -> Service:
        """Reach the service; a site with another way to it subclasses this configuration.

        Args:
            address: The address by the rules of a site.
            chosen: The options of the Django settings.
        """
        return service_at(address, chosen)
