package game_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestReplay plays a whole small game, and games that go wrong somewhere.
func TestReplay(t *testing.T) {
	r, err := rules.Parse([]byte(`{"max rank":2,"tableau piles":{"count":2,"build policy":"red-black","face up cards":"top"},"stock":{"size":4,"redeals":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(`{"tableau piles":[["2c","AH"],["2d","AS"]],"stock":["2S","AD","AC","2H"]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	draw, redeal := game.Move{Action: game.Draw, Count: 1}, game.Move{Action: game.Redeal}
	uncovers := func(m game.Move, turned string) game.Move {
		m.TurnsUp = cards(turned)[0]
		return m
	}
	solution := []game.Move{
		uncovers(shift("tableau/1", "foundation/H", "AH"), "2C"),
		uncovers(shift("tableau/2", "foundation/S", "AS"), "2D"),
		draw, draw,
		shift("waste", "foundation/C", "AC"),
		shift("tableau/1", "foundation/C", "2C"),
		draw, draw, redeal, draw,
		shift("waste", "foundation/H", "2H"),
		draw,
		shift("waste", "foundation/D", "AD"),
		shift("tableau/2", "foundation/D", "2D"),
		draw,
		shift("waste", "foundation/S", "2S"),
	}
	with := func(i int, m game.Move) []game.Move {
		moves := append([]game.Move(nil), solution...)
		moves[i-1] = m
		return moves
	}
	won := `{"tableau piles":[[],[]],"foundations":["AC","2C","AH","2H","AS","2S","AD","2D"],"redeals left":0}`
	for _, test := range []struct {
		name     string
		moves    []game.Move
		at       int
		reason   string
		won      bool
		count    int
		position string
	}{
		{"a solution", solution, 0, "", true, 15, won},
		{"nothing at all", nil, 0, "", false, 0, string(p.Document(&r))},
		{"a beginning", solution[:5], 0, "", false, 5, `{"tableau piles":[["2C"],["2D"]],"foundations":["AC","AH","AS"],"stock":["2S","AD"],"waste":["2H"],"redeals left":1}`},
		{"cards turned up that are not said", with(1, shift("tableau/1", "foundation/H", "AH")), 0, "", true, 15, won},
		{
			"a card turned up that is another", with(1, uncovers(shift("tableau/1", "foundation/H", "AH"), "2S")), 1,
			"AH from tableau/1 to foundation/H: the move does not turn this card up", false, 0, string(p.Document(&r)),
		},
		{
			"an illegal move in the middle", with(5, shift("waste", "foundation/C", "2H")), 5,
			"2H from waste to foundation/C: these cards don't lie face up on top there", false, 4,
			`{"tableau piles":[["2C"],["2D"]],"foundations":["AH","AS"],"stock":["2S","AD"],"waste":["2H","AC"],"redeals left":1}`,
		},
		{
			"a redeal too early", with(8, redeal), 8, "redeal: the waste is turned over only when the stock is empty", false, 7,
			`{"tableau piles":[[],["2D"]],"foundations":["AC","2C","AH","AS"],"stock":["2S"],"waste":["2H","AD"],"redeals left":1}`,
		},
		{
			"a redeal too many", append(append([]game.Move(nil), solution[:10]...), draw, draw, redeal), 13, "redeal: there is no redeal left", false, 11,
			`{"tableau piles":[[],["2D"]],"foundations":["AC","2C","AH","AS"],"waste":["2H","AD","2S"],"redeals left":0}`,
		},
		{"a move after the win", append(append([]game.Move(nil), solution...), draw), 17, "draw 1: there is no stock to draw from", false, 15, won},
	} {
		o := game.Replay(&r, &p, test.moves)
		if o.Legal != (test.at == 0) || o.At != test.at || o.Reason != test.reason || o.Won != test.won || o.Moves != test.count {
			t.Errorf("%s: legal %t, at %d, %q, won %t, %d moves; want at %d, %q, won %t, %d moves",
				test.name, o.Legal, o.At, o.Reason, o.Won, o.Moves, test.at, test.reason, test.won, test.count)
		}
		if got := string(o.Position.Document(&r)); got != test.position {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.position)
		}
	}
	wrong := with(1, uncovers(solution[0], "2S"))
	if said, legal := game.New(&r, &p).Follow(wrong); !legal || !slices.EqualFunc(said, solution, game.Move.Equal) {
		t.Errorf("%v is said as %v, legal %t", wrong, said, legal)
	}
	if said, legal := game.New(&r, &p).Follow(with(8, redeal)); legal || said != nil {
		t.Errorf("a redeal too early is said as %v", said)
	}
	if got := string(p.Document(&r)); !strings.Contains(got, `"stock":["2S","AD","AC","2H"]`) {
		t.Errorf("the position from which the moves are played has changed: %s", got)
	}
}
