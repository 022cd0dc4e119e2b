-- +goose Up

-- Solve requests whose answer is fetched later. Times are milliseconds since 1970.
CREATE TABLE jobs (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (length(id) >= 22), -- random, can't be guessed
    client   TEXT    NOT NULL,                  -- who asked
    request  TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
    version  INTEGER NOT NULL DEFAULT 1,        -- counts the changes that clients can see
    attempts INTEGER NOT NULL DEFAULT 0,
    turn     INTEGER NOT NULL,                  -- how many jobs its client had before it
    accepted INTEGER NOT NULL,
    deadline INTEGER NOT NULL,
    holder   TEXT    NOT NULL DEFAULT '',       -- who runs it
    lease    INTEGER NOT NULL DEFAULT 0,        -- until when nobody else may
    ended    INTEGER,
    answer   BLOB,                              -- deflated JSON: the answer so far; of a failed job the problem
    seal     BLOB CHECK (length(seal) = 16),    -- a digest of id and answer
    CHECK ((state IN ('queued', 'running')) = (ended IS NULL)),
    CHECK ((answer IS NULL) = (seal IS NULL)),
    CHECK (ended IS NULL OR answer IS NOT NULL)
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (turn, accepted) WHERE ended IS NULL;
CREATE INDEX jobs_deadlines ON jobs (deadline) WHERE ended IS NULL;
CREATE INDEX jobs_of_clients ON jobs (client) WHERE ended IS NULL;
CREATE INDEX jobs_ended ON jobs (ended) WHERE ended IS NOT NULL;
