-- +goose Up

-- Winnable deals and the deals of days come from the program.
DROP TABLE daily_deals;
DROP TABLE winnable_deals;
DROP TABLE deal_pools;
