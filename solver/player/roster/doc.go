// Package roster lists the players: the players of package player, which need only the rules
// and the table, and the players of package papers.
//
// # Files
//
//   - roster.go has the list.
package roster
