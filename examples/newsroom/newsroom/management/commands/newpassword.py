"""A new password for the administrator of the example."""

import os
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Takes the password from NEWSROOM_PASSWORD, so that no process list shows it."""

    help = "Set the password of `editor` to NEWSROOM_PASSWORD."

    def handle(self, *_args: Any, **_given: Any) -> None:
        """Set it.

        Raises:
            CommandError: No password is given, or there is no such person.
        """
        password = os.environ.get("NEWSROOM_PASSWORD", "")
        user = get_user_model().objects.filter(username="editor").first()
        if not password or user is None:
            raise CommandError("Set NEWSROOM_PASSWORD, and set up the newsroom first")
        user.set_password(password)
        user.save()
