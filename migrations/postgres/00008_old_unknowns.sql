-- +goose Up

-- Unknown verdicts age out and are deleted: a search of the whole table would keep writers waiting.
CREATE INDEX verdicts_unknown ON verdicts (found_at) WHERE verdict = 'unknown';
