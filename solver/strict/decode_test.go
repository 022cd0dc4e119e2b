package strict_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// upper is a Decoder.
type upper string

func (u *upper) DecodeStrict(n *strict.Node) {
	text, _ := n.Text()
	*u = upper(strings.ToUpper(text))
}

type inner struct {
	Word string `json:"word" enums:"some,none" default:"some"`
	Any  string `json:"any,omitempty"`
}

type outer struct {
	inner
	Count int          `json:"count" minimum:"1" maximum:"9" default:"3"`
	Wide  int64        `json:"wide" minimum:"0"`
	Share float64      `json:"share" exclusiveMinimum:"0" maximum:"100"`
	On    bool         `json:"on" default:"true"`
	At    *time.Time   `json:"at"`
	Below *inner       `json:"below"`
	Later *strict.Node `json:"later"`
	Upper upper        `json:"upper"`
	List  [][]int      `json:"list" minimum:"0" maximum:"9"`
}

func TestDecode(t *testing.T) {
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]outer{
		`{}`:                    {inner: inner{Word: "some"}, Count: 3, Wide: 7, On: true},
		`{"wide":0,"on":false}`: {inner: inner{Word: "some"}, Count: 3},
		`{"word":"none","any":"x","count":9,"wide":8,"share":0.5,"upper":"up"}`: {
			inner: inner{"none", "x"}, Count: 9, Wide: 8, Share: .5, On: true, Upper: "UP",
		},
	} {
		node, err := strict.Parse([]byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		got := outer{Wide: 7}
		if !node.Decode(&got) || node.Err() != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, node.Err(), want)
		}
	}
	node, err := strict.Parse([]byte(`{"at":"2026-11-22T13:00:00+01:00","below":{"word":"none"},"later":[1],"list":[[],[1,2]]}`), "")
	if err != nil {
		t.Fatal(err)
	}
	var got outer
	node.Decode(&got)
	if node.Err() != nil || !got.At.Equal(noon) || *got.Below != (inner{Word: "none"}) || !got.Later.IsList() || len(got.List) != 2 || got.List[1][1] != 2 {
		t.Errorf("%+v, %v", got, node.Err())
	}
}

func TestDecodeMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:               "expected an object, found a list",
		`{"hidden":1}`:     "hidden: unknown field; allowed: word, any, count, wide, share, on, at, below, later, upper, list",
		`{"word":"other"}`: `word: "other" is not one of: some, none`,
		`{"word":1,"count":0,"wide":-1,"share":0,"on":null}`: `word: expected a string, found 1; write "1"; ` +
			"count: 0 is out of range: must be 1–9; wide: -1 is out of range: must be at least 0; " +
			"share: 0 is out of range: must be more than 0 and at most 100; on: expected true or false, found null",
		`{"at":"noon","below":{"other":1},"upper":[],"list":[1,[10]]}`: "at: use a time such as 2030-01-01T00:00:00Z; " +
			"below.other: unknown field; allowed: word, any; upper: expected a string, found a list; " +
			"list[0]: expected a list, found 1; list[1][0]: 10 is out of range: must be 0–9",
	} {
		node, err := strict.Parse([]byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		var got outer
		node.Decode(&got)
		if err := node.Err(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestDecodeTags decodes into structs that can't be filled.
func TestDecodeTags(t *testing.T) {
	node, err := strict.Parse([]byte(`{}`), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, into := range []any{
		&struct {
			A map[string]int `json:"a"`
		}{},
		&struct {
			A int `json:"a" minimum:"one"`
		}{},
		&struct {
			A int `json:"a" default:"one"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T does not panic", into)
				}
			}()
			node.Decode(into)
		}()
	}
}
