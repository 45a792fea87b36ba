"""What a checked draft is handed out as: schema.org, ninjs, a printable evidence file."""
