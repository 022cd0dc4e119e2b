-- +goose Up

-- The keys of requests that make a job or a campaign once, however often they are sent. A request with the
-- same key makes the one with the same id. Times are milliseconds since 1970.
CREATE TABLE idempotency_keys (
    key     bytea NOT NULL PRIMARY KEY,  -- a digest of the client, the call and the key
    client  text NOT NULL,              -- who asked
    request bytea NOT NULL,              -- a digest of the request
    id      text COLLATE "C" NOT NULL CHECK (length(id) >= 22), -- of the job or campaign
    until   bigint NOT NULL                -- until when the key counts
);
CREATE INDEX idempotency_keys_by_client ON idempotency_keys (client);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (until);
