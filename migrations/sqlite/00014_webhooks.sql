-- +goose Up

-- Where a message goes when a job or a campaign has ended. Times are milliseconds since 1970.
CREATE TABLE webhooks (
    id       TEXT PRIMARY KEY CHECK (length(id) >= 22), -- of the message, the same at each attempt
    job      TEXT UNIQUE REFERENCES jobs (id) ON DELETE CASCADE,
    campaign TEXT UNIQUE REFERENCES campaigns (id) ON DELETE CASCADE,
    owner    TEXT    NOT NULL,                      -- whose secret signs the message
    url      TEXT    NOT NULL,
    host     TEXT    NOT NULL,                      -- of the URL, as WEBHOOK_HOSTS names it
    attempts INTEGER NOT NULL DEFAULT 0,
    due      INTEGER NOT NULL DEFAULT 0,            -- there is no attempt before
    settled  INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), -- delivered, or given up
    CHECK ((job IS NULL) <> (campaign IS NULL))
) STRICT;
CREATE INDEX webhooks_due ON webhooks (due) WHERE settled = 0;
