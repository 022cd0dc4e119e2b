package deal

import "strings"

// PySolGames returns the games of pySolLayouts, those of a line together.
func PySolGames() [][]string {
	var games [][]string
	for _, l := range pySolLayouts {
		games = append(games, strings.Fields(l.games))
	}
	return games
}
