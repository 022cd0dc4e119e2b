package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// key identifies a state: two independent 64-bit hashes of what lies where. It is a sum
// over columns, cells, places of the reserve and cards of the talon. So it does not
// depend on the order of columns, cells and places, which does not matter under the
// rules, and a move changes only the terms that it touches.
//
// The sum is an addition, not exclusive or: two equal columns must not cancel out. A
// column is hashed in order from its deepest card and finished by a mixing that is not
// linear, so that exchanging cards between columns changes the sum.
type key transposition.Key

func (k key) plus(o key) key  { return key{k.Lo + o.Lo, k.Hi + o.Hi} }
func (k key) minus(o key) key { return key{k.Lo - o.Lo, k.Hi - o.Hi} }

// pair returns the key for a transposition.Set.
func (k key) pair() transposition.Pair { return transposition.Pair{k.Lo, k.Hi} }

// extend hashes one more card of a column.
func (k key) extend(class code, faceDown bool) key {
	v := inColumn[class]
	if faceDown {
		v = inColumnDown[class]
	}
	lo := (k.Lo ^ v.Lo) * 0x9fb21c651e98df25
	hi := (k.Hi + v.Hi) * 0xd6e8feb86659fd93
	return key{lo ^ lo>>32, hi ^ hi>>29}
}

// finish mixes the hash of a whole column. Like extend it is a bijection of each half,
// so nothing is lost.
func (k key) finish() key {
	lo := (k.Lo ^ k.Lo>>29) * 0xbf58476d1ce4e5b9
	hi := (k.Hi ^ k.Hi>>32) * 0x94d049bb133111eb
	return key{lo ^ lo>>31, hi ^ hi>>27}
}

// placed returns what a card or a column in place i of its kind adds to the key. It
// does not depend on i unless symmetry is switched off.
func (c *compiled) placed(k key, i int) key {
	if c.techniques.Symmetry {
		return k
	}
	return key{k.Lo ^ inPlace[i].Lo, k.Hi ^ inPlace[i].Hi}.finish()
}

// The random numbers of the parts of a state.
var (
	emptyColumn  key
	inColumn     [codes]key
	inColumnDown [codes]key
	inCell       [codes]key
	inReserve    [codes]key
	inHole       [codes]key
	inTalon      [104]key // by the card's number in the talon at the start
	wasteSize    [105]key
	inPlace      [104]key
	redealsLeft  [105]key
	inJoint      [codes][4]key // a card on one of a suit
)

func init() {
	next := transposition.Random(0x7468_6f75_6768_7421)
	fill := func(keys []key) {
		for i := range keys {
			keys[i] = key{next(), next()}
		}
	}
	emptyColumn = key{next(), next()}
	fill(inColumn[:])
	fill(inColumnDown[:])
	fill(inCell[:])
	fill(inReserve[:])
	fill(inHole[:])
	fill(inTalon[:])
	fill(wasteSize[:])
	fill(inPlace[:])
	fill(redealsLeft[:])
	for i := range inJoint {
		fill(inJoint[i][:])
	}
}
