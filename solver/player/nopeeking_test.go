package player_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// cheap returns the options of a kind with which it thinks as little as possible: each number
// that has a default within its bounds is set to the least one.
func cheap(k *player.Kind) player.Options {
	o := k.Defaults()
	for _, option := range k.Options {
		if len(option.Words) == 0 && option.Default > option.Least {
			o = with(k, o, option.Name, option.Least)
		}
	}
	return o
}

// with changes an option, unless that conflicts with the others.
func with(k *player.Kind, o player.Options, name string, value int64) player.Options {
	changed := maps.Clone(o)
	changed[name] = value
	if k.Check != nil {
		if _, detail := k.Check(changed); detail != "" {
			return o
		}
	}
	return changed
}

// informed lists a player of each kind for each information model that it can have: with its
// cheap options, and with one of them changed.
func informed() (all []contender) {
	for _, k := range roster.Kinds() {
		seen := map[player.Information]bool{}
		add := func(o player.Options) {
			if sees := k.Sees(o); !seen[sees] {
				seen[sees] = true
				all = append(all, contender{k, o, sees})
			}
		}
		o := cheap(&k)
		add(o)
		for _, option := range k.Options {
			for word := range option.Words {
				add(with(&k, o, option.Name, int64(word)))
			}
			add(with(&k, o, option.Name, option.Least))
			add(with(&k, o, option.Name, option.Most))
		}
	}
	return all
}

// contender is a kind of player with options.
type contender struct {
	kind    player.Kind
	options player.Options
	sees    player.Information
}

func (c *contender) title() string { return c.kind.Title(c.options) + ", " + string(c.sees) }

func (c *contender) plays(r *rules.Rules) bool { return c.kind.Plays == nil || c.kind.Plays(r) }

// peekable are games in which cards lie face down or come from a stock.
var peekable = []string{
	"klondike", "klondike-draw-1", "klondike-whole-blocks", "klondike-draw-1-passes-1", "klondike-draw-3-passes-3",
	"yukon", "scorpion", "golf", "spiderette", "canfield", "pyramid", "tripeaks",
}

// permute shuffles the hidden cards: those of the columns, those of the stock if stock is set, and
// those that others cover if covered is set.
func permute(random *rand.Rand, r *rules.Rules, p *deal.Position, stock, covered bool) {
	var hidden []*card.Card
	for _, c := range p.Tableau {
		for i := range c.Down {
			hidden = append(hidden, &c.Cards[i])
		}
	}
	for i := range p.Stock {
		if stock && !(r.Rows.StockInPlay && i == len(p.Stock)-1) { // that one lies face up
			hidden = append(hidden, &p.Stock[i])
		}
	}
	if covered {
		hidden = append(hidden, p.Covered(r)...)
	}
	random.Shuffle(len(hidden), func(i, j int) { *hidden[i], *hidden[j] = *hidden[j], *hidden[i] })
}

// later returns a position in the middle of a game, after a number of random moves.
func later(r *rules.Rules, from *deal.Position, moves int) deal.Position {
	random := player.Random.New(1, nil, nil)
	played := player.Play(nil, player.StockSeen, &leaving{random, moves}, r, from)
	table := game.New(r, from)
	for _, m := range played.Moves {
		table.Do(m)
	}
	return table.Position()
}

// TestNoPeeking permutes the hidden cards of deals and of positions in the middle of games.
// Until one of those cards is seen, each player must be shown the same, down to the last bit of
// its turns, and must do the same.
func TestNoPeeking(t *testing.T) {
	engine := portfolio.New(1 << 24)
	for _, c := range informed() {
		if c.sees == player.Thoughtful {
			continue
		}
		t.Run(c.title(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(6, 1))
			games, compared := 0, 0
			for _, name := range peekable {
				r, dealt := player.Dealt(t, name, 5)
				if !c.plays(r) {
					continue
				}
				games++
				for _, stock := range []bool{false, true} {
					one := later(r, &dealt, 12*(games%3))
					seen := r.Stock.Redeals != rules.Unlimited && one.RedealsLeft < r.Stock.Redeals
					if stock && (seen || c.sees == player.StockKnown) {
						continue // the stock is known
					}
					two := one.Clone()
					permute(random, r, &two, stock, c.sees == player.CoveredHidden)
					compared += comparePlays(t, &c, engine, r, [2]deal.Position{one, two}, stock)
				}
			}
			if compared < 2*games || games == 0 {
				t.Errorf("only %d moves compared in %d games", compared, games)
			}
		})
	}
}

// comparePlays has a player play two positions that differ in hidden cards. It compares the
// turns and the choices, and returns the number of turns until one of these cards is seen.
func comparePlays(t *testing.T, c *contender, engine solver.Engine, r *rules.Rules, positions [2]deal.Position, stock bool) int {
	t.Helper()
	const most = 4 // turns
	var turns [2][]string
	var moves [2][]game.Move
	for i := range positions {
		one := c.kind.New(3, c.options, engine)
		moves[i] = player.Play(nil, c.sees, watcher(func(turn *player.Turn) int {
			if len(turns[i]) == most {
				return -1
			}
			turns[i] = append(turns[i], everything(t, turn))
			return one.Choose(nil, turn)
		}), r, &positions[i]).Moves
	}
	for n := range turns[0] {
		if n >= len(turns[1]) || turns[0][n] != turns[1][n] {
			t.Errorf("%s: turn %d depends on hidden cards", positions[0].Document(r), n+1)
			return n
		}
		if n >= len(moves[0]) || n >= len(moves[1]) {
			if len(moves[0]) != len(moves[1]) {
				t.Errorf("%s: %d moves, but %d with other hidden cards", positions[0].Document(r), len(moves[0]), len(moves[1]))
			}
			return n + 1
		}
		a, b := moves[0][n], moves[1][n]
		if a.Action != b.Action || a.From != b.From || a.To != b.To || len(a.Cards) != len(b.Cards) || (a.TurnsUp == card.None) != (b.TurnsUp == card.None) {
			t.Errorf("%s: move %d is %s, but %s with other hidden cards", positions[0].Document(r), n+1, a, b)
			return n
		}
		uncovers := c.sees == player.CoveredHidden && (a.From.Pile == game.Reserve || a.From.Pile == game.Row || a.And.Pile == game.Row)
		if a.TurnsUp != card.None || uncovers || stock && (a.Action != game.Shift || a.From.Pile == game.Stock) {
			return n + 1 // hidden cards are seen
		}
	}
	return len(turns[0])
}

// everything writes all that can be reached from a value: through pointers, in unexported
// fields, and in slices beyond their lengths. It fails on values that it can't look into.
func everything(t *testing.T, of any) string {
	var text []byte
	seen := map[unsafe.Pointer]bool{}
	var write func(v reflect.Value)
	write = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Bool:
			text = fmt.Append(text, v.Bool())
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			text = fmt.Append(text, v.Int())
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
			text = fmt.Append(text, v.Uint())
		case reflect.Float32, reflect.Float64:
			text = fmt.Append(text, v.Float())
		case reflect.String:
			text = fmt.Appendf(text, "%q", v.String())
		case reflect.Pointer:
			if !v.IsNil() && !seen[v.UnsafePointer()] {
				seen[v.UnsafePointer()] = true
				write(v.Elem())
			}
		case reflect.Interface:
			if !v.IsNil() {
				text = append(text, v.Elem().Type().String()...)
				write(v.Elem())
			}
		case reflect.Slice:
			text = fmt.Appendf(text, "%d of", v.Len())
			for i := range v.Cap() {
				text = append(text, ' ')
				write(v.Slice(0, v.Cap()).Index(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				text = append(text, ' ')
				write(v.Index(i))
			}
		case reflect.Map:
			var entries []string
			whole := text
			for key, value := range v.Seq2() {
				text = nil
				write(key)
				text = append(text, ':')
				write(value)
				entries = append(entries, string(text))
			}
			slices.Sort(entries)
			text = whole
			text = fmt.Append(text, entries)
		case reflect.Struct:
			for i := range v.NumField() {
				text = fmt.Appendf(text, " %s=", v.Type().Field(i).Name)
				write(v.Field(i))
			}
		default: // functions and channels
			t.Fatalf("can't look into a %s", v.Type())
		}
		text = append(text, ';')
	}
	write(reflect.ValueOf(of))
	return string(text)
}

// TestEverything checks that everything looks at all of a value.
func TestEverything(t *testing.T) {
	type inner struct {
		cards []card.Card
		by    map[uint64]int
		next  *inner
		any   any
	}
	make := func(change func(*inner)) string {
		v := &inner{cards: []card.Card{1, 2, 3}[:1], by: map[uint64]int{1: 1, 2: 2}, next: &inner{cards: []card.Card{4}}, any: [2]bool{}}
		v.next.next = v
		change(v)
		return everything(t, v)
	}
	same := make(func(*inner) {})
	for i, change := range []func(*inner){
		func(v *inner) { v.cards[0] = 9 },
		func(v *inner) { v.cards[:3][2] = 9 },
		func(v *inner) { v.by[2] = 3 },
		func(v *inner) { v.by[3] = 3 },
		func(v *inner) { v.next.cards[0] = 9 },
		func(v *inner) { v.any = [2]bool{1: true} },
	} {
		if got := make(change); got == same {
			t.Errorf("change %d makes no difference: %s", i, got)
		}
	}
	if got := make(func(*inner) {}); got != same {
		t.Errorf("%s, and then %s", same, got)
	}
}
