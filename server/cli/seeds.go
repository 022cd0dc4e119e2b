package cli

import (
	"encoding/json"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// seedsCommand is GET /v1/games/{game}/seeds without a server.
type seedsCommand struct {
	Game       string `help:"Name or alias of a game." required:"" placeholder:"NAME"`
	Scheme     string `help:"Scheme of the numbers, for example microsoft." default:"solvitaire" placeholder:"SCHEME"`
	Difficulty string `help:"Only deals of this difficulty: easy, medium, hard or expert." placeholder:"GRADE"`
	From       uint64 `help:"The least number." placeholder:"NUMBER"`
	Count      int    `help:"How many numbers at most." default:"100" placeholder:"N"`
	JSON       bool   `name:"json" help:"Print the lines of the service, with difficulties."`
}

func (s *seedsCommand) Run(c console) error {
	if s.Count < 1 {
		return service.Usagef("--count: must be at least 1")
	}
	list, err := deals.Seeds(s.Game, s.Scheme, s.Difficulty, s.From, s.Count)
	if err != nil {
		return err
	}
	if !s.JSON {
		_, err = fmt.Fprint(c.out, list.Text())
		return err
	}
	lines := json.NewEncoder(c.out)
	for _, seed := range list.Seeds() {
		if err := lines.Encode(seed); err != nil {
			return err
		}
	}
	return nil
}
