package packed

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// TestTallies reads a table.
func TestTallies(t *testing.T) {
	by := Method{Engine: "v1, or so", States: 1000, Time: 1500 * time.Millisecond, Memory: 1 << 20}
	played := Subject{Game: "golf", Rules: golf.Rules, Player: "yan n=2", Scheme: "solvitaire", Epoch: 1}
	ranges := []*Range{someRange(golf, by, 3, "wwu?-w"), someRange(played, Method{}, 1, "wu-w")}
	digest := DigestOf(golf.Rules)
	header := strings.Join(columns, ",")
	table := fmt.Sprintf("%s\ngolf,%x,,,solvitaire,3,8,\"v1, or so\",1,1000,1500,1048576,3,1,1,0,0\ngolf,%[2]x,yan n=2,,solvitaire,1,4,,1,0,0,0,0,0,0,2,1\n", header, digest)
	list, err := ReadTallies([]byte(table))
	if want := []Count{ranges[0].Counted(), ranges[1].Counted()}; err != nil || !reflect.DeepEqual(list, want) {
		t.Fatalf("%+v, want %+v (%v)", list, want, err)
	}
	c := list[0]
	if c.First != 3 || c.Last != 8 || c.Tally != (stats.Tally{Winnable: 3, Unwinnable: 1, Unknown: 1}) || c.Method != by || c.Epoch != 1 {
		t.Errorf("%+v", c)
	}
	if list[1].Tally != (stats.Tally{Won: 2, Lost: 1}) || list[1].Digest != c.Digest {
		t.Errorf("%+v", list[1])
	}
	for what, change := range map[string][2]string{
		"a wrong digest": {"golf,", "golf,x"}, "a negative number": {",1000,", ",-1000,"}, "more deals than seeds": {",3,8,", ",3,4,"}, "no number": {",3,8,", ",3,,"},
	} {
		if text := strings.Replace(table, change[0], change[1], 1); text == table {
			t.Errorf("%s: not changed", what)
		} else if _, err := ReadTallies([]byte(text)); err == nil {
			t.Errorf("%s: read\n%s", what, text)
		}
	}
	for _, text := range []string{"", "game,rules\n", header + "\ngolf\n"} {
		if _, err := ReadTallies([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
