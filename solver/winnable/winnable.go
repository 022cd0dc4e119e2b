package winnable

import "github.com/thoughtful-solitaire/thoughtful/solver"

// Deal is a deal that was won, and how difficult it is.
type Deal struct {
	Game       string // the catalogue's name
	Number     int64  // in the pool of its game
	ID         solver.ID
	Seed       string
	Length     int // of the solution, as game.Length counts
	Grade      string
	Score      float64
	Components string // of the score: JSON
	Epoch      int

	// Cursor says what a client that got this deal has seen of the pool; empty unless it
	// was handed out from a pool.
	Cursor string
}

// Day is of which day, and asked for how, a deal is the deal of the day.
type Day struct {
	Game    string // the catalogue's name
	Date    string // as in 2026-11-22
	Grade   string // asked for; empty for any
	Version int    // of the way to work it out
}
