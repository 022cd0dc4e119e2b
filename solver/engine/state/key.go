package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// The key of a state is two independent 64-bit hashes of what lies where. It is a sum
// over columns, cells, places of the reserve and cards of the talon. So it does not
// depend on the order of columns, cells and places, which does not matter under the
// rules, and a move changes only the terms that it touches.
//
// The sum is an addition, not exclusive or: two equal columns must not cancel out. A
// column is hashed in order from its deepest card and finished by a mixing that is not
// linear, so that exchanging cards between columns changes the sum.

// Extend returns the hash of a column after one more card, from the hash k of the cards below it.
func Extend(k memory.Key, class Code, faceDown bool) memory.Key {
	v := inColumn[class]
	if faceDown {
		v = inColumnDown[class]
	}
	lo := (k.Lo ^ v.Lo) * 0x9fb21c651e98df25
	hi := (k.Hi + v.Hi) * 0xd6e8feb86659fd93
	return memory.Key{Lo: lo ^ lo>>32, Hi: hi ^ hi>>29}
}

// Finish mixes the hash of a whole column. Like Extend it is a bijection of each half, so different
// hashes stay different.
func Finish(k memory.Key) memory.Key {
	lo := (k.Lo ^ k.Lo>>29) * 0xbf58476d1ce4e5b9
	hi := (k.Hi ^ k.Hi>>32) * 0x94d049bb133111eb
	return memory.Key{Lo: lo ^ lo>>31, Hi: hi ^ hi>>27}
}

// placed returns what a card or a column in place i of its kind adds to the key. It
// does not depend on i unless symmetry is switched off.
func (c *Compiled) placed(k memory.Key, i int) memory.Key {
	if c.Techniques.Symmetry {
		return k
	}
	return inNumberedPlace(k, i)
}

// inNumberedPlace is placed where places differ.
func inNumberedPlace(k memory.Key, i int) memory.Key {
	return Finish(memory.Key{Lo: k.Lo ^ InPlace[i].Lo, Hi: k.Hi ^ InPlace[i].Hi})
}

// The random numbers of the parts of a state.
var (
	EmptyColumn  memory.Key
	inColumn     [Codes]memory.Key
	inColumnDown [Codes]memory.Key
	InCell       [Codes]memory.Key
	InReserve    [Codes]memory.Key
	inHole       [Codes]memory.Key
	InTalon      [104]memory.Key // by the card's number in the talon at the start
	WasteSize    [105]memory.Key
	InPlace      [104]memory.Key
	redealsLeft  [105]memory.Key
	InJoint      [Codes][4]memory.Key // a card on a card of a suit
)

func init() {
	next := memory.Random(0x7468_6f75_6768_7421)
	fill := func(keys []memory.Key) {
		for i := range keys {
			keys[i] = memory.Key{Lo: next(), Hi: next()}
		}
	}
	EmptyColumn = memory.Key{Lo: next(), Hi: next()}
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
