// Package strict decodes JSON strictly: unknown and duplicate fields are errors.
//
// People and programs write rules, deals and requests by hand, and a field that is
// silently dropped would lead to a verdict on another game. So unknown fields,
// duplicate fields and text after the document are errors. Documents that nest too deeply
// or have too many values ([MaxDepth], [MaxNodes]) are rejected while they are read.
// So reading any text of 1 MiB allocates at most 40 MiB and takes a fraction of a second, and
// no function here takes a context.
//
// Every error names its place in the document, such as
//
//	deal.tableau piles[3][2]: the card QX …
//
// All errors of a document are collected, up to a limit, so that they can be fixed at once.
// Reading stops at the limit.
//
// [Parse] turns text into a tree of [Node] that refer to the text. The methods of a Node
// read it: they leave the destination unchanged where the document has no value, so that
// defaults stay, and add an error to the tree where it is wrong. [Node.Decode] fills a struct
// by its tags. [TrimMark] and [SkipMark] drop the byte order mark that some editors write first;
// Parse refuses it.
package strict
