-- +goose Up

-- Jobs of clients are jobs of the queue, which says who runs them. Webhooks have been for longer.
ALTER TABLE jobs DROP COLUMN holder;
ALTER TABLE jobs DROP COLUMN lease;
DROP INDEX jobs_unfinished;
DROP INDEX webhooks_due;
ALTER TABLE webhooks DROP COLUMN attempts;
ALTER TABLE webhooks DROP COLUMN due;
CREATE INDEX webhooks_left ON webhooks (id) WHERE settled = 0;
