"""The settings of the example newsroom, with a database in memory."""

from newsroom.settings import *  # noqa: F403

SECRET_KEY = "only for tests"  # noqa: S105
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": ":memory:",
        # Wagtail's hundred migrations take longer than all tests; that ours fit is a test itself.
        "TEST": {"MIGRATE": False},
    }
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
LEDGERRAG = {
    "URL": "http://127.0.0.1:9",
    "TOKEN": "lr_test_of_the_house",
    "SITE": "varrow-post",
    "MODELS": ["newsroom.StoryPage"],
    "POLICY": "block",
    "ALLOWED_URLS": ["http://127.0.0.1:10"],
}
