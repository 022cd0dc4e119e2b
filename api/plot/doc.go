// Package plot draws data as SVG, for use in any page.
//
// A plot is self-contained: it has light and dark colours, chosen by the viewer's preference,
// and a background. Its words are text, for screen readers, search and copying; title and
// description give the figures. It runs and loads nothing, and is narrow enough for a phone.
//
// svg.go writes elements, axis.go draws axes and writes numbers. rates.go draws intervals in
// rows, histogram.go distributions, lines.go rates by a number.
package plot
