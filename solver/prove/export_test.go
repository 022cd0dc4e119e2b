package prove

import (
	"io"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// WriteAnywhere writes a proof with moved cards anywhere, although the position may be lost at
// sight; false if it is not of the kind.
func WriteAnywhere(clock *solver.Clock, to io.Writer, p *solver.Problem, states int) (bool, error) {
	position := p.Position()
	anywhere, first, ok := proof.NewAnywhere(p.Rules(), &position)
	if !ok {
		return false, nil
	}
	_, err := writeClasses(clock, to, p, anywhere, first, states)
	return true, err
}

// WayWords writes a way as a file has it.
func WayWords(w proof.Way) string { return wayWords(w) }
