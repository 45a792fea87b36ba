"""Settings of the example newsroom: one machine, loopback, SQLite. Not for a real site."""

import os
import secrets
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
# Everything that is made at run time lies in one folder, which may be deleted.
STATE = Path(os.environ.get("NEWSROOM_STATE") or HERE / "state")

DEBUG = os.environ.get("NEWSROOM_DEBUG", "1") == "1"
# The start script passes a key of its own; without one, sessions end with the process.
SECRET_KEY = os.environ.get("NEWSROOM_SECRET") or secrets.token_urlsafe(50)
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "testserver"]
PORT = os.environ.get("NEWSROOM_PORT", "8501")
CSRF_TRUSTED_ORIGINS: list[str] = []

INSTALLED_APPS = [
    "newsroom",
    "wagtail_ledgerrag",
    "wagtail.contrib.settings",
    "wagtail.embeds",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.snippets",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "newsroom.policy.ContentSecurity",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "newsroom.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
WSGI_APPLICATION = None

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": STATE / "newsroom.sqlite3",
        # The editor saves by itself while other requests run: a writer waits for its turn.
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            # Readers do not wait for a writer, and a commit not for the disk at every step.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
X_FRAME_OPTIONS = "SAMEORIGIN"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = STATE / "media"

WAGTAIL_SITE_NAME = "The Varrow Post"
WAGTAILADMIN_BASE_URL = f"http://127.0.0.1:{PORT}"
WAGTAIL_ENABLE_UPDATE_CHECK = False
WAGTAIL_ENABLE_WHATS_NEW_BANNER = False
WAGTAILSEARCH_BACKENDS = {"default": {"BACKEND": "wagtail.search.backends.database"}}
# No picture of a person is fetched from elsewhere.
WAGTAIL_GRAVATAR_PROVIDER_URL = None

# The address, token and site come from the environment: LEDGERRAG_URL, _TOKEN, _SITE.
LEDGERRAG = {
    "MODELS": ["newsroom.StoryPage"],
    "POLICY": "block",
    "WATCH": True,
    "COMMENTS": False,
}
