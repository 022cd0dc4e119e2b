package web

import (
	"html/template"

	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
)

// Guide is a page of the book. Previous and Next are nil at its ends.
type Guide struct {
	Contents
	Title          string
	HTML           template.HTML
	Previous, Next *Page
}

// Contents is the table of contents of the book, the page at /docs.
type Contents struct {
	Shelves []Shelf
	Address string // the address of the page that is shown; empty if none is shown
}

// Shelf is a part of the book, for one kind of reader.
type Shelf struct {
	Name  string
	Pages []Page
}

// Page is a link to a page of the book.
type Page struct{ Address, Title string }

// Oops is the page of a problem. It explains in sentences what happened, and where to go from
// there.
type Oops struct {
	Language words.Language
	Title    string
	Detail   string
	Links    []Link
}

// Link is a link of a page.
type Link struct{ Address, Text string }

// Chip is one of several choices. It leads to the home page with that choice.
type Chip struct {
	Link
	Word             string // before the text; a narrow page shows it once
	Difficulty, Draw string
	Chosen           bool
}

// Deal is the page of a deal.
type Deal struct {
	Game     string // as in addresses
	Former   string // the name under which browsers kept the game before
	Title    string
	Summary  string // in one sentence
	Seed     string
	Name     string // of the deal, for headings
	Rules    string // the rules as JSON
	Deal     string // the deal as JSON
	Winnable bool   // whether there are winnable deals of the game
	Own      bool   // whether the page is /play, which also takes positions and rules
	Today    string // the date if the page is /, which shows the deal of the day; otherwise empty

	Difficulty    string // as far as it is known
	Grades, Draws []Chip // the choices of the home page

	Embed   bool   // whether the page is a frame in another page
	Theme   string // light or dark, in a frame that says so; otherwise as the reader prefers
	Offline bool   // whether the page is /offline, which has no deal

	Installable bool   // whether the service has an engine for browsers
	Origin      string // the scheme and host of the service, as the client addressed it; for previews of links
}
