package docs

import (
	"embed"
	"io/fs"
	"strings"
	"sync"
)

// The verdict of each deal that Tallies counts. The files are part of the program, so each server
// has the data behind its rates, also without a network. All games together should take
// a few MB; the program has 60 MB without them. Files of data/ can't be embedded, because they are
// in another module.
//
//go:embed published/packed/*.gz published/packed/SHA256SUMS
var published embed.FS

// Packed holds a file of packed verdicts for each game, such as klondike.gz, and SHA256SUMS.
// packed.md describes them.
var Packed = func() fs.FS {
	files, err := fs.Sub(published, "published/packed")
	if err != nil {
		panic(err) // the path is valid
	}
	return files
}()

// PackedSums returns the SHA-256 of each file of packed verdicts, in hexadecimal, by its name.
var PackedSums = sync.OnceValue(func() map[string]string {
	list, err := fs.ReadFile(Packed, "SHA256SUMS")
	if err != nil {
		panic(err) // it is embedded
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	return sums
})
