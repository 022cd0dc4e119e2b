package strict_test

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// TestDraft reads a document that was built by hand.
func TestDraft(t *testing.T) {
	d := strict.NewDraft()
	root := d.Object("deal", map[string]*strict.Node{
		"stock": d.List("line 1", []*strict.Node{d.Text("line 1 card 1", "AS"), d.Text("line 1 card 2", "QX")}),
		"waste": nil,
	})
	fields := root.Object("stock", "waste")
	if fields["waste"] != nil || root.Err() != nil || d.Err() != nil {
		t.Errorf("%v, %v", fields, root.Err())
	}
	cards, ok := fields["stock"].List()
	if !ok || len(cards) != 2 {
		t.Fatalf("%v", cards)
	}
	if text, ok := cards[0].Text(); !ok || text != "AS" {
		t.Errorf("%q", text)
	}
	cards[1].AddError("no card")
	fields["stock"].Int(new(int), 0, 1)
	root.AddErrorAt("base", "missing")
	d.AddError("line 2", "nothing of %d", 3)
	const want = "line 1 card 2: no card; line 1: expected a whole number, found a list; deal.base: missing; line 2: nothing of 3"
	if got := root.Err().Error(); got != want || got != d.Err().Error() {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestAddErrors adds the errors of another document, up to the limit.
func TestAddErrors(t *testing.T) {
	node, err := strict.Parse([]byte(`{"deal":"AS AS","list":[]}`), "")
	if err != nil {
		t.Fatal(err)
	}
	fields := node.Object("deal", "list")
	if !fields["deal"].IsText() || fields["list"].IsText() || fields["none"].IsText() {
		t.Error("IsText is wrong")
	}
	fields["deal"].AddErrors(strict.Error{{Field: "line 1", Detail: "one"}})
	fields["list"].AddError("two")
	if got := node.Err().Error(); got != "line 1: one; list: two" {
		t.Errorf("%s", got)
	}
	fields["deal"].AddErrors(make(strict.Error, 1000))
	fields["deal"].AddErrors(make(strict.Error, 1000))
	if n := node.ErrorCount(); n != 32 {
		t.Errorf("%d errors; want 32", n)
	}
}
