package tables

import (
	"fmt"
	"io/fs"
	"strings"
)

// Where study cost leaves the tables of two studies.
const (
	techniquesDir = "data/techniques/"
	costDir       = "data/cost/"
)

// costTable has the cost of the deals of each game.
func costTable(docs fs.FS) (string, error) {
	settings, err := readCSV(docs, costDir+"settings.csv")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("| game | deals | decided | states: median | p90 | p99 | CPU ms: median | p90 | p99 |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	for _, s := range settings {
		all, err := readCosts(docs, costDir+s["name"]+".csv.gz")
		if err != nil {
			return "", err
		}
		decided := 0
		for _, r := range all {
			if r.decided() {
				decided++
			}
		}
		fmt.Fprintf(&text, "| `%s` | %d | %d | %s |\n", s["game"], len(all), decided, all.spread())
	}
	return text.String(), nil
}

// techniquesTable has the study of techniques beside the published one.
func techniquesTable(docs fs.FS) (string, error) {
	settings, err := readCSV(docs, techniquesDir+"settings.csv")
	if err != nil {
		return "", err
	}
	published, err := readCSV(docs, techniquesDir+"published.csv")
	if err != nil {
		return "", err
	}
	known := map[string]string{} // proven verdicts, by seed
	tables := map[string]costs{}
	for _, s := range settings {
		all, err := readCosts(docs, techniquesDir+s["name"]+".csv.gz")
		if err != nil {
			return "", err
		}
		tables[s["name"]] = all
		for _, r := range all {
			if !r.decided() {
				continue
			}
			if before := known[r.seed]; before != "" && before != r.verdict {
				return "", fmt.Errorf("%s: %s is %s, but %s in another setting", s["name"], r.seed, r.verdict, before)
			}
			known[r.seed] = r.verdict
		}
	}
	var text strings.Builder
	text.WriteString("| setting | deals | undecided | given up in vain | decided | mean states | mean CPU ms | winnable | mean states | unwinnable | mean states | CPU s, all deals | published: undecided | decided | mean kilostates | mean CPU s |\n")
	text.WriteString("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	for _, s := range settings {
		all := tables[s["name"]]
		var won, lost count
		undecided, vain := 0, 0
		decidedTime, total := 0.0, 0.0
		for _, r := range all {
			total += r.ms
			switch {
			case r.verdict == "winnable":
				won.add(float64(r.states))
			case r.verdict == "unwinnable" || r.gaveUp && known[r.seed] != "winnable":
				lost.add(float64(r.states))
			case r.gaveUp:
				vain++
				continue
			default:
				undecided++
				continue
			}
			decidedTime += r.ms
		}
		both := count{won.n + lost.n, won.states + lost.states}
		theirs := " |  |  | "
		for _, p := range published {
			if p["name"] == s["name"] {
				theirs = fmt.Sprintf("%s | %s | %s | %s", p["over_limit"], p["determined"], p["knodes"], p["cpu"])
			}
		}
		fmt.Fprintf(&text, "| %s | %d | %d | %d | %d | %.0f | %.2f | %d | %.0f | %d | %.0f | %.1f | %s |\n", s["setting"], len(all), undecided, vain,
			both.n, both.states/float64(both.n), decidedTime/float64(both.n), won.n, won.states/float64(won.n), lost.n, lost.states/float64(lost.n), total/1000, theirs)
	}
	return text.String(), nil
}
