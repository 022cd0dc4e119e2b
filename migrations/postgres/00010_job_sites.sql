-- +goose Up

-- The IPv6 /48 network of a job's client, whose jobs are counted together; NULL for other clients.
ALTER TABLE jobs ADD COLUMN site text;
CREATE INDEX jobs_of_sites ON jobs (site, ended) WHERE site IS NOT NULL;
