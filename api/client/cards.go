package client

// Cards returns a deal for a request.
func Cards(d Deal) *DealOrText {
	var cards DealOrText
	if err := cards.FromDeal(d); err != nil {
		panic(err) // deals always encode
	}
	return &cards
}

// Moves returns moves for a request.
func Moves(moves ...Move) MovesOrText {
	var list MovesOrText
	if err := list.FromMovesOrText0(moves); err != nil {
		panic(err) // moves always encode
	}
	return list
}
