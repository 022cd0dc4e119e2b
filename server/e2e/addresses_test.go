package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// ask sends a GET, with a tag that is known unless it is empty.
func (c *client) ask(path, known string) (reply, error) {
	request, err := http.NewRequest(http.MethodGet, c.url+path, http.NoBody)
	if err != nil {
		return reply{}, err
	}
	if known != "" {
		request.Header.Set("If-None-Match", known)
	}
	return c.do(request)
}

// TestPositionsHaveAddresses asks about positions by their addresses. The answers equal the answers of the calls
// that take a position in the body, caches may keep the proven ones, and their ETag changes when a shorter solution is known.
func TestPositionsHaveAddresses(t *testing.T) {
	t.Parallel()
	l := launch(t, nil, "--data-dir", t.TempDir())
	get := func(path, known string, status int) reply {
		t.Helper()
		r, err := l.ask(path, known)
		if err != nil || r.status != status {
			t.Fatalf("%s: status %d, %v: %s", path, r.status, err, r.body)
		}
		return r
	}
	for _, of := range []struct{ game, seed, verdict string }{
		{"klondike", "solvitaire:2", "winnable"}, {"free-cell", "microsoft:11982", "unwinnable"}, {"klondike-draw-1", "solvitaire:30", "winnable"}, {"golf", "solvitaire:3", ""},
	} {
		var dealt struct{ Deal string }
		l.read(t, "/v1/games/"+of.game+"/deals/"+of.seed+"?schema=line", "", http.StatusOK, &dealt)
		address := "/v1/games/" + of.game + "/positions/" + dealt.Deal
		var a, b struct {
			answer
			Position string
		}
		first := l.read(t, address+"?schema=line", "", http.StatusOK, &a)
		l.read(t, "/v1/solve", fmt.Sprintf(`{"game":%q,"deal":%q,"schema":"line"}`, of.game, dealt.Deal), http.StatusOK, &b)
		if a.ID != b.ID || a.Verdict != b.Verdict || a.Position != dealt.Deal || b.Position != dealt.Deal || of.verdict != "" && string(a.Verdict) != of.verdict {
			t.Errorf("%s: %+v, %+v", address, a, b)
		}
		if kept := first.header.Get("Cache-Control"); kept != "public, max-age=86400" {
			t.Errorf("%s: Cache-Control %s", address, kept)
		}
		// It is answered from memory now, which is the same answer, unless a shorter solution was found meanwhile.
		known := first.header.Get("ETag")
		eventually(t, address+" to have the same tag", func() bool {
			r, err := l.ask(address+"?schema=line", known)
			known = r.header.Get("ETag")
			return err == nil && r.status == http.StatusNotModified
		})

		var judged struct {
			Verdict solver.Verdict
			Moves   []struct {
				Move    game.Move
				Verdict solver.Verdict
				Why     string
			}
		}
		l.read(t, address+"/moves?why=true&language=de", "", http.StatusOK, &judged)
		if judged.Verdict != a.Verdict || len(judged.Moves) == 0 || judged.Moves[0].Verdict != a.Verdict || judged.Moves[0].Why == "" {
			t.Errorf("%s: moves %+v", address, judged)
		}
		if a.Verdict != solver.Winnable {
			get(address+"/solution", "", http.StatusNotFound)
			get(address+"/solution.txt", "", http.StatusNotFound)
			continue
		}
		// The solution may become shorter from one call to the next.
		var won struct{ Moves json.RawMessage }
		l.read(t, address+"/solution", "", http.StatusOK, &won)
		text := string(get(address+"/solution.txt", "", http.StatusOK).body)
		for _, moves := range []string{string(won.Moves), fmt.Sprintf(`%q,"moves_format":"text"`, text)} {
			var played struct{ Won bool }
			if l.read(t, "/v1/replay", fmt.Sprintf(`{"game":%q,"deal":%q,"moves":%s}`, of.game, dealt.Deal, moves), http.StatusOK, &played); !played.Won {
				t.Errorf("%s is not won by %s", address, moves)
			}
		}
		for _, picture := range []string{".svg", ".png?width=300"} {
			if r := get(address+picture, "", http.StatusOK); !strings.HasPrefix(r.header.Get("Content-Type"), "image/") || len(r.body) < 1000 {
				t.Errorf("%s%s: %v", address, picture, r.header)
			}
		}
	}

	var dealt struct{ Deal string }
	l.read(t, "/v1/games/klondike/deals/solvitaire:17?schema=line", "", http.StatusOK, &dealt)
	address := "/v1/games/klondike/positions/" + dealt.Deal
	var a answer
	if r := l.read(t, address+"?states=5", "", http.StatusOK, &a); a.Verdict != solver.Unknown || r.header.Get("Cache-Control") != "no-store" || r.header.Get("ETag") != "" {
		t.Errorf("undecided: %s, %v", a.Verdict, r.header)
	}
	get(address+"/solution?states=5", "", http.StatusNotFound)
	before := get("/v1/games/klondike/positions/"+dealt.Deal, "", http.StatusOK).header.Get("ETag")
	l.read(t, "/v1/solve", fmt.Sprintf(`{"game":"klondike","deal":%q,"objective":"shortest","deadline_ms":20000}`, dealt.Deal), http.StatusOK, &a)
	if after := get("/v1/games/klondike/positions/"+dealt.Deal, before, http.StatusOK).header.Get("ETag"); after == before {
		t.Errorf("%s is the tag before and after a shorter solution", before)
	}

	for _, wrong := range []string{"t5H", "t5H%20", "%00", "t%2F", "~", "t" + strings.Repeat("5H", 600), "t......~f%C3%A9", ".svg", "t5H.svg?width=3"} {
		r, err := l.call("/v1/games/klondike/positions/"+wrong, "")
		if err != nil || r.status != http.StatusBadRequest && r.status != http.StatusNotFound {
			t.Errorf("%s: status %d, %v: %s", wrong, r.status, err, r.body)
		}
	}
	get("/v1/games/no-such-game/positions/t5H", "", http.StatusNotFound)
	get(address+"?fresh=true", "", http.StatusBadRequest)
	get(address+"?states=many", "", http.StatusBadRequest)
}
