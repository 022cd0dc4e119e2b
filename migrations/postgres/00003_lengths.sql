-- +goose Up

-- What is known of a solution's length: no solution is shorter than bound (0: nothing is
-- known), and whether states and elapsed_ns were spent on a shorter one too.
ALTER TABLE verdicts ADD COLUMN bound integer NOT NULL DEFAULT 0 CHECK (bound >= 0);
ALTER TABLE verdicts ADD COLUMN sought integer NOT NULL DEFAULT 0 CHECK (sought IN (0, 1));
