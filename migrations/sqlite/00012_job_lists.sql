-- +goose Up

-- The jobs of a client, the newest first.
CREATE INDEX jobs_by_client ON jobs (client, accepted, id);
