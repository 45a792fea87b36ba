"""Measurements that anyone can repeat: speed and size, and answers against known changes of law."""
