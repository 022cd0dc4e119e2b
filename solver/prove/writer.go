package prove

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// writer writes a proof.
type writer struct {
	to     *bufio.Writer
	in     *proof.Anywhere // nil if states are tables
	states int
}

// newWriter begins the proof of a problem's loss, with states of a game in which moved cards lie
// anywhere or, if that is nil, with tables; text is the problem's (solver.Problem.Text). Errors of
// writing are returned by close.
func newWriter(to *bufio.Writer, text string, in *proof.Anywhere) *writer {
	fmt.Fprintf(to, "%s\n%s\n", proof.FirstLine, text)
	if in != nil {
		fmt.Fprintln(to, proof.AnywhereLine)
	}
	return &writer{to: to, in: in}
}

// class writes the line of a state that stands for its class: how many states to take back from the
// one before, and the steps from there.
func (w *writer) class(back int, steps []proof.Step) {
	w.line(append([]string{strconv.Itoa(back)}, w.in.Words(steps)...))
}

// line writes the line of the next state.
func (w *writer) line(words []string) {
	w.to.WriteString(strings.Join(words, " "))
	w.to.WriteByte('\n')
	w.states++
}

// close ends the file.
func (w *writer) close() error {
	fmt.Fprintf(w.to, "%s %d\n", proof.LastWord, w.states)
	return w.to.Flush()
}

// wayWords writes a way without what the table tells: which cards go, how many are dealt, and what
// is turned up.
func wayWords(w proof.Way) string {
	if w.Turns > 0 {
		return proof.TurnWord + " " + strconv.Itoa(w.Turns) + " " + moveWords(w.Move)
	}
	return moveWords(w.Move)
}

func moveWords(m game.Move) string {
	switch m.Action {
	case game.Draw:
		return "draw"
	case game.Redeal:
		return "redeal"
	case game.Deal:
		return "deal"
	case game.Remove:
		if m.And.Pile == game.Nowhere {
			return "remove " + m.From.String()
		}
		return "remove " + m.From.String() + " " + m.And.String()
	}
	text := m.From.String() + " " + m.To.String()
	if len(m.Cards) > 1 {
		text += " " + strconv.Itoa(len(m.Cards))
	}
	return text
}
