-- Drafts as a newsroom has them checked: what was accepted, what came of it paragraph by paragraph,
-- and what people say to it. A revision of a draft is its check; a snapshot is read from these rows.

-- `as_of` and `known_at` as they were asked for, empty where today is meant; `body` holds the
-- paragraphs. What is accepted is committed here before anybody is told so.
CREATE TABLE draft_check (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL,
  draft TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  title TEXT NOT NULL,
  as_of TEXT NOT NULL,
  known_at TEXT NOT NULL,
  editor TEXT NOT NULL,
  actor TEXT NOT NULL,
  created TEXT NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (site, draft, revision)
) STRICT;

-- What was found of a paragraph: the cache of claims. `key` is a hash of all that decides how it
-- is read and judged, dates that mean today apart; `seq` is the corpus that the run saw.
CREATE TABLE draft_ground (
  position INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  run TEXT NOT NULL,
  as_of TEXT NOT NULL,
  known_at TEXT NOT NULL,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE INDEX draft_ground_key ON draft_ground (key, position);

-- What happened to a check, in order. A paragraph's event names its ground, the corpus up to which
-- that was found to hold still, and in `body` what differs from check to check.
CREATE TABLE draft_event (
  position INTEGER PRIMARY KEY,
  of TEXT NOT NULL REFERENCES draft_check (id),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  type TEXT NOT NULL CHECK (type IN ('started', 'paragraph', 'done', 'failed', 'superseded')),
  ground INTEGER REFERENCES draft_ground (position),
  seen INTEGER NOT NULL,
  created TEXT NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (of, seq)
) STRICT;

CREATE INDEX draft_event_ground ON draft_event (ground, seen) WHERE ground IS NOT NULL;

-- What a person did to an item of a draft's checklist; `entry` is its line in the journal.
CREATE TABLE draft_remark (
  position INTEGER PRIMARY KEY,
  site TEXT NOT NULL,
  draft TEXT NOT NULL,
  item TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('tick', 'untick', 'override', 'comment')),
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  created TEXT NOT NULL,
  entry INTEGER NOT NULL
) STRICT;

CREATE INDEX draft_remark_draft ON draft_remark (site, draft, position);

CREATE TRIGGER draft_check_next BEFORE INSERT ON draft_check
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM draft_check), 0)
BEGIN SELECT RAISE(ABORT, 'draft_check.position is not the next number'); END;

CREATE TRIGGER draft_ground_next BEFORE INSERT ON draft_ground
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM draft_ground), 0)
BEGIN SELECT RAISE(ABORT, 'draft_ground.position is not the next number'); END;

CREATE TRIGGER draft_event_next BEFORE INSERT ON draft_event
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM draft_event), 0)
BEGIN SELECT RAISE(ABORT, 'draft_event.position is not the next number'); END;

CREATE TRIGGER draft_remark_next BEFORE INSERT ON draft_remark
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM draft_remark), 0)
BEGIN SELECT RAISE(ABORT, 'draft_remark.position is not the next number'); END;

CREATE TRIGGER draft_check_no_replace BEFORE INSERT ON draft_check
WHEN EXISTS (SELECT 1 FROM draft_check WHERE id = NEW.id
             OR (site = NEW.site AND draft = NEW.draft AND revision = NEW.revision))
BEGIN SELECT RAISE(ABORT, 'draft_check holds this key already'); END;

CREATE TRIGGER draft_event_no_replace BEFORE INSERT ON draft_event
WHEN EXISTS (SELECT 1 FROM draft_event WHERE of = NEW.of AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'draft_event holds this key already'); END;

CREATE TRIGGER draft_event_not_after_the_end BEFORE INSERT ON draft_event
WHEN EXISTS (SELECT 1 FROM draft_event
             WHERE of = NEW.of AND type IN ('done', 'failed', 'superseded'))
BEGIN SELECT RAISE(ABORT, 'this check has ended'); END;

CREATE TRIGGER draft_check_no_update BEFORE UPDATE ON draft_check
BEGIN SELECT RAISE(ABORT, 'draft_check is append-only'); END;

CREATE TRIGGER draft_check_no_delete BEFORE DELETE ON draft_check
BEGIN SELECT RAISE(ABORT, 'draft_check is append-only'); END;

CREATE TRIGGER draft_ground_no_update BEFORE UPDATE ON draft_ground
BEGIN SELECT RAISE(ABORT, 'draft_ground is append-only'); END;

CREATE TRIGGER draft_ground_no_delete BEFORE DELETE ON draft_ground
BEGIN SELECT RAISE(ABORT, 'draft_ground is append-only'); END;

CREATE TRIGGER draft_event_no_update BEFORE UPDATE ON draft_event
BEGIN SELECT RAISE(ABORT, 'draft_event is append-only'); END;

CREATE TRIGGER draft_event_no_delete BEFORE DELETE ON draft_event
BEGIN SELECT RAISE(ABORT, 'draft_event is append-only'); END;

CREATE TRIGGER draft_remark_no_update BEFORE UPDATE ON draft_remark
BEGIN SELECT RAISE(ABORT, 'draft_remark is append-only'); END;

CREATE TRIGGER draft_remark_no_delete BEFORE DELETE ON draft_remark
BEGIN SELECT RAISE(ABORT, 'draft_remark is append-only'); END;
