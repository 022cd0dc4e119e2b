package papers

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// mostLevel is the highest level of rollouts.
const mostLevel = 5

// cacheSize is how many states each heuristic caches (section 4.2).
const cacheSize = 5000

// Results of rollouts other than the value of the last state.
const (
	win  int32 = 1 << 30
	loss       = -win
)

// rolloutLevels has the nesting levels of rollouts with H1, or noRollouts for H2 alone, and with H2.
type rolloutLevels [len(heuristics)]int

// noRollouts is the level of a heuristic that is not used.
const noRollouts = -1

// bjarnasonPlays reports whether a game can be searched: the paper's Klondike, with any number of cards
// turned at a time.
func bjarnasonPlays(r *rules.Rules) bool {
	if !Plays(r) {
		return false
	}
	g := NewGame(r)
	return g.Back && !g.Limited && !g.Whole && !g.NoSpaces
}

// rolloutSearch plays deals of one game, one after the other. It must not be used by two goroutines at
// once.
type rolloutSearch struct {
	game   *Game
	tables [len(heuristics)]valueTable
	cached [len(heuristics)]map[uint64]int8 // the level at which the children of a state were tried
	levels rolloutLevels

	// For the rollout in progress of each heuristic and level, of which there is at most
	// one: the states that it has visited, and the actions of the last state.
	visited [len(heuristics)][mostLevel + 1][]uint64
	lists   [len(heuristics)][mostLevel + 1][]action

	reach        reaches
	view         view
	moves        []Move
	line         []Move // from the start to the current state
	clock        *solver.Clock
	states, most int64
	ended        bool
}

// newRolloutSearch returns a search of a game.
func newRolloutSearch(g *Game) *rolloutSearch {
	s := &rolloutSearch{game: g}
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

// searchOutcome is the result of a search.
type searchOutcome struct {
	Won    bool
	Line   []game.Move // the winning line, or that of the outermost rollout
	States int64       // states that actions led to
}

// state is the current state of a rollout.
type state struct {
	board Board
	key   uint64
	value int32
}

// run searches a table until it is won, everything is tried, the clock ends, or this many
// states have been visited; 0 means no limit.
func (s *rolloutSearch) run(clock *solver.Clock, b *Board, levels rolloutLevels, most int64) searchOutcome {
	s.clock, s.levels, s.states, s.most, s.ended = clock, levels, 0, most, false
	s.line = s.line[:0]
	for h := range s.tables {
		s.tables[h].deal(b)
		clear(s.cached[h])
	}
	from := state{board: *b}
	s.normalise(&from)
	h := 0
	if levels[h] == noRollouts {
		h++
	}
	from.value = s.tables[h].value(b, b.faceDown())
	won := s.rollout(&from, h, levels[h]) == win
	return searchOutcome{Won: won, Line: s.refereeMoves(*b), States: s.states}
}

// rollout is the paper's Figure 9, for heuristic h at level n. When the search has to end, the
// rollouts in progress continue with the child with the best value, and so end soon.
func (s *rolloutSearch) rollout(from *state, h, n int) int32 {
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

// walk is the rollout from a state that is neither won nor cached.
func (s *rolloutSearch) walk(from *state, h, n int) int32 {
	last := h == len(heuristics)-1
	at := *from
	visited := &s.visited[h][n]
	*visited = append((*visited)[:0], at.key)
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
		*visited = append(*visited, at.key)
	}
	return at.value
}

// switchHeuristic continues with the next heuristic, which begins at the state even if it has
// visited it before.
func (s *rolloutSearch) switchHeuristic(from *state, h int) int32 {
	at := *from
	at.value = s.tables[h+1].value(&at.board, at.board.faceDown())
	if s.ended {
		return at.value
	}
	return s.walk(&at, h+1, s.levels[h+1])
}

// choose continues with the child whose rollout ends best, the first among equal ones, and returns
// its result.
func (s *rolloutSearch) choose(at *state, h, n int, next *state) int32 {
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
			if slices.Contains(s.visited[h][n], child.key) {
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

// greedy is choose at level 0, where a child has the value of the heuristic. A child is only
// made when it is the best that is left.
func (s *rolloutSearch) greedy(at *state, h int, list []action, next *state) int32 {
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
		if !slices.Contains(s.visited[h][0], next.key) {
			s.appendLine(&list[best])
			return next.value
		}
		list = append(list[:best], list[best+1:]...)
	}
	return loss
}

// nearlyWon is the score from which one action can win, by bringing two cards up.
const nearlyWon = 50

// do makes an action.
func (s *rolloutSearch) do(at *state, a *action) state {
	next := state{board: at.board, value: a.value}
	s.game.Do(&next.board, a.first)
	if a.pair {
		s.game.Do(&next.board, a.second)
	}
	s.normalise(&next)
	return next
}

// normalise makes states equal that turns of the stock connect: if a redeal and turns lead to
// the present place in the stock, the stock is put at its beginning. It also sets the key.
func (s *rolloutSearch) normalise(at *state) {
	b := &at.board
	if b.Turned == b.Count || b.Turned%int8(s.game.Turn) == 0 {
		b.Turned = 0
	}
	at.key = s.game.Key(b)
}

// appendLine adds an action to the line.
func (s *rolloutSearch) appendLine(a *action) {
	s.line = append(s.line, a.first)
	if a.pair {
		s.line = append(s.line, a.second)
	}
}

// remember caches the level at which the children of a state are tried.
func (s *rolloutSearch) remember(key uint64, h, n int) {
	if n == 0 {
		return
	}
	cached := s.cached[h]
	if level, known := cached[key]; known && int(level) < n || !known && len(cached) < cacheSize {
		cached[key] = int8(n)
	}
}

// count counts states, and sets ended when the search has to end.
func (s *rolloutSearch) count(states int) {
	if s.most > 0 && s.states+int64(states) > s.most {
		s.ended = true
	}
	if s.states>>8 != (s.states+int64(states))>>8 && s.clock.StopReason() != solver.NoReason {
		s.ended = true
	}
	s.states += int64(states)
}

// refereeMoves returns the line in the referee's moves, without the moves that lead back to an
// earlier table. States that turns of the stock connect are one in the search; the line has the
// real turns.
func (s *rolloutSearch) refereeMoves(b Board) []game.Move {
	at := state{board: b}
	s.normalise(&at)
	tables, straight := []Board{at.board}, s.line[:0]
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

// same reports whether two tables are equal, including the order of columns.
func same(a, b *Board) bool {
	for i := range a.Columns {
		c, d := &a.Columns[i], &b.Columns[i]
		if c.Down != d.Down || !slices.Equal(c.Cards[:c.Count], d.Cards[:d.Count]) {
			return false
		}
	}
	return a.Up == b.Up && a.Turned == b.Turned && slices.Equal(a.Talon[:a.Count], b.Talon[:b.Count])
}
