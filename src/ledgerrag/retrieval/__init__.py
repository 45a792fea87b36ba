"""Search in a slice of the corpus."""
