package notation

import (
	"errors"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// versions returns the ways of autoplay with which the text can be understood, the likeliest first.
func (p *parser) versions(autoplay Autoplay) []Autoplay {
	switch {
	case p.dialect != FCSolve:
	case autoplay != "":
		return []Autoplay{autoplay}
	case !p.explicit:
		return []Autoplay{AutoplayNone, AutoplaySafe, AutoplayAll}
	}
	return []Autoplay{AutoplayNone}
}

// attempt is how a text was played with a way of autoplay.
type attempt struct {
	autoplay Autoplay
	line
	err *IllegalStep // why it can't be played to the end; nil if it can
}

// open reports whether it may be possible to play the text to the end: it is ambiguous, or there are
// too many ways to read it.
func (a *attempt) open() bool { return a.err != nil && (a.err.ambiguous || a.err.undecided) }

// choose plays the steps with each way of autoplay. It takes the first that can be played to the end, unless it is open
// whether another one can be too, or another one can and a step moves other cards in it. Cards that go
// home by themselves don't change what the steps say; the warning counts them.
func choose(steps []step, versions []Autoplay, r *rules.Rules, p *deal.Position) (Reading, error) {
	var fits []attempt
	var open, failed *attempt // the first that is open, and of the others the one that comes furthest
	for _, autoplay := range versions {
		t := &table{rules: r, state: game.New(r, p), autoplay: autoplay}
		a := attempt{autoplay: autoplay}
		err := t.playAll(steps, maxTries/len(versions))
		a.line = t.line
		switch errors.As(err, &a.err); {
		case a.err == nil:
			fits = append(fits, a)
		case a.open():
			if open == nil {
				open = &a
			}
		case failed == nil || a.err.Step > failed.err.Step:
			failed = &a
		}
	}
	switch {
	case len(fits) > 0 && open != nil:
		return Reading{}, undecided(&fits[0], open)
	case open != nil:
		open.name(versions, "")
		return Reading{Moves: open.moves}, open.err
	case len(fits) == 0:
		failed.name(versions, ", with which more of them fit")
		return Reading{Moves: failed.moves}, failed.err
	}
	taken := &fits[0]
	for i := range fits[1:] {
		if err := differ(steps, taken, &fits[i+1]); err != nil {
			return Reading{}, err
		}
	}
	return Reading{Moves: taken.moves, Warning: assumed(versions, fits)}, nil
}

// name adds to the error which autoplay was assumed, if it is not the likeliest.
func (a *attempt) name(versions []Autoplay, because string) {
	if a.autoplay != versions[0] {
		a.err.Reason += fmt.Sprintf("; the moves were read with autoplay %q%s", a.autoplay, because)
	}
}

// undecided returns the error that the moves fit with one autoplay, and may fit with another one.
func undecided(fits, open *attempt) error {
	return strict.Error{{Field: "autoplay", Detail: fmt.Sprintf(
		"missing, and the moves may fit in two ways. With autoplay %q they fit; with autoplay %q %s: say which autoplay is meant",
		fits.autoplay, open.autoplay, open.err)}}
}

// assumed returns what was assumed in taking the first of the attempts that fit; nothing if the
// text leaves nothing open.
func assumed(versions []Autoplay, fits []attempt) string {
	taken := &fits[0]
	for _, other := range fits[1:] {
		if n := other.automatic(); n != taken.automatic() {
			return fmt.Sprintf("moves: they fit with autoplay %q and with autoplay %q; read with the first, in which %s, not %d",
				taken.autoplay, other.autoplay, goHome(taken.automatic()), n)
		}
	}
	if taken.autoplay == versions[0] {
		return ""
	}
	return fmt.Sprintf("moves: they fit only with autoplay %q: %s", taken.autoplay, goHome(taken.automatic()))
}

// goHome says how many cards go home by themselves.
func goHome(n int) string {
	if n == 1 {
		return "1 card goes home by itself"
	}
	return fmt.Sprintf("%d cards go home by themselves", n)
}

// automatic returns how many cards went home by themselves.
func (l *line) automatic() int {
	n := 0
	for _, note := range l.notes {
		if note.step == 0 {
			n++
		}
	}
	return n
}

// ofSteps returns the moves that each of n steps made.
func (l *line) ofSteps(n int) [][]game.Move {
	made := make([][]game.Move, n+1)
	for i, m := range l.moves {
		step := l.notes[i].step
		made[step] = append(made[step], m)
	}
	return made[1:]
}

// differ returns an error if a step means different moves with two ways of autoplay.
func differ(steps []step, a, b *attempt) error {
	ours, theirs := a.ofSteps(len(steps)), b.ofSteps(len(steps))
	for i := range ours {
		one, other := net(ours[i]), net(theirs[i])
		if !anyCell(one).Equal(anyCell(other)) {
			return strict.Error{{Field: "autoplay", Detail: fmt.Sprintf(
				"missing, and the moves fit in two ways. Step %d, %q, is %s with autoplay %q, but %s with autoplay %q: say which is meant",
				i+1, clip(steps[i].word), one, a.autoplay, other, b.autoplay)}}
		}
	}
	return nil
}

// net returns what the moves of a step come to: which cards moved from where to where.
func net(moves []game.Move) game.Move {
	all := game.Move{From: moves[0].From, To: moves[len(moves)-1].To}
	for _, m := range moves {
		for _, c := range m.Cards {
			if !slices.Contains(all.Cards, c) {
				all.Cards = append(all.Cards, c)
			}
		}
	}
	slices.SortFunc(all.Cards, func(a, b card.Card) int { return int(b.Rank()) - int(a.Rank()) })
	return all
}

// anyCell returns a move with all cells alike: which one is empty depends on what went home.
func anyCell(m game.Move) game.Move {
	for _, place := range []*game.Place{&m.From, &m.To} {
		if place.Pile == game.Cell {
			place.N = 0
		}
	}
	return m
}
