// Package portfolio decides which engines look for an answer, in what order and
// with what share of the budget.
//
// Families of games that have a room of their own (packages hole, freecell,
// accordion, gaps) are searched there. All else, and what outgrows the memory
// there, is for the general engine (package search), and there are two ways to run
// it: first streamlined, for a tenth of the budget, because what can be won can
// mostly be won without subtlety; then complete, for all that is left, because only
// a complete search may say that a position can't be won. This is the "smart"
// schedule of Blake & Gent, section 5.5.
//
// Games like Spider have an engine that finds wins and proves nothing (package
// spider). It goes first, with three quarters of the budget; then comes the complete
// search.
package portfolio
