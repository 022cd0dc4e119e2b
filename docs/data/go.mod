// The results of single deals are a module of their own, without a package, so that
// `go get` of the library does not download them.
module github.com/thoughtful-solitaire/thoughtful/docs/data

go 1.26
