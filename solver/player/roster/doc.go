// Package roster lists the players: those of package player, which need the rules and the table
// alone, and those of package papers.
//
// # Files
//
//   - roster.go has the list.
package roster
