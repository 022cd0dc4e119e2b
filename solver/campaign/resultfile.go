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
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// resultFields are the columns of CSV, or fields of JSON, that are read of a file of
// results: those of bench and of GET /v1/campaigns/{id}/results. Others are ignored.
var resultFields = []string{
	"game", "seed", "verdict", "because", "won", "score", "seconds", "states", "length", "source", "engine", "player",
}

// ResultSet holds results of a game's deals under one scheme, in the order of their seeds.
type ResultSet struct {
	Game   string // "" for rules without a name
	Rules  *rules.Rules
	Scheme string

	Results []Result
	at      []resultLine // where each was read
}

// Has reports whether one of the results is of this deal.
func (s *ResultSet) Has(text string) bool {
	seed, err := deal.ParseSeed(text)
	if err != nil || seed.Scheme != s.Scheme {
		return false
	}
	_, found := slices.BinarySearchFunc(s.Results, int64(seed.Number), func(r Result, n int64) int { return cmp.Compare(r.Seed, n) })
	return found
}

// resultLine is a line of a file.
type resultLine struct {
	file string
	line int
}

func (l resultLine) String() string { return fmt.Sprintf("%s, line %d", l.file, l.line) }

// ResultReader reads files of results. What is wrong with lines is collected until
// [ResultReader.Done].
type ResultReader struct {
	only   string       // the game whose results are wanted; "" for all
	rules  *rules.Rules // those of lines that name no game; nil if each has to
	player string       // whose games these are; "" if they are verdicts
	ours   bool         // the results count as this program's own

	sets    map[[2]string]*ResultSet // by game and scheme
	names   map[string]*rules.Game   // what was looked up, nil if there is none
	engines map[string]string        // which are few, so that no line is kept for one
	ignored map[string]bool          // the fields without a meaning here

	Other int // how many results of other games were passed over

	wrong      []string // what is wrong, at first
	wrongLines int
	wrongAt    resultLine // the line that was wrong last
}

// maxReported caps the listed errors.
const maxReported = 20

// NewResultReader returns a reader of results of the game only, "" for all games, whose
// lines without a game are of rules r, nil if each line must name its game. Results are
// games of a player, or verdicts if player is "". ours says that they count as this
// program's own, so that a result that was imported elsewhere is an error.
func NewResultReader(only string, r *rules.Rules, player string, ours bool) *ResultReader {
	return &ResultReader{
		only: only, rules: r, player: player, ours: ours,
		sets: map[[2]string]*ResultSet{}, names: map[string]*rules.Game{}, engines: map[string]string{}, ignored: map[string]bool{},
	}
}

// complain adds an error about a field of a line.
func (r *ResultReader) complain(at resultLine, field, detail string, values ...any) {
	if at != r.wrongAt {
		r.wrongAt = at
		r.wrongLines++
	}
	if len(r.wrong) < maxReported {
		r.wrong = append(r.wrong, fmt.Sprintf("%s: %s: %s", at, field, fmt.Sprintf(detail, values...)))
	}
}

// Ignored returns the fields of the files that have no meaning here, in order.
func (r *ResultReader) Ignored() []string { return slices.Sorted(maps.Keys(r.ignored)) }

// Read reads a file: CSV with a header, or JSON, a document a line, either of them also
// compressed by gzip. It returns an error if the file as a whole can't be read.
func (r *ResultReader) Read(name string, from io.Reader) error {
	in := bufio.NewReaderSize(from, 1<<16)
	if start, _ := in.Peek(2); bytes.Equal(start, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer unpacked.Close()
		in = bufio.NewReaderSize(unpacked, 1<<16)
	}
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

func (r *ResultReader) readCSV(name string, in io.Reader) error {
	lines := &shortLines{in: in, left: mostLine}
	table := csv.NewReader(lines)
	table.ReuseRecord = true
	header, err := table.Read()
	if err != nil {
		return fmt.Errorf("it has no header: %w", err)
	}
	columns := map[string]int{}
	for i, column := range header {
		if _, again := columns[column]; again {
			return fmt.Errorf("two columns are called %s", column)
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
			return fmt.Errorf("it has no column %s", column)
		}
	}
	for column := range columns {
		if !slices.Contains(resultFields, column) {
			r.ignored[column] = true
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
		lines.left = mostLine
		line, _ := table.FieldPos(0)
		r.row(resultLine{name, line}, func(field string) string {
			if i, has := columns[field]; has {
				return record[i]
			}
			return ""
		})
	}
}

// mostLine bounds the bytes of a line, which is held in memory as a whole.
const mostLine = 1 << 20

// shortLines fails after left bytes, which are renewed for each line: without it, a CSV
// whose quotes are never closed would be one line to its end.
type shortLines struct {
	in   io.Reader
	left int
}

func (s *shortLines) Read(into []byte) (int, error) {
	if s.left <= 0 {
		return 0, fmt.Errorf("a line is longer than %d bytes", mostLine)
	}
	n, err := s.in.Read(into[:min(len(into), s.left)])
	s.left -= n
	return n, err
}

// outcomeField returns the field with the outcome of a deal.
func (r *ResultReader) outcomeField() string {
	if r.player != "" {
		return "won"
	}
	return "verdict"
}

func (r *ResultReader) readJSON(name string, in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		at := resultLine{name, n}
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		fields, err := jsonFields(lines.Bytes())
		if err != nil {
			r.complain(at, "JSON", "%v", err)
			continue
		}
		for field := range fields {
			if !slices.Contains(resultFields, field) {
				r.ignored[field] = true
			}
		}
		r.row(at, func(field string) string { return fields[field] })
	}
	return lines.Err()
}

// jsonFields returns the fields of a document, as CSV would have them.
func jsonFields(line []byte) (map[string]string, error) {
	if _, err := strict.Parse(line, ""); err != nil { // which finds a field that is given twice
		return nil, err
	}
	values := json.NewDecoder(bytes.NewReader(line))
	values.UseNumber()
	var document map[string]any
	if err := values.Decode(&document); err != nil {
		return nil, errors.New("no object")
	}
	fields := make(map[string]string, len(document))
	for name, value := range document {
		switch value := value.(type) {
		case nil:
		case string, json.Number, bool:
			fields[name] = fmt.Sprint(value)
		default:
			fields[name] = "…" // which no field may be
		}
	}
	return fields, nil
}

// row reads a line.
func (r *ResultReader) row(at resultLine, field func(name string) string) {
	mistakes := r.wrongLines
	name, gameRules, wanted := r.game(at, field("game"))
	if !wanted {
		return
	}
	seed, err := deal.ParseSeed(field("seed"))
	if err != nil {
		r.complain(at, "seed", "%v", err)
	}
	result := Result{
		Seed:     int64(seed.Number),
		Elapsed:  r.seconds(at, field("seconds")),
		States:   r.number(at, "states", field("states"), math.MaxInt64),
		Length:   int(r.number(at, "length", field("length"), 1_000_000)),
		Inferred: field("source") == string(solver.FromRelative),
		Engine:   r.engine(field("engine")),
	}
	if r.ours && field("source") == "imported" {
		r.complain(at, "source", "a service had this from somebody else, whose name --source has to be")
	}
	if r.player != "" {
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
		if _, err := seed.Deal(gameRules); err != nil { // if one can be dealt, all can
			r.complain(at, "seed", "%v", err)
			return
		}
		r.sets[key] = set
	}
	switch {
	case seed.Large != "":
		r.complain(at, "seed", "numbers of scheme %s are too large to be kept", seed.Scheme)
		return
	case seed.Number >= math.MaxInt64:
		r.complain(at, "seed", "at most %d can be kept", math.MaxInt64-1)
		return
	}
	set.Results = append(set.Results, result)
	set.at = append(set.at, at)
}

// game returns the game of a line, by any of its names; false if it is not wanted or not
// known.
func (r *ResultReader) game(at resultLine, name string) (string, *rules.Rules, bool) {
	if name == "" {
		if r.rules == nil {
			r.complain(at, "game", "missing; --game or --rules says which is meant")
			return "", nil, false
		}
		return r.only, r.rules, true
	}
	g, looked := r.names[name]
	if !looked {
		if found, known := rules.Lookup(name); known {
			g = &found
		}
		r.names[strings.Clone(name)] = g
	}
	switch {
	case g == nil:
		r.complain(at, "game", "%q is no game; 'thoughtful games' lists them", name)
		return "", nil, false
	case r.rules != nil && g.Name != r.only:
		r.Other++
		return "", nil, false
	}
	return g.Name, &g.Rules, true
}

// engine returns the version of a program, one string for all lines that name it.
func (r *ResultReader) engine(name string) string {
	known, has := r.engines[name]
	if !has {
		known = strings.Clone(name)
		r.engines[known] = known
	}
	return known
}

// number reads a whole number, 0 if there is none.
func (r *ResultReader) number(at resultLine, field, text string, most int64) int64 {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most {
		r.complain(at, field, "%q is no whole number from 0 to %d", text, most)
	}
	return n
}

// mostSeconds is longer than any search for a deal.
const mostSeconds = 1e9

// seconds reads a time, 0 if there is none.
func (r *ResultReader) seconds(at resultLine, text string) time.Duration {
	if text == "" {
		return 0
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= mostSeconds) { // nor is it no number
		r.complain(at, "seconds", "%q is no number from 0 to %g", text, mostSeconds)
		return 0
	}
	return time.Duration(math.Round(s * 1e9))
}

// solved reads the verdict of a line.
func (r *ResultReader) solved(at resultLine, result *Result, field func(name string) string) {
	verdict, because := field("verdict"), field("because")
	if verdict == "timeout" { // as other programs say it
		verdict, because = string(solver.Unknown), cmp.Or(because, string(solver.Deadline))
	}
	switch v := solver.Verdict(verdict); v {
	case solver.Winnable, solver.Unwinnable:
		result.Verdict = v
		if because != "" {
			r.complain(at, "because", "only an unknown verdict has a reason")
		}
	case solver.Unknown:
		result.Verdict = v
	default:
		r.complain(at, "verdict", "%q is not one of: winnable, unwinnable, unknown, timeout", verdict)
		return
	}
	if result.Verdict == solver.Unknown {
		switch b := solver.Reason(because); b {
		case solver.Deadline, solver.States, solver.Memory:
			result.Reason = b
		default:
			r.complain(at, "because", "%q is not one of: deadline, states, memory (the reason of an unknown verdict)", because)
		}
	}
	if result.Verdict != solver.Winnable && result.Length > 0 {
		r.complain(at, "length", "only a deal that can be won has a solution")
	}
	if field("won") != "" || field("score") != "" || field("player") != "" {
		r.complain(at, "won", "a game of a player; --player says who it was")
	}
}

// played reads the outcome of a player's game.
func (r *ResultReader) played(at resultLine, result *Result, field func(name string) string) {
	switch won := field("won"); won {
	case "true", "false":
		result.Won = won == "true"
	default:
		r.complain(at, "won", "%q is neither true nor false", won)
	}
	result.Score = int(r.number(at, "score", field("score"), 2*52))
	if who := field("player"); who != "" && who != r.player {
		r.complain(at, "player", "it was %s, and not %s, as --player says", who, r.player)
	}
	if field("verdict") != "" || field("because") != "" {
		r.complain(at, "verdict", "a verdict; leave --player out")
	}
}

// Done returns what was read, by game and scheme, each deal once, and how many results
// were of a deal that was there before, perhaps under another name of its game: a proven
// verdict replaces an unknown one. The error lists what is wrong with the files' lines.
func (r *ResultReader) Done() (sets []*ResultSet, again int, err error) {
	for _, set := range r.sets {
		again += set.sort(r)
		if len(set.Results) > 0 {
			sets = append(sets, set)
		}
	}
	switch {
	case r.wrongLines > len(r.wrong):
		return nil, 0, fmt.Errorf("%d lines are wrong, at first\n%s", r.wrongLines, strings.Join(r.wrong, "\n"))
	case len(r.wrong) > 0:
		return nil, 0, fmt.Errorf("nothing was imported:\n%s", strings.Join(r.wrong, "\n"))
	}
	slices.SortFunc(sets, func(a, b *ResultSet) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Scheme, b.Scheme)) })
	return sets, again, nil
}

// sort sorts the results by seed, drops those of the same deal, and returns their number.
func (s *ResultSet) sort(r *ResultReader) (again int) {
	order := make([]int, len(s.Results))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Results[a].Seed, s.Results[b].Seed), cmp.Compare(a, b))
	})
	sorted := make([]Result, 0, len(order))
	at := make([]resultLine, 0, len(order))
	for _, i := range order {
		result, last := &s.Results[i], len(sorted)-1
		if last < 0 || sorted[last].Seed != result.Seed {
			sorted, at = append(sorted, *result), append(at, s.at[i])
			continue
		}
		again++
		switch same := &sorted[last]; {
		case result.Won != same.Won || r.player != "" && result.Score != same.Score:
			r.complain(s.at[i], "won", "%s says otherwise of the same deal", at[last])
		case result.Verdict.Proven() && same.Verdict.Proven() && result.Verdict != same.Verdict:
			r.complain(s.at[i], "verdict", "%s, while %s says %s of the same deal", result.Verdict, at[last], same.Verdict)
		case result.Verdict.Proven() && !same.Verdict.Proven():
			*same, at[last] = *result, s.at[i]
		}
	}
	s.Results, s.at = sorted, at
	return again
}
