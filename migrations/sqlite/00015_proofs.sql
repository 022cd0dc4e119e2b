-- +goose Up

-- Files that prove losses, made on request. They can be made again, so that the ones that nobody has
-- asked for longest are deleted when they take too much room. Times are milliseconds since 1970.
CREATE TABLE proofs (
    id    TEXT PRIMARY KEY CHECK (length(id) = 34), -- of the deal
    file  BLOB    NOT NULL,
    bytes INTEGER NOT NULL,                        -- of the file
    used  INTEGER NOT NULL,                        -- about when it was last asked for
    seal  BLOB    NOT NULL CHECK (length(seal) = 16)
) STRICT;
CREATE INDEX proofs_by_use ON proofs (used);

-- Which stored losses were checked by a proof, each once for an epoch and a version of the check.
CREATE TABLE loss_checks (
    id      TEXT PRIMARY KEY CHECK (length(id) = 34), -- of the deal
    epoch   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    outcome TEXT    NOT NULL CHECK (outcome IN ('proven', 'unproven', 'failed')),
    checked INTEGER NOT NULL                       -- when
) STRICT;
CREATE INDEX loss_checks_failed ON loss_checks (epoch, version) WHERE outcome = 'failed';
