"""The newsroom: drafts come apart into claims that are checked, kept and watched."""
