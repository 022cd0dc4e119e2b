-- +goose Up

-- Win-rate campaigns, and verdicts that were imported from files, which are campaigns that
-- others ran. What is to be done is a document of which the database knows nothing. Times
-- are milliseconds since 1970, as the processes' clocks have them.
CREATE TABLE campaigns (
    number   INTEGER PRIMARY KEY AUTOINCREMENT, -- stands for the campaign in results
    id       TEXT    NOT NULL UNIQUE CHECK (length(id) >= 22), -- random, can't be guessed
    source   TEXT    NOT NULL,                -- who says so: '' for campaigns run here
    game     TEXT    NOT NULL,                -- its name; '' for rules without one
    rules    BLOB    NOT NULL REFERENCES rules,
    scheme   TEXT    NOT NULL,                -- of the seeds
    first    INTEGER NOT NULL,                -- seed
    last     INTEGER NOT NULL CHECK (last >= first),
    plan     TEXT    NOT NULL,                -- the budget, the player, when to stop: JSON
    player   TEXT    NOT NULL,                -- '' if deals are solved
    client   TEXT    NOT NULL,                -- who asked for it
    priority INTEGER NOT NULL,                -- the least first
    epoch    INTEGER NOT NULL CHECK (epoch > 0),
    state    TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
    stopping INTEGER NOT NULL DEFAULT 0 CHECK (stopping IN (0, 1)), -- no more ranges are handed out
    reason   TEXT    NOT NULL DEFAULT '',     -- why it ended, or failed
    version  INTEGER NOT NULL DEFAULT 1,      -- counts the changes that clients can see
    next     INTEGER NOT NULL,                -- the first seed that was not handed out
    winnable   INTEGER NOT NULL DEFAULT 0,
    unwinnable INTEGER NOT NULL DEFAULT 0,
    unknown    INTEGER NOT NULL DEFAULT 0,
    won        INTEGER NOT NULL DEFAULT 0,
    lost       INTEGER NOT NULL DEFAULT 0,
    inferred   INTEGER NOT NULL DEFAULT 0,    -- deals, known from related games
    busy_ns    INTEGER NOT NULL DEFAULT 0,    -- what the workers spent
    spread     TEXT    NOT NULL DEFAULT '',   -- distributions: JSON
    created  INTEGER NOT NULL,
    started  INTEGER,
    ended    INTEGER,
    CHECK ((state IN ('queued', 'running')) = (ended IS NULL))
) STRICT;
CREATE INDEX campaigns_unfinished ON campaigns (priority, number) WHERE ended IS NULL;
CREATE INDEX campaigns_of_rules ON campaigns (rules);
CREATE INDEX campaigns_ended ON campaigns (ended) WHERE ended IS NOT NULL;

-- The ranges of seeds that were handed out. A range is done once, in the transaction that
-- writes its results and adds up its tally.
CREATE TABLE campaign_ranges (
    campaign INTEGER NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    first    INTEGER NOT NULL,
    last     INTEGER NOT NULL CHECK (last >= first),
    engine   TEXT    NOT NULL DEFAULT '',     -- the version of the program that did it
    done     INTEGER,                         -- when
    PRIMARY KEY (campaign, first)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_ranges_open ON campaign_ranges (campaign, first) WHERE done IS NULL;

-- What became of each deal.
CREATE TABLE results (
    campaign   INTEGER NOT NULL,
    seed       INTEGER NOT NULL,
    outcome    INTEGER NOT NULL,              -- see outcomes in server/store/campaign_row.go
    states     INTEGER NOT NULL,
    elapsed_ns INTEGER NOT NULL,
    length     INTEGER,                       -- of the solution, redeals not counted, or of the player's game
    inferred   INTEGER NOT NULL,              -- 1 if it is known from a related game
    score      INTEGER,                       -- of a player: cards on foundations
    PRIMARY KEY (campaign, seed)
) STRICT, WITHOUT ROWID;

-- Campaigns that were deleted, and whose results are still to be.
CREATE TABLE deleted_campaigns (
    number INTEGER PRIMARY KEY
) STRICT;
