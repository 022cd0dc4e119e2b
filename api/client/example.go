//go:build ignore

// Command example deals Klondike until a deal can be won, and wins it by following hints, and again by
// its stored solution.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/thoughtful-solitaire/thoughtful/api/client"
)

func main() {
	if err := play(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func play(ctx context.Context, url string) error {
	service, err := client.New(url)
	if err != nil {
		return err
	}
	const game = "klondike"
	for number := 1; ; number++ {
		dealt, err := service.NumberedDealWithResponse(ctx, game, fmt.Sprint("solvitaire:", number), nil)
		if err != nil {
			return err
		}
		for position, turns := dealt.JSON200.Deal, 1; ; turns++ {
			hint, err := service.MovesWithResponse(ctx, client.MovesRequest{Game: game, Deal: &position})
			if err != nil {
				return err
			}
			if hint.JSON200.Won {
				return solve(ctx, service, game, dealt.JSON200.Seed)
			}
			if hint.JSON200.Verdict != client.VerdictWinnable {
				break // try the next deal
			}
			best := hint.JSON200.Moves[0]
			fmt.Printf("%d. %s %s %s, %d to go\n", turns, best.Move.Action, best.Move.From, best.Move.To, *best.Length)
			played, err := service.ReplayWithResponse(ctx, client.ReplayRequest{Game: game, Deal: &position, Moves: client.Moves(best.Move)})
			if err != nil {
				return err
			}
			position = played.JSON200.Position
		}
	}
}

// solve wins a deal that is known to be winnable by its solution, whose moves fit the deal's columns.
func solve(ctx context.Context, service *client.ClientWithResponses, game, seed string) error {
	solution, err := service.NumberedSolutionWithResponse(ctx, game, seed, nil)
	if err != nil {
		return err
	}
	end, err := service.ReplayWithResponse(ctx, client.ReplayRequest{Game: game, Seed: seed, Moves: client.Moves(solution.JSON200.Moves...)})
	if err != nil {
		return err
	}
	if end.JSON200.Won {
		fmt.Printf("%d moves and %d redeals\nwon %s\n", solution.JSON200.Length, solution.JSON200.Redeals, seed)
	}
	return nil
}
