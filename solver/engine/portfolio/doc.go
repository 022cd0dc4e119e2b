// Package portfolio decides which engines search for an answer, in what order and with what share
// of the budget.
//
// Some families of games have an engine of their own: packages golf, accordion, gaps, covered
// (Pyramid, TriPeaks), discard (Aces Up, Monte Carlo), and freecell except for games like Fore
// Cell. Games like Spider begin with narrow beams (package beam), which find wins but prove
// nothing. They get a tenth of the budget, or more of a budget of few states; that is enough for
// most deals. Then the complete search gets a fifth of what is left, to decide deals with few
// moves. Wider beams get most of the rest, and the complete search gets what remains.
//
// Klondike and its relatives have an engine too (package klondike). Before it starts, package prove
// looks for proofs without search that take a microsecond. It looks for the others when the engine
// has not decided the deal after about 1,500 states, which are enough for four deals in five. Then
// the engine goes on.
//
// All other games, and games of FreeCell that outgrow the memory, go to the general engine
// (package search), which runs in several ways, one after the other:
//
//   - complete, depth first, for 500 states: this decides deals with hardly any moves;
//   - narrow beams, in games of two packs with a waste; they find wins;
//   - streamlined, best first, for some thousand states: this finds most wins;
//   - complete again, for more states, because the streamliners miss the wins of some easy deals;
//   - in games of two packs, complete for a twentieth of the budget, and then wide beams for most of
//     it. In games of one pack with few redeals or without a stock beams have a quarter;
//   - streamlined, depth first, for a tenth of the budget, but not where tallies prove losses;
//   - complete, depth first, for the rest, because only a complete search proves that a position can't
//     be won.
//
// The last two searches, streamlined and complete, are the "smart" schedule of Blake & Gent,
// section 5.5.
//
// Programs that use the library start here, with [New] and [Portfolio.Answer].
//
// Files: portfolio.go has the engines, schedule.go their order and shares, improve.go shorter
// solutions, answer.go verified answers with certificates, threads.go several threads, and
// technique.go the switches.
package portfolio
