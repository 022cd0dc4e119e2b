package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// read parses an SVG image and returns the count of its elements by name, and its text.
// Coordinates must be inside the image, and nothing may be executed or loaded.
func read(t *testing.T, svg []byte) (elements map[string]int, words string) {
	t.Helper()
	elements = map[string]int{}
	var text strings.Builder
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	height := 0.0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			elements[name]++
			for _, a := range token.Attr {
				n, err := strconv.ParseFloat(a.Value, 64)
				switch {
				case name == "script" || strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href":
					t.Errorf("%s with attribute %s", name, a.Name.Local)
				case name == "svg" && a.Name.Local == "height":
					height = n
				case regexp.MustCompile(`^(c?[xy][12]?|width|height)$`).MatchString(a.Name.Local):
					limit := float64(width)
					if strings.Contains(a.Name.Local, "y") || a.Name.Local == "height" {
						limit = height
					}
					if err != nil || n < 0 || n > limit || math.IsNaN(n) {
						t.Errorf("%s has %s=%q", name, a.Name.Local, a.Value)
					}
				}
			}
		case xml.CharData:
			text.Write(token)
			text.WriteByte('\n')
		}
	}
	if strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") || strings.Contains(string(svg), ">-0") {
		t.Errorf("NaN, infinity or -0 in\n%s", svg)
	}
	if elements["svg"] != 1 || elements["desc"] != 1 || !bytes.Contains(svg, []byte("prefers-color-scheme:dark")) {
		t.Errorf("%v", elements)
	}
	return elements, text.String()
}

const strange = `</title><script>alert("1")</script>&amp;` + "\x00\xff"

func TestRates(t *testing.T) {
	p := Rates{Title: strange, Rows: []Row{
		{Label: strange, Ranges: []Range{{Ours, 80.2, 82.1, 81.2, strange}, {Theirs, 81.9, 82, 81.95, "81.945 ± 0.084 %"}}},
		{Label: "Golf", Ranges: []Range{{Third, 44, 46, 45, "45 %"}}},
	}}
	for _, whole := range []bool{true, false} {
		p.Whole = whole
		elements, words := read(t, p.SVG())
		if elements["path"] < 1 || elements["circle"] < 1 || !strings.Contains(words, "81.945 ± 0.084 %") {
			t.Errorf("%v, %s", elements, words)
		}
	}
	for _, p := range []Rates{
		{},
		{Whole: true},
		{Rows: []Row{{Label: "nothing"}}},
		{Rows: []Row{{Ranges: []Range{{Ours, 100, 100, 100, ""}}}}},
		{Rows: []Row{{Ranges: []Range{{Ours, 0, 0, 0, ""}}}}},
		{Rows: []Row{{Ranges: []Range{{Ours, 99.9999877, 99.9999901, 99.9999889, ""}}}}},
		{Rows: []Row{{Ranges: []Range{{Ours, 0, 100, 50, ""}}}}},
	} {
		read(t, p.SVG())
	}
}

func TestHistogram(t *testing.T) {
	p := Histogram{
		Title: strange, Of: strange, Log: true, Say: Seconds,
		Bins:  []Bin{{0, 1e-9, 5}, {1e-6, 2e-6, 1}, {1e-3, 2e-3, 70}, {64, 128, 3}},
		Marks: []Mark{{1e-3, "median"}, {2e-3, "mean"}, {100, "99 %"}},
	}
	elements, words := read(t, p.SVG())
	if elements["rect"] != 1+len(p.Bins) || !strings.Contains(words, "1 ms to 2 ms: 70 deals") || !strings.Contains(words, "99 % 100 s") {
		t.Errorf("%v, %s", elements, words)
	}
	for _, bins := range [][]Bin{nil, {{0, 1, 1}}, {{1, 2, 1}}, {{5, 10, 1}, {10, 15, 1 << 40}}, {{1 << 40, 1 << 41, 7}}, {{0, 1, 1}, {1 << 61, 1 << 62, 1}}} {
		for _, log := range []bool{false, true} {
			p := Histogram{Bins: bins, Log: log}
			if len(bins) > 0 {
				p.Marks = []Mark{{bins[0].From, "least"}, {bins[len(bins)-1].Below, "most"}}
			}
			read(t, p.SVG())
		}
	}
}

func TestLines(t *testing.T) {
	p := Lines{Title: strange, Of: "cards", Series: []Series{
		{Name: strange, Kind: Ours, Points: []Point{{1, 90, 91, 90.5}, {2, 88, 89, 88.5}, {24, 0, 0.1, 0}}},
		{Name: "empty", Kind: Theirs},
	}}
	elements, words := read(t, p.SVG())
	if elements["polyline"] != 1 || elements["polygon"] != 1 || !strings.Contains(words, "1: 90.5 %, 2: 88.5 %") {
		t.Errorf("%v, %s", elements, words)
	}
	for _, p := range []Lines{{}, {Series: []Series{{}}}, {Series: []Series{{Points: []Point{{3, 0, 0, 0}}}}}} {
		read(t, p.SVG())
	}
}

func TestNumbersAreShort(t *testing.T) {
	for x, text := range map[float64]string{0: "0", 1: "1", 45.678: "45.7", 1000: "1k", 123456: "123k", 5e7: "50M", 2.5e9: "2.5G", 0.25: "0.25"} {
		if got := plain(x); got != text {
			t.Errorf("%g: %s, want %s", x, got, text)
		}
	}
	for x, text := range map[float64]string{0: "0 s", 2: "2 s", 0.5: "500 ms", 0.00009: "90 µs", 3600: "3600 s", 1e-9: "0.001 µs"} {
		if got := Seconds(x); got != text {
			t.Errorf("%g: %s, want %s", x, got, text)
		}
	}
}
