"""Pachon: from files to documents, acts and spans."""
