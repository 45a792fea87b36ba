"""Who judges a claim against a passage."""
