-- +goose Up

-- The rules of games, each once. The text is kept to the letter: a problem's id is
-- a digest of these very bytes.
CREATE TABLE rules (
    digest   BLOB PRIMARY KEY CHECK (length(digest) = 16), -- of SHA-256 of the document
    document TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Positions that were asked about. A deal never changes and outlives its verdict.
CREATE TABLE deals (
    id         TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 34),
    rules      BLOB NOT NULL REFERENCES rules,
    position   TEXT NOT NULL,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- What is known of a deal. The solution stands in the same row as the verdict, so
-- that one statement replaces both and neither is ever seen without the other.
CREATE TABLE verdicts (
    id         TEXT    NOT NULL PRIMARY KEY REFERENCES deals,
    epoch      INTEGER NOT NULL CHECK (epoch > 0),
    verdict    TEXT    NOT NULL CHECK (verdict IN ('winnable', 'unwinnable', 'unknown')),
    because    TEXT    NOT NULL CHECK (because IN ('', 'deadline', 'states', 'memory')),
    engine     TEXT    NOT NULL,
    states     INTEGER NOT NULL CHECK (states >= 0),     -- really searched
    elapsed_ns INTEGER NOT NULL CHECK (elapsed_ns >= 0), -- really spent searching
    length     INTEGER CHECK (length >= 0),              -- of the solution, redeals not counted
    found_at   TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    seal       BLOB    NOT NULL CHECK (length(seal) = 16), -- a digest of this row
    solution   BLOB,                                     -- deflated JSON
    CHECK ((verdict = 'unknown') = (because <> '')),
    CHECK ((verdict = 'winnable') = (solution IS NOT NULL)),
    CHECK ((verdict = 'winnable') = (length IS NOT NULL))
) STRICT;
