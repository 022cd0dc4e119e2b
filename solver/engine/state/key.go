package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// Key identifies a state: two independent 64-bit hashes of what lies where. It is a sum
// over columns, cells, places of the reserve and cards of the talon. So it does not
// depend on the order of columns, cells and places, which does not matter under the
// rules, and a move changes only the terms that it touches.
//
// The sum is an addition, not exclusive or: two equal columns must not cancel out. A
// column is hashed in order from its deepest card and finished by a mixing that is not
// linear, so that exchanging cards between columns changes the sum.
type Key memory.Key

// Plus returns the sum of two keys.
func (k Key) Plus(o Key) Key { return Key{k.Lo + o.Lo, k.Hi + o.Hi} }

func (k Key) minus(o Key) Key { return Key{k.Lo - o.Lo, k.Hi - o.Hi} }

// Pair returns the key for a memory.Set.
func (k Key) Pair() memory.Pair { return memory.Pair{k.Lo, k.Hi} }

// Extend hashes one more card of a column.
func (k Key) Extend(class Code, faceDown bool) Key {
	v := inColumn[class]
	if faceDown {
		v = inColumnDown[class]
	}
	lo := (k.Lo ^ v.Lo) * 0x9fb21c651e98df25
	hi := (k.Hi + v.Hi) * 0xd6e8feb86659fd93
	return Key{lo ^ lo>>32, hi ^ hi>>29}
}

// Finish mixes the hash of a whole column. Like extend it is a bijection of each half,
// so nothing is lost.
func (k Key) Finish() Key {
	lo := (k.Lo ^ k.Lo>>29) * 0xbf58476d1ce4e5b9
	hi := (k.Hi ^ k.Hi>>32) * 0x94d049bb133111eb
	return Key{lo ^ lo>>31, hi ^ hi>>27}
}

// placed returns what a card or a column in place i of its kind adds to the key. It
// does not depend on i unless symmetry is switched off.
func (c *Compiled) placed(k Key, i int) Key {
	if c.Techniques.Symmetry {
		return k
	}
	return Key{k.Lo ^ InPlace[i].Lo, k.Hi ^ InPlace[i].Hi}.Finish()
}

// The random numbers of the parts of a state.
var (
	EmptyColumn  Key
	inColumn     [Codes]Key
	inColumnDown [Codes]Key
	InCell       [Codes]Key
	InReserve    [Codes]Key
	inHole       [Codes]Key
	InTalon      [104]Key // by the card's number in the talon at the start
	WasteSize    [105]Key
	InPlace      [104]Key
	redealsLeft  [105]Key
	InJoint      [Codes][4]Key // a card on one of a suit
)

func init() {
	next := memory.Random(0x7468_6f75_6768_7421)
	fill := func(keys []Key) {
		for i := range keys {
			keys[i] = Key{next(), next()}
		}
	}
	EmptyColumn = Key{next(), next()}
	fill(inColumn[:])
	fill(inColumnDown[:])
	fill(InCell[:])
	fill(InReserve[:])
	fill(inHole[:])
	fill(InTalon[:])
	fill(WasteSize[:])
	fill(InPlace[:])
	fill(redealsLeft[:])
	for i := range InJoint {
		fill(InJoint[i][:])
	}
}
