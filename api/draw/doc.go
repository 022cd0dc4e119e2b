// Package draw draws deals, as SVG for pages and as PNG for the previews that other programs make of a
// link, and figures, as SVG for use in any page.
//
// A deal is drawn as it lies on the table. Both of its drawings are made from one list of cards with their
// places (Table), so they show the same. Nothing is loaded and no font is needed but the viewer's for
// ranks: suits are paths. Face-down cards show their backs, also where a game's solver knows them.
//
// A plot is self-contained: it has light and dark colours, chosen by the viewer's preference,
// and a background. Its words are text, for screen readers, search and copying; title and
// description give the figures. It runs and loads nothing, and is narrow enough for a phone.
//
// table.go lays the piles out; suits.go has the shapes of suits; tablesvg.go and tablepng.go draw them.
// plot.go writes the elements of a plot, axis.go draws axes and writes numbers. rates.go draws intervals in
// rows, histogram.go distributions, lines.go rates by a number.
package draw
