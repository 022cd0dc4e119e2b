package tables

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/differ"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// z99 is the half width of a 99 % interval, in standard deviations.
const z99 = 2.5758293035489004

// playersDir has the data of docs/research/results/players.md.
const playersDir = "research/data/players"

// published is a row of data/players/rows.csv: a row of a paper's table, and the run to compare
// with it.
type published struct {
	paper, row  string
	share       float64
	played      int64  // games of the paper, as a number
	rateText    string // with its half width, in percent; "" for a player of our own
	games, time string // as printed
	information string

	game        string
	kind        player.Kind // our player; without a name if there is none
	options     player.Options
	optionsText string // the options, as on a command line
	seeds       string
	file        string
	cause       string // of a difference, if it is known
	remark      string

	run *playerRun // nil if there is no file yet
}

// playerRun has the results of a player's games, from a campaign's file.
type playerRun struct {
	player        string // by its title
	games, wanted int64
	wins          int64
	seconds       float64 // processor time
	engines       []string
}

// playersPage has the tables of docs/research/results/players.md, by name. A new table has a file of its
// own, a place on the page, and a line here.
var playersPage = map[string]func(docs fs.FS) (string, error){
	"papers": papersTable,
	"runs":   runsTable,
	"times":  timesTable,
}

// readPublished reads the rows, with the results of their files.
func readPublished(docs fs.FS) ([]published, error) {
	const name = playersDir + "/rows.csv"
	f, err := docs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	table := csv.NewReader(f)
	table.Comment = '#'
	header, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var all []published
	for {
		record, err := table.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err) // err has the line
		}
		fields := map[string]string{}
		for i, column := range header {
			fields[column] = record[i]
		}
		p, err := newPublished(docs, fields)
		if err != nil {
			line, _ := table.FieldPos(0)
			return nil, fmt.Errorf("%s, line %d: %w", name, line, err)
		}
		all = append(all, p)
	}
}

// newPublished returns a row with these fields.
func newPublished(docs fs.FS, fields map[string]string) (published, error) {
	p := published{
		paper: fields["paper"], row: fields["row"], games: fields["games"], time: fields["time"], information: fields["information"],
		game: fields["game"], optionsText: fields["options"], seeds: fields["seeds"], file: fields["file"], cause: fields["cause"], remark: fields["remark"],
	}
	if err := p.readRate(fields["rate"], fields["half"]); err != nil {
		return p, err
	}
	if name := fields["player"]; name != "" {
		var known bool
		if p.kind, known = roster.Lookup(name); !known {
			return p, fmt.Errorf("unknown player %q", name)
		}
		var err error
		if p.options, err = p.kind.ParseOptions(strings.Fields(p.optionsText)); err != nil {
			return p, err
		}
		if g, known := rules.Lookup(p.game); !known || g.Name != p.game {
			return p, fmt.Errorf("%q is not the name of a game", p.game)
		}
		if _, _, err := deal.ParseRange(p.seeds); err != nil {
			return p, err
		}
	}
	if p.file == "" {
		return p, nil
	}
	if p.kind.Name == "" {
		return p, errors.New("a file of results without a player")
	}
	var err error
	if p.run, err = readRun(docs, path.Join(playersDir, p.file), &p); errors.Is(err, fs.ErrNotExist) {
		return p, nil // not run yet
	}
	return p, err
}

// unknownGames stands for the number of games of a row that does not have one. Then chance is that
// of our games alone.
const unknownGames = 1 << 40

// readRate reads a published share in percent. If its half width at 99 % is not printed, it is
// computed from the number of games.
func (p *published) readRate(rate, half string) error {
	if rate == "" {
		return nil
	}
	share, err := strconv.ParseFloat(rate, 64)
	if err != nil {
		return err
	}
	p.share, p.played, p.rateText = share/100, unknownGames, rate
	if p.games != "" {
		if p.played, err = strconv.ParseInt(p.games, 10, 64); err != nil {
			return err
		}
	}
	switch {
	case half != "":
		p.rateText += " ± " + half
	case p.games != "":
		p.rateText += " " + within(stats.WilsonShare(p.share, p.played, z99), 2)
	}
	return nil
}

// within writes the ends of an interval in percent.
func within(i stats.Interval, decimals int) string {
	low, high := i.Ends(decimals)
	return "(" + low + " to " + high + ")"
}

// readRun reads the file of a campaign. It must have the row's game and player, and its seeds
// from the first one on without gaps, so that deals can't have been selected. It may have fewer
// games than the row.
func readRun(docs fs.FS, name string, p *published) (*playerRun, error) {
	f, err := docs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	table := csv.NewReader(unpacked)
	table.ReuseRecord = true
	header, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	at := map[string]int{}
	for _, column := range []string{"game", "seed", "player", "won", "seconds", "engine"} {
		if at[column] = slices.Index(header, column); at[column] < 0 {
			return nil, fmt.Errorf("%s: column %s is missing", name, column)
		}
	}
	first, last, _ := deal.ParseRange(p.seeds)
	run := &playerRun{player: p.kind.Title(p.options), wanted: int64(last.Number-first.Number) + 1}
	for {
		record, err := table.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := run.add(first, p.game, func(column string) string { return record[at[column]] }); err != nil {
			line, _ := table.FieldPos(0)
			return nil, fmt.Errorf("%s, line %d: %w", name, line, err)
		}
	}
	if run.games == 0 || run.games > run.wanted {
		return nil, fmt.Errorf("%s: %d games of %d", name, run.games, run.wanted)
	}
	return run, nil
}

// add adds a game.
func (r *playerRun) add(first deal.Seed, game string, field func(column string) string) error {
	next := deal.Seed{Scheme: first.Scheme, Number: first.Number + uint64(r.games)}
	switch {
	case field("game") != game:
		return fmt.Errorf("the game is %s, want %s", field("game"), game)
	case field("player") != r.player:
		return fmt.Errorf("the player is %s, want %s", field("player"), r.player)
	case field("seed") != next.String():
		return fmt.Errorf("the seed is %s, want %s", field("seed"), next)
	}
	won, err := strconv.ParseBool(field("won"))
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseFloat(field("seconds"), 64)
	if err != nil {
		return err
	}
	if won {
		r.wins++
	}
	r.games++
	r.seconds += seconds
	if engine := field("engine"); engine != "(devel)" && !slices.Contains(r.engines, engine) { // not a version
		r.engines = append(r.engines, strings.Clone(engine))
	}
	return nil
}

// done writes the number of games played, and of how many if that is less than planned.
func (r *playerRun) done() string {
	text := thousands(strconv.FormatInt(r.games, 10))
	if r.games < r.wanted {
		text += " of " + thousands(strconv.FormatInt(r.wanted, 10))
	}
	return text
}

// won returns the number of games that the paper's player won, as far as the printed share has it.
func (p *published) won() int64 { return int64(math.Round(p.share * float64(p.played))) }

// comparable reports whether there is a published rate and one of ours.
func (p *published) comparable() bool { return p.run != nil && p.rateText != "" }

// tested returns the probability of a difference like that of each row, if both players win at the
// same rate, adjusted for the number of rows of its paper (Holm). It is 1 for rows that can't be
// compared.
func tested(all []published) []float64 {
	adjusted := make([]float64, len(all))
	papers := map[string][]int{}
	for i := range all {
		adjusted[i] = 1
		if all[i].comparable() {
			papers[all[i].paper] = append(papers[all[i].paper], i)
		}
	}
	for _, rows := range papers {
		tests := make([]float64, len(rows))
		for j, i := range rows {
			p := &all[i]
			tests[j] = differ.FisherExact(p.run.wins, p.run.games, p.won(), p.played)
		}
		for j, test := range differ.Holm(tests) {
			adjusted[rows[j]] = test
		}
	}
	return adjusted
}

// compared writes the difference of our win rate and the published one, the probability that
// [tested] found, and what follows.
func (p *published) compared(test float64) (difference, probability, verdict string) {
	switch {
	case p.run == nil && p.game == "": // not meant to be run
		return "–", "–", orDash(p.remark)
	case p.run == nil:
		return "–", "–", joined("not run", p.remark)
	case p.rateText == "":
		return "–", "–", orDash(p.remark)
	}
	i := differ.Newcombe(p.run.wins, p.run.games, p.won(), p.played, z99)
	difference = signed("%+.2f (%+.2f to %+.2f)", 100*(float64(p.run.wins)/float64(p.run.games)-p.share), 100*i.Low, 100*i.High)
	switch {
	case test >= differ.Level && max(-i.Low, i.High) > differ.Near:
		verdict = joined("no difference shown; too few games", p.remark)
	case test >= differ.Level:
		verdict = joined("reproduced", p.remark)
	case p.cause != "":
		verdict = joined("differs: "+p.cause, p.remark)
	default:
		verdict = joined("**differs, unexplained**", p.remark)
	}
	return difference, written(test), verdict
}

// written writes a probability.
func written(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return fmt.Sprintf("%.2g", p)
}

// joined writes a verdict and a remark; the remark may be empty.
func joined(verdict, remark string) string {
	if remark == "" {
		return verdict
	}
	return verdict + ": " + remark
}

// papersTable compares every row of every paper with our run.
func papersTable(docs fs.FS) (string, error) {
	all, err := readPublished(docs)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("| | information | published % | games | a game | ours % | games | a game | player | difference, points | p | verdict |\n")
	text.WriteString("| --- | --- | --: | --: | --: | --: | --: | --: | --- | --: | --: | --- |\n")
	tests := tested(all)
	paper := ""
	for i := range all {
		p := &all[i]
		if p.paper != paper {
			paper = p.paper
			fmt.Fprintf(&text, "| **%s** | | | | | | | | | | | |\n", paper)
		}
		difference, probability, verdict := p.compared(tests[i])
		ours, games, time := "–", "–", "–"
		if r := p.run; r != nil {
			ours = fmt.Sprintf("%.2f %s", 100*float64(r.wins)/float64(r.games), within(stats.Wilson(r.wins, r.games, stats.Z95), 2))
			games, time = r.done(), duration(r.seconds/float64(r.games))
		}
		name, information := "–", p.information
		if p.kind.Name != "" {
			name = "`" + p.kind.Title(p.options) + "`"
			if sees := string(p.kind.Sees(p.options)); information == "" {
				information = sees
			} else if information != sees {
				information += "; ours " + sees
			}
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", p.row, orDash(information), orDash(p.rateText),
			orDash(thousands(p.games)), orDash(p.time), ours, games, time, name, difference, probability, verdict)
	}
	return text.String(), nil
}

// runsTable lists the files of our figures.
func runsTable(docs fs.FS) (string, error) {
	all, err := readPublished(docs)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("| results | game | player | deals | done | processor time | program |\n")
	text.WriteString("| --- | --- | --- | --- | --: | --: | --- |\n")
	seen := map[string]bool{}
	seconds := 0.0
	for i := range all {
		p := &all[i]
		if p.run == nil || seen[p.file] {
			continue
		}
		seen[p.file] = true
		seconds += p.run.seconds
		fmt.Fprintf(&text, "| `%s` | `%s` | `%s` | `%s` | %s | %s | %s |\n", p.file, p.game, p.run.player, p.seeds, p.run.done(), duration(p.run.seconds), orDash(strings.Join(p.run.engines, ", ")))
	}
	fmt.Fprintf(&text, "\nTotal processor time: %s.\n", duration(seconds))
	return text.String(), nil
}

// missing returns the commands that play the rows without complete files.
func missing(docs fs.FS) (string, error) {
	all, err := readPublished(docs)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	seen := map[string]bool{}
	for i := range all {
		p := &all[i]
		if p.file == "" || seen[p.file] || p.run != nil && p.run.games == p.run.wanted {
			continue
		}
		seen[p.file] = true
		fmt.Fprintf(&text, "../../bin/thoughtful campaign --data-dir ../../bin/players --memory 256MiB --game %s --seeds %s --player %s", p.game, p.seeds, p.kind.Name)
		for _, option := range strings.Fields(p.optionsText) {
			fmt.Fprintf(&text, " --option %s", option)
		}
		fmt.Fprintf(&text, " --out data/players/%s\n", p.file)
	}
	return text.String(), nil
}

// duration writes a time with a unit.
func duration(seconds float64) string {
	switch {
	case seconds < 0.9995:
		return fmt.Sprintf("%.3g ms", 1000*seconds)
	case seconds < 120:
		return fmt.Sprintf("%.3g s", seconds)
	case seconds < 7200:
		return fmt.Sprintf("%.3g min", seconds/60)
	}
	return fmt.Sprintf("%.3g h", seconds/3600)
}

// thousands writes a whole number with commas.
func thousands(n string) string {
	for i := len(n) - 3; i > 0; i -= 3 {
		n = n[:i] + "," + n[i:]
	}
	return n
}

// signed writes numbers with signs of their own width.
func signed(format string, numbers ...any) string {
	return strings.ReplaceAll(fmt.Sprintf(format, numbers...), "-", "−")
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}
