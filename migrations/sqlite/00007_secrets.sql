-- +goose Up

-- What the service makes for itself and must find again, such as the key of seals if none is
-- configured.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
