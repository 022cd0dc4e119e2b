package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// gameFlags say which rules a command is about.
type gameFlags struct {
	Game  string `help:"A game's name or alias; 'thoughtful games' lists them." placeholder:"NAME"`
	Rules string `help:"A file with the rules of a game, in place of --game; - for standard input." placeholder:"FILE"`
}

// cardFlags say which cards a command is about.
type cardFlags struct {
	Seed   string `help:"A deal by number, such as solvitaire:2 or microsoft:11982; docs/positions.md has the schemes." placeholder:"SCHEME:NUMBER"`
	Deal   string `help:"A file with a deal, in place of --seed; - for standard input." placeholder:"FILE"`
	Format string `help:"The format of a deal that is not JSON: fc-solve, pysol or klondike-solver; docs/formats.md shows them." placeholder:"FORMAT"`
}

// request makes the fields of an HTTP request from the flags, so that the command
// line and the service read one language and complain alike.
func (g *gameFlags) request(c console) (map[string]any, error) {
	request := map[string]any{}
	if g.Game != "" {
		request["game"] = g.Game
	}
	if g.Rules != "" {
		text, err := readDocument(c, g.Rules, "rules")
		if err != nil {
			return nil, err
		}
		request["rules"] = text
	}
	return request, nil
}

func (f *cardFlags) addTo(request map[string]any, c console) error {
	if f.Seed != "" {
		request["seed"] = f.Seed
	}
	if f.Format != "" {
		request["format"] = f.Format
	}
	if f.Deal == "" {
		return nil
	}
	text, err := readFile(c, f.Deal)
	switch {
	case err != nil:
		return err
	case f.Format != "":
		request["deal"] = string(text)
		return nil
	}
	request["deal"] = json.RawMessage(text)
	err = parses(text, "deal")
	if err != nil && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return service.Usagef("deal: this is no JSON; if it is in another program's format, name that with --format")
	}
	return err
}

// moveFlags say which moves a command is about.
type moveFlags struct {
	Moves       string `help:"A file with the moves: a JSON list, an answer of solve --json or play --json, or a text; - for standard input." placeholder:"FILE"`
	MovesFormat string `help:"The format of moves that are not JSON: text, fc-solve, klondike-solver or minimal-klondike; docs/formats.md tells of them." placeholder:"FORMAT"`
}

func (f *moveFlags) addTo(request map[string]any, c console) error {
	if f.MovesFormat != "" {
		request["moves_format"] = f.MovesFormat
	}
	if f.Moves == "" {
		return nil
	}
	moves, err := f.read(c)
	request["moves"] = moves
	return err
}

// read reads the moves as a request has them: a text in the format that is named, a
// JSON list, or what solve --json or play --json has answered.
func (f *moveFlags) read(c console) (any, error) {
	if f.MovesFormat != "" {
		text, err := readFile(c, f.Moves)
		return string(text), err
	}
	text, err := readDocument(c, f.Moves, "moves")
	if err != nil {
		return nil, err
	}
	var answer struct {
		Verdict  solver.Verdict
		Solution *struct{ Moves json.RawMessage }
		Player   string
		Moves    json.RawMessage
	}
	switch err := json.Unmarshal(text, &answer); {
	case err != nil: // no answer, of which it may yet have some fields
		return text, nil
	case answer.Player != "":
		return answer.Moves, nil
	case answer.Verdict == "":
		return text, nil
	case answer.Solution == nil:
		return nil, service.Usagef("moves: this is an answer without a solution; its verdict is %q", answer.Verdict)
	default:
		return answer.Solution.Moves, nil
	}
}

// rulesOf reads the rules that the flags name. What has no name is called after
// its file.
func (g *gameFlags) rulesOf(c console) (name string, r rules.Rules, err error) {
	switch {
	case g.Game != "" && g.Rules != "":
		return "", r, service.Usagef("give either --game or --rules, not both")
	case g.Rules != "":
		text, err := readFile(c, g.Rules)
		if err != nil {
			return "", r, err
		}
		r, err = rules.Parse(text)
		return g.Rules, r, err
	case g.Game == "":
		return "", r, service.Usagef("give --game or --rules")
	}
	game, err := api.Game(g.Game)
	return game.Name, game.Rules, err
}

// maxFile bounds what is read from a file: a deal, rules or moves.
const maxFile = 64 << 20

func readFile(c console, name string) ([]byte, error) {
	from := c.in
	if name == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, service.Usagef("%w", err)
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, maxFile+1))
	switch {
	case err != nil:
		return nil, service.Usagef("reading %s: %w", name, err)
	case len(text) > maxFile:
		return nil, service.Usagef("%s has more than %d bytes", name, maxFile)
	case len(text) == 0 && from == c.in:
		return nil, service.Usagef("standard input is empty, or was read for another flag")
	case len(text) == 0:
		return nil, service.Usagef("%s is empty", name)
	}
	return text, nil
}

// readDocument reads a file that is to be a field of a request. A file that is no
// JSON is complained of here, since of the request as a whole one could not say
// which part of it is to blame.
func readDocument(c console, name, field string) (json.RawMessage, error) {
	text, err := readFile(c, name)
	if err != nil {
		return nil, err
	}
	return text, parses(text, field)
}

func parses(text []byte, field string) error {
	_, err := strict.Parse(text, field)
	return err
}

// printJSON writes a value on one line.
func printJSON(to io.Writer, v any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
