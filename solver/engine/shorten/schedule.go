package shorten

import (
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Most moves of a line could be made a little earlier or later, and the number of turns of the
// stock depends on when the cards of the waste are played. So the moves are treated as tasks. A
// task waits for another only if they touch the same pile other than the waste. Then the stock is
// turned again: tasks that need no turn are done first, and the top card of the waste is played as
// soon as its task waits for no other.
//
// If one card is drawn at a time, this schedule is optimal, since playing a card early never
// blocks another. If several are drawn, an early play changes which cards come to the top. So
// cards are sometimes left in the waste, at random, and the best of many tries is used.

// task is a move of a line with the tasks that wait for it.
type task struct {
	move  game.Move
	card  int   // the card of the talon that it plays, by its place there at the start; −1 if none
	after []int // the tasks that wait for this one
	waits int   // number of tasks that this one waits for
}

// schedule returns a line with fewer turns of the stock, or the line itself if it finds none, and
// the path of that line; false if the line can't be played.
func (s *shortener) schedule(line []game.Move) ([]game.Move, []uint64, bool) {
	if tasks, played := s.tasks(line); played > 0 {
		d := scheduler{s: s, tasks: tasks, random: rand.New(rand.NewPCG(0, 0))}
		best := d.best(line)
		if path, ok := s.path(best); ok {
			return best, path, true
		}
	}
	path, ok := s.path(line)
	return line, path, ok
}

// best returns the shortest line found, or the given one if there is no shorter one.
func (d *scheduler) best(line []game.Move) []game.Move {
	best := line
	tries := 1
	if d.s.rules.Stock.Count > 1 {
		tries = 1 + min(100, 20_000/len(d.tasks))
	}
	for try := range tries {
		if d.s.stop() {
			break
		}
		if try > 0 {
			d.skips = 1 + try%4
		}
		if d.run(game.Length(best)) {
			best = slices.Clone(d.line)
		}
	}
	return best
}

// tasks returns the moves of a line other than draws and redeals as tasks, and how many of them
// play a card of the waste.
func (s *shortener) tasks(line []game.Move) ([]task, int) {
	// If spaces are filled by force, the order in which they come and go matters.
	forced := s.rules.Tableau.Spaces == rules.SpacesReserveThenAny || s.rules.Tableau.Spaces == rules.SpacesReserveThenWaste
	t := s.table(s.position)
	talon := newTalon(t.at)
	var tasks []task
	last := map[spot]int{} // the last task that touched a pile
	played := 0
	for _, m := range line {
		t.settle()
		if !t.legal(m) {
			return nil, 0
		}
		switch m.Action {
		case game.Draw:
			talon.draw(m.Count)
		case game.Redeal:
			talon.top = 0
		default:
			x := task{move: m, card: -1}
			touched := []spot{spotOf(m.To)}
			if m.From.Pile == game.Waste {
				x.card = talon.play()
				played++
			} else {
				touched = append(touched, spotOf(m.From))
			}
			if forced && (t.makesSpace(m) || t.fillsSpace(m)) {
				touched = append(touched, spot{pile: game.Reserve})
			}
			me := len(tasks)
			for _, p := range touched {
				if before, ok := last[p]; ok {
					tasks[before].after = append(tasks[before].after, me)
					x.waits++
				}
			}
			for _, p := range touched {
				last[p] = me
			}
			tasks = append(tasks, x)
		}
		t.do(m)
	}
	return tasks, played
}

func (t *table) makesSpace(m game.Move) bool {
	return m.From.Pile == game.Tableau && len(t.at.Tableau[m.From.N-1].Cards) == len(m.Cards)
}

func (t *table) fillsSpace(m game.Move) bool {
	return m.To.Pile == game.Tableau && len(t.at.Tableau[m.To.N-1].Cards) == 0
}

// scheduler schedules the tasks of a line.
type scheduler struct {
	s      *shortener
	tasks  []task
	skips  int // how often, of 16 times, a playable card of the waste is not played
	random *rand.Rand

	talon   talon
	redeals int
	waits   []int
	player  []int // by card: the task that plays it, −1 if none
	ready   []int // tasks that wait for no other, except plays of the waste
	line    []game.Move
	length  int
	done    int
}

// run does all tasks. It returns false if it gets stuck, or if the line is not shorter than most.
func (d *scheduler) run(most int) bool {
	d.ready, d.line, d.length, d.done = d.ready[:0], d.line[:0], 0, 0
	d.talon = newTalon(d.s.position)
	d.player = slices.Repeat([]int{-1}, len(d.talon.left))
	d.redeals = d.s.position.RedealsLeft
	d.waits = make([]int, len(d.tasks))
	for i, t := range d.tasks {
		if d.waits[i] = t.waits; t.card >= 0 {
			d.player[t.card] = i
		} else if t.waits == 0 {
			d.ready = append(d.ready, i)
		}
	}
	idle := 0 // redeals since a card was played
	for {
		if next := d.pick(); next >= 0 {
			d.make(next)
			continue
		}
		if d.done == len(d.tasks) {
			return d.length < most
		}
		if d.plays() {
			idle = 0
			continue
		}
		switch {
		case d.talon.top < len(d.talon.left):
			count := min(d.s.rules.Stock.Count, len(d.talon.left)-d.talon.top)
			d.talon.draw(count)
			d.line = append(d.line, game.Move{Action: game.Draw, Count: count})
			d.length++
		case d.redeals == 0 || idle > 1 || d.talon.top == 0:
			return false
		default:
			idle++
			d.redeals--
			d.talon.top = 0
			d.line = append(d.line, game.Move{Action: game.Redeal})
		}
		if d.length+len(d.tasks)-d.done >= most {
			return false
		}
	}
}

// pick removes and returns the first ready task, −1 if there is none.
func (d *scheduler) pick() int {
	if len(d.ready) == 0 {
		return -1
	}
	least := 0
	for i, x := range d.ready {
		if x < d.ready[least] {
			least = i
		}
	}
	next := d.ready[least]
	d.ready[least] = d.ready[len(d.ready)-1]
	d.ready = d.ready[:len(d.ready)-1]
	return next
}

// plays plays the top card of the waste, if its task is ready and the card is not skipped.
func (d *scheduler) plays() bool {
	if d.talon.top == 0 {
		return false
	}
	next := d.player[d.talon.left[d.talon.top-1]]
	if next < 0 || d.waits[next] > 0 || d.skips > 0 && d.random.IntN(16) < d.skips {
		return false
	}
	d.talon.play()
	d.make(next)
	return true
}

// make does a task.
func (d *scheduler) make(i int) {
	d.line = append(d.line, d.tasks[i].move)
	d.length++
	d.done++
	for _, j := range d.tasks[i].after {
		if d.waits[j]--; d.waits[j] == 0 && d.tasks[j].card < 0 {
			d.ready = append(d.ready, j)
		}
	}
}
