// Package search is the general engine: a complete search of any patience that the rule
// language can describe, after Blake & Gent, "The Winnability of Klondike Solitaire and
// Many Other Patience Games" (JAIR 85, 2026), section 5.
//
// The search goes depth first, on one mutable state (package state). At each state it
// sends up the cards that can go to the foundations without harm. It goes back if the
// state was entered before. Otherwise it lists the steps out of the state and tries them
// one after another. When the root has no step left, everything has been tried and the
// position can't be won. That verdict rests on three things: the steps are complete, except
// for those that a theorem makes unnecessary (package state); states that are left out are
// proven lost (package deadend); and two different states are never confused (package memory).
//
// A best-first search of the same states leaves a bad early choice sooner and needs more
// memory for a state. Package portfolio decides which search runs when.
//
// Files: search.go has the depth-first loop, best.go the best-first loop, and evaluate.go the value
// of a state for the best-first loop. Letters stand for the same as in package state; t is the
// table, f a frame.
package search
