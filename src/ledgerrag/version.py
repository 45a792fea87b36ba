"""The release, for the journal and for those who ask."""

__version__ = "0.1.0"
