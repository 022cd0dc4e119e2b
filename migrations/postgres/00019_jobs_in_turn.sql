-- +goose Up

-- What the queue has for each unfinished job is a ticket, which does not say for which one: who takes it
-- begins the job whose turn it is, and notes the ticket there.
ALTER TABLE jobs ADD COLUMN ticket BIGINT; -- as river_job.id has it
CREATE INDEX jobs_next ON jobs (state, deaths, turn, accepted, id) WHERE ended IS NULL;
