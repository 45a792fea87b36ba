-- What is watched after it was published: stories, their claims, what became of each, and who is
-- told. What ends a watch, moves a claim on or answers a delivery is a row.

CREATE TABLE watch (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL,
  story TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  published TEXT NOT NULL,
  created TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;

CREATE INDEX watch_story ON watch (site, story);

CREATE TABLE watch_end (
  watch TEXT PRIMARY KEY REFERENCES watch (id),
  ended TEXT NOT NULL,
  successor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The secret signs what is sent: it is needed as it is, and leaves this table for nothing else.
CREATE TABLE watch_hook (
  watch TEXT PRIMARY KEY REFERENCES watch (id),
  url TEXT NOT NULL,
  secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `body` is the claim as it was read: the words and the value by which new text is matched.
CREATE TABLE watch_claim (
  watch TEXT NOT NULL REFERENCES watch (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  paragraph TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (watch, number)
) STRICT, WITHOUT ROWID;

-- What a claim was found to be, the latest last. `seq` is the corpus up to which that was looked
-- at, `names` what it rests on, `due` the day on which that changes by itself.
CREATE TABLE watch_state (
  position INTEGER PRIMARY KEY,
  watch TEXT NOT NULL REFERENCES watch (id),
  number INTEGER NOT NULL,
  run TEXT NOT NULL,
  claim TEXT NOT NULL,
  seq INTEGER NOT NULL,
  due TEXT NOT NULL,
  names TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE INDEX watch_state_claim ON watch_state (watch, number, position);

CREATE TABLE watch_event (
  seq INTEGER PRIMARY KEY,
  watch TEXT NOT NULL REFERENCES watch (id),
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  run TEXT NOT NULL,
  created TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE INDEX watch_event_watch ON watch_event (watch, seq);

-- Up to where documents and acts, and up to which watch, everything has been looked at.
CREATE TABLE watch_cursor (
  position INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  watches INTEGER NOT NULL,
  day TEXT NOT NULL,
  claims INTEGER NOT NULL,
  matched INTEGER NOT NULL,
  reverified INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;

-- Attempts to tell a webhook; `next` is when to try again, empty where there is nothing left to do.
CREATE TABLE watch_delivery (
  position INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES watch_event (seq),
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  at TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('delivered', 'failed', 'abandoned')),
  detail TEXT NOT NULL,
  next TEXT NOT NULL,
  UNIQUE (event, attempt)
) STRICT;

CREATE TRIGGER watch_next BEFORE INSERT ON watch
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM watch), 0)
BEGIN SELECT RAISE(ABORT, 'watch.position is not the next number'); END;

CREATE TRIGGER watch_no_replace BEFORE INSERT ON watch
WHEN EXISTS (SELECT 1 FROM watch WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'watch holds this key already'); END;

CREATE TRIGGER watch_end_no_replace BEFORE INSERT ON watch_end
WHEN EXISTS (SELECT 1 FROM watch_end WHERE watch = NEW.watch)
BEGIN SELECT RAISE(ABORT, 'watch_end holds this key already'); END;

CREATE TRIGGER watch_hook_no_replace BEFORE INSERT ON watch_hook
WHEN EXISTS (SELECT 1 FROM watch_hook WHERE watch = NEW.watch)
BEGIN SELECT RAISE(ABORT, 'watch_hook holds this key already'); END;

CREATE TRIGGER watch_claim_no_replace BEFORE INSERT ON watch_claim
WHEN EXISTS (SELECT 1 FROM watch_claim WHERE watch = NEW.watch AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'watch_claim holds this key already'); END;

CREATE TRIGGER watch_state_next BEFORE INSERT ON watch_state
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM watch_state), 0)
BEGIN SELECT RAISE(ABORT, 'watch_state.position is not the next number'); END;

CREATE TRIGGER watch_event_next BEFORE INSERT ON watch_event
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM watch_event), 0)
BEGIN SELECT RAISE(ABORT, 'watch_event.seq is not the next number'); END;

CREATE TRIGGER watch_cursor_next BEFORE INSERT ON watch_cursor
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM watch_cursor), 0)
BEGIN SELECT RAISE(ABORT, 'watch_cursor.position is not the next number'); END;

CREATE TRIGGER watch_delivery_next BEFORE INSERT ON watch_delivery
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM watch_delivery), 0)
BEGIN SELECT RAISE(ABORT, 'watch_delivery.position is not the next number'); END;

CREATE TRIGGER watch_delivery_no_replace BEFORE INSERT ON watch_delivery
WHEN EXISTS (SELECT 1 FROM watch_delivery WHERE event = NEW.event AND attempt = NEW.attempt)
BEGIN SELECT RAISE(ABORT, 'watch_delivery holds this key already'); END;

CREATE TRIGGER watch_no_update BEFORE UPDATE ON watch
BEGIN SELECT RAISE(ABORT, 'watch is append-only'); END;

CREATE TRIGGER watch_no_delete BEFORE DELETE ON watch
BEGIN SELECT RAISE(ABORT, 'watch is append-only'); END;

CREATE TRIGGER watch_end_no_update BEFORE UPDATE ON watch_end
BEGIN SELECT RAISE(ABORT, 'watch_end is append-only'); END;

CREATE TRIGGER watch_end_no_delete BEFORE DELETE ON watch_end
BEGIN SELECT RAISE(ABORT, 'watch_end is append-only'); END;

CREATE TRIGGER watch_hook_no_update BEFORE UPDATE ON watch_hook
BEGIN SELECT RAISE(ABORT, 'watch_hook is append-only'); END;

CREATE TRIGGER watch_hook_no_delete BEFORE DELETE ON watch_hook
BEGIN SELECT RAISE(ABORT, 'watch_hook is append-only'); END;

CREATE TRIGGER watch_claim_no_update BEFORE UPDATE ON watch_claim
BEGIN SELECT RAISE(ABORT, 'watch_claim is append-only'); END;

CREATE TRIGGER watch_claim_no_delete BEFORE DELETE ON watch_claim
BEGIN SELECT RAISE(ABORT, 'watch_claim is append-only'); END;

CREATE TRIGGER watch_state_no_update BEFORE UPDATE ON watch_state
BEGIN SELECT RAISE(ABORT, 'watch_state is append-only'); END;

CREATE TRIGGER watch_state_no_delete BEFORE DELETE ON watch_state
BEGIN SELECT RAISE(ABORT, 'watch_state is append-only'); END;

CREATE TRIGGER watch_event_no_update BEFORE UPDATE ON watch_event
BEGIN SELECT RAISE(ABORT, 'watch_event is append-only'); END;

CREATE TRIGGER watch_event_no_delete BEFORE DELETE ON watch_event
BEGIN SELECT RAISE(ABORT, 'watch_event is append-only'); END;

CREATE TRIGGER watch_cursor_no_update BEFORE UPDATE ON watch_cursor
BEGIN SELECT RAISE(ABORT, 'watch_cursor is append-only'); END;

CREATE TRIGGER watch_cursor_no_delete BEFORE DELETE ON watch_cursor
BEGIN SELECT RAISE(ABORT, 'watch_cursor is append-only'); END;

CREATE TRIGGER watch_delivery_no_update BEFORE UPDATE ON watch_delivery
BEGIN SELECT RAISE(ABORT, 'watch_delivery is append-only'); END;

CREATE TRIGGER watch_delivery_no_delete BEFORE DELETE ON watch_delivery
BEGIN SELECT RAISE(ABORT, 'watch_delivery is append-only'); END;
