-- The record: documents, acts, runs and journal in one append-only file.
--
-- A date is one text: what was stated, then precision, first second, first second after (UTC),
-- offset east of UTC and whether the zone was assumed, separated by "|". Every part is kept, so
-- that a later reader of dates cannot change what an earlier one recorded.

CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The text stands last: reading the other columns never touches its pages.
CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  doc_id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  series TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL,
  published TEXT NOT NULL,
  published_utc INTEGER NOT NULL,
  published_calendar INTEGER NOT NULL,
  effective_from TEXT NOT NULL,
  effective_to TEXT,
  effective_to_unknown INTEGER NOT NULL CHECK (effective_to_unknown IN (0, 1)),
  authority_level INTEGER NOT NULL CHECK (authority_level IN (1, 2, 3)),
  domain TEXT NOT NULL CHECK (domain IN ('regulation', 'news', 'reference')),
  language TEXT NOT NULL,
  url TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  cluster TEXT NOT NULL,
  pages TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (doc_id, version)
) STRICT;

CREATE INDEX document_series ON document (series);
CREATE INDEX document_cluster ON document (cluster);

CREATE TABLE act (
  seq INTEGER PRIMARY KEY,
  act_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  target_doc TEXT,
  target_version INTEGER,
  by TEXT NOT NULL,
  source TEXT NOT NULL,
  authority_level INTEGER NOT NULL CHECK (authority_level IN (1, 2, 3)),
  published TEXT NOT NULL,
  effective_from TEXT,
  effective_to TEXT,
  saves_from TEXT,
  saves_to TEXT,
  saves INTEGER NOT NULL CHECK (saves IN (0, 1)),
  note TEXT NOT NULL
) STRICT;

CREATE INDEX act_target ON act (target);
CREATE INDEX act_by ON act (by) WHERE by <> '';

CREATE TABLE chunk (
  row INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES document (seq),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL CHECK ("end" >= start),
  tokens TEXT NOT NULL,
  length INTEGER NOT NULL CHECK (length >= 0)
) STRICT;

CREATE TABLE sketch (
  seq INTEGER PRIMARY KEY REFERENCES document (seq),
  body BLOB NOT NULL
) STRICT;

CREATE TABLE band (
  band TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES document (seq),
  PRIMARY KEY (band, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE registry (
  version INTEGER PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE run (
  position INTEGER PRIMARY KEY,
  run TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  as_of TEXT NOT NULL,
  known_at TEXT NOT NULL,
  created TEXT NOT NULL,
  ledger BLOB NOT NULL,
  answer BLOB NOT NULL,
  request BLOB NOT NULL,
  entry INTEGER NOT NULL
) STRICT;

-- What the evidence of a run rests on: a series, a doc_id or a `doc_id@version`.
CREATE TABLE touch (
  name TEXT NOT NULL,
  run TEXT NOT NULL REFERENCES run (run),
  PRIMARY KEY (name, run)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
  kind TEXT NOT NULL CHECK (kind IN ('model', 'retrieval')),
  key TEXT NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (kind, key)
) STRICT;

-- The journal; its lines are the leaves (level 0) of the Merkle tree.
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  leaf BLOB NOT NULL CHECK (length(leaf) = 32),
  body BLOB NOT NULL
) STRICT;

CREATE TABLE node (
  level INTEGER NOT NULL CHECK (level >= 1),
  position INTEGER NOT NULL CHECK (position >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE payload (
  digest TEXT NOT NULL UNIQUE,
  salt BLOB NOT NULL,
  body BLOB NOT NULL
) STRICT;

-- An erased payload keeps its row, its salt and body overwritten with zeros where they stand: a
-- deleted row may leave copies of itself behind on pages that were joined before.
CREATE TABLE erasure (
  digest TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  key TEXT NOT NULL UNIQUE,
  body BLOB NOT NULL
) STRICT;

CREATE TABLE file_state (
  position INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 BLOB NOT NULL
) STRICT;

CREATE INDEX file_state_name ON file_state (name, position);

-- Guards. A number is always the next one, and no insert may replace a row: REPLACE deletes
-- without asking the triggers for DELETE.

CREATE TRIGGER document_next BEFORE INSERT ON document
WHEN NEW.seq <> 1 + max(coalesce((SELECT max(seq) FROM document), 0),
                        coalesce((SELECT max(seq) FROM act), 0))
BEGIN SELECT RAISE(ABORT, 'document.seq is not the next number'); END;

CREATE TRIGGER document_no_replace BEFORE INSERT ON document
WHEN EXISTS (SELECT 1 FROM document WHERE doc_id = NEW.doc_id AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'document holds this key already'); END;

CREATE TRIGGER act_next BEFORE INSERT ON act
WHEN NEW.seq <> 1 + max(coalesce((SELECT max(seq) FROM document), 0),
                        coalesce((SELECT max(seq) FROM act), 0))
BEGIN SELECT RAISE(ABORT, 'act.seq is not the next number'); END;

CREATE TRIGGER act_no_replace BEFORE INSERT ON act
WHEN EXISTS (SELECT 1 FROM act WHERE act_id = NEW.act_id)
BEGIN SELECT RAISE(ABORT, 'act holds this key already'); END;

CREATE TRIGGER chunk_next BEFORE INSERT ON chunk
WHEN NEW.row <> 1 + coalesce((SELECT max(row) FROM chunk), 0)
BEGIN SELECT RAISE(ABORT, 'chunk.row is not the next number'); END;

CREATE TRIGGER registry_next BEFORE INSERT ON registry
WHEN NEW.version <> 1 + coalesce((SELECT max(version) FROM registry), 0)
BEGIN SELECT RAISE(ABORT, 'registry.version is not the next number'); END;

CREATE TRIGGER run_next BEFORE INSERT ON run
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM run), 0)
BEGIN SELECT RAISE(ABORT, 'run.position is not the next number'); END;

CREATE TRIGGER entry_next BEFORE INSERT ON entry
WHEN NEW.seq <> coalesce((SELECT max(seq) FROM entry), -1) + 1
BEGIN SELECT RAISE(ABORT, 'entry.seq is not the next number'); END;

CREATE TRIGGER file_state_next BEFORE INSERT ON file_state
WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM file_state), 0)
BEGIN SELECT RAISE(ABORT, 'file_state.position is not the next number'); END;

CREATE TRIGGER payload_no_delete BEFORE DELETE ON payload
BEGIN SELECT RAISE(ABORT, 'payload is append-only'); END;

CREATE TRIGGER meta_no_update BEFORE UPDATE ON meta
BEGIN SELECT RAISE(ABORT, 'meta is append-only'); END;

CREATE TRIGGER meta_no_delete BEFORE DELETE ON meta
BEGIN SELECT RAISE(ABORT, 'meta is append-only'); END;

CREATE TRIGGER meta_no_replace BEFORE INSERT ON meta
WHEN EXISTS (SELECT 1 FROM meta WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'meta holds this key already'); END;

CREATE TRIGGER document_no_update BEFORE UPDATE ON document
BEGIN SELECT RAISE(ABORT, 'document is append-only'); END;

CREATE TRIGGER document_no_delete BEFORE DELETE ON document
BEGIN SELECT RAISE(ABORT, 'document is append-only'); END;

CREATE TRIGGER act_no_update BEFORE UPDATE ON act
BEGIN SELECT RAISE(ABORT, 'act is append-only'); END;

CREATE TRIGGER act_no_delete BEFORE DELETE ON act
BEGIN SELECT RAISE(ABORT, 'act is append-only'); END;

CREATE TRIGGER chunk_no_update BEFORE UPDATE ON chunk
BEGIN SELECT RAISE(ABORT, 'chunk is append-only'); END;

CREATE TRIGGER chunk_no_delete BEFORE DELETE ON chunk
BEGIN SELECT RAISE(ABORT, 'chunk is append-only'); END;

CREATE TRIGGER sketch_no_update BEFORE UPDATE ON sketch
BEGIN SELECT RAISE(ABORT, 'sketch is append-only'); END;

CREATE TRIGGER sketch_no_delete BEFORE DELETE ON sketch
BEGIN SELECT RAISE(ABORT, 'sketch is append-only'); END;

CREATE TRIGGER sketch_no_replace BEFORE INSERT ON sketch
WHEN EXISTS (SELECT 1 FROM sketch WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'sketch holds this key already'); END;

CREATE TRIGGER band_no_update BEFORE UPDATE ON band
BEGIN SELECT RAISE(ABORT, 'band is append-only'); END;

CREATE TRIGGER band_no_delete BEFORE DELETE ON band
BEGIN SELECT RAISE(ABORT, 'band is append-only'); END;

CREATE TRIGGER registry_no_update BEFORE UPDATE ON registry
BEGIN SELECT RAISE(ABORT, 'registry is append-only'); END;

CREATE TRIGGER registry_no_delete BEFORE DELETE ON registry
BEGIN SELECT RAISE(ABORT, 'registry is append-only'); END;

CREATE TRIGGER run_no_update BEFORE UPDATE ON run
BEGIN SELECT RAISE(ABORT, 'run is append-only'); END;

CREATE TRIGGER run_no_delete BEFORE DELETE ON run
BEGIN SELECT RAISE(ABORT, 'run is append-only'); END;

CREATE TRIGGER run_no_replace BEFORE INSERT ON run
WHEN EXISTS (SELECT 1 FROM run WHERE run = NEW.run)
BEGIN SELECT RAISE(ABORT, 'run holds this key already'); END;

CREATE TRIGGER touch_no_update BEFORE UPDATE ON touch
BEGIN SELECT RAISE(ABORT, 'touch is append-only'); END;

CREATE TRIGGER touch_no_delete BEFORE DELETE ON touch
BEGIN SELECT RAISE(ABORT, 'touch is append-only'); END;

CREATE TRIGGER record_no_update BEFORE UPDATE ON record
BEGIN SELECT RAISE(ABORT, 'record is append-only'); END;

CREATE TRIGGER record_no_delete BEFORE DELETE ON record
BEGIN SELECT RAISE(ABORT, 'record is append-only'); END;

CREATE TRIGGER record_no_replace BEFORE INSERT ON record
WHEN EXISTS (SELECT 1 FROM record WHERE kind = NEW.kind AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'record holds this key already'); END;

CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entry is append-only'); END;

CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entry is append-only'); END;

CREATE TRIGGER node_no_update BEFORE UPDATE ON node
BEGIN SELECT RAISE(ABORT, 'node is append-only'); END;

CREATE TRIGGER node_no_delete BEFORE DELETE ON node
BEGIN SELECT RAISE(ABORT, 'node is append-only'); END;

CREATE TRIGGER node_no_replace BEFORE INSERT ON node
WHEN EXISTS (SELECT 1 FROM node WHERE level = NEW.level AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'node holds this key already'); END;

CREATE TRIGGER payload_no_update BEFORE UPDATE ON payload
BEGIN SELECT RAISE(ABORT, 'payload is append-only'); END;

CREATE TRIGGER payload_no_replace BEFORE INSERT ON payload
WHEN EXISTS (SELECT 1 FROM payload WHERE digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'payload holds this key already'); END;

CREATE TRIGGER erasure_no_update BEFORE UPDATE ON erasure
BEGIN SELECT RAISE(ABORT, 'erasure is append-only'); END;

CREATE TRIGGER erasure_no_delete BEFORE DELETE ON erasure
BEGIN SELECT RAISE(ABORT, 'erasure is append-only'); END;

CREATE TRIGGER erasure_no_replace BEFORE INSERT ON erasure
WHEN EXISTS (SELECT 1 FROM erasure WHERE digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'erasure holds this key already'); END;

CREATE TRIGGER idempotency_no_update BEFORE UPDATE ON idempotency
BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END;

CREATE TRIGGER idempotency_no_delete BEFORE DELETE ON idempotency
BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END;

CREATE TRIGGER idempotency_no_replace BEFORE INSERT ON idempotency
WHEN EXISTS (SELECT 1 FROM idempotency WHERE key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'idempotency holds this key already'); END;

CREATE TRIGGER file_state_no_update BEFORE UPDATE ON file_state
BEGIN SELECT RAISE(ABORT, 'file_state is append-only'); END;

CREATE TRIGGER file_state_no_delete BEFORE DELETE ON file_state
BEGIN SELECT RAISE(ABORT, 'file_state is append-only'); END;
