-- +goose Up

-- The keys of requests that make a job or a campaign once, however often they are sent. A request with the
-- same key makes the one with the same id. Times are milliseconds since 1970.
CREATE TABLE idempotency_keys (
    key     BLOB NOT NULL PRIMARY KEY,  -- a digest of the client, the call and the key
    client  TEXT NOT NULL,              -- who asked
    request BLOB NOT NULL,              -- a digest of the request
    id      TEXT NOT NULL CHECK (length(id) >= 22), -- of the job or campaign
    until   INTEGER NOT NULL                -- until when the key counts
) STRICT;
CREATE INDEX idempotency_keys_by_client ON idempotency_keys (client);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (until);
