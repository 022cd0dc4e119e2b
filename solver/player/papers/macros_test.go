package papers_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// effect is what a move does, without the turns of the stock before it.
type effect struct {
	kind     papers.MoveKind
	card     card.Card // of the talon
	from, to int8
	count    int8
}

func effectOf(b *papers.Board, m papers.Move) effect {
	d := effect{kind: m.Kind, from: m.From, to: m.To, count: m.Count}
	if m.Kind == papers.TalonToFoundation || m.Kind == papers.TalonToColumn {
		d.card, d.from = b.Talon[m.From], 0
	}
	return d
}

// turning returns the effects of all moves that are possible after any number of turns of the
// stock, each with the fewest turns.
func turning(g *papers.Game, b papers.Board) map[effect]int8 {
	least := map[effect]int8{}
	type stop struct {
		turned  int8
		redeals int16
	}
	seen := map[stop]bool{}
	for turns := int8(0); ; turns++ {
		at := stop{b.Turned, b.Redeals}
		if seen[at] {
			return least
		}
		seen[at] = true
		more := false
		for _, m := range g.Moves(&b, nil) {
			if m.Kind == papers.TurnStock {
				more = true
				continue
			}
			d := effectOf(&b, m)
			if _, known := least[d]; !known {
				least[d] = turns
			}
		}
		if !more {
			return least
		}
		g.Do(&b, papers.Move{Kind: papers.TurnStock})
	}
}

// TestMacros compares the moves of K+, along random walks, with those of all boards that turns
// of the stock lead to, each once and with the fewest turns, for different turns and redeals.
func TestMacros(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	known, _ := rules.Lookup("klondike")
	for _, turn := range []int{1, 3, 5} {
		for _, redeals := range []int{rules.Unlimited, 0, 1, 2} {
			r := known.Rules
			r.Stock.Count, r.Stock.Redeals = turn, redeals
			g := papers.NewGame(&r)
			turned, walks := 0, 0
			for number := range uint64(25) {
				p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&r)
				if err != nil {
					t.Fatal(err)
				}
				b, _ := papers.Read(&p)
				for range 60 {
					want, got := turning(g, b), map[effect]int8{}
					macros := g.Macros(&b, nil)
					for _, m := range macros {
						d := effectOf(&b, m)
						if _, twice := got[d]; twice {
							t.Fatalf("draw %d, %d redeals: %+v twice", turn, redeals, d)
						}
						got[d] = m.Turns
						if m.Turns > 0 {
							turned++
						}
					}
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Fatalf("draw %d, %d redeals: %+v\nhas  %v\nwant %v", turn, redeals, b, got, want)
					}
					// Most steps are plain moves, so that the walk stops anywhere in the stock.
					moves := g.Moves(&b, nil)
					if random.IntN(4) == 0 && len(macros) > 0 {
						moves = macros
					}
					if len(moves) == 0 {
						break
					}
					walks++
					g.Do(&b, moves[random.IntN(len(moves))])
				}
			}
			if turned < 100 || walks < 300 {
				t.Errorf("draw %d, %d redeals: %d macros with turns on %d boards", turn, redeals, turned, walks)
			}
		}
	}
}

func BenchmarkMoves(bench *testing.B) {
	boards := walk(bench)
	var moves []papers.Move
	for i := range bench.N {
		at := &boards[i%len(boards)]
		moves = at.game.Moves(&at.board, moves[:0])
	}
}

func BenchmarkMacros(bench *testing.B) {
	boards := walk(bench)
	var moves []papers.Move
	for i := range bench.N {
		at := &boards[i%len(boards)]
		moves = at.game.Macros(&at.board, moves[:0])
	}
}

// BenchmarkPlayout plays whole random games of K+, up to a hundred moves each.
func BenchmarkPlayout(bench *testing.B) {
	g, start := board(bench, "klondike", 1)
	random := rand.NewPCG(1, 1)
	var moves []papers.Move
	for range bench.N {
		b := start
		for range 100 {
			if moves = g.Macros(&b, moves[:0]); len(moves) == 0 {
				break
			}
			g.Do(&b, moves[random.Uint64()%uint64(len(moves))])
		}
	}
}

type seen struct {
	game  *papers.Game
	board papers.Board
}

// walk returns the boards of some random walks.
func walk(t testing.TB) []seen {
	random := rand.New(rand.NewPCG(10, 1))
	var boards []seen
	for number := range uint64(8) {
		g, b := board(t, "klondike", number)
		for range 64 {
			boards = append(boards, seen{g, b})
			moves := g.Moves(&b, nil)
			if len(moves) == 0 {
				break
			}
			g.Do(&b, moves[random.IntN(len(moves))])
		}
	}
	return boards
}
