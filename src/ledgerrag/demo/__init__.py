"""The corpus of `ledgerrag demo`: the invented city of Lindhaven, its rules and one wet winter.

`corpus/` is what a user would have in a folder, `later/` what arrives after questions were asked,
`sources.toml` says who speaks with which authority. Every name, place and figure is invented.
"""
