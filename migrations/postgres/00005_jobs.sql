-- +goose Up

-- Solve requests whose answer is fetched later. Times are milliseconds since 1970, as the
-- processes' clocks have them.
CREATE TABLE jobs (
    id       text COLLATE "C" PRIMARY KEY CHECK (length(id) >= 22), -- random, can't be guessed
    client   text    NOT NULL,                  -- who asked
    request  text    NOT NULL,
    state    text    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
    version  bigint  NOT NULL DEFAULT 1,        -- counts the changes that clients can see
    attempts integer NOT NULL DEFAULT 0,
    turn     integer NOT NULL,                  -- how many jobs its client had before it
    accepted bigint  NOT NULL,
    deadline bigint  NOT NULL,
    holder   text    NOT NULL DEFAULT '',       -- who runs it
    lease    bigint  NOT NULL DEFAULT 0,        -- until when nobody else may
    ended    bigint,
    answer   bytea,                             -- deflated JSON: the answer so far; of a failed job the problem
    seal     bytea CHECK (length(seal) = 16),   -- a digest of id and answer
    CHECK ((state IN ('queued', 'running')) = (ended IS NULL)),
    CHECK ((answer IS NULL) = (seal IS NULL)),
    CHECK (ended IS NULL OR answer IS NOT NULL)
);
CREATE INDEX jobs_unfinished ON jobs (turn, accepted) WHERE ended IS NULL;
CREATE INDEX jobs_deadlines ON jobs (deadline) WHERE ended IS NULL;
CREATE INDEX jobs_of_clients ON jobs (client) WHERE ended IS NULL;
CREATE INDEX jobs_ended ON jobs (ended) WHERE ended IS NOT NULL;
