package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// askAdvice calls POST /v1/advise.
func askAdvice(t *testing.T, h http.Handler, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/advise", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = "127.0.0.1:50000"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// advised calls POST /v1/advise, which must succeed.
func advised(t *testing.T, h http.Handler, body string) moves.AdviseAnswer {
	t.Helper()
	w := askAdvice(t, h, body)
	var a moves.AdviseAnswer
	if w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &a) != nil {
		t.Fatalf("%s: %d %s", body, w.Code, w.Body)
	}
	a.ElapsedMS = 0
	return a
}

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.]+,`)

// TestAdviceIsBlind asks about positions whose hidden cards are given, in different orders, or
// written as unseen. The answers are exactly the same.
func TestAdviceIsBlind(t *testing.T) {
	h := serving(t, options())
	random := rand.New(rand.NewPCG(3, 1))
	for _, test := range []struct {
		game        string
		information player.Information
		policy      string
	}{
		{"klondike", player.StockKnown, "insight"},
		{"klondike-draw-1", player.StockKnown, "insight"},
		{"yukon", player.StockKnown, "foresight"},
		{"russian-solitaire", player.StockSeen, "foresight"},
		{"spider-1-suit", player.StockSeen, "foresight"},
		{"spiderette", player.StockSeen, "foresight"},
		{"golf", player.StockSeen, "foresight"},
		{"pyramid", player.StockSeen, "foresight"},
		{"tripeaks", player.StockSeen, "foresight"},
		{"canfield", player.StockSeen, "hindsight"}, // until the stock has been looked through
		{"forty-thieves", player.StockSeen, "foresight"},
		{"tripeaks", player.CoveredHidden, "foresight"},
		{"pyramid", player.CoveredHidden, "foresight"},
		{"canfield", player.CoveredHidden, "hindsight"},
	} {
		g, _ := rules.Lookup(test.game)
		from, err := deal.Seed{Scheme: deal.Solvitaire, Number: 12}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		table, compared := game.New(&g.Rules, &from), 0
		for moves := range 4 {
			if moves%3 == 0 {
				one := table.Position()
				seen := player.Observe(&g.Rules, &one, test.information)
				written := []string{hiddenAsWritten(random, &g.Rules, &seen), hiddenAsWritten(random, &g.Rules, &seen)}
				if moves == 0 || g.Rules.Foundations.Present { // no card has left the table unseen
					written = append(written, string(seen.Table.Document(&g.Rules)))
				}
				var answers []string
				for _, cards := range written {
					w := askAdvice(t, h, fmt.Sprintf(`{"game":%q,"information":%q,"samples":2,"deadline_ms":60000,"moves":[],"deal":%s}`, test.game, test.information, cards))
					answers = append(answers, fmt.Sprint(w.Code, elapsed.ReplaceAllString(w.Body.String(), "")))
				}
				of := fmt.Sprintf(`200{"game":%q,"policy":%q,"information":%q,"hidden":%d,`, test.game, test.policy, test.information, len(seen.Unseen))
				if len(slices.Compact(slices.Clone(answers))) != 1 || !strings.HasPrefix(answers[0], of) || len(seen.Unseen) == 0 {
					t.Errorf("%s: want %s…, got %q", test.game, of, answers)
				}
				compared++
			}
			legal := table.Legal()
			if len(legal) == 0 {
				break
			}
			table.Do(legal[random.IntN(len(legal))])
		}
		if compared == 0 {
			t.Errorf("%s: no position compared", test.game)
		}
	}
}

// hiddenAsWritten writes a position with its hidden cards in random places, face down.
func hiddenAsWritten(random *rand.Rand, r *rules.Rules, seen *player.Observation) string {
	cards := slices.Clone(seen.Unseen)
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	text := string(seen.Table.Document(r))
	for _, c := range cards {
		text = strings.Replace(text, `"??"`, `"`+c.Down()+`"`, 1)
	}
	return text
}

// TestAdviceByNumber checks that of a numbered deal only the visible cards are shown.
func TestAdviceByNumber(t *testing.T) {
	h := serving(t, options())
	for information, want := range map[string]int{"stock-seen": 45, "stock-known": 21} {
		a := advised(t, h, `{"game":"klondike","seed":"solvitaire:2","samples":1,"information":"`+information+`"}`)
		if a.Hidden != want || strings.Count(string(a.Position), `"??"`) != want {
			t.Errorf("%s: %d cards are hidden in %s", information, a.Hidden, a.Position)
		}
	}
}

// waiting is an adviser that waits for its worker for a time.
type waiting time.Duration

func (w waiting) Advise(ctx context.Context, s *player.Observation, _ []game.Move, _ int, _ uint64) (player.Advice, error) {
	select {
	case <-time.After(time.Duration(w)):
		return player.Advice{Moves: []player.Advised{{Move: s.Legal()[0]}}}, nil
	case <-ctx.Done():
		return player.Advice{}, ctx.Err()
	}
}

// TestAdviceInTime checks that every answer comes before the deadline. If no worker is free it is
// 503.
func TestAdviceInTime(t *testing.T) {
	for _, test := range []struct {
		comes  time.Duration
		fields string
		code   int
		within time.Duration
	}{
		{400 * time.Millisecond, ``, 200, 400 * time.Millisecond},
		{time.Hour, ``, 503, 450 * time.Millisecond},
		{time.Hour, `,"deadline_ms":100`, 503, 90 * time.Millisecond},
		{time.Hour, `,"deadline_ms":1`, 503, time.Millisecond},
		{2 * time.Second, `,"deadline_ms":5000`, 200, 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := options()
			o.Adviser = waiting(test.comes)
			began := time.Now()
			w := askAdvice(t, serving(t, o), `{"game":"klondike","seed":"solvitaire:2"`+test.fields+`}`)
			if took := time.Since(began); w.Code != test.code || took > test.within {
				t.Errorf("%s: %d after %v: %s", test.fields, w.Code, took, w.Body)
			}
			if test.code == 503 && w.Header().Get("Retry-After") != "1" {
				t.Errorf("%s: Retry-After %q", test.fields, w.Header().Get("Retry-After"))
			}
		})
	}
}

// TestAdviceFails checks the status for a full queue and for internal errors.
func TestAdviceFails(t *testing.T) {
	for err, code := range map[error]int{
		tooBusy(2 * time.Second):      http.StatusServiceUnavailable,
		stopping{}:                    http.StatusServiceUnavailable,
		fmt.Errorf("an engine broke"): http.StatusInternalServerError,
	} {
		o := options()
		o.Adviser = adviser{err: err}
		if w := askAdvice(t, serving(t, o), `{"game":"klondike","seed":"solvitaire:2"}`); w.Code != code {
			t.Errorf("%v: %d %s", err, w.Code, w.Body)
		}
	}
}

// planner is an adviser that plans to turn the stock three times, and records the length of the
// plans that it is given.
type planner struct{ plans []int }

func (p *planner) Advise(_ context.Context, s *player.Observation, plan []game.Move, _ int, _ uint64) (player.Advice, error) {
	p.plans = append(p.plans, len(plan))
	turn := game.Move{Action: game.Draw, Count: 3}
	a := player.Advice{Moves: []player.Advised{{Move: turn}}, Plan: []game.Move{turn, turn, turn}}
	if len(plan) > 0 {
		a.Plan = plan
	}
	return a, nil
}

// TestAdviceHasPlans checks that the adviser is given the rest of its plan when the plan's moves
// were played, and the same client asks the same question.
func TestAdviceHasPlans(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	from, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	p := &planner{}
	o := options()
	o.Adviser = p
	h := serving(t, o)
	table := game.New(&g.Rules, &from)
	for range 4 {
		at := table.Position()
		a := advised(t, h, fmt.Sprintf(`{"game":"klondike","information":"stock-known","deal":%s}`, at.Document(&g.Rules)))
		table.Do(a.Moves[0].Move)
	}
	at := table.Position()
	advised(t, h, fmt.Sprintf(`{"game":"klondike","deal":%s}`, at.Document(&g.Rules)))                                             // other information
	advised(t, h, fmt.Sprintf(`{"game":"klondike","information":"stock-known","player_seed":2,"deal":%s}`, at.Document(&g.Rules))) // another seed
	if want := []int{0, 2, 1, 0, 0, 0}; !reflect.DeepEqual(p.plans, want) {
		t.Errorf("plans of %d moves, want %d", p.plans, want)
	}
}
