package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Report says what a proof proves, and what it took to check.
type Report struct {
	Problem *solver.Problem // the problem that can't be won
	States  int             // number of listed states
	Safe    int             // number of listed states in which only a safe card matters
	Stuck   int             // number of listed states that are lost at sight
	Claims  bool            // whether the position is proven lost by a certificate
	Ways    int             // number of checked ways
}

// Refused is the error of a file that proves nothing.
type Refused struct {
	Line int // of the file, from 1
	Why  string
}

func (e *Refused) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Why) }

// ErrTooManyStates is the error of a file that lists more states than allowed. The proof may still
// be valid.
var ErrTooManyStates = errors.New("the proof has more states than are checked")

// Check reads a proof and checks it. The parameter states is the greatest number of states that it
// lists. Each takes some 250 bytes of memory, and outlines take up to 64 MB. The error is a
// [*Refused], also if the file can't be read to its end, or ErrTooManyStates.
func Check(from io.Reader, states int) (Report, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 4096), longest)
	c := checker{
		lines: lines, most: states,
		listed: map[string]bool{}, wanted: map[string]int{},
	}
	err := c.check()
	if failed := lines.Err(); failed != nil {
		err = c.refuse("can't be read: %s", failed)
	}
	return c.Report, err
}

// checker checks a file.
type checker struct {
	Report
	lines *bufio.Scanner
	line  int
	most  int

	table  *Table
	path   []Way
	listed map[string]bool // keys of the listed states
	wanted map[string]int  // keys of states that must be listed, and the line that needs them
}

func (c *checker) refuse(format string, args ...any) error {
	return &Refused{c.line, fmt.Sprintf(format, args...)}
}

// next reads a line; false at the end of the file.
func (c *checker) next() bool {
	c.line++
	return c.lines.Scan()
}

func (c *checker) check() error {
	if !c.next() || c.lines.Text() != FirstLine {
		return c.refuse("the first line of a proof is %q", FirstLine)
	}
	if !c.next() {
		return c.refuse("a problem expected")
	}
	problem, err := solver.ParseProblem(c.lines.Text())
	if err != nil {
		return c.refuse("%s", err)
	}
	if problem.Text() != c.lines.Text() {
		return c.refuse("the problem is not in canonical form")
	}
	position := problem.Position()
	c.Problem = problem
	c.table = NewTable(problem.Rules(), &position)
	for c.next() {
		text := c.lines.Text()
		if text == AnywhereLine && c.line == 3 {
			return c.classes(problem.Rules(), &position)
		}
		if count, last := strings.CutPrefix(text, LastWord+" "); last {
			return c.end(count)
		}
		if err := c.state(text); err != nil {
			return err
		}
	}
	return c.refuse("the file ends in the middle")
}

// state reads the line of a state and checks where that leads to.
func (c *checker) state(text string) error {
	p := &parser{words: strings.Split(text, " ")}
	if c.Claims {
		return c.refuse("claims are the whole proof")
	}
	if err := c.goTo(p); err != nil {
		return err
	}
	key := string(c.table.Key())
	switch {
	case c.listed[key]:
		return c.refuse("this state is listed twice")
	case c.States == c.most:
		return ErrTooManyStates
	case c.table.Won():
		return c.refuse("this state is won")
	}
	c.listed[key] = true
	delete(c.wanted, key)
	c.States++
	ways, err := c.ways(p)
	if err != nil {
		return err
	}
	for _, w := range ways {
		if err := c.table.Go(w); err != nil {
			return c.refuse("%s: %s", w.Move, err)
		}
		key := c.table.Key()
		if !c.listed[string(key)] {
			if _, known := c.wanted[string(key)]; !known {
				c.wanted[string(key)] = c.line
			}
		}
		c.table.Back(w)
		c.Ways++
	}
	return nil
}

// goTo goes to the state of a line.
func (c *checker) goTo(p *parser) error {
	back := p.number(len(c.path))
	if p.err != nil {
		return c.refuse("%s", p.err)
	}
	for range back {
		last := len(c.path) - 1
		c.table.Back(c.path[last])
		c.path = c.path[:last]
	}
	if c.States == 0 {
		return nil // the first state is the deal
	}
	w := c.table.read(p)
	if p.err == nil {
		p.err = c.table.Go(w)
	}
	if p.err != nil {
		return c.refuse("%s", p.err)
	}
	c.path = append(c.path, w)
	return nil
}

// ways reads which ways from the state have to be checked.
func (c *checker) ways(p *parser) ([]Way, error) {
	var ways []Way
	switch {
	case p.peek(SafeWord):
		only := c.table.read(p)
		if p.err == nil && !c.table.Safe(only) {
			p.fail("%s: not a safe card", only.Move)
		}
		ways = []Way{only}
		c.Safe++
	case p.peek(StuckWord):
		if !c.table.Stuck() {
			p.fail("no card is stuck")
		}
		c.Stuck++
	case p.peek(OutlineWord):
		if lost, _ := c.table.LostOutline(mostOutlines); !lost {
			p.fail("the outline may be won")
		}
		c.Stuck++
	case p.peek(ClaimsWord):
		position := c.Problem.Position()
		if c.States > 1 {
			p.fail("claims are about the position only")
		} else if err := checkClaims(p.next(), c.Problem.Rules(), &position); err != nil {
			p.fail("claims: %w", err)
		}
		c.Claims = true
	default:
		ways = c.table.Ways()
	}
	if len(p.words) > 0 {
		p.fail("%.20q: the line has ended", p.words[0])
	}
	if p.err != nil {
		return nil, c.refuse("%s", p.err)
	}
	return ways, nil
}

// end reads the last line, and checks that all states are listed that have to be.
func (c *checker) end(count string) error {
	first := 0
	for _, line := range c.wanted {
		if first == 0 || line < first {
			first = line
		}
	}
	if first > 0 {
		return &Refused{first, fmt.Sprintf("a way from this state leads to one that is not listed (%d in all)", len(c.wanted))}
	}
	return c.counted(count)
}

// counted checks the number of the last line, and that nothing follows.
func (c *checker) counted(count string) error {
	if count != strconv.Itoa(c.States) {
		return c.refuse("%d states are listed, not %.20q", c.States, count)
	}
	if c.States == 0 {
		return c.refuse("no state is listed")
	}
	if c.next() {
		return c.refuse("the proof has ended")
	}
	return nil
}
