// Package picture draws a deal as it lies on the table, as SVG for pages and as PNG for the
// previews that other programs make of a link.
//
// Both are drawn from one list of cards with their places on the table (Table), so they
// show the same. Nothing is loaded and no font is needed but the viewer's for ranks: suits are paths.
// Face-down cards show their backs, also where a game's solver knows them.
//
// # Files
//
// table.go lays the piles out; suits.go has the shapes of suits; svg.go and png.go draw.
package picture
