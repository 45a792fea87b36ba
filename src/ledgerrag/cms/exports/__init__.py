"""What a checked draft is handed out as: schema.org, ninjs, the ledger, a printable evidence file."""
