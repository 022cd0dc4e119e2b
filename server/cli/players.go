package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
)

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
			fmt.Fprintf(table, "  %s=%s\t%s%s\n", o.Name, values(&o), o.Summary, usually(p.Defaults[o.Name]))
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

// usually returns the default of an option, empty if it is off.
func usually(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf(" (%v)", value)
}
