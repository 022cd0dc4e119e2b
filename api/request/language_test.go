package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// same reads a document into a described type and writes it again. No field may be unknown or
// lost.
func same[T any](t *testing.T, what string, document []byte) {
	t.Helper()
	var described T
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&described); err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	again, err := json.Marshal(described)
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal(document, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(again, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-written +described):\n%s", what, diff)
	}
}

// The types of language.go describe what package deal writes, for every
// game of the catalogue.
func TestLanguageIsDescribed(t *testing.T) {
	for _, g := range rules.Games() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		same[DealDocument](t, g.Name, p.Document(&g.Rules))
	}
}

// Every field that language.go describes of a deal is one that package deal reads.
func TestLanguageIsRead(t *testing.T) {
	one := 1
	var r rules.Rules
	_, err := deal.Parse(marshal(t, DealDocument{
		Tableau: [][]string{{"AS"}}, Foundations: []string{"AS"}, Base: "A", Cells: []string{""}, Reserve: []string{""},
		Stock: []string{"AS"}, Waste: []string{"AS"}, RedealsLeft: &one, Hole: "AS", Sequences: [][]string{{""}},
		Accordion: []string{"AS"}, Rows: [][]string{{"AS"}}, Faces: "dealt", Foundation: [][]string{{"AS"}},
	}), &r)
	noUnknownField(t, err)
}

// A described move has the JSON of the referee's move.
func TestMovesAreDescribed(t *testing.T) {
	for _, m := range []MoveDocument{
		{Action: "draw", Count: 3},
		{Action: "redeal"},
		{Action: "deal", Count: 7},
		{Action: "move", From: "tableau/2", To: "tableau/6", Cards: []string{"QH", "JS"}, TurnsUp: "5C"},
		{Action: "remove", From: []string{"row/7/2", "waste"}, Cards: []string{"5S", "8D"}},
		{Action: "remove", From: []string{"stock"}, Cards: []string{"KD"}},
	} {
		document := marshal(t, m)
		var read game.Move
		if err := json.Unmarshal(document, &read); err != nil {
			t.Errorf("%s: %v", document, err)
		}
		if written := marshal(t, read); !bytes.Equal(written, document) {
			t.Errorf("%s is written as %s", document, written)
		}
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// noUnknownField checks that a document with every field has errors, but none about an unknown
// field.
func noUnknownField(t *testing.T, err error) {
	t.Helper()
	var mistakes strict.Error
	if !errors.As(err, &mistakes) {
		t.Fatalf("a document with every field: %v", err)
	}
	for _, m := range mistakes {
		if strings.Contains(m.Detail, "unknown field") {
			t.Errorf("%s is described, but not read", m.Field)
		}
	}
}
