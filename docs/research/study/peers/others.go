package peers

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// rangeSolve runs S. Fish's freecell-solver-range-parallel-solve (5.0.0) with its preset lg on a
// range of Microsoft's deals. It prints no CPU time of a deal. The preset may give up a deal that
// can be won, so that its losses are no verdicts.
func rangeSolve(path string) program {
	reached := regexp.MustCompile(`^Reached Board No\. (\d+) at \S+ \(total_num_iters=(\d+)\)`)
	unsolved := regexp.MustCompile(`^(?:Unsolved|Intractable) Board No\. (\d+) at`)
	return func(ctx context.Context, t task) (o outcome, err error) {
		first, last := t.seeds[0], t.seeds[len(t.seeds)-1]
		if t.game.Name != "free-cell" || first.Scheme != "microsoft" || last.Number-first.Number != uint64(len(t.seeds)-1) {
			return o, fmt.Errorf("fc-solve is run on ranges of FreeCell's microsoft deals only")
		}
		text, err := o.run(exec.CommandContext(ctx, path, strconv.FormatUint(first.Number, 10), strconv.FormatUint(last.Number, 10), "1", "-l", "lg"))
		if err != nil {
			return o, err
		}
		failed, before := map[string]bool{}, int64(0)
		for line := range strings.Lines(string(text)) {
			if m := unsolved.FindStringSubmatch(line); m != nil {
				failed[m[1]] = true
			}
			m := reached.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			total, err := strconv.ParseInt(m[2], 10, 64)
			if err != nil {
				return o, err
			}
			d := found{verdict: solver.Winnable, states: strconv.FormatInt(total-before, 10)}
			if failed[m[1]] {
				d.verdict = solver.Unknown
			}
			o.deals = append(o.deals, d)
			before = total
		}
		return o, nil
	}
}

// solvitaireOne runs Solvitaire (Blake and Gent), a process for each deal, with the mode that its
// authors count wins with. Its own numbering is our scheme solvitaire, and it reads our documents
// of rules. A preset is preferred: ours of that name, or with -solvitaire behind it.
func solvitaireOne(path string) program {
	var presets []string
	return func(ctx context.Context, t task) (o outcome, err error) {
		if presets == nil {
			text, err := exec.CommandContext(ctx, path, "--available-game-types").Output()
			if err != nil {
				return o, err
			}
			presets = strings.Fields(string(text))
		}
		game := []string{"--type", strings.TrimSuffix(t.game.Name, "-solvitaire")}
		if !slices.Contains(presets, game[1]) {
			document, err := t.game.Rules.MarshalJSON()
			if err != nil {
				return o, err
			}
			dir, err := os.MkdirTemp("", "peers")
			if err != nil {
				return o, err
			}
			defer os.RemoveAll(dir)
			game = []string{"--custom-rules", filepath.Join(dir, "rules.json")}
			if err := os.WriteFile(game[1], document, 0o644); err != nil {
				return o, err
			}
		}
		for _, seed := range t.seeds {
			if seed.Scheme != "solvitaire" {
				return o, fmt.Errorf("no deal of Solvitaire: %s", seed)
			}
			before := o.cpu
			text, err := o.run(exec.CommandContext(ctx, path, append(slices.Clone(game), "--random", strconv.FormatUint(seed.Number, 10),
				"--timeout", strconv.FormatInt(t.limit.Milliseconds(), 10), "--classify", "--streamliners", "smart-solvability")...))
			if err != nil {
				return o, err
			}
			d, err := readClassified(text)
			if err != nil {
				return o, fmt.Errorf("%s: %w", seed, err)
			}
			took := o.cpu - before
			d.seconds = strconv.FormatFloat(took.Seconds(), 'f', 6, 64)
			o.deals = append(o.deals, d)
			o.each = append(o.each, took)
		}
		return o, nil
	}
}

// readClassified reads Solvitaire's line of a deal: the results of its two searches, of twelve and
// eleven fields, and the verdict.
func readClassified(text []byte) (d found, err error) {
	fields := strings.Split(string(bytes.TrimSpace(text)), ", ")
	if len(fields) != 24 {
		return d, fmt.Errorf("unexpected output %q", text)
	}
	var states int64
	for _, field := range []string{fields[3], fields[14]} {
		if field == "" { // there was no second search
			continue
		}
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return d, fmt.Errorf("unexpected output %q", text)
		}
		states += n
	}
	d.states = strconv.FormatInt(states, 10)
	switch fields[23] {
	case "solved":
		d.verdict = solver.Winnable
	case "unsolvable":
		d.verdict = solver.Unwinnable
	case "timed-out", "memory-limit-reached", "terminated":
		d.verdict = solver.Unknown
	default:
		return d, fmt.Errorf("unexpected output %q", text)
	}
	return d, nil
}
