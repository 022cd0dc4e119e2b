-- +goose Up

-- The searches that together prove a verdict of unwinnable: a list in JSON, empty where
-- there is none, as with the verdicts found before.
ALTER TABLE verdicts ADD COLUMN passes TEXT NOT NULL DEFAULT '';
