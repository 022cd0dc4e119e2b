package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ordered reports whether the columns of a state can be told apart by their places.
func (b *board) ordered(s *state) bool {
	return b.rules.Stock.To == rules.ToTableau && b.more(s) > 0 || b.redeals(s) || b.rules.Discard.Row > 0
}

// key returns the key of a state: two sums over the columns, each hashed from its deepest
// card. A sum does not depend on the order of columns; where the order counts, each has
// its own seed.
func (b *board) key(s *state) memory.Key {
	ordered := b.ordered(s)
	rest := uint64(s.came)<<8 | uint64(s.left)
	k := memory.Key{Lo: memory.Scramble(rest + 0x9e3779b97f4a7c15), Hi: memory.Scramble(rest + 0xd1b54a32d192ed03)}
	at := 0
	for i := range b.columns {
		end := int(s.ends[i])
		if at == end {
			continue
		}
		lo, hi := uint64(0xa0761d6478bd642f), uint64(0xe7037ed1a0b428db)
		if ordered {
			lo, hi = memory.Scramble(lo+uint64(i)), memory.Scramble(hi+uint64(i))
		}
		for ; at < end; at++ {
			code := uint64(b.code[s.cards[at]])
			lo = memory.Scramble(lo ^ code*0x8ebc6af09c88c6e3)
			hi = memory.Scramble(hi ^ code*0x589965cc75374cc3)
		}
		k.Lo += lo
		k.Hi += hi
	}
	return k
}
