package chaos

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plan is a campaign that is run again and again.
type plan struct {
	game, scheme string
	deals        int
	states       int
}

// plans take a few seconds of a processor each.
var plans = []plan{
	{"klondike", "solvitaire", 1500, 3000},
	{"free-cell", "microsoft", 600, 5000},
	{"golf", "solvitaire", 150, 20000},
}

func (p *plan) seeds() string { return fmt.Sprintf("%s:1-%d", p.scheme, p.deals) }

// results are what was found of each deal: verdict, reason, states and length, by seed.
type results map[string]string

// campaignMemory is that of the only campaign worker of a replica, and of the undisturbed run: what
// a search finds may depend on it.
const campaignMemory = "16MiB"

// undisturbed solves the deals of a plan with the program's command bench.
func (r *run) undisturbed(ctx context.Context, p *plan) (results, error) {
	command := exec.CommandContext(ctx, r.Program, "bench", "--game", p.game, "--seeds", p.seeds(),
		"--states", strconv.Itoa(p.states), "--deadline", "10m", "--memory", campaignMemory, "--without", "shortening")
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	found := results{}
	again, err := found.read(strings.NewReader(string(out)), nil)
	if err == nil && (again > 0 || len(found) != p.deals) {
		err = fmt.Errorf("%s: %d results, %d of them again", command, len(found), again)
	}
	return found, err
}

// read reads results as CSV, up to an error, and returns how many deals were there before. It
// calls last with each seed.
func (s results) read(from io.Reader, last func(seed string)) (again int, err error) {
	table := csv.NewReader(from)
	header, err := table.Read()
	if err != nil {
		return 0, err
	}
	var at []int
	for _, column := range []string{"seed", "verdict", "because", "states", "length"} {
		at = append(at, slices.Index(header, column))
	}
	if slices.Contains(at, -1) {
		return 0, fmt.Errorf("columns %q", header)
	}
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return again, nil
		}
		if err != nil {
			return again, err
		}
		seed := row[at[0]]
		if _, had := s[seed]; had {
			again++
		}
		s[seed] = fmt.Sprintf("%s %s %s %s", row[at[1]], row[at[2]], row[at[3]], row[at[4]])
		if last != nil {
			last(seed)
		}
	}
}

// campaignState is what is read of a campaign.
type campaignState struct {
	ID    string
	State string
	Final bool
	Deals int
	Done  int
	Tally struct{ Winnable, Unwinnable, Unknown int }
}

// campaigns runs campaigns one after the other.
func (r *run) campaigns(ctx context.Context, first int) {
	for n := first; pause(ctx, 500*time.Millisecond) == nil; n++ {
		p := &plans[n%len(plans)]
		body := fmt.Sprintf(`{"game":%q,"seeds":%q,"states":%d,"fresh":true}`, p.game, p.seeds(), p.states)
		var c campaignState
		if _, err := r.call(ctx, http.MethodPost, "/v1/campaigns", body, &c); err != nil {
			continue
		}
		r.ledger.count(acceptedDeals, p.deals)
		r.finish(p, c.ID)
	}
}

// mostCampaign is how long a campaign may take, whatever is killed.
const mostCampaign = 10 * time.Minute

// finish waits for the end of a campaign, and compares its results.
func (r *run) finish(p *plan, id string) {
	ctx, cancel := context.WithTimeout(r.life, mostCampaign)
	defer cancel()
	c := campaignState{ID: id}
	err := r.follow(ctx, "/v1/campaigns/"+id+"/events", &c)
	found := results{}
	if err == nil {
		err = r.fetch(ctx, p, id, found)
	}
	if r.life.Err() == nil {
		r.compare(p, &c, found, err)
	}
}

// compare compares the results of a campaign, however it ended, with those of an undisturbed run.
// The error is that of following it and reading its results.
func (r *run) compare(p *plan, c *campaignState, found results, err error) {
	if err == nil && c.State == "done" {
		r.ledger.count(finishedRuns, 1)
	} else { // counts as a lost deal, also if no deal is missing
		r.ledger.fail(lostDeals, "campaign %s: %v; %+v", c.ID, err, c)
	}
	r.ledger.count(finishedDeals, len(found))
	counted := map[string]int{}
	for seed, want := range r.expected[p.game] {
		got, has := found[seed]
		if !has {
			r.ledger.fail(lostDeals, "campaign %s: %s %s", c.ID, p.game, seed)
			continue
		}
		if got != want {
			r.ledger.fail(wrongDeals, "campaign %s: %s %s: %s, want %s", c.ID, p.game, seed, got, want)
		}
		verdict, _, _ := strings.Cut(got, " ")
		counted[verdict]++
	}
	if err != nil {
		return // the tally is of results that could not be read
	}
	if len(found) > p.deals || c.Tally.Winnable != counted["winnable"] || c.Tally.Unwinnable != counted["unwinnable"] || c.Tally.Unknown != counted["unknown"] {
		r.ledger.fail(doubledDeals, "campaign %s: tally %+v, results %v", c.ID, c, counted)
	}
}

// fetch reads the results of a campaign, and continues where they break off.
func (r *run) fetch(ctx context.Context, p *plan, id string, found results) error {
	next := 1
	return again(ctx, func() error {
		sent := time.Now()
		response, err := r.send(ctx, http.MethodGet, fmt.Sprintf("/v1/campaigns/%s/results?format=csv&from=%s:%d", id, p.scheme, next), "")
		if err != nil {
			return err
		}
		defer response.Body.Close()
		again, err := found.read(response.Body, func(seed string) {
			_, number, _ := strings.Cut(seed, ":")
			n, _ := strconv.Atoi(number)
			next = n + 1
		})
		if again > 0 {
			r.ledger.fail(doubledDeals, "campaign %s: %d results listed again", id, again)
		}
		if err != nil {
			return r.broken(ctx, sent, err)
		}
		return nil
	})
}
