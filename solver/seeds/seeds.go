package seeds

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// Letter is what a pack says of a number.
type Letter byte

// The letters. A letter of a grade also says that the deal is winnable.
const (
	Ungraded Letter = 'w' // winnable
	Lost     Letter = '-'
	Unknown  Letter = '?'
)

// gradeLetters are the letters of difficulty.Grades.
const gradeLetters = "emhx"

// Grade returns the grade of a letter; empty if it has none.
func (l Letter) Grade() difficulty.Grade {
	if i := strings.IndexByte(gradeLetters, byte(l)); i >= 0 {
		return difficulty.Grades[i]
	}
	return ""
}

// Winnable reports whether the deal is winnable.
func (l Letter) Winnable() bool { return l == Ungraded || l.Grade() != "" }

const (
	format = "seeds 1"
	// mostLetters bounds what Read has in memory.
	mostLetters = 1 << 20
)

// Pack has letters of consecutive numbers.
type Pack struct {
	Game   string // the catalogue's name
	Scheme string
	First  uint64 // the number of the first letter
	Epoch  int    // of the solver
	// Letters has at least one letter.
	Letters []Letter
}

// header is the first line of a file.
type header struct {
	Format string `json:"format"`
	Game   string `json:"game"`
	Scheme string `json:"scheme"`
	First  uint64 `json:"first"`
	Epoch  int    `json:"epoch"`
}

// Read reads a pack, as docs/research writes it.
func Read(r io.Reader) (*Pack, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, mostLetters+1))
	if err != nil {
		return nil, err
	}
	line, letters, _ := bytes.Cut(text, []byte("\n"))
	letters, ended := bytes.CutSuffix(letters, []byte("\n"))
	var h header
	switch err := json.Unmarshal(line, &h); {
	case err != nil:
		return nil, fmt.Errorf("header: %w", err)
	case h.Format != format:
		return nil, fmt.Errorf("format is %q, not %q", h.Format, format)
	case !ended || len(letters) == 0 || len(text) > mostLetters:
		return nil, errors.New("the line of letters is missing, incomplete or too long")
	}
	p := &Pack{Game: h.Game, Scheme: h.Scheme, First: h.First, Epoch: h.Epoch, Letters: make([]Letter, len(letters))}
	for i, c := range letters {
		if p.Letters[i] = Letter(c); !p.Letters[i].Winnable() && p.Letters[i] != Lost && p.Letters[i] != Unknown {
			return nil, fmt.Errorf("unknown letter %q", c)
		}
	}
	return p, nil
}

// Deals returns the winnable numbers from the given one on, in ascending order, with their letters.
// If grade is not empty, it returns only numbers of that grade.
func (p *Pack) Deals(from uint64, grade difficulty.Grade) iter.Seq2[uint64, Letter] {
	return func(yield func(uint64, Letter) bool) {
		for i, l := range p.Letters {
			n := p.First + uint64(i)
			if n >= from && l.Winnable() && (grade == "" || l.Grade() == grade) && !yield(n, l) {
				return
			}
		}
	}
}

// Count returns how many numbers are winnable, and how many of them have a grade.
func (p *Pack) Count() (winnable, graded int) {
	for _, l := range p.Letters {
		if l.Winnable() {
			winnable++
		}
		if l.Grade() != "" {
			graded++
		}
	}
	return winnable, graded
}

// ending is the end of a pack's name.
const ending = ".gz"

// File returns the name of the file of a pack.
func File(game, scheme string) string { return game + "." + scheme + ending }

// Open reads the pack of a game and a scheme from a directory. The error is fs.ErrNotExist if there
// is none.
func Open(dir fs.FS, game, scheme string) (*Pack, error) {
	file, err := dir.Open(File(game, scheme))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", File(game, scheme), err)
	}
	return p, nil
}

// Packed returns the games that have packs in a directory, in alphabetical order, each with its
// schemes.
func Packed(dir fs.FS) (games []string, schemes map[string][]string, err error) {
	names, err := fs.Glob(dir, "*"+ending)
	if err != nil {
		return nil, nil, err
	}
	schemes = map[string][]string{}
	for _, name := range names {
		game, scheme, _ := strings.Cut(strings.TrimSuffix(name, ending), ".")
		if schemes[game] == nil {
			games = append(games, game)
		}
		schemes[game] = append(schemes[game], scheme)
	}
	slices.Sort(games)
	return games, schemes, nil
}
