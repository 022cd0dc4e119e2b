-- +goose Up

-- The rules of games, each once. The text is kept to the letter, not as jsonb,
-- which reorders fields: a problem's id is a digest of these very bytes.
CREATE TABLE rules (
    digest   bytea PRIMARY KEY CHECK (length(digest) = 16), -- of SHA-256 of the document
    document text  NOT NULL
);

-- Positions that were asked about. A deal never changes and outlives its verdict.
CREATE TABLE deals (
    id         text COLLATE "C" PRIMARY KEY CHECK (length(id) = 34),
    rules      bytea       NOT NULL REFERENCES rules,
    position   text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- What is known of a deal. The solution stands in the same row as the verdict, so
-- that one statement replaces both and neither is ever seen without the other.
CREATE TABLE verdicts (
    id         text COLLATE "C" PRIMARY KEY REFERENCES deals,
    epoch      integer     NOT NULL CHECK (epoch > 0),
    verdict    text        NOT NULL CHECK (verdict IN ('winnable', 'unwinnable', 'unknown')),
    because    text        NOT NULL CHECK (because IN ('', 'deadline', 'states', 'memory')),
    engine     text        NOT NULL,
    states     bigint      NOT NULL CHECK (states >= 0),     -- really searched
    elapsed_ns bigint      NOT NULL CHECK (elapsed_ns >= 0), -- really spent searching
    length     integer     CHECK (length >= 0),              -- of the solution, redeals not counted
    found_at   timestamptz NOT NULL DEFAULT now(),
    seal       bytea       NOT NULL CHECK (length(seal) = 16), -- a digest of this row
    solution   bytea,                                        -- deflated JSON
    CHECK ((verdict = 'unknown') = (because <> '')),
    CHECK ((verdict = 'winnable') = (solution IS NOT NULL)),
    CHECK ((verdict = 'winnable') = (length IS NOT NULL))
);
