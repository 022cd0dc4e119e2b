package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// gamesCommand is GET /v1/games, or with a name GET /v1/games/{game}.
type gamesCommand struct {
	Game string `arg:"" optional:"" help:"Name or alias of a game." predictor:"game"`
	All  bool   `help:"List variants too, which are otherwise counted only."`
	JSON bool   `name:"json" help:"Print the JSON of the service."`
}

func (g *gamesCommand) Run(c console) error {
	switch {
	case g.Game != "":
		return g.one(c)
	case g.JSON:
		games := deals.Games()
		games.Version = service.Version()
		return printJSON(c.out, games)
	default:
		return g.list(c)
	}
}

func (g *gamesCommand) one(c console) error {
	game, err := deals.Game(g.Game)
	if err != nil {
		return err
	}
	if g.JSON {
		return printJSON(c.out, game)
	}
	rules, err := game.Rules.MarshalJSON()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s (%s)\n%s\n%s\nSource: %s\n", game.Title, game.Name, game.Summary, rules, game.Source)
	if variants := variantsOf(game.Name); len(variants) > 0 {
		fmt.Fprintf(c.out, "Variants: %s\n", strings.Join(variants, ", "))
	}
	return nil
}

// variantsOf returns the names of the variants of a game.
func variantsOf(name string) []string {
	var names []string
	for _, f := range rules.Families() {
		for _, e := range f.Games {
			for _, v := range e.Variants {
				if e.Name == name {
					names = append(names, v.Name)
				}
			}
		}
	}
	return names
}

// list prints the games family by family, the popular ones first.
func (g *gamesCommand) list(c console) error {
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for i, f := range rules.Families() {
		if i > 0 {
			fmt.Fprintln(table)
		}
		fmt.Fprintf(table, "%s:\n", f.Name)
		for _, e := range f.Games {
			fmt.Fprintf(table, "%s\t%s%s\n", e.Name, e.Title, g.folded(len(e.Variants)))
			for _, v := range e.Variants {
				if g.All {
					fmt.Fprintf(table, "%s\t%s\n", v.Name, v.Title)
				}
			}
		}
	}
	return table.Flush()
}

// folded says how many variants the list leaves out.
func (g *gamesCommand) folded(variants int) string {
	switch {
	case g.All || variants == 0:
		return ""
	case variants == 1:
		return " (and 1 variant)"
	default:
		return fmt.Sprintf(" (and %d variants)", variants)
	}
}

// playersCommand is GET /v1/players without a server.
type playersCommand struct {
	JSON bool `name:"json" help:"Print the JSON of the service."`
}

func (k *playersCommand) Run(c console) error {
	list := moves.Players()
	if k.JSON {
		return printJSON(c.out, list)
	}
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for i := range list.Players {
		p := &list.Players[i]
		fmt.Fprintf(table, "%s\t%s\n", p.Name, p.Summary)
		for _, o := range p.Options {
			fmt.Fprintf(table, "  %s=%s\t%s%s\n", o.Name, values(&o), o.Summary, defaultText(p.Defaults[o.Name]))
		}
	}
	return table.Flush()
}

// values returns the possible values of an option.
func values(o *moves.PlayerOption) string {
	if o.Words != nil {
		return strings.Join(o.Words, "|")
	}
	return fmt.Sprintf("%d…%d", *o.Least, *o.Most)
}

// defaultText returns the default of an option, empty if it is off.
func defaultText(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf(" (%v)", value)
}

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
