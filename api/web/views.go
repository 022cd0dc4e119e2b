package web

import "github.com/thoughtful-solitaire/thoughtful/solver/strict"

// Welcome is the page at /.
type Welcome struct {
	Games []Choice // of which a deal can be shown
}

func (Welcome) page() (file, section string) { return "welcome", "" }

// Choice is a game to choose.
type Choice struct{ Name, Title string }

// Docs is the page at /docs.
type Docs struct{}

func (Docs) page() (file, section string) { return "docs", "/docs" }

// Convert is the page at /convert.
type Convert struct{}

func (Convert) page() (file, section string) { return "convert", "/convert" }

// Oops is a problem as a page.
type Oops struct {
	Title, Detail string
	Errors        []strict.FieldError
}

func (Oops) page() (file, section string) { return "oops", "" }

// Deal is the page of a deal, and, without one, the page /play, to which a position is
// given.
type Deal struct {
	Games   []Choice // to choose from
	Game    string   // the catalogue's name; empty without a deal, as all that follows
	Title   string
	Summary string // how it is played
	Seed    string
	Rules   string // JSON
	Deal    string // JSON
}

func (Deal) page() (file, section string) { return "deal", "/play" }
