package portfolio_test

import (
	"context"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The verdict of a numbered deal, and the moves that win.
func ExamplePortfolio_Answer() {
	problem, err := solver.Numbered("klondike", "solvitaire:2")
	if err != nil {
		panic(err)
	}
	engines := portfolio.New(64 << 20) // bytes; make it once, and run one search at a time
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	answer, err := engines.Answer(ctx, problem, solver.Budget{})
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Verdict)
	position := problem.Asked()
	outcome := game.Replay(problem.Rules(), &position, answer.Solution)
	fmt.Println("won:", outcome.Won, "by all moves:", outcome.Moves == game.Length(answer.Solution))
	// Output:
	// winnable
	// won: true by all moves: true
}

// A position in the middle of a game, as JSON.
func ExamplePortfolio_Answer_position() {
	freecell, _ := rules.Lookup("free-cell")
	position, err := deal.Parse([]byte(`{
		"tableau piles": [["KH", "QC"], ["KC", "QH"], ["KD"], ["KS"], [], [], [], []],
		"cells": ["JH", "JC", "", ""],
		"foundations": ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC",
			"AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD",
			"AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH",
			"AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS"]
	}`), &freecell.Rules)
	if err != nil {
		panic(err) // the error names the card and the pile
	}
	problem := solver.NewProblem(freecell.Rules, position)
	answer, err := portfolio.New(16<<20).Answer(context.Background(), problem, solver.Budget{})
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Verdict, "in", game.Length(answer.Solution), "moves")
	// Output:
	// winnable in 8 moves
}

// A game of your own: eight cards in two columns, no cells. A search under a budget of states
// finds the same on every machine.
func ExamplePortfolio_Answer_ownRules() {
	own, err := rules.Parse([]byte(`{"max rank": 2, "tableau piles": {"count": 2, "build policy": "same-suit"}}`))
	if err != nil {
		panic(err) // the error names the field
	}
	engines := portfolio.New(16 << 20)
	for _, cards := range []string{
		`{"tableau piles": [["2S", "2H", "AS", "AH"], ["2C", "2D", "AC", "AD"]]}`,
		`{"tableau piles": [["AS", "2S", "AH", "2H"], ["AC", "2C", "AD", "2D"]]}`,
	} {
		position, err := deal.Parse([]byte(cards), &own)
		if err != nil {
			panic(err)
		}
		answer, err := engines.Answer(context.Background(), solver.NewProblem(own, position), solver.Budget{States: 1000})
		if err != nil {
			panic(err)
		}
		fmt.Println(answer.Verdict)
	}
	// Output:
	// winnable
	// unwinnable
}

// An unwinnable deal: the searches that together prove it and, where cards block each other,
// sentences that a person can check.
func ExamplePortfolio_Answer_unwinnable() {
	problem, err := solver.Numbered("klondike", "solvitaire:15")
	if err != nil {
		panic(err)
	}
	answer, err := portfolio.New(64<<20).Answer(context.Background(), problem, solver.Budget{})
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Verdict, "by", answer.Passes[0].Name)
	position := problem.Asked()
	certificate, err := proof.Restate(answer.Certificate, problem.Rules(), &position)
	if err != nil {
		panic(err)
	}
	fmt.Println(proof.Text(certificate))
	// Output:
	// unwinnable by deadlock
	// The J♠ stays in column 6: it can't go up before the 10♠ (under it); it could be laid only on the Q♥ (under it) or on the Q♦ (under it).
}
