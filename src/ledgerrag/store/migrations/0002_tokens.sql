-- Tokens of the service. The secret is never here: only its sha256. What ends a token is a row.

CREATE TABLE token (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  tenant TEXT NOT NULL,
  site TEXT NOT NULL,
  label TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created TEXT NOT NULL
) STRICT;

CREATE TABLE token_end (
  id TEXT PRIMARY KEY REFERENCES token (id),
  ended TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER token_next BEFORE INSERT ON token
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM token), 0)
BEGIN SELECT RAISE(ABORT, 'token.position is not the next number'); END;

CREATE TRIGGER token_no_replace BEFORE INSERT ON token
WHEN EXISTS (SELECT 1 FROM token WHERE id = NEW.id OR digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'token holds this key already'); END;

CREATE TRIGGER token_no_update BEFORE UPDATE ON token
BEGIN SELECT RAISE(ABORT, 'token is append-only'); END;

CREATE TRIGGER token_no_delete BEFORE DELETE ON token
BEGIN SELECT RAISE(ABORT, 'token is append-only'); END;

CREATE TRIGGER token_end_no_replace BEFORE INSERT ON token_end
WHEN EXISTS (SELECT 1 FROM token_end WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'token_end holds this key already'); END;

CREATE TRIGGER token_end_no_update BEFORE UPDATE ON token_end
BEGIN SELECT RAISE(ABORT, 'token_end is append-only'); END;

CREATE TRIGGER token_end_no_delete BEFORE DELETE ON token_end
BEGIN SELECT RAISE(ABORT, 'token_end is append-only'); END;
