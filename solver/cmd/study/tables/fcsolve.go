package tables

import (
	"fmt"
	"io/fs"
	"strings"
)

// three counts deals by the verdicts of three solvers.
type three struct {
	deals                  int
	here, fcSolve, theirs  int // decided by each; theirs is Solvitaire's
	winnable, all, pairs   int // proven winnable by any; decided by all three; pairs of verdicts
	wrong                  []string
	hereCosts, fcSolveCost costs
}

// threeTable compares our verdicts with those of fc-solve and Solvitaire, and our costs with
// fc-solve's.
func threeTable(docs fs.FS) (string, error) {
	settings, err := readCSV(docs, fcSolveDir+"settings.csv")
	if err != nil {
		return "", err
	}
	others, err := readDeals(docs, "data/solvitaire.csv.gz")
	if err != nil {
		return "", err
	}
	var verdicts, times strings.Builder
	verdicts.WriteString("| deals | number | winnable | decided here | by fc-solve | by Solvitaire | by all three | pairs of verdicts | contradictions |\n| --- | --: | --: | --: | --: | --: | --: | --: | --- |\n")
	times.WriteString("| deals | solver | states: median | p90 | p99 | CPU ms: median | p90 | p99 |\n| --- | --- | --: | --: | --: | --: | --: | --: |\n")
	deals, pairs, wrong := 0, 0, 0
	for _, s := range settings {
		t, err := compareThree(docs, s["name"], s["game"], others)
		if err != nil {
			return "", err
		}
		contradictions := "0"
		if len(t.wrong) > 0 {
			contradictions = strings.Join(t.wrong, ", ")
		}
		name := fmt.Sprintf("`%s` `%s`", s["game"], s["seeds"])
		fmt.Fprintf(&verdicts, "| %s | %d | %d | %d | %d | %d | %d | %d | %s |\n",
			name, t.deals, t.winnable, t.here, t.fcSolve, t.theirs, t.all, t.pairs, contradictions)
		deals += t.deals
		pairs += t.pairs
		wrong += len(t.wrong)
		fmt.Fprintf(&times, "| %s | Thoughtful | %s |\n| | fc-solve | %s |\n", name, t.hereCosts.spread(), t.fcSolveCost.spread())
	}
	fmt.Fprintf(&verdicts, "\n%d deals, %d pairs of verdicts, **%d contradictions**.\n\n", deals, pairs, wrong)
	return verdicts.String() + times.String(), nil
}

// compareThree compares the verdicts of a setting's deals.
func compareThree(docs fs.FS, name, game string, others []result) (t three, err error) {
	if t.hereCosts, err = readCosts(docs, fcSolveDir+name+".csv.gz"); err != nil {
		return t, err
	}
	if t.fcSolveCost, err = readCosts(docs, fcSolveDir+name+"-fc-solve.csv.gz"); err != nil {
		return t, err
	}
	by := map[string][3]string{} // proven verdicts by seed: ours, fc-solve's and Solvitaire's
	for i, all := range []costs{t.hereCosts, t.fcSolveCost} {
		for _, r := range all {
			v := by[r.seed]
			if r.decided() {
				v[i] = r.verdict
			}
			by[r.seed] = v
		}
	}
	for _, o := range others {
		if v, wanted := by[o.seed]; wanted && o.game == game && o.resolved() {
			v[2] = o.verdict
			by[o.seed] = v
		}
	}
	for _, r := range t.hereCosts {
		t.deals++
		decided, won, lost := 0, false, false
		for i, v := range by[r.seed] {
			if v == "" {
				continue
			}
			decided++
			*[]*int{&t.here, &t.fcSolve, &t.theirs}[i]++
			won = won || v == "winnable"
			lost = lost || v == "unwinnable"
		}
		t.pairs += decided * (decided - 1) / 2
		if decided == 3 {
			t.all++
		}
		if won {
			t.winnable++
		}
		if won && lost {
			t.wrong = append(t.wrong, r.seed)
		}
	}
	return t, nil
}
