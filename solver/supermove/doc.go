// Package supermove lets people move a run of cards at once in games whose cards move one by one,
// such as FreeCell, Eight Off, Seahaven Towers or King Albert. Players call this a supermove.
//
// A run is the end of a column in which each card lies on one on which it may be built. It can
// move if the free cells and the spaces (empty columns) suffice to move it card by card:
//
//	before          6H to cell 1      7S to tableau/2     6H back on 7S
//
//	7S  8D          7S  8D                8D                  8D
//	6H                                    7S                  7S
//	                                                          6H
//
// With c free cells and s spaces that take any card, other than the target, (c + 1) · 2^s cards can
// move and no more: c cards wait in the cells and one goes straight; with a space, half of the run
// waits there, and each half moves as if the space did not exist. The package expands a run by this
// scheme, and the referee plays the single moves ([Make]). So a run is legal exactly if its single
// moves are, whatever the policies for building and for spaces. All cells and spaces that it uses
// are free again afterwards: only the two columns differ.
//
// Only cells and spaces help. A run that could move only if some of its cards were built on other
// cards for a while is refused; a player can move those cards first.
package supermove
