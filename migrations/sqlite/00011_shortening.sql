-- +goose Up

-- The time for a shorter solution, apart from that for the verdict (elapsed_ns), and whether the
-- solution is still to be shortened.
ALTER TABLE verdicts ADD COLUMN shortening_ns INTEGER NOT NULL DEFAULT 0 CHECK (shortening_ns >= 0);
ALTER TABLE verdicts ADD COLUMN rough INTEGER NOT NULL DEFAULT 0 CHECK (rough IN (0, 1));
