// Package portfolio decides which engines look for an answer, in what order and
// with what share of the budget.
//
// Families of games that have a room of their own are searched there: packages golf,
// accordion, gaps, and freecell but for games like Fore Cell. Games like Spider have an
// engine that finds wins and proves nothing (package spider): it goes first, for a
// tenth of the budget, which is enough for most deals; then comes the complete search,
// for a fifth of what is left, to which deals fall that are soon stuck; then wider
// beams, for most of the rest, and the complete search once more.
//
// Klondike has a room too (package klondike), and it and its kin are looked at for
// proofs without search (package deadlock): those that take a microsecond at first, the
// others once 1,500 states have decided nothing, which is enough for three deals in
// four. Then the engine searches to the end.
//
// All else, and games of FreeCell that outgrow the memory, is for the general engine
// (package search), which is run in six ways, one after the other:
//
//   - complete, depth first, for a glance: what has hardly any moves is decided;
//   - streamlined, best first, for some thousand states: what can be won can mostly
//     be won without subtlety, and soon;
//   - complete again, for a longer look, because some deals are easy and lost on
//     streamliners;
//   - streamlined, depth first, for a tenth of the budget;
//   - complete, depth first, under weaker rules, where the cards of the stock can be
//     turned one by one instead of several at a time, for a twentieth: what can't be
//     won so can't be won at all (weaker.go);
//   - complete, depth first, for all that is left, because only a complete search
//     may say that a position can't be won.
//
// The fourth and the last are the "smart" schedule of Blake & Gent, section 5.5.
//
// Programs that want an answer rather than a service begin here, with New and Answer.
package portfolio
