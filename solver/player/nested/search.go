package nested

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// MostLevel is the highest level that there is.
const MostLevel = 5

// cacheSize is how many states each heuristic remembers (section 4.2).
const cacheSize = 5000

// What a rollout ends with beside the worth of its last state.
const (
	win  int32 = 1 << 30
	loss       = -win
)

// Levels are how deeply rollouts are nested: under H1, or None for H2 alone, and H2.
type Levels [len(heuristics)]int

// None is the level of a heuristic that is not used.
const None = -1

// Plays tells whether a game is one that is searched: Klondike as the paper has it, with
// any number of cards turned at a time.
func Plays(r *rules.Rules) bool {
	if !simulate.Plays(r) {
		return false
	}
	g := simulate.NewGame(r)
	return g.Back && !g.Limited && !g.Whole && !g.NoSpaces
}

// Search plays deals of one game, one after the other.
type Search struct {
	game   *simulate.Game
	tables [len(heuristics)]valueTable
	cached [len(heuristics)]map[uint64]int8 // the level at which a state's children were tried
	levels Levels

	// Of the rollout of each heuristic and level that is under way, of which there is at
	// most one: the states it has been in, and the actions of the last.
	been  [len(heuristics)][MostLevel + 1][]uint64
	lists [len(heuristics)][MostLevel + 1][]action

	reach        reaches
	view         view
	moves        []simulate.Move
	line         []simulate.Move // from the start to where the search is
	ctx          context.Context
	states, most int64
	ended        bool
}

// New makes a search of a game.
func New(g *simulate.Game) *Search {
	s := &Search{game: g}
	for count := range s.reach {
		for waste := range count + 1 {
			s.reach[count][waste] = reachable(count, waste, g.Turn)
		}
	}
	for h := range s.tables {
		s.tables[h] = newValueTable(&s.reach, heuristics[h])
		s.cached[h] = map[uint64]int8{}
	}
	return s
}

// Outcome is what came of a search.
type Outcome struct {
	Won    bool
	Line   []game.Move // that wins, or that the outermost rollout took
	States int64       // to which an action led that was looked at
}

// state is where a rollout is.
type state struct {
	board simulate.Board
	key   uint64
	value int32
}

// Run searches a table until it is won, all is tried, the context ends, or so many states
// have been looked at; 0 is no bound.
func (s *Search) Run(ctx context.Context, b *simulate.Board, levels Levels, most int64) Outcome {
	s.ctx, s.levels, s.states, s.most, s.ended = ctx, levels, 0, most, false
	s.line = s.line[:0]
	for h := range s.tables {
		s.tables[h].deal(b)
		clear(s.cached[h])
	}
	from := state{board: *b}
	s.normalise(&from)
	h := 0
	if levels[h] == None {
		h++
	}
	from.value = s.tables[h].value(b, hidden(b))
	won := s.rollout(&from, h, levels[h]) == win
	return Outcome{Won: won, Line: s.refereeMoves(*b), States: s.states}
}

// rollout is the paper's Figure 9, for heuristic h at level n. When the search has to end,
// those that are under way go on to the child that looks best, and so to their ends.
func (s *Search) rollout(from *state, h, n int) int32 {
	if from.board.Won() {
		return win
	}
	if s.ended {
		return from.value
	}
	if level, known := s.cached[h][from.key]; known && int(level) >= n {
		if h == len(heuristics)-1 {
			return from.value
		}
		return s.switchHeuristic(from, h)
	}
	return s.walk(from, h, n)
}

// walk is the rollout from a state that is not won and not cached.
func (s *Search) walk(from *state, h, n int) int32 {
	last := h == len(heuristics)-1
	at := *from
	been := &s.been[h][n]
	*been = append((*been)[:0], at.key)
	for !s.deadEnd(&at.board) {
		s.remember(at.key, h, n)
		mark := len(s.line)
		var next state
		value := s.choose(&at, h, n, &next)
		if value == win {
			return win
		}
		switch {
		case value == loss && last:
			return at.value
		case !last && value <= at.value: // a local maximum
			s.line = s.line[:mark]
			return s.switchHeuristic(&at, h)
		}
		at = next
		*been = append(*been, at.key)
	}
	return at.value
}

// pass hands a state on to the next heuristic, which begins there whether or not it has
// been there before.
func (s *Search) switchHeuristic(from *state, h int) int32 {
	at := *from
	at.value = s.tables[h+1].value(&at.board, hidden(&at.board))
	if s.ended {
		return at.value
	}
	return s.walk(&at, h+1, s.levels[h+1])
}

// choose goes on to the child whose rollout ends best, the first of those that end alike,
// and gives what it ended with.
func (s *Search) choose(at *state, h, n int, next *state) int32 {
	list := s.actions(&at.board, &s.tables[h], at.value, s.lists[h][n][:0])
	s.lists[h][n] = list
	s.count(len(list))
	if n == 0 {
		return s.greedy(at, h, list, next)
	}
	best, taken := loss, -1
	mark := len(s.line)
	for place := range orders {
		for i := range list {
			if list[i].order != place {
				continue
			}
			child := s.do(at, &list[i])
			if slices.Contains(s.been[h][n], child.key) {
				continue
			}
			s.appendLine(&list[i])
			value := s.rollout(&child, h, n-1)
			if value == win {
				return win
			}
			s.line = s.line[:mark]
			if value > best {
				best, taken, *next = value, i, child
			}
		}
	}
	if taken >= 0 {
		s.appendLine(&list[taken])
	}
	return best
}

// greedy is choose at level 0, where a child is worth what the heuristic says of it. It
// looks at nothing else of a child until that is the best that is left.
func (s *Search) greedy(at *state, h int, list []action, next *state) int32 {
	if at.board.Score() >= nearlyWon {
		for i := range list {
			if *next = s.do(at, &list[i]); next.board.Won() {
				s.appendLine(&list[i])
				return win
			}
		}
	}
	for len(list) > 0 {
		best := 0
		for i := range list {
			a, b := &list[i], &list[best]
			if a.value > b.value || a.value == b.value && a.order < b.order {
				best = i
			}
		}
		*next = s.do(at, &list[best])
		if !slices.Contains(s.been[h][0], next.key) {
			s.appendLine(&list[best])
			return next.value
		}
		list = append(list[:best], list[best+1:]...)
	}
	return loss
}

// nearlyWon is the score from which one action can win, bringing two cards up.
const nearlyWon = 50

// do makes an action.
func (s *Search) do(at *state, a *action) state {
	next := state{board: at.board, value: a.value}
	s.game.Do(&next.board, a.first)
	if a.pair {
		s.game.Do(&next.board, a.second)
	}
	s.normalise(&next)
	return next
}

// settle makes one state of those that turns of the stock connect, and knows it by its key:
// if the waste can be turned over to be where it is, it was.
func (s *Search) normalise(at *state) {
	b := &at.board
	if b.Turned == b.Count || b.Turned%int8(s.game.Turn) == 0 {
		b.Turned = 0
	}
	at.key = s.game.Key(b)
}

// note adds an action to the line.
func (s *Search) appendLine(a *action) {
	s.line = append(s.line, a.first)
	if a.pair {
		s.line = append(s.line, a.second)
	}
}

// remember keeps that the children of a state are tried at a level.
func (s *Search) remember(key uint64, h, n int) {
	if n == 0 {
		return
	}
	cached := s.cached[h]
	if level, known := cached[key]; known && int(level) < n || !known && len(cached) < cacheSize {
		cached[key] = int8(n)
	}
}

// count counts states, and tells when to end.
func (s *Search) count(states int) {
	if s.most > 0 && s.states+int64(states) > s.most {
		s.ended = true
	}
	if s.states>>8 != (s.states+int64(states))>>8 && solver.StopReason(s.ctx) != solver.NoReason {
		s.ended = true
	}
	s.states += int64(states)
}

// spell says the line in the referee's moves, without what leads back to a table that there
// was before. States that turns of the stock connect were one in the search; here the turns
// are those of the table.
func (s *Search) refereeMoves(b simulate.Board) []game.Move {
	at := state{board: b}
	s.normalise(&at)
	tables, straight := []simulate.Board{at.board}, s.line[:0]
	for _, m := range s.line {
		s.game.Do(&at.board, m)
		s.normalise(&at)
		tables, straight = append(tables, at.board), append(straight, m)
		for i := range tables {
			if same(&tables[i], &at.board) {
				tables, straight = tables[:i+1], straight[:i]
				break
			}
		}
	}
	var line []game.Move
	for _, m := range straight {
		s.moves = s.game.Macros(&b, s.moves[:0])
		for _, o := range s.moves {
			if o.Kind == m.Kind && o.From == m.From && o.To == m.To && o.Count == m.Count {
				line = s.game.Expand(&b, o, line)
				s.game.Do(&b, o)
				break
			}
		}
	}
	return line
}

// same tells whether two tables are the same, with every column in its place.
func same(a, b *simulate.Board) bool {
	for i := range a.Columns {
		c, d := &a.Columns[i], &b.Columns[i]
		if c.Down != d.Down || !slices.Equal(c.Cards[:c.Count], d.Cards[:d.Count]) {
			return false
		}
	}
	return a.Up == b.Up && a.Turned == b.Turned && slices.Equal(a.Talon[:a.Count], b.Talon[:b.Count])
}
