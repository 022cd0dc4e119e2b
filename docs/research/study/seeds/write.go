package seeds

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// writePack writes a pack.
func writePack(w io.Writer, p *seeds.Pack) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	text := make([]byte, len(p.Letters)+1)
	for i, l := range p.Letters {
		text[i] = byte(l)
	}
	text[len(p.Letters)] = '\n'
	err = json.NewEncoder(z).Encode(struct { // ends with a newline
		Format string `json:"format"`
		Game   string `json:"game"`
		Scheme string `json:"scheme"`
		First  uint64 `json:"first"`
		Epoch  int    `json:"epoch"`
	}{"seeds 1", p.Game, p.Scheme, p.First, p.Epoch})
	if err == nil {
		_, err = z.Write(text)
	}
	return errors.Join(err, z.Close())
}

// letterOf returns the letter of a winnable deal with a grade; seeds.Ungraded if the grade is empty.
func letterOf(grade difficulty.Grade) seeds.Letter {
	letters := []seeds.Letter("emhx")
	if i := slices.IndexFunc(letters, func(l seeds.Letter) bool { return l.Grade() == grade }); i >= 0 {
		return letters[i]
	}
	return seeds.Ungraded
}
