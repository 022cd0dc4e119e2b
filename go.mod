module github.com/thoughtful-solitaire/thoughtful

go 1.26
