"""Make and end the watches that could not be while the service was down."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from wagtail_ledgerrag.options import OptionsError
from wagtail_ledgerrag.watching import settle_all


class Command(BaseCommand):
    """One line for each story; the exit code is 0 when nothing is left to do."""

    help = "Make and end the watches that are still to be made or ended."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Try each once.

        Raises:
            CommandError: The settings are wrong, or some are still to be done.
        """
        left = 0
        try:
            for story in settle_all():
                left += bool(story.problem)
                self.stdout.write(f"{story}{': ' + story.problem if story.problem else ''}")
        except OptionsError as error:
            raise CommandError(str(error)) from None
        if left:
            raise CommandError(f"{left} still to be done; run this again when the service answers")
