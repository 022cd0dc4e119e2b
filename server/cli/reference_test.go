package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

var update = flag.Bool("update", false, "write the pages of docs/reference")

// TestReference compares the pages of docs/reference with the grammar of the command line and with
// the catalogue of games and packs. TestMetricsTable in package service does the same for metrics.md.
func TestReference(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	var g grammar
	model := newParser(&g, console{ctx: t.Context()}, nil).Model
	for name, page := range map[string]string{"settings.md": settingsPage(model), "commands.md": commandsPage(t, model), "games.md": gamesPage(t)} {
		path := filepath.Join("..", "..", "docs", "reference", name)
		if *update {
			if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || string(have) != page {
			t.Errorf("docs/reference/%s is out of date: run make generate (%v)", name, err)
		}
	}
}

// settingsPage returns a table of the flags that are environment variables too.
func settingsPage(model *kong.Application) string {
	type setting struct{ name, flag, standard, help string }
	commands := map[setting][]string{}
	for _, command := range model.Children {
		for _, f := range command.Flags {
			if len(f.Envs) == 1 && !f.Hidden {
				standard, help := explain(f)
				s := setting{f.Envs[0], flagText(f), standard, help}
				commands[s] = append(commands[s], "`"+command.Name+"`")
			}
		}
	}
	var rows []string
	for s, by := range commands {
		rows = append(rows, row("`"+s.name+"`", s.standard, s.help, "`"+s.flag+"`", strings.Join(by, " ")))
	}
	slices.Sort(rows)
	return `# Settings

For operators who look up a setting. Each is an environment variable and a flag; the flag wins. This page is made from the program's own list, which ` + "`thoughtful serve --help`" + ` prints. [One machine](../run/one-machine.md) says which ones need a decision.

A size is a number of bytes or has a unit, as in ` + "`512MiB` or `4GiB`" + `. A time has units, as in ` + "`500ms`, `10s`, `2m` or `24h`" + `.

` + row("setting", "default", "what it does", "flag", "commands") + row("---", "---", "---", "---", "---") + strings.Join(rows, "")
}

// detail finds the indented lines of a command's explanation: examples.
var detail = regexp.MustCompile(`(?m)^((?:  .*\n)+)`)

// commandsPage returns a section for each command.
func commandsPage(t *testing.T, model *kong.Application) string {
	var page bytes.Buffer
	page.WriteString(`# Commands

For those who look up a flag. ` + "`thoughtful help COMMAND`" + ` prints the same. Built from source, ` + "`go run ./server COMMAND`" + ` is the program too. [On the command line](../build/command-line.md) shows how to use it, with the exit statuses.

Settings of the service and of its database are flags of several commands. [Settings](settings.md) has them.
`)
	for _, command := range model.Children {
		if !strings.Contains(command.Detail, "  ") {
			t.Errorf("%s has no example", command.Name)
		}
		fmt.Fprintf(&page, "\n## %s\n\n%s\n\n```\nthoughtful %s\n```\n", command.Name, command.Help, command.Summary())
		page.WriteString(detail.ReplaceAllStringFunc("\n"+strings.TrimSpace(command.Detail)+"\n", func(example string) string {
			return "```\n" + strings.TrimSpace(strings.ReplaceAll(example, "\n  ", "\n")) + "\n```\n"
		}))
		var rows, settings []string
		for _, a := range command.Positional {
			rows = append(rows, row("`"+strings.Trim(a.Summary(), "[] .")+"`", "", a.Help))
		}
		for _, f := range command.Flags {
			switch standard, help := explain(f); {
			case f.Hidden || f.Name == "help" || f.Name == "version" && command.Name != "version":
			case len(f.Envs) > 0:
				settings = append(settings, "`"+f.Envs[0]+"`")
			default:
				rows = append(rows, row("`"+flagText(f)+"`", standard, help))
			}
		}
		if len(rows) > 0 {
			page.WriteString("\n" + row("flag", "default", "") + row("---", "---", "---") + strings.Join(rows, ""))
		}
		switch {
		case len(settings) > 12:
			page.WriteString("\nEach of the [settings](settings.md) that name this command is a flag.\n")
		case len(settings) > 0:
			fmt.Fprintf(&page, "\n[Settings](settings.md): %s.\n", strings.Join(settings, ", "))
		}
	}
	return page.String()
}

// klondikes are the games of which the catalogue has one for each number of cards.
var klondikes = regexp.MustCompile(`^klondike-draw-([4-9]|[12][0-9])(-|$)`)

// gamesPage returns the catalogue by family, with variants after their game.
func gamesPage(t *testing.T) string {
	games, packed, err := seeds.Packed(docs.Seeds)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	page.WriteString(`# Games

For those who look for a game or its name. ` + "`thoughtful games NAME`" + ` and the page ` + "`/games/NAME`" + ` show the full rules of each. [Games, by name](../build/names.md) says where they come from, and which games can't be expressed.

In these rules a space is an empty column, a redeal turns the waste over to make a new stock, and worrying back is moving a card back from a foundation. A run is a group of cards in order that may move together.

Requests and commands take the name or one of the other names. "Numbers" are the [numberings](../build/positions.md) of the game's deals. The first is the one that players usually mean. "Winnable" are the numberings with a pack of [winnable deals](../build/deals.md). These games have one, and a deal of the day: ` + "`" + strings.Join(games, "`, `") + "`" + `.

` + "`klondike-draw-N` and `klondike-draw-N-no-worrying-back`" + ` exist for each N from 1 to 24. The table has them up to three.
`)
	for _, family := range rules.Families() {
		fmt.Fprintf(&page, "\n## %s\n\n", family.Name)
		page.WriteString(row("name", "title", "rules in short", "other names", "numbers", "winnable") + row("---", "---", "---", "---", "---", "---"))
		for _, entry := range family.Games {
			for _, g := range append([]rules.Game{entry.Game}, entry.Variants...) {
				if klondikes.MatchString(g.Name) {
					continue
				}
				usual := request.UsualScheme(&g.Rules, "1")
				numbers := slices.DeleteFunc(deal.Schemes(&g.Rules), func(s string) bool { return s == usual })
				aliases := make([]string, len(g.Aliases))
				for i, alias := range g.Aliases {
					aliases[i] = "`" + alias + "`"
				}
				page.WriteString(row("`"+g.Name+"`", g.Title, g.Summary, strings.Join(aliases, " "), strings.Join(append([]string{usual}, numbers...), ", "), strings.Join(packed[g.Name], ", ")))
			}
		}
	}
	return page.String()
}

// defaultInHelp finds the default in the help of a flag that has no fixed one.
var defaultInHelp = regexp.MustCompile(` \(default: ([^()]*)\)`)

// explain returns the default of a flag and what it does.
func explain(f *kong.Flag) (standard, help string) {
	help = f.Help
	if m := defaultInHelp.FindStringSubmatch(help); m != nil {
		return m[1], strings.Replace(strings.Replace(help, m[0], "", 1), "….", "…", 1)
	}
	switch {
	case f.HasDefault:
		standard = "`" + f.Default + "`"
	case f.Required:
		standard = "required"
	case f.IsBool():
		standard = "off"
	}
	return standard, help
}

// flagText returns a flag with its value, as in help.
func flagText(f *kong.Flag) string {
	name := f.Name
	if f.Tag.Negatable != "" {
		name = "[no-]" + name
	}
	if f.IsBool() {
		return "--" + name
	}
	value := f.PlaceHolder
	if value == "" {
		value = "VALUE"
	}
	return "--" + name + " " + value
}

// row returns a row of a table.
func row(cells ...string) string {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}
