"""The HTTP API of a store: questions, documents, drafts, watches; and the pages for a browser."""
