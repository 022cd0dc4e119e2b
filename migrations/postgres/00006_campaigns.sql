-- +goose Up

-- Win-rate campaigns, and verdicts that were imported from files, which are campaigns that
-- others ran. What is to be done is a document of which the database knows nothing. Times
-- are milliseconds since 1970, as the processes' clocks have them.
CREATE TABLE campaigns (
    number   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- stands for the campaign in results
    id       text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) >= 22), -- random, can't be guessed
    source   text   NOT NULL,                 -- who says so: '' for campaigns run here
    game     text COLLATE "C" NOT NULL,       -- its name; '' for rules without one
    rules    bytea  NOT NULL REFERENCES rules,
    scheme   text COLLATE "C" NOT NULL,       -- of the seeds
    first    bigint NOT NULL,                 -- seed
    last     bigint NOT NULL CHECK (last >= first),
    plan     text   NOT NULL,                 -- the budget, the player, when to stop: JSON
    player   text   NOT NULL,                 -- '' if deals are solved
    client   text   NOT NULL,                 -- who asked for it
    priority integer NOT NULL,                -- the least first
    epoch    integer NOT NULL CHECK (epoch > 0),
    state    text   NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
    stopping integer NOT NULL DEFAULT 0 CHECK (stopping IN (0, 1)), -- no more ranges are handed out
    reason   text   NOT NULL DEFAULT '',      -- why it ended, or failed
    version  bigint NOT NULL DEFAULT 1,       -- counts the changes that clients can see
    next     bigint NOT NULL,                 -- the first seed that was not handed out
    winnable   bigint NOT NULL DEFAULT 0,
    unwinnable bigint NOT NULL DEFAULT 0,
    unknown    bigint NOT NULL DEFAULT 0,
    won        bigint NOT NULL DEFAULT 0,
    lost       bigint NOT NULL DEFAULT 0,
    inferred   bigint NOT NULL DEFAULT 0,     -- deals, known from related games
    busy_ns    bigint NOT NULL DEFAULT 0,     -- what the workers spent
    spread     text   NOT NULL DEFAULT '',    -- distributions: JSON
    created  bigint NOT NULL,
    started  bigint,
    ended    bigint,
    CHECK ((state IN ('queued', 'running')) = (ended IS NULL))
);
CREATE INDEX campaigns_unfinished ON campaigns (priority, number) WHERE ended IS NULL;
CREATE INDEX campaigns_of_rules ON campaigns (rules);
CREATE INDEX campaigns_ended ON campaigns (ended) WHERE ended IS NOT NULL;

-- The ranges of seeds that were handed out. A range is done once, in the transaction that
-- writes its results and adds up its tally.
CREATE TABLE campaign_ranges (
    campaign integer NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    first    bigint NOT NULL,
    last     bigint NOT NULL CHECK (last >= first),
    engine   text   NOT NULL DEFAULT '',      -- the version of the program that did it
    done     bigint,                          -- when
    PRIMARY KEY (campaign, first)
);
CREATE INDEX campaign_ranges_open ON campaign_ranges (campaign, first) WHERE done IS NULL;

-- What became of each deal. Columns are in the order that leaves no gaps between them.
CREATE TABLE results (
    seed       bigint   NOT NULL,
    states     bigint   NOT NULL,
    elapsed_ns bigint   NOT NULL,
    campaign   integer  NOT NULL,
    length     integer,                       -- of the solution, redeals not counted, or of the player's game
    outcome    smallint NOT NULL,             -- see outcomes in server/store/campaign_row.go
    inferred   smallint NOT NULL,             -- 1 if it is known from a related game
    score      smallint,                      -- of a player: cards on foundations
    PRIMARY KEY (campaign, seed)
);

-- Campaigns that were deleted, and whose results are still to be.
CREATE TABLE deleted_campaigns (
    number integer PRIMARY KEY
);
