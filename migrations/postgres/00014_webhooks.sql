-- +goose Up

-- Where a message goes when a job or a campaign has ended. Times are milliseconds since 1970.
CREATE TABLE webhooks (
    id       text COLLATE "C" PRIMARY KEY CHECK (length(id) >= 22), -- of the message, the same at each attempt
    job      text COLLATE "C" UNIQUE REFERENCES jobs (id) ON DELETE CASCADE,
    campaign text COLLATE "C" UNIQUE REFERENCES campaigns (id) ON DELETE CASCADE,
    owner    text    NOT NULL,                      -- whose secret signs the message
    url      text    NOT NULL,
    host     text    NOT NULL,                      -- of the URL, as WEBHOOK_HOSTS names it
    attempts integer NOT NULL DEFAULT 0,
    due      bigint  NOT NULL DEFAULT 0,            -- there is no attempt before
    settled  integer NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), -- delivered, or given up
    CHECK ((job IS NULL) <> (campaign IS NULL))
);
CREATE INDEX webhooks_due ON webhooks (due) WHERE settled = 0;
