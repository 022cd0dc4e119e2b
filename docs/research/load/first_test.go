package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestFirst has a service whose solutions are 12 moves long at first, and 10 when they are asked for
// again.
func TestFirst(t *testing.T) {
	asked := map[string]bool{}
	source := "search"
	flags := stand(t, map[string]http.HandlerFunc{"POST /v1/solve": func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		question := string(text)
		answer := `{"verdict":"winnable","source":"` + source + `","search":{"elapsed_ms":0.5,"shortening_ms":0.25},"solution":{"length":12}}`
		switch {
		case strings.Contains(question, `"solution":false`):
			answer = `{"verdict":"winnable","source":"` + source + `","search":{"elapsed_ms":0.5},"solution":null}`
		case asked[question]:
			answer = strings.Replace(answer, "12", "10", 1)
		}
		asked[question] = true
		_, _ = io.WriteString(w, answer)
	}})
	command := &firstCommand{serviceFlags: flags, Games: []string{"golf"}, Deals: 4, First: 7}
	rows, said, err := summary(t, command)
	if err != nil || len(rows) != 3 || len(asked) != 8 || !asked[`{"game":"golf","seed":"solvitaire:14","solution":true}`] {
		t.Fatalf("%v; asked %v\n%s", err, asked, said)
	}
	if without := strings.Join(rows[1][:3], " ") + " " + strings.Join(rows[1][5:11], " "); without != "golf false 4 0.5 0.5 0 0 – –" {
		t.Errorf("without solutions: %s", without)
	}
	if with := strings.Join(rows[2][:3], " ") + " " + strings.Join(rows[2][5:11], " "); with != "golf true 4 0.5 0.5 0.25 0.25 12.0 10.0" {
		t.Errorf("with solutions: %s", with)
	}
	source = "cache"
	if _, _, err := summary(t, command); err == nil || !strings.Contains(err.Error(), "not new") {
		t.Errorf("known verdicts: %v", err)
	}
}
