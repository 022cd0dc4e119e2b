// Package plot draws plain data as SVG, to be put into any page.
//
// A plot stands by itself: its colours are its own, light ones and dark ones as whoever looks
// at it prefers, on a ground of its own. Its words are text, so that they can be read aloud,
// found and copied; a title and a description say what is to be seen to those who don't see
// it, in figures. There is nothing in it that runs, and nothing that is fetched. It is drawn
// narrow, so that it can be read on a phone.
//
// The organs: svg.go writes elements, axis.go chooses ticks and says numbers, rates.go draws
// intervals in rows, histogram.go draws distributions, lines.go draws rates by some number,
// paths.go draws how something grew, reached.go shares that grow with time.
package plot
