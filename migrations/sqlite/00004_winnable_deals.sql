-- +goose Up

-- The pool of winnable deals of each game that has one. Whoever looks for more deals takes
-- the next number from claimed, so that nobody tries the same one; whoever adds a deal takes
-- the next from deals in the transaction of the insert, so that numbers become visible in
-- their order.
CREATE TABLE deal_pools (
    game    TEXT    NOT NULL PRIMARY KEY,
    mark    TEXT    NOT NULL,           -- random: what was said of another pool of the game is known by it
    claimed INTEGER NOT NULL DEFAULT 0, -- candidates that were taken to be tried
    deals   INTEGER NOT NULL DEFAULT 0  -- the number of the last deal
) STRICT;

-- Deals that were won, the solution being with the verdict.
CREATE TABLE winnable_deals (
    game       TEXT    NOT NULL REFERENCES deal_pools,
    number     INTEGER NOT NULL CHECK (number > 0),
    id         TEXT    NOT NULL REFERENCES deals,
    seed       TEXT    NOT NULL,
    length     INTEGER NOT NULL CHECK (length >= 0), -- of the solution, redeals not counted
    grade      TEXT    NOT NULL,
    score      REAL    NOT NULL,
    components TEXT    NOT NULL, -- of the score: JSON
    epoch      INTEGER NOT NULL CHECK (epoch > 0),
    added_at   TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    seal       BLOB    NOT NULL CHECK (length(seal) = 16), -- a digest of this row
    PRIMARY KEY (game, number),
    UNIQUE (game, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX winnable_deals_of_a_grade ON winnable_deals (game, grade, number);

-- The deal of a day, worked out once.
CREATE TABLE daily_deals (
    game       TEXT    NOT NULL,
    day        TEXT    NOT NULL,
    asked      TEXT    NOT NULL,                      -- the grade asked for, empty for any
    version    INTEGER NOT NULL CHECK (version > 0), -- of the way to work it out
    id         TEXT    NOT NULL REFERENCES deals,
    seed       TEXT    NOT NULL,
    length     INTEGER NOT NULL CHECK (length >= 0),
    grade      TEXT    NOT NULL,
    score      REAL    NOT NULL,
    components TEXT    NOT NULL,
    epoch      INTEGER NOT NULL CHECK (epoch > 0),
    seal       BLOB    NOT NULL CHECK (length(seal) = 16),
    PRIMARY KEY (game, day, asked, version)
) STRICT, WITHOUT ROWID;
