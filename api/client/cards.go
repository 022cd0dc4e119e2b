package client

// Cards is a deal as requests take it.
func Cards(d Deal) *DealOrText {
	var cards DealOrText
	if err := cards.FromDeal(d); err != nil {
		panic(err) // a deal is made of texts, numbers and lists
	}
	return &cards
}

// Moves are moves as requests take them.
func Moves(moves ...Move) MovesOrText {
	var list MovesOrText
	if err := list.FromMovesOrText0(moves); err != nil {
		panic(err) // moves are made of texts and numbers
	}
	return list
}
