package winnable

import "github.com/thoughtful-solitaire/thoughtful/solver"

// Deal is a winnable deal with its difficulty.
type Deal struct {
	Game       string // the catalogue's name
	Number     int64  // in the pool of its game
	ID         solver.ID
	Seed       string
	Length     int // length of the solution, as game.Length counts
	Grade      string
	Score      float64
	Components string // JSON of the components of the score
	Epoch      int

	// Cursor marks how far a client that got this deal has come in the pool; empty if the deal
	// was not handed out from a pool.
	Cursor string
}

// Day identifies a deal of the day.
type Day struct {
	Game    string // the catalogue's name
	Date    string // as in 2026-11-22
	Grade   string // requested grade; empty for any
	Version int    // version of the algorithm that chooses the deal
}
