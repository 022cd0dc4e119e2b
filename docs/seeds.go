package docs

import (
	"embed"
	"io/fs"
)

// The packs are part of the program, like the packed verdicts.
//
//go:embed published/seeds/*.gz
var publishedSeeds embed.FS

// Seeds holds the packs of numbers of winnable deals, such as klondike.solvitaire.gz, in the format
// of package solver/seeds.
var Seeds = func() fs.FS {
	files, err := fs.Sub(publishedSeeds, "published/seeds")
	if err != nil {
		panic(err) // the path is valid
	}
	return files
}()

//go:embed published/winnable/*.gz
var publishedWinnable embed.FS

// Winnable holds the difficulty of winnable deals of these packs, in files such as klondike.csv.gz,
// in the format of measured deals of package solver/seeds.
var Winnable = func() fs.FS {
	files, err := fs.Sub(publishedWinnable, "published/winnable")
	if err != nil {
		panic(err) // the path is valid
	}
	return files
}()
