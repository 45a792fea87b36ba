"""Entries, canonical form, Merkle tree, checkpoints, export and replay."""
