package tables

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// studyDir has the results of the study of techniques, a table for each setting.
const studyDir = "research/data/study/"

// studyTable compares the settings of the study of techniques on the same deals (after Blake &
// Gent, section 7.2).
func studyTable(docs fs.FS) (string, error) {
	settings, err := readCSV(docs, studyDir+"settings.csv")
	if err != nil {
		return "", err
	}
	known := map[string]string{} // verdicts of the first settings, by seed
	var b strings.Builder
	b.WriteString("| setting | memory | deals | decided | kilostates each | winnable | kilostates | unwinnable | kilostates | lost in vain |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	for _, setting := range settings {
		rows, err := readCSV(docs, studyDir+setting["name"]+".csv.gz")
		if err != nil {
			return "", err
		}
		var won, lost, vain count
		for _, row := range rows {
			states, err := strconv.ParseFloat(row["states"], 64)
			if err != nil {
				return "", fmt.Errorf("%s, %s: %w", setting["name"], row["seed"], err)
			}
			verdict := row["verdict"]
			switch {
			case verdict == "winnable":
				won.add(states)
			case verdict == "unwinnable":
				lost.add(states)
			case row["because"] == "" && known[row["seed"]] == "winnable":
				vain.add(states)
			case row["because"] == "": // gave up, and may be right
				lost.add(states)
			}
			if verdict == "winnable" || verdict == "unwinnable" {
				if before := known[row["seed"]]; before != "" && before != verdict {
					return "", fmt.Errorf("%s: %s is %s, but %s in an earlier setting", setting["name"], row["seed"], verdict, before)
				}
				known[row["seed"]] = verdict
			}
		}
		all := count{won.n + lost.n + vain.n, won.states + lost.states + vain.states}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %s | %d | %s | %d | %s | %d |\n", setting["setting"], setting["memory"],
			len(rows), all.n, all.mean(), won.n, won.mean(), lost.n, lost.mean(), vain.n)
	}
	return b.String(), nil
}

// count is a number of deals, and the sum of their states.
type count struct {
	n      int
	states float64
}

func (c *count) add(states float64) {
	c.n++
	c.states += states
}

// mean returns the mean number of states, in thousands.
func (c *count) mean() string {
	if c.n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", c.states/float64(c.n)/1000)
}
