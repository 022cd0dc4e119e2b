-- +goose Up

-- The pool of winnable deals of each game that has one. Whoever looks for more deals takes
-- the next number from claimed, so that nobody tries the same one; whoever adds a deal takes
-- the next from deals in the transaction of the insert, so that numbers become visible in
-- their order.
CREATE TABLE deal_pools (
    game    text COLLATE "C" PRIMARY KEY,
    mark    text   NOT NULL,           -- random: what was said of another pool of the game is known by it
    claimed bigint NOT NULL DEFAULT 0, -- candidates that were taken to be tried
    deals   bigint NOT NULL DEFAULT 0  -- the number of the last deal
);

-- Deals that were won, the solution being with the verdict.
CREATE TABLE winnable_deals (
    game       text COLLATE "C" NOT NULL REFERENCES deal_pools,
    number     bigint           NOT NULL CHECK (number > 0),
    id         text COLLATE "C" NOT NULL REFERENCES deals,
    seed       text             NOT NULL,
    length     integer          NOT NULL CHECK (length >= 0), -- of the solution, redeals not counted
    grade      text COLLATE "C" NOT NULL,
    score      double precision NOT NULL,
    components text             NOT NULL, -- of the score: JSON
    epoch      integer          NOT NULL CHECK (epoch > 0),
    added_at   timestamptz      NOT NULL DEFAULT now(),
    seal       bytea            NOT NULL CHECK (length(seal) = 16), -- a digest of this row
    PRIMARY KEY (game, number),
    UNIQUE (game, id)
);
CREATE INDEX winnable_deals_of_a_grade ON winnable_deals (game, grade, number);

-- The deal of a day, worked out once.
CREATE TABLE daily_deals (
    game       text COLLATE "C" NOT NULL,
    day        text COLLATE "C" NOT NULL,
    asked      text COLLATE "C" NOT NULL,                      -- the grade asked for, empty for any
    version    integer          NOT NULL CHECK (version > 0), -- of the way to work it out
    id         text COLLATE "C" NOT NULL REFERENCES deals,
    seed       text             NOT NULL,
    length     integer          NOT NULL CHECK (length >= 0),
    grade      text COLLATE "C" NOT NULL,
    score      double precision NOT NULL,
    components text             NOT NULL,
    epoch      integer          NOT NULL CHECK (epoch > 0),
    seal       bytea            NOT NULL CHECK (length(seal) = 16),
    PRIMARY KEY (game, day, asked, version)
);
