// Package why says in a few words what a move does: it turns up a card, frees a column, brings a
// card to its foundation. Everything is read off the rules, the position and the move; nothing is
// searched. The words are for players, who see all cards as the service does.
package why
