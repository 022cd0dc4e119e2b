// Package deals has the calls about games and their deals: deals by number and by id, with their pictures
// and solutions, deals that are known to be winnable, how difficult a deal is, and deals in other formats.
//
// calls.go has the parts that the calls need, and the routes. games.go has the catalogue; deals.go deals by
// number and stored ones, pictures.go pictures of them, solutions.go their stored solutions. winnable.go
// has winnable deals and the deals of days, seeds.go numbers of winnable deals. difficulty.go measures a
// deal, and convert.go writes it in other formats.
package deals
