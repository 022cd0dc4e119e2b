package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// mostBody is the default limit of a body, and mostCost how many bytes may be allocated for each of
// its bytes.
const (
	mostBody = 1 << 20
	mostCost = 40
)

// padded fills a body up to mostBody.
func padded(before, part, after string) string {
	room := mostBody - len(before) - len(after)
	return before + strings.Repeat(part, room/len(part)) + after
}

// hostile returns JSON with fifteen nested long keys around more numbers than are read.
func hostile() string {
	before, after := "", strings.Repeat("}", 15)
	for i := range 15 {
		before += `{"` + strings.Repeat(string(rune(0x1F0A1+i)), 40) + `":`
	}
	return padded(before+"[", "0,", "0]"+after)
}

// answerTo returns the response to a request, and how many bytes were allocated meanwhile, the
// least of a few tries.
func answerTo(path, body string) (*httptest.ResponseRecorder, uint64) {
	o := options()
	o.Limits.Body = mostBody
	service := Handler(o)
	var w *httptest.ResponseRecorder
	least := ^uint64(0)
	for range 3 {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = "127.0.0.1:1"
		w = httptest.NewRecorder()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		service.ServeHTTP(w, r)
		runtime.ReadMemStats(&after)
		if least = min(least, after.TotalAlloc-before.TotalAlloc); least <= mostCost*mostBody {
			break
		}
	}
	return w, least
}

// TestHostileBodies sends bodies that are made to be expensive. Each is rejected with bounded
// memory.
func TestHostileBodies(t *testing.T) {
	const (
		ours  = `{"game":"klondike","seed":"solvitaire:2",`
		moves = ours + `"moves":[`
		limit = "more than 131072 values"
	)
	for _, c := range []struct{ name, path, body, want string }{
		{"long keys", "/v1/solve", hostile(), limit},
		{"long keys", "/v1/replay", hostile(), limit},
		{"long keys", "/v1/convert", hostile(), limit},
		{"long keys", "/v1/campaigns", hostile(), limit},
		{"numbers for moves", "/v1/replay", padded(moves, "0,", "0]}"), limit},
		{"fewer numbers for moves", "/v1/replay", moves + strings.Repeat("0,", 131000) + "0]}", "expected an object"},
		{"moves without a field", "/v1/replay", padded(moves, `{"action":"draw"},`, "{}]}"), "missing"},
		{"draws", "/v1/replay", padded(moves, `{"action":"draw","count":1},`, "{}]}"), "moves[37"},
		{"shifts", "/v1/replay", padded(moves, `{"action":"move","from":"tableau/2","to":"tableau/6","cards":["QH"]},`, "{}]}"), "moves[1"},
		{"shifts that show a card", "/v1/convert", padded(moves, `{"action":"move","from":"tableau/2","to":"tableau/6","cards":["QH"],"turns_up":"AS"},`, "{}]}"), "moves[1"},
		{"many cards of a move", "/v1/replay", padded(moves+`{"action":"move","from":"tableau/2","to":"tableau/6","cards":[`, `"QH",`, `0]}]}`), limit},
		{"places that there are not", "/v1/replay", padded(moves, `{"action":"move","from":"x","to":"","cards":["QH"]},`, "{}]}"), "not a place"},
		{"a pile of one card", "/v1/solve", `{"game":"klondike","deal":{"tableau piles":[[],[],[],[],[],[],[` + strings.Repeat(`"AS",`, 131000) + `"AS"]]}}`, "AS"},
		{"a stock of one card", "/v1/solve", `{"game":"klondike","deal":{"stock":[` + strings.Repeat(`"AS",`, 131000) + `"AS"]}}`, "131001 cards"},
		{"cards that there are not", "/v1/solve", `{"game":"klondike","deal":{"stock":[` + strings.Repeat(`"X",`, 131000) + `"X"]}}`, "131001 cards"},
		{"many foundations", "/v1/solve", `{"game":"klondike","deal":{"foundations":[` + strings.Repeat(`[],`, 131000) + `[]]}}`, "foundations"},
		{"a long foundation", "/v1/solve", `{"game":"canfield","deal":{"foundations":[[` + strings.Repeat(`"AS",`, 131000) + `"AS"]]}}`, "foundations"},
		{"numbers for columns", "/v1/solve", `{"seed":"solvitaire:2","rules":{"tableau piles":{"pile sizes":[` + strings.Repeat("1,", 131000) + `1]}}}`, "131001 numbers"},
		{"moves of an accordion", "/v1/solve", `{"seed":"solvitaire:2","rules":{"accordion":{"moves":[` + strings.Repeat(`"L3",`, 131000) + `"L3"],"size":""}}}`, "rules.accordion.size"},
		{"relations of an accordion", "/v1/solve", `{"seed":"solvitaire:2","rules":{"accordion":{"build policies":[` + strings.Repeat(`"x",`, 131000) + `"x"]}}}`, "not one of"},
		{"unknown fields", "/v1/solve", padded("{", `"\u0078`+strings.Repeat("y", 94)+`":0,`, `"z":0}`), "given twice"},
		{"unknown fields of their own", "/v1/solve", unknownFields(), "unknown field"},
		{"a long seed", "/v1/solve", padded(`{"game":"klondike","seed":"`, `9`, `"}`), "seed"},
		{"a long escaped game", "/v1/solve", padded(`{"seed":"solvitaire:2","game":"`, `\u1234`, `"}`), "game"},
		{"cards as a text", "/v1/solve", padded(`{"game":"free-cell","format":"fc-solve","deal":"`, `AS `, `"}`), "deal"},
		{"fewer cards as a text", "/v1/solve", `{"game":"free-cell","format":"fc-solve","deal":"` + strings.Repeat("AS ", 10000) + `"}`, "1 column found"},
		{"foundations as a text", "/v1/solve", `{"game":"free-cell","format":"fc-solve","deal":"Foundations: ` + strings.Repeat(`H-K `, 8000) + `"}`, "given twice"},
		{"lines of cards as a text", "/v1/solve", `{"game":"free-cell","format":"fc-solve","deal":"` + strings.Repeat(`AS\n`, 10000) + `"}`, "10000 columns"},
		{"moves as a text", "/v1/replay", padded(ours+`"moves_format":"klondike-solver","moves":"`, "DR1 ", `"}`), "more than 32768 steps"},
		{"moves without blanks", "/v1/replay", padded(`{"game":"free-cell","seed":"microsoft:1","moves_format":"fc-solve","moves":"`, "1r", `"}`), "more than 32768 steps"},
		{"moves in short lines", "/v1/replay", padded(`{"game":"free-cell","seed":"microsoft:1","moves_format":"text","moves":"`, `\u000aa`, `"}`), "not a move"},
		{"a long number", "/v1/solve", padded(ours+`"deadline_ms":`, "9", `}`), "deadline_ms"},
		{"options", "/v1/play", padded(ours+`"player":"greedy","options":{`, " ", `"a":0}}`), "options"},
	} {
		t.Run(c.path[4:]+" "+c.name, func(t *testing.T) {
			w, bytes := answerTo(c.path, c.body)
			t.Logf("%d bytes, %.1f for each, %.150s", len(c.body), float64(bytes)/mostBody, w.Body)
			if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("%d: %.300s; want 400 and %q", w.Code, w.Body, c.want)
			}
			if bytes > mostCost*mostBody {
				t.Errorf("%d bytes for each of %d; want at most %d", bytes/mostBody, mostBody, mostCost)
			}
		})
	}
}

// TestHostileLine sends an expensive body as a line of a batch.
func TestHostileLine(t *testing.T) {
	o := options()
	o.Limits.Body = mostBody
	r := httptest.NewRequest(http.MethodPost, "/v1/batches", strings.NewReader(hostile()))
	r.Header.Set("Content-Type", reply.NDJSON)
	w := httptest.NewRecorder()
	Handler(o).ServeHTTP(w, r)
	if got := w.Body.String(); !strings.HasPrefix(got, `{"line":1,"problem":{`) || !strings.Contains(got, "more than 131072 values") {
		t.Errorf("%d: %.300s", w.Code, got)
	}
}

// unknownFields returns as many unknown fields as are read.
func unknownFields() string {
	var b strings.Builder
	b.WriteString("{")
	for i := 0; b.Len() < mostBody-20; i++ {
		fmt.Fprintf(&b, `"%x":0,`, i)
	}
	b.WriteString(`"z":0}`)
	return b.String()
}

// TestJobCountsFromArrival checks that a job's deadline counts from the arrival of its request,
// which may take long to send.
func TestJobCountsFromArrival(t *testing.T) {
	for took, want := range map[time.Duration]string{time.Second: "within 3s: ", 10 * time.Second: "within 0s: "} {
		synctest.Test(t, func(t *testing.T) {
			o := options()
			jobs := &fakeJobs{}
			o.Jobs = jobs
			body := slow{strings.NewReader(`{"game":"klondike","seed":"solvitaire:2","deadline_ms":5000}`), took}
			r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/v1/solve", body)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Prefer", "respond-async")
			w := httptest.NewRecorder()
			serving(t, o).ServeHTTP(w, r)
			if w.Code != http.StatusAccepted || !strings.Contains(jobs.asked, want) {
				t.Errorf("%d, %s; want %s", w.Code, jobs.asked, want)
			}
		})
	}
}
