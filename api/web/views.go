package web

import "html/template"

// Guide is the page of a guide.
type Guide struct {
	Contents
	Title string
	HTML  template.HTML
}

// Contents is the list of guides, the page at /docs.
type Contents struct {
	Groups  []GuideGroup
	Address string // of the guide that is shown; empty for none
}

// GuideGroup is a folder of guides.
type GuideGroup struct {
	Name   string
	Guides []GuideLink
}

// GuideLink is a link to a guide.
type GuideLink struct{ Address, Title string }

// Oops is a problem as a page: what happened, in sentences for people, and where to go from there.
type Oops struct {
	Title  string
	Detail string
	Links  []Link
}

// Link is a link of a page.
type Link struct{ Address, Text string }

// Deal is the page of a deal.
type Deal struct {
	Game     string
	Title    string
	Summary  string // in one sentence
	Seed     string
	Rules    string // JSON
	Deal     string // JSON
	Winnable bool   // there are winnable deals of the game
	Own      bool   // the page is /play, which also takes positions and rules
	Today    string // the date, if the page is /, with the deal of the day
	Embed    bool   // the page is a frame in another page
	Offline  bool   // the page is /offline, which has no deal

	Installable bool   // the service has an engine for browsers
	Origin      string // of the service, as the client addressed it, for previews of links
}
