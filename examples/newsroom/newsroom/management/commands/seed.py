"""Fill an empty site with the example's drafts."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from newsroom.models import FrontPage
from newsroom.seeding import seed


class Command(BaseCommand):
    """Does nothing to a site that is filled already."""

    help = "Fill an empty site; the password comes from NEWSROOM_PASSWORD."

    def add_arguments(self, parser: Any) -> None:
        """The options of the command."""
        parser.add_argument("stories", type=Path)
        parser.add_argument("--user", default="editor")
        parser.add_argument("--port", type=int, default=8501)

    def handle(self, *_args: Any, **given: Any) -> None:
        """Seed once.

        Raises:
            CommandError: No password is given.
        """
        if FrontPage.objects.exists():
            self.stdout.write("The newsroom is set up already.")
            return
        password = os.environ.get("NEWSROOM_PASSWORD", "")
        if not password:
            raise CommandError("Set NEWSROOM_PASSWORD to the password of the administrator")
        count = seed(
            given["stories"],
            user=given["user"],
            password=password,
            email="editor@varrow-post.example",
            port=given["port"],
        )
        self.stdout.write(f"Seeded     {count} drafts")
