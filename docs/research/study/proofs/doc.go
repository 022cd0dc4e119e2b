// Package proofs proves lost deals of many games, checks the proofs, and measures both beside the
// search that finds the deals lost. docs/research/results/proofs.md is made of its table.
package proofs
