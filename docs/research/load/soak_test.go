package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestFlat tells curves that rise from those that scatter.
func TestFlat(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var at []float64
	for i := range 60 {
		at = append(at, float64(10*i))
	}
	for _, c := range []struct {
		name          string
		rise, scatter float64
		flat          bool
	}{
		{"straight", 0, 0, true},
		{"a little", 4, 0, true},
		{"steady", 10, 0, false},
		{"steady under noise", 30, 10, false},
		{"noise", 0, 30, true},
		{"falls", -50, 5, true},
	} {
		var value []float64
		for i := range at {
			value = append(value, 100+c.rise*float64(i)/float64(len(at)-1)+c.scatter*(random.Float64()-.5))
		}
		f := fit(at, value)
		if f.flat() != c.flat {
			t.Errorf("%s: %+v", c.name, f)
		}
		if off := f.rise - c.rise; off < -c.scatter-1e-9 || off > c.scatter+1e-9 {
			t.Errorf("%s: a rise of %g is taken for %g", c.name, c.rise, f.rise)
		}
	}
}

// TestSoak runs the traffic for a moment on a stand-in that accepts everything and grows.
func TestSoak(t *testing.T) {
	grows := 0
	flags := stand(t, map[string]http.HandlerFunc{
		"/": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"id":"1-0","solution":{"moves":[{},{}]}}`)
		},
		"GET /metrics": func(w http.ResponseWriter, _ *http.Request) {
			grows++
			for _, same := range resources[1:] {
				fmt.Fprintln(w, same.metric, 10)
			}
			fmt.Fprintln(w, resources[0].metric, 10_000_000*grows)
		},
	})
	rows, said, err := run(t, &soakCommand{serviceFlags: flags, For: time.Second, Every: 40 * time.Millisecond, Most: 100})
	if err == nil {
		t.Fatalf("nothing was wrong; output:\n%s", said)
	}
	for _, want := range []string{"resident_bytes rises", "resident_bytes reached", "wrong 0: status 200"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v; not %q", err, want)
		}
	}
	if strings.Contains(err.Error(), "goroutines") || strings.Contains(err.Error(), "page") || len(rows) < 7 || len(rows[0]) != 8 {
		t.Errorf("%v; rows %v; output:\n%s", err, rows, said)
	}
}
