package spider

// shorten cuts detours out of a winning path: it is walked once more, and at each
// position the move is made that leads to the latest position of the path, in
// whatever order its columns lie when the stock is dealt.
func shorten(g *rulebook, root *layout, path []move) []move {
	b := newBoard(g)
	latest := map[uint64]int{}
	b.layout = *root
	for i, m := range path {
		b.do(g, m)
		b.survey()
		latest[b.key] = i + 1
	}
	b.layout = *root
	var shorter []move
	var children []child
	for at := 0; at < len(path); {
		b.survey()
		children = b.moves(children[:0])
		if b.deals() {
			children = append(children, b.deal())
		}
		best, next := at, move{}
		for _, c := range children {
			if to := latest[c.key]; to > best {
				best, next = to, c.move
			}
		}
		if best == at {
			break
		}
		b.do(g, next)
		shorter = append(shorter, next)
		at = best
	}
	if !b.won(g) {
		return path // two positions had one key
	}
	return shorter
}
