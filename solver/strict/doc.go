// Package strict reads JSON documents of which nothing may be guessed.
//
// The language of rules, the documents of deals and the requests of the service
// are written by hand, by people and by programs, and a field that is silently
// dropped turns into a verdict on another game. So here an unknown field is an
// error, a field given twice is an error, text after the document is an error,
// and a document that is nested too deeply, or has more values than any that is meant
// ([MaxDepth], [MaxNodes]), is refused while it is read. So reading a mebibyte takes at
// most thirty times as much memory, all told, and a fraction of a second, whatever is in
// it; therefore nothing here has a context. Every
// complaint names its place in the document, such as
//
//	deal.tableau piles[3][2]: the card QX …
//
// and all complaints are collected, so that a person mends a document once.
//
// Once there are as many complaints as are collected, nothing more is read.
//
// [Parse] turns text into a tree of [Node], which refer to the text; a [Node] is read through its methods,
// which leave the destination untouched where the document is silent (defaults
// stay) and add to the tree's list of complaints where it is wrong.
package strict
