-- +goose Up

-- A job whose search ends its process again and again must be found among those that the process had
-- taken. attempts counts those too.
ALTER TABLE jobs ADD COLUMN searching INTEGER NOT NULL DEFAULT 0; -- 1 while its holder searches it
ALTER TABLE jobs ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;    -- how many holders have died while they did
