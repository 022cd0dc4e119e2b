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

// A version is a way in which a text as a whole can be understood.
type version struct {
	steps    []step
	autoplay Autoplay
	base     int    // from which places are counted that the text gives by numbers, 0 or 1
	says     string // in words
}

// versions returns the ways in which the text can be understood, the likeliest first.
func (p *parser) versions(autoplay Autoplay) []version {
	ways := []Autoplay{AutoplayNone}
	switch {
	case p.dialect != FCSolve:
	case autoplay != "":
		ways[0] = autoplay
	case !p.explicit:
		ways = []Autoplay{AutoplayNone, AutoplaySafe, AutoplayAll}
	}
	var all []version
	for _, a := range ways {
		v := version{steps: p.steps, autoplay: a, says: fmt.Sprintf("autoplay %q", a)}
		if p.numbered && !p.zero {
			v.says = "numbers from 0"
			all = append(all, v)
			v.base, v.says = 1, "numbers from 1"
		}
		all = append(all, v)
	}
	return all
}

// attempt is a version as it was played.
type attempt struct {
	version
	line
	err *IllegalStep // why it can't be played to the end; nil if it can
}

// open reports whether it may be possible to play the version to the end: it is ambiguous, or there are
// too many ways to read it.
func (a *attempt) open() bool { return a.err != nil && (a.err.ambiguous || a.err.undecided) }

// choose plays all versions. It takes the first that can be played to the end, unless it is open
// whether another one can be too, or another one can and a step moves other cards in it. Cards that go
// home by themselves don't change what the steps say; the warning counts them.
func choose(versions []version, r *rules.Rules, p *deal.Position) (Reading, error) {
	var fits []attempt
	var open, failed *attempt // the first that is open, and of the others the one that comes furthest
	for _, v := range versions {
		t := &table{rules: r, state: game.New(r, p), autoplay: v.autoplay, base: v.base}
		a := attempt{version: v}
		err := t.playAll(v.steps, maxTries/len(versions))
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
		if err := differ(taken, &fits[i+1]); err != nil {
			return Reading{}, err
		}
	}
	return Reading{Moves: taken.moves, Warning: assumed(versions, fits)}, nil
}

// name adds to the error which version was played, if it is not the likeliest.
func (a *attempt) name(versions []version, because string) {
	if a.says != versions[0].says {
		a.err.Reason += fmt.Sprintf("; the moves were read with %s%s", a.says, because)
	}
}

// undecided returns the error that the moves fit with one version, and may fit with another one.
func undecided(fits, open *attempt) error {
	which := fmt.Sprintf("With %s they fit; with %s %s", fits.says, open.says, open.err)
	if fits.autoplay == open.autoplay {
		return movesError("they may fit in two ways. %s: write the moves in standard notation", which)
	}
	return strict.Error{{Field: "autoplay", Detail: fmt.Sprintf("missing, and the moves may fit in two ways. %s: say which autoplay is meant", which)}}
}

// assumed returns what was assumed in taking the first of the versions that fit; nothing if the
// text leaves nothing open.
func assumed(versions []version, fits []attempt) string {
	taken := &fits[0]
	for _, other := range fits[1:] {
		if n := other.automatic(); n != taken.automatic() {
			return fmt.Sprintf("moves: they fit with %s and with %s; read with the first, in which %s, not %d",
				taken.says, other.says, goHome(taken.automatic()), n)
		}
	}
	if taken.says == versions[0].says {
		return ""
	}
	warning := "moves: they fit only with " + taken.says
	if taken.autoplay != versions[0].autoplay {
		warning += ": " + goHome(taken.automatic())
	}
	return warning
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

// differ returns an error if a step means different moves in two versions of a text.
func differ(a, b *attempt) error {
	ours, theirs := a.ofSteps(len(a.steps)), b.ofSteps(len(b.steps))
	for i := range ours {
		one, other := net(ours[i]), net(theirs[i])
		if anyCell(one).Equal(anyCell(other)) {
			continue
		}
		which := fmt.Sprintf("Step %d, %q, is %s with %s, but %s with %s", i+1, clip(a.steps[i].word), one, a.says, other, b.says)
		if a.autoplay == b.autoplay {
			return movesError("they fit in two ways. %s: write the moves in standard notation", which)
		}
		return strict.Error{{Field: "autoplay", Detail: fmt.Sprintf("missing, and the moves fit in two ways. %s: say which is meant", which)}}
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
