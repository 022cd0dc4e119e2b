package deals

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// StarterDeal is a solved deal that comes with the program, so that a new pool is not empty.
type StarterDeal struct {
	Game       string          `json:"game"`
	Seed       string          `json:"seed"`
	Grade      string          `json:"grade"`
	Score      float64         `json:"score"`
	Components json.RawMessage `json:"components"`

	// Choices is a solution from the canonical position: for each move its place among the legal
	// moves, as the referee lists them.
	Choices []byte `json:"choices"`
}

// starterDocument has a deal a line, those of a game in the order of the pool: of each grade the
// first, of each the second, and so on. The test of this file makes it from
// docs/research/data/difficulty with -update.
//
//go:embed starter.jsonl.gz
var starterDocument []byte

var starters = sync.OnceValue(func() map[string][]StarterDeal {
	all, err := readStarters(starterDocument)
	if err != nil {
		panic(err) // the document is part of the program
	}
	return all
})

func readStarters(document []byte) (map[string][]StarterDeal, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	byGame := map[string][]StarterDeal{}
	for d := json.NewDecoder(unpacked); ; {
		var s StarterDeal
		if err := d.Decode(&s); errors.Is(err, io.EOF) {
			return byGame, nil
		} else if err != nil {
			return nil, err
		}
		byGame[s.Game] = append(byGame[s.Game], s)
	}
}

// Starter returns the deals of a game that come with the program, some of each grade.
func Starter(game string) []StarterDeal { return starters()[game] }

// find returns the deal as the filler would find it, with its solution, which the referee has
// replayed.
func (s *StarterDeal) find(g *pooled) (*find, error) {
	seed, err := deal.ParseSeed(s.Seed)
	if err != nil {
		return nil, err
	}
	dealt, err := seed.Deal(&g.Rules)
	if err != nil {
		return nil, err
	}
	p := solver.NewProblem(g.Rules, dealt)
	position := p.Position()
	table := game.New(p.Rules(), &position)
	var line []game.Move
	for _, at := range s.Choices {
		legal := table.Legal()
		if int(at) >= len(legal) {
			return nil, fmt.Errorf("move %d of the solution is not legal", len(line)+1)
		}
		line = append(line, legal[at])
		table.Do(legal[at])
	}
	result := solver.Result{Verdict: solver.Winnable, Solution: line, Engine: "starter"}
	if err := result.Verify(p); err != nil {
		return nil, err
	}
	return &find{
		deal: winnable.Deal{
			Game: g.Name, ID: p.ID(), Seed: s.Seed, Length: game.Length(line),
			Grade: s.Grade, Score: s.Score, Components: string(s.Components), Epoch: solver.Epoch,
		},
		record: solver.NewRecord(p, result, 0),
	}, nil
}

// stock adds the starter deals to the pool of a game, once, if the pool is empty. Of several
// callers one does so, and the others wait, as long as ctx lets them: the database of the one
// may hang.
func (d *Dealer) stock(ctx context.Context, g *pooled) error {
	if d.Starter == nil || d.hasStock(g) {
		return nil
	}
	select {
	case d.stocking <- struct{}{}:
		defer func() { <-d.stocking }()
	case <-ctx.Done():
		return fmt.Errorf("waiting for starter deals: %w", ctx.Err())
	}
	if d.hasStock(g) {
		return nil
	}
	if err := d.Store.OpenPool(ctx, g.Name, rand.Text()[:8]); err != nil {
		return err
	}
	pool, _, err := d.Store.Pool(ctx, g.Name)
	if err != nil {
		return err
	}
	if pool.Last == 0 {
		if err := d.addStarters(ctx, g); err != nil {
			return err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stocked[g.Name] = true
	return nil
}

func (d *Dealer) hasStock(g *pooled) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stocked[g.Name]
}

// addStarters verifies the starter deals of a game, and adds them to its pool. Another process
// may do the same.
func (d *Dealer) addStarters(ctx context.Context, g *pooled) error {
	var finds []*find
	var records []solver.Record
	for _, s := range d.Starter(g.Name) {
		f, err := s.find(g)
		if err != nil {
			d.Log.Error("starter deal is not won by its solution", "game", g.Name, "seed", s.Seed, "error", err)
			continue
		}
		finds, records = append(finds, f), append(records, f.record)
	}
	if len(finds) == 0 {
		return nil
	}
	if err := d.Store.Put(ctx, records...); err != nil {
		return err
	}
	for _, f := range finds {
		if _, err := d.Store.AddDeal(ctx, f.deal); err != nil {
			return err
		}
	}
	return nil
}
