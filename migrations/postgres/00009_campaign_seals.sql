-- +goose Up

-- A seal of what a campaign is and of its tally; NULL in rows from before there were any.
ALTER TABLE campaigns ADD COLUMN seal bytea CHECK (length(seal) = 16);

-- Seals of results, one for a thousand: of all results of a campaign from one seed to another.
CREATE TABLE result_seals (
    first    bigint  NOT NULL,
    last     bigint  NOT NULL CHECK (last >= first),
    campaign integer NOT NULL,
    seal     bytea   NOT NULL CHECK (length(seal) = 16),
    PRIMARY KEY (campaign, first)
);
