package rules

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// The words of the language, in the order of the constants they stand for.
var (
	buildWords          = []string{"any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit"}
	buildDirectionWords = []string{"down", "up-or-down"}
	spacesWords         = []string{"any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste", "auto-waste-then-stock"}
	groupsWords         = []string{"no", "yes", "whole-pile", "maximal-group", "any", partialGroups}
	targetWords         = []string{"build", "group"}
	initialWords        = []string{"none", "one", "all", "three"}
	dealWords           = []string{"waste", "tableau piles", "hole", "spaces", "redeal"}
	directionWords      = []string{"L", "R", "LR"}
	relationWords       = []string{"same-suit", "red-black", "any-suit", "same-rank"}
	faceWords           = []string{"all", "top"}
)

const (
	// partialGroups is the Solvitaire program's way of switching on a dominance: a part
	// of a group moves only if the card above it could go to a foundation. It changes the
	// search and not the game, so it means "yes".
	partialGroups = "partial-if-card-above-buildable"
	sameAsBuild   = "same-as-build"
	random        = "random"
)

// Parse reads a rules document. Its error, a [strict.Error], names each wrong field under
// "rules".
func Parse(text []byte) (Rules, error) {
	node, err := strict.Parse(text, "rules")
	if err != nil {
		return Rules{}, err
	}
	r := Decode(node)
	return r, node.Err()
}

// Decode reads rules from a part of a larger document. The rules are valid only if the
// document has no errors in the end.
func Decode(node *strict.Node) Rules {
	top := node.Object(strict.FieldNames[Document]()...)
	before := node.ErrorCount()
	r := Rules{
		MaxRank: card.MaxRank, Decks: 1, Suits: card.Suits,
		Tableau:     Tableau{Count: 8},
		Foundations: Foundations{Present: true, Base: card.Ace},
		Hole:        Hole{Base: card.New(card.Ace, card.Spades), Loops: true},
		Stock:       Stock{Count: 1, OntoSpaces: true},
		Rows:        Rows{Count: 7, Loops: true},
		Discard:     Discard{Sum: 13},
	}
	maxRank := int(r.MaxRank)
	top["max rank"].Int(&maxRank, 1, int(card.MaxRank))
	r.MaxRank = card.Rank(maxRank)
	twoDecks := false
	top["two decks"].Bool(&twoDecks)
	if twoDecks {
		r.Decks = 2
	}
	top["suits"].Int(&r.Suits, 1, card.Suits)
	if r.Suits == 3 {
		top["suits"].AddError("must be 1, 2 or 4")
	}

	decodeTableau(top["tableau piles"], &r)
	decodeFoundations(top["foundations"], &r)
	decodeHole(top["hole"], &r)
	cells := top["cells"].Object(strict.FieldNames[CellRules]()...)
	cells["count"].Int(&r.Cells.Count, 0, r.DeckSize())
	cells["pre-filled"].Int(&r.Cells.PreFilled, 0, r.DeckSize())
	decodeStock(top["stock"], &r)
	reserve := top["reserve"].Object(strict.FieldNames[ReserveRules]()...)
	reserve["size"].Int(&r.Reserve.Size, 0, r.DeckSize())
	reserve["stacked"].Bool(&r.Reserve.Stacked)
	decodeAccordion(top["accordion"], &r)
	decodeSequences(top["sequences"], &r)
	decodeRows(top["rows"], &r)
	decodeDiscard(top["discard"], &r)

	if node.ErrorCount() == before {
		r.validate(node)
	}
	r.normalise()
	return r
}

func decodeTableau(node *strict.Node, r *Rules) {
	t := &r.Tableau
	fields := node.Object(strict.FieldNames[TableauRules]()...)
	fields["count"].Int(&t.Count, 0, max(r.DeckSize(), t.Count)) // the default fits any deck
	strict.Enum(fields["build policy"], &t.Build, buildWords)
	var upToo uint8
	strict.Enum(fields["build direction"], &upToo, buildDirectionWords)
	t.UpOrDown = upToo == 1
	strict.Enum(fields["spaces policy"], &t.Spaces, spacesWords)
	fields["diagonal deal"].Bool(&t.Diagonal)
	strict.Enum(fields["move built group"], &t.Groups, groupsWords)
	if groupsWords[t.Groups] == partialGroups {
		t.Groups = GroupsYes
	}
	t.GroupPolicy = t.Build
	if policy, ok := fields["move built group policy"].Text(); ok && policy != sameAsBuild {
		strict.Enum(fields["move built group policy"], &t.GroupPolicy, buildWords)
	}
	var face uint8
	strict.Enum(fields["face up cards"], &face, faceWords)
	t.OnlyTopFaceUp = face == 1
	strict.Enum(fields["group target"], &t.Target, targetWords)
	t.Sizes = decodeNumbers(fields["pile sizes"], t.Count, r.DeckSize())
	t.FaceDown = decodeNumbers(fields["face down cards"], t.Count, r.DeckSize())
	fields["kings to the bottom"].Bool(&t.KingsToBottom)
	fields["spaces freeze"].Bool(&t.Freeze)
	fields["redeal packets"].Int(&t.Packets, 0, r.DeckSize())
	t.Redeals = Unlimited
	if n := fields["redeals"]; n != nil {
		n.Int(&t.Redeals, 0, maxRedeals)
		if t.Packets == 0 {
			n.AddError("requires \"redeal packets\": the number of cards for each column")
		}
	}
}

// decodeNumbers reads a list with a number for each column.
func decodeNumbers(node *strict.Node, columns, most int) string {
	list, ok := node.List()
	if !ok {
		return ""
	}
	if len(list) != columns {
		node.AddError("%d numbers found, %d expected (one per tableau pile)", len(list), columns)
		return ""
	}
	ns := make([]int, len(list))
	for i, item := range list {
		item.Int(&ns[i], 0, most)
	}
	return words(ns)
}

// words writes numbers separated by spaces.
func words(ns []int) string {
	var texts []string
	for _, n := range ns {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, " ")
}

func decodeFoundations(node *strict.Node, r *Rules) {
	f := &r.Foundations
	fields := node.Object(strict.FieldNames[FoundationRules]()...)
	fields["present"].Bool(&f.Present)
	strict.Enum(fields["initial cards"], &f.Initial, initialWords)
	if base, ok := fields["base card"].Text(); ok {
		rank, known := card.ParseRank(base)
		switch {
		case base == random:
			f.Base = RandomBase
		case !known:
			fields["base card"].AddError("%q is not a rank or %q", base, random)
		default:
			f.Base = rank
		}
	}
	fields["removable"].Bool(&f.Removable)
	fields["only complete pile moves"].Bool(&f.CompleteOnly)
}

func decodeHole(node *strict.Node, r *Rules) {
	h := &r.Hole
	fields := node.Object(strict.FieldNames[HoleRules]()...)
	fields["present"].Bool(&h.Present)
	if base, ok := fields["base card"].Text(); ok {
		c, _, err := card.Parse(base)
		switch {
		case base == random:
			h.Base = card.None
		case err != nil:
			fields["base card"].AddError("%s; or write %q", err, random)
		default:
			h.Base = c
		}
	}
	fields["build loops"].Bool(&h.Loops)
	fields["nothing on kings"].Bool(&h.DeadKings)
}

func decodeStock(node *strict.Node, r *Rules) {
	s := &r.Stock
	fields := node.Object(strict.FieldNames[StockRules]()...)
	fields["size"].Int(&s.Size, 0, r.DeckSize())
	strict.Enum(fields["deal type"], &s.To, dealWords)
	fields["deal count"].Int(&s.Count, 1, 104)
	redeal := false
	fields["redeal"].Bool(&redeal)
	if redeal {
		s.Redeals = Unlimited
	}
	if n := fields["redeals"]; n != nil {
		count := -1
		n.Int(&count, 0, maxRedeals)
		if said := fields["redeal"]; said != nil && count >= 0 && redeal != (count > 0) {
			n.AddError("%d redeals contradict \"redeal\": %t", count, redeal)
		}
		s.Redeals = count
	}
	fields["deal onto spaces"].Bool(&s.OntoSpaces)
}

// maxRedeals bounds a limited number of redeals. A pass through the stock that plays no
// card changes nothing, so more redeals of a waste than cards make no difference.
const maxRedeals = 104

var accordionMove = regexp.MustCompile(`^[LR]([1-9]|[1-4][0-9]|5[0-2])$`)

func decodeAccordion(node *strict.Node, r *Rules) {
	a := &r.Accordion
	fields := node.Object(strict.FieldNames[AccordionRules]()...)
	fields["size"].Int(&a.Size, 0, r.DeckSize())
	var moves []string
	given := map[string]bool{}
	list, _ := fields["moves"].List()
	for _, item := range list {
		text, ok := item.Text()
		switch {
		case !ok || given[text]: // a list may repeat a move
		case !accordionMove.MatchString(text):
			item.AddError("%q is not an accordion move: write L or R and a distance 1–52, for example L3", text)
		default:
			given[text] = true
			moves = append(moves, text)
		}
	}
	slices.SortFunc(moves, func(a, b string) int {
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		m, _ := strconv.Atoi(a[1:])
		n, _ := strconv.Atoi(b[1:])
		return m - n
	})
	a.Moves = strings.Join(moves, " ")
	policies, _ := fields["build policies"].List()
	for _, item := range policies {
		var word uint8
		strict.Enum(item, &word, relationWords)
		a.Match |= 1 << word
	}
}

func decodeSequences(node *strict.Node, r *Rules) {
	s := &r.Sequences
	s.Build = SameSuit
	fields := node.Object(strict.FieldNames[SequenceRules]()...)
	fields["count"].Int(&s.Count, 0, r.DeckSize())
	strict.Enum(fields["direction"], &s.Direction, directionWords)
	strict.Enum(fields["build policy"], &s.Build, buildWords[:NoBuild])
	fields["fixed suit"].Bool(&s.FixedSuit)
}

// MarshalJSON writes the rules as a document that reads back as the same rules. Equal
// rules give the same text, which is their canonical form.
func (r Rules) MarshalJSON() ([]byte, error) {
	d := Document{
		Tableau:     &TableauRules{Count: &r.Tableau.Count},
		Foundations: &FoundationRules{Present: &r.Foundations.Present},
		MaxRank:     new(int(r.MaxRank)),
		TwoDecks:    new(r.Decks == 2),
		Suits:       unless(r.Suits, card.Suits),
	}
	if t := r.Tableau; t.Count > 0 {
		d.Tableau.Build = buildWords[t.Build]
		d.Tableau.Spaces = spacesWords[t.Spaces]
		d.Tableau.Diagonal = &t.Diagonal
		d.Tableau.Groups = groupsWords[t.Groups]
		d.Tableau.Face = faceWords[0]
		if t.OnlyTopFaceUp {
			d.Tableau.Face = faceWords[1]
		}
		if t.Groups != GroupsNo && t.GroupPolicy != t.Build {
			d.Tableau.GroupPolicy = buildWords[t.GroupPolicy]
		}
		d.Tableau.Sizes, d.Tableau.FaceDown = r.PileSizes(), r.FaceDownCards()
		d.Tableau.KingsToBottom, d.Tableau.Freeze = unless(t.KingsToBottom, false), unless(t.Freeze, false)
		d.Tableau.Packets, d.Tableau.Redeals = unless(t.Packets, 0), unless(max(t.Redeals, 0), 0)
		if t.UpOrDown {
			d.Tableau.BuildTo = buildDirectionWords[1]
		}
		if t.Target != TargetBuild {
			d.Tableau.Target = targetWords[t.Target]
		}
	}
	if f := r.Foundations; f.Present {
		d.Foundations.Initial = initialWords[f.Initial]
		d.Foundations.Base = random
		if f.Base != RandomBase {
			d.Foundations.Base = f.Base.String()
		}
		d.Foundations.Removable = &f.Removable
		d.Foundations.CompleteOnly = &f.CompleteOnly
	}
	if h := r.Hole; h.Present {
		d.Hole = &HoleRules{&h.Present, random, &h.Loops, unless(h.DeadKings, false)}
		if h.Base != card.None {
			d.Hole.Base = h.Base.String()
		}
	}
	if c := r.Cells; c.Count > 0 {
		d.Cells = &CellRules{&c.Count, &c.PreFilled}
	}
	if s := r.Stock; s.Size > 0 {
		d.Stock = &StockRules{
			Size: &s.Size, To: dealWords[s.To], Count: &s.Count, Redeal: new(s.Redeals != 0),
			Redeals: unless(max(s.Redeals, 0), 0), Spaces: unless(s.OntoSpaces, true),
		}
	}
	if v := r.Reserve; v.Size > 0 {
		d.Reserve = &ReserveRules{&v.Size, &v.Stacked}
	}
	if a := r.Accordion; a.Size > 0 {
		d.Accordion = &AccordionRules{Size: &a.Size, Moves: strings.Fields(a.Moves)}
		for i, word := range relationWords {
			if a.Match&(1<<i) != 0 {
				d.Accordion.Match = append(d.Accordion.Match, word)
			}
		}
	}
	if s := r.Sequences; s.Count > 0 {
		d.Sequences = &SequenceRules{&s.Count, directionWords[s.Direction], buildWords[s.Build], &s.FixedSuit}
	}
	if r.Rows.Shape != NoRows {
		d.Rows = r.Rows.document()
	}
	if v := r.Discard; v.Policy != NoDiscard {
		d.Discard = &DiscardRules{discardWords[v.Policy], unless(v.Sum, 0), unless(v.Row, 0)}
	}
	return json.Marshal(d)
}

// unless returns a pointer to a value, nil if that is the one that is left out.
func unless[T comparable](value, out T) *T {
	if value == out {
		return nil
	}
	return &value
}

// Canonical returns the canonical text of the rules, which is the same for equal rules
// only. The caller must not change it.
func (r *Rules) Canonical() []byte {
	if text, known := canonical()[*r]; known {
		return text
	}
	return r.write()
}

// canonical holds the texts of the catalogue's rules, which are used most. They are
// clipped, so that appending to one copies it.
var canonical = sync.OnceValue(func() map[Rules][]byte {
	texts := map[Rules][]byte{}
	for _, g := range load().games {
		texts[g.Rules] = slices.Clip(g.Rules.write())
	}
	return texts
})

func (r *Rules) write() []byte {
	text, err := r.MarshalJSON()
	if err != nil {
		panic(err) // numbers, strings and booleans can't fail
	}
	return text
}
