package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// gameFlags select a game.
type gameFlags struct {
	Game  string `help:"Name or alias of a game; 'thoughtful games' lists them." placeholder:"NAME" predictor:"game"`
	Rules string `help:"File with the rules of a game, instead of --game; - for standard input." placeholder:"FILE" predictor:"file"`
}

// cardFlags select a deal.
type cardFlags struct {
	Seed   string `help:"Numbered deal, for example solvitaire:2 or microsoft:11982; see docs/build/positions.md." placeholder:"SCHEME:NUMBER"`
	Deal   string `help:"File with a deal, or the output of deal --json, instead of --seed; - for standard input. A position in one line may stand here itself." placeholder:"FILE" predictor:"file"`
	Format string `help:"Format of the deal, if it is not JSON: fc-solve, pysol, klondike-solver or rows; see docs/build/formats.md." placeholder:"FORMAT"`
}

// fields are the fields of an HTTP request. The command line makes one of its flags, so that it and
// the service read the same language and report the same errors.
type fields map[string]any

// set sets a field to a flag's value, if there is one.
func (r fields) set(name, value string) {
	if value != "" {
		r[name] = value
	}
}

// requestFlags are flags that become fields of a request.
type requestFlags interface {
	addTo(r fields, c console) error
}

// encode returns the body of a request with these fields and the fields of the flags.
func (r fields) encode(c console, flags ...requestFlags) ([]byte, error) {
	for _, f := range flags {
		if err := f.addTo(r, c); err != nil {
			return nil, err
		}
	}
	return json.Marshal(r)
}

func (g *gameFlags) addTo(r fields, c console) error {
	r.set("game", g.Game)
	if g.Rules == "" {
		return nil
	}
	text, err := readDocument(c, g.Rules, "rules")
	r["rules"] = text
	return err
}

func (f *cardFlags) addTo(r fields, c console) error {
	r.set("seed", f.Seed)
	r.set("format", f.Format)
	if f.Deal == "" {
		return nil
	}
	text, err := readFile(c, f.Deal)
	if errors.Is(err, fs.ErrNotExist) && deal.IsLine(f.Deal) {
		text, err = []byte(f.Deal), nil
	}
	switch line := string(bytes.TrimSpace(text)); {
	case err != nil:
		return err
	case f.Format == "" && deal.IsLine(line):
		r["deal"] = line
		return nil
	case f.Format != "":
		r["deal"] = string(text)
		return nil
	}
	r["deal"] = json.RawMessage(text)
	_, err = strict.Parse(text, "deal")
	var answer struct {
		ID   solver.ID
		Deal json.RawMessage
	}
	if err == nil && json.Unmarshal(text, &answer) == nil && answer.ID != "" && answer.Deal != nil { // the output of deal --json
		r["deal"] = answer.Deal
	}
	if err != nil && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return service.Usagef("deal: not JSON; name the format of another program with --format: fc-solve, pysol, klondike-solver or rows")
	}
	return err
}

// schemaFlag selects how positions are written in JSON.
type schemaFlag struct {
	Schema string `help:"Form of positions in JSON: ${enum}; see docs/build/positions.md." enum:"solvitaire,explicit,line" default:"solvitaire" placeholder:"SCHEMA"`
}

func (f *schemaFlag) addTo(r fields, _ console) error {
	r.set("schema", f.Schema)
	return nil
}

// moveFlags select moves.
type moveFlags struct {
	Moves       string `help:"File with the moves: a JSON list, the output of solve --json or play --json, or text; - for standard input." placeholder:"FILE" predictor:"file"`
	MovesFormat string `help:"Format of the moves, if they are not JSON: text, fc-solve, klondike-solver or minimal-klondike; see docs/build/formats.md." placeholder:"FORMAT"`
	Autoplay    string `help:"Cards that go home by themselves after each move in standard notation (fc-solve): none, safe or all. Without it, what the moves fit." placeholder:"CARDS"`
}

func (f *moveFlags) addTo(r fields, c console) error {
	r.set("moves_format", f.MovesFormat)
	r.set("autoplay", f.Autoplay)
	if f.Moves == "" {
		return nil
	}
	moves, err := f.read(c)
	r["moves"] = moves
	return err
}

// read returns the moves for a request: text in the named format, a JSON list, or the moves in
// the output of solve --json or play --json.
func (f *moveFlags) read(c console) (any, error) {
	if f.MovesFormat != "" {
		text, err := readFile(c, f.Moves)
		return string(text), err
	}
	text, err := f.readJSON(c)
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
	case err != nil: // not such an output
		return text, nil
	case answer.Player != "":
		return answer.Moves, nil
	case answer.Verdict == "":
		return text, nil
	case answer.Solution == nil:
		return nil, service.Usagef("moves: the answer has no solution, its verdict is %q", answer.Verdict)
	default:
		return answer.Solution.Moves, nil
	}
}

// readJSON returns the JSON in the file of moves. A deal before it, as convert writes one, is
// skipped.
func (f *moveFlags) readJSON(c console) (json.RawMessage, error) {
	text, err := readFile(c, f.Moves)
	if err != nil {
		return nil, err
	}
	_, err = strict.Parse(text, "moves")
	if err == nil {
		return text, nil
	}
	_, moves, found := bytes.Cut(text, []byte("\n\n"))
	if _, invalid := strict.Parse(moves, "moves"); found && invalid == nil {
		return moves, nil
	}
	if start := bytes.TrimSpace(text); found || !bytes.HasPrefix(start, []byte("[")) && !bytes.HasPrefix(start, []byte("{")) {
		return nil, service.Usagef("moves: not JSON; name the format of text moves with --moves-format")
	}
	return nil, err
}

// rulesOf returns the rules that the flags name, and the game's name, empty for rules from a file.
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
		return "", r, err
	case g.Game == "":
		return "", r, service.Usagef("give --game or --rules")
	}
	game, err := deals.Game(g.Game)
	return game.Name, game.Rules, err
}

// maxFile is the maximum size of a file with a deal, rules or moves.
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
		return nil, service.Usagef("%s is larger than %d bytes", name, maxFile)
	case len(text) == 0 && from == c.in:
		return nil, service.Usagef("standard input is empty, or was read for another flag")
	case len(text) == 0:
		return nil, service.Usagef("%s is empty", name)
	}
	return strict.TrimMark(text), nil
}

// readDocument reads a file that becomes a field of a request. Invalid JSON is reported here,
// because the error of the whole request could not name the field.
func readDocument(c console, name, field string) (json.RawMessage, error) {
	text, err := readFile(c, name)
	if err != nil {
		return nil, err
	}
	_, err = strict.Parse(text, field)
	return text, err
}

// show prints an answer as the JSON of the service, or calls a function that prints it as text.
func (c console) show(asJSON bool, answer any, text func()) error {
	if asJSON {
		return printJSON(c.out, answer)
	}
	text()
	return nil
}

// printJSON writes a value on one line.
func printJSON(to io.Writer, v any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// printWarnings writes the warnings of an answer.
func printWarnings(to io.Writer, warnings []string) {
	for _, warning := range warnings {
		fmt.Fprintf(to, "warning: %s\n", warning)
	}
}
