"""The real track: questions whose gold is computed from public sources' own dates and fields."""
