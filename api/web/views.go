package web

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
	Errors        []Mistake
}

func (Oops) page() (file, section string) { return "oops", "" }

// Mistake is a mistake of a request: where, and what.
type Mistake struct{ Field, Detail string }

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
