package campaign

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unique"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// readFields are the fields that a Reader reads: columns of CSV, or fields of JSON. Others are
// ignored.
var readFields = []string{
	"game", "seed", "verdict", "because", "won", "score", "seconds", "states", "length", "source", "engine", "player",
}

// ResultSet has the results of a game's deals under one scheme.
type ResultSet struct {
	Game    string // empty for rules without a name
	Rules   *rules.Rules
	Scheme  string
	Results []Result // sorted by seed

	at []fileLine // where each was read
}

// Has reports whether one of the results is of this deal.
func (s *ResultSet) Has(text string) bool {
	seed, err := deal.ParseSeed(text)
	if err != nil || seed.Scheme != s.Scheme || seed.Large != "" {
		return false
	}
	_, found := slices.BinarySearchFunc(s.Results, int64(seed.Number), func(r Result, n int64) int { return cmp.Compare(r.Seed, n) })
	return found
}

// fileLine is a line of a file.
type fileLine struct {
	file string
	line int
}

func (l fileLine) String() string { return fmt.Sprintf("%s, line %d", l.file, l.line) }

// Reader reads files of results, with the columns or fields of [Writer] or of other programs.
type Reader struct {
	Game   string       // the name of the game of Rules; empty if it has none
	Rules  *rules.Rules // the only game to read, also from lines without a game; nil to read all named games
	Player string       // who played the deals; empty for verdicts
	Ours   bool         // the results are to count as this program's own

	Ignored map[string]bool // fields that mean nothing to a Reader
	Others  int             // results of other games than Rules

	sets map[[2]string]*ResultSet // by game and scheme

	wrong      []string // the first errors
	wrongLines int
	wrongAt    fileLine // the last line with an error
}

// maxReported bounds the errors that are listed.
const maxReported = 20

// addError records an error in a field of a line.
func (r *Reader) addError(at fileLine, field, detail string, values ...any) {
	if at != r.wrongAt {
		r.wrongAt = at
		r.wrongLines++
	}
	if len(r.wrong) < maxReported {
		r.wrong = append(r.wrong, fmt.Sprintf("%s: %s: %s", at, field, fmt.Sprintf(detail, values...)))
	}
}

// Read reads a file. The file is CSV with a header, or has one JSON document per line. It may be
// gzipped. The error is about the file as a whole. [Reader.Sets] returns the errors of single
// lines.
func (r *Reader) Read(name string, from io.Reader) error {
	if r.sets == nil {
		r.sets, r.Ignored = map[[2]string]*ResultSet{}, map[string]bool{}
	}
	in := bufio.NewReaderSize(from, 1<<16)
	if start, _ := in.Peek(2); bytes.Equal(start, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer unpacked.Close()
		in = bufio.NewReaderSize(unpacked, 1<<16)
	}
	strict.SkipMark(in)
	start, err := in.Peek(1)
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s is empty", name)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case start[0] == '{':
		err = r.readJSON(name, in)
	default:
		err = r.readCSV(name, in)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (r *Reader) readCSV(name string, in io.Reader) error {
	lines := &shortLines{in: in, left: maxLine}
	table := csv.NewReader(lines)
	table.ReuseRecord = true
	header, err := table.Read()
	if err != nil {
		return fmt.Errorf("reading the header: %w", err)
	}
	columns := map[string]int{}
	for i, column := range header {
		if _, again := columns[column]; again {
			return fmt.Errorf("column %s appears twice", column)
		}
		columns[strings.Clone(column)] = i
	}
	if _, has := columns["states"]; !has {
		if i, has := columns["nodes"]; has { // which is Solvitaire's name of them
			columns["states"] = i
			delete(columns, "nodes")
		}
	}
	for _, column := range []string{"seed", r.outcomeField()} {
		if _, has := columns[column]; !has {
			return fmt.Errorf("column %s is missing", column)
		}
	}
	for column := range columns {
		if !slices.Contains(readFields, column) {
			r.Ignored[column] = true
		}
	}
	for {
		record, err := table.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err // which has the line
		}
		lines.left = maxLine
		line, _ := table.FieldPos(0)
		r.row(fileLine{name, line}, func(field string) string {
			if i, has := columns[field]; has {
				return record[i]
			}
			return ""
		})
	}
}

// maxLine bounds the bytes of a line, because a whole line is held in memory.
const maxLine = 1 << 20

// shortLines reads a bounded number of bytes until left is set again. In CSV with an open quote,
// the rest of the file is one line.
type shortLines struct {
	in   io.Reader
	left int
}

func (s *shortLines) Read(into []byte) (int, error) {
	if s.left <= 0 {
		return 0, fmt.Errorf("line longer than %d bytes", maxLine)
	}
	n, err := s.in.Read(into[:min(len(into), s.left)])
	s.left -= n
	return n, err
}

// outcomeField returns the field with a deal's outcome.
func (r *Reader) outcomeField() string {
	if r.Player != "" {
		return "won"
	}
	return "verdict"
}

func (r *Reader) readJSON(name string, in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		at := fileLine{name, n}
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		fields, err := jsonFields(lines.Bytes())
		if err != nil {
			r.addError(at, "JSON", "%v", err)
			continue
		}
		for field := range fields {
			if !slices.Contains(readFields, field) {
				r.Ignored[field] = true
			}
		}
		r.row(at, func(field string) string { return fields[field] })
	}
	return lines.Err()
}

// jsonFields returns the fields of a document as CSV has them.
func jsonFields(line []byte) (map[string]string, error) {
	if _, err := strict.Parse(line, ""); err != nil { // finds duplicate fields
		return nil, err
	}
	values := json.NewDecoder(bytes.NewReader(line))
	values.UseNumber()
	var document map[string]any
	if err := values.Decode(&document); err != nil {
		return nil, errors.New("not an object")
	}
	fields := make(map[string]string, len(document))
	for name, value := range document {
		switch value := value.(type) {
		case nil:
		case string, json.Number, bool:
			fields[name] = fmt.Sprint(value)
		default:
			fields[name] = "…" // not valid in any field
		}
	}
	return fields, nil
}

// row reads a line.
func (r *Reader) row(at fileLine, field func(name string) string) {
	mistakes := r.wrongLines
	name, gameRules, wanted := r.game(at, field("game"))
	if !wanted {
		return
	}
	seed, err := deal.ParseSeed(field("seed"))
	if err != nil {
		r.addError(at, "seed", "%v", err)
	}
	result := Result{
		Seed:     int64(seed.Number),
		Elapsed:  r.seconds(at, field("seconds")),
		States:   r.number(at, "states", field("states"), math.MaxInt64),
		Length:   int(r.number(at, "length", field("length"), 1_000_000)),
		Inferred: field("source") == string(solver.FromRelative),
		Engine:   unique.Make(field("engine")).Value(), // versions are few: no line is kept in memory for one
	}
	if r.Ours && field("source") == "imported" {
		r.addError(at, "source", "a service imported this from elsewhere: give that source")
	}
	if r.Player != "" {
		r.played(at, &result, field)
	} else {
		r.solved(at, &result, field)
	}
	if r.wrongLines > mistakes {
		return
	}
	key := [2]string{name, seed.Scheme}
	set := r.sets[key]
	if set == nil {
		set = &ResultSet{Game: name, Rules: gameRules, Scheme: seed.Scheme}
		if _, err := seed.Deal(gameRules); err != nil { // if one deal is possible, all are
			r.addError(at, "seed", "%v", err)
			return
		}
		r.sets[key] = set
	}
	if seed.Large != "" {
		r.addError(at, "seed", "results are stored only for deals of ranges, not for %s", seed)
		return
	}
	set.Results = append(set.Results, result)
	set.at = append(set.at, at)
}

// game returns the game of a line by any of its names; false if it is not wanted or not known.
func (r *Reader) game(at fileLine, name string) (string, *rules.Rules, bool) {
	if name == "" {
		if r.Rules == nil {
			r.addError(at, "game", "missing, and no game was given for the file")
			return "", nil, false
		}
		return r.Game, r.Rules, true
	}
	g, known := rules.Lookup(name)
	switch {
	case !known:
		r.addError(at, "game", "unknown game %q", name)
		return "", nil, false
	case r.Rules != nil && g.Name != r.Game:
		r.Others++
		return "", nil, false
	}
	return g.Name, &g.Rules, true
}

// number reads a whole number; 0 if it is missing.
func (r *Reader) number(at fileLine, field, text string, most int64) int64 {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most {
		r.addError(at, field, "%q is not a whole number from 0 to %d", text, most)
	}
	return n
}

// maxSeconds is more than any search takes.
const maxSeconds = 1e9

// seconds reads a time in seconds; 0 if it is missing.
func (r *Reader) seconds(at fileLine, text string) time.Duration {
	if text == "" {
		return 0
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= maxSeconds) { // also refuses NaN
		r.addError(at, "seconds", "%q is not a number from 0 to %g", text, maxSeconds)
		return 0
	}
	return time.Duration(math.Round(s * 1e9))
}

// solved reads the verdict of a line.
func (r *Reader) solved(at fileLine, result *Result, field func(name string) string) {
	verdict, because := field("verdict"), field("because")
	if verdict == "timeout" { // as other programs write it
		verdict, because = string(solver.Unknown), cmp.Or(because, string(solver.Deadline))
	}
	switch v := solver.Verdict(verdict); v {
	case solver.Winnable, solver.Unwinnable:
		result.Verdict = v
		if because != "" {
			r.addError(at, "because", "only an unknown verdict has a reason")
		}
	case solver.Unknown:
		result.Verdict = v
	default:
		r.addError(at, "verdict", "%q is not one of: winnable, unwinnable, unknown, timeout", verdict)
		return
	}
	if result.Verdict == solver.Unknown {
		switch b := solver.Reason(because); b {
		case solver.Deadline, solver.States, solver.Memory:
			result.Reason = b
		default:
			r.addError(at, "because", "%q is not one of: deadline, states, memory (why a verdict is unknown)", because)
		}
	}
	if result.Verdict != solver.Winnable && result.Length > 0 {
		r.addError(at, "length", "only a winnable deal has a solution")
	}
	if field("won") != "" || field("score") != "" || field("player") != "" {
		r.addError(at, "won", "a player's result, but no player was given")
	}
}

// played reads the outcome of a player's game.
func (r *Reader) played(at fileLine, result *Result, field func(name string) string) {
	switch won := field("won"); won {
	case "true", "false":
		result.Won = won == "true"
	default:
		r.addError(at, "won", "%q is neither true nor false", won)
	}
	result.Score = int(r.number(at, "score", field("score"), 2*52))
	if who := field("player"); who != "" && who != r.Player {
		r.addError(at, "player", "%s, but %s was given", who, r.Player)
	}
	if field("verdict") != "" || field("because") != "" {
		r.addError(at, "verdict", "a verdict, but a player was given")
	}
}

// Sets returns the results by game and scheme, each set sorted by seed. again is the number of
// results that were left out because their deal had another result, perhaps under another name of
// its game; a proven result is kept before an unproven one. The error lists the wrong lines.
func (r *Reader) Sets() (sets []*ResultSet, again int, err error) {
	for _, set := range r.sets {
		again += set.sort(r)
		if len(set.Results) > 0 {
			sets = append(sets, set)
		}
	}
	switch {
	case r.wrongLines > len(r.wrong):
		return nil, 0, fmt.Errorf("%d lines are wrong; the first errors:\n%s", r.wrongLines, strings.Join(r.wrong, "\n"))
	case len(r.wrong) > 0:
		return nil, 0, errors.New(strings.Join(r.wrong, "\n"))
	}
	slices.SortFunc(sets, func(a, b *ResultSet) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Scheme, b.Scheme)) })
	return sets, again, nil
}

// sort sorts results by seed, leaves out results of deals that have one, and returns how many.
func (s *ResultSet) sort(r *Reader) (again int) {
	order := make([]int, len(s.Results))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Results[a].Seed, s.Results[b].Seed), cmp.Compare(a, b))
	})
	sorted := make([]Result, 0, len(order))
	at := make([]fileLine, 0, len(order))
	for _, i := range order {
		result, last := &s.Results[i], len(sorted)-1
		if last < 0 || sorted[last].Seed != result.Seed {
			sorted, at = append(sorted, *result), append(at, s.at[i])
			continue
		}
		again++
		switch same := &sorted[last]; {
		case result.Won != same.Won || r.Player != "" && result.Score != same.Score:
			r.addError(s.at[i], "won", "differs from %s for the same deal", at[last])
		case result.Verdict.Proven() && same.Verdict.Proven() && result.Verdict != same.Verdict:
			r.addError(s.at[i], "verdict", "%s, but %s in %s", result.Verdict, same.Verdict, at[last])
		case result.Verdict.Proven() && !same.Verdict.Proven():
			*same, at[last] = *result, s.at[i]
		}
	}
	s.Results, s.at = sorted, at
	return again
}
