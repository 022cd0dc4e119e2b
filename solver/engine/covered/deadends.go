package covered

// lost reports whether a state is certainly lost: some card that has to go finds no
// partner that is not over or under it, or too many share too few.
func (b *board) lost(s *state) bool {
	if b.rules.ToWaste {
		return false
	}
	for low := 1; 2*low <= b.rules.PairSum; low++ {
		if b.unmatched(s, low, b.rules.PairSum-low) {
			return true
		}
	}
	// Cards of a rank beyond the sum never go.
	for rank := b.rules.PairSum + 1; rank <= b.ranks; rank++ {
		if !b.needed(s, rank).empty() {
			return true
		}
	}
	return false
}

// needed returns the cards of a rank that have to go before the game is won.
func (b *board) needed(s *state, rank int) set {
	cards := b.ofRank[rank].minus(s.gone)
	if !b.rules.All {
		cards[0] &= b.rest[0]
		cards[1] &= b.rest[1]
	}
	return cards
}

// unmatched reports whether the cards of two ranks that have to go can't all be given
// partners. By the theorem of Mendelsohn and Dulmage it is enough to look at either side
// by itself.
func (b *board) unmatched(s *state, low, high int) bool {
	if low < 1 || high > b.ranks {
		// There is no such rank, so the other one finds no partner.
		return low >= 1 && low <= b.ranks && !b.needed(s, low).empty()
	}
	if low == high {
		return b.alone(s, low)
	}
	return !b.matched(s, low, high) || !b.matched(s, high, low)
}

// matched reports whether each card of a rank that has to go can have a partner of
// another rank of its own.
func (b *board) matched(s *state, rank, other int) bool {
	needed := b.needed(s, rank)
	if needed.empty() {
		return true
	}
	partners := b.ofRank[other].minus(s.gone)
	var of [most]int8 // by card: 1 + the card that it is the partner of
	var try func(c int, seen *set) bool
	try = func(c int, seen *set) bool {
		may := partners.minus(b.related[c])
		for left := may.minus(*seen); !left.empty(); left = may.minus(*seen) {
			p := left.lowest()
			seen.add(p)
			if of[p] == 0 || try(int(of[p])-1, seen) {
				of[p] = int8(c + 1)
				return true
			}
		}
		return false
	}
	for !needed.empty() {
		c := needed.lowest()
		needed[c>>6] &^= 1 << (c & 63)
		var seen set
		if !try(c, &seen) {
			return false
		}
	}
	return true
}

// alone reports whether a card that has to go has no partner of its own rank.
func (b *board) alone(s *state, rank int) bool {
	cards := b.ofRank[rank].minus(s.gone)
	if b.rules.All && cards.size()%2 == 1 {
		return true
	}
	for needed := b.needed(s, rank); !needed.empty(); {
		c := needed.lowest()
		needed[c>>6] &^= 1 << (c & 63)
		partners := cards
		partners[c>>6] &^= 1 << (c & 63)
		if partners.minus(b.related[c]).empty() {
			return true
		}
	}
	return false
}

// lostBy reports whether a removal, after which this is the state, has lost the game: only
// its two ranks need to be looked at.
func (b *board) lostBy(s *state, m step) bool {
	if m.two == none {
		return false
	}
	low, high := int(b.rank[m.one]), int(b.rank[m.two])
	return b.unmatched(s, min(low, high), max(low, high))
}
