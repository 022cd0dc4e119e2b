package tables

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

const decidedDir = "research/data/decided/"

// decidedTable has how many deals of each game are decided within its deadline, beside the goal. A
// game with a limit of states has CPU seconds.
func decidedTable(docs fs.FS) (string, error) {
	goals, err := readCSV(docs, decidedDir+"goals.csv")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("| game | deadline | deals | winnable | unwinnable | unknown | decided within 1 s | by the deadline | goal | seconds, all deals | longest decided |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	for _, g := range goals {
		lines, err := readCSV(docs, decidedDir+g["game"]+".csv.gz")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		deadline, err := time.ParseDuration(g["deadline"])
		if err != nil {
			return "", fmt.Errorf("%sgoals.csv: %w", decidedDir, err)
		}
		count := map[string]int{}
		quick, late, sum, longest := 0, 0, 0., 0.
		for _, line := range lines {
			seconds, err := strconv.ParseFloat(line["seconds"], 64)
			if err != nil {
				return "", fmt.Errorf("%s%s, %s: %w", decidedDir, g["game"], line["seed"], err)
			}
			sum += seconds
			count[line["verdict"]]++
			if line["verdict"] == "unknown" {
				continue
			}
			if seconds > deadline.Seconds() {
				late++
			}
			longest = max(longest, seconds)
			if seconds <= 1 {
				quick++
			}
		}
		share := func(n int) string { return strconv.Itoa(100*n/len(lines)) + " %" }
		limit := fmt.Sprintf("%.0f s", deadline.Seconds())
		if states := g["states"]; states != "" {
			limit += " CPU, " + thousands(states) + " states"
		}
		fmt.Fprintf(&text, "| `%s` | %s | %d | %d | %d | %d | %s | %s | %s | %.1f | %.2f |\n", g["game"], limit, len(lines),
			count["winnable"], count["unwinnable"], count["unknown"], share(quick), share(len(lines)-count["unknown"]-late), g["goal"], sum, longest)
	}
	return text.String(), nil
}
