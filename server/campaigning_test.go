package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

// longKill has TestCampaignOutlivesProcess kill a process sixty times.
var longKill = flag.Bool("long-kill", false, "kill the process that runs a campaign again and again, for a minute or two")

// standing is what a campaign says of itself.
type standing struct {
	ID, State, Reason string
	Done, Inferred    int
	Tally             struct{ Winnable, Unwinnable, Unknown, Won, Lost int }
}

// campaign creates a campaign.
func (c *client) campaign(t *testing.T, order string) standing {
	t.Helper()
	var p standing
	c.read(t, "/v1/campaigns", order, http.StatusCreated, &p)
	return p
}

// standing is how far a campaign is.
func (c *client) standing(t *testing.T, id string) standing {
	t.Helper()
	var p standing
	c.read(t, "/v1/campaigns/"+id, "", http.StatusOK, &p)
	return p
}

// results are a campaign's, without what differs from one run to the next: the columns
// game, seed, verdict, because, states and length.
func (c *client) results(t *testing.T, id string) []string {
	t.Helper()
	r, err := c.call("/v1/campaigns/"+id+"/results?format=csv", "")
	if err != nil || r.status != http.StatusOK {
		t.Fatalf("%v, %d: %s", err, r.status, r.body)
	}
	return lasting(t, string(r.body))
}

func lasting(t *testing.T, text string) []string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, fmt.Sprint(row[0], row[1], row[2], row[3], row[5], row[6]))
	}
	return lines
}

// TestCampaignOutlivesProcess kills the process that runs a campaign again and again: in the
// end there is one result of each deal, and it is what the command bench finds.
func TestCampaignOutlivesProcess(t *testing.T) {
	deals, kills := 200, 3
	if *longKill {
		deals, kills = 4000, 60
	}
	dir := t.TempDir()
	args := []string{"--data-dir", dir, "--campaign-memory", "32MiB", "--campaign-workers", "2", "--log-level", "warn"}
	p := execute(t, args...)
	c := p.campaign(t, fmt.Sprintf(`{"game":"klondike","seeds":"solvitaire:1-%d","states":6000}`, deals))
	// What is open when it is killed is done anew, so that not all of it is after that.
	for kill := range kills {
		before := p.standing(t, c.ID).Done
		eventually(t, "some ranges to be done", func() bool {
			now := p.standing(t, c.ID)
			return now.Done > before+deals/(2*kills) || now.State == "done"
		})
		done := p.standing(t, c.ID).Done
		p.signal(t, syscall.SIGKILL)
		if _, by := p.end(t); by != syscall.SIGKILL {
			t.Fatalf("ended by %v; it said:\n%s", by, p.log)
		}
		p = execute(t, args...)
		if again := p.standing(t, c.ID); again.Done < done {
			t.Fatalf("before kill %d there were %d deals, and %d after it", kill+1, done, again.Done)
		}
	}
	eventually(t, "the campaign's end", func() bool { return p.standing(t, c.ID).State == "done" })
	end := p.standing(t, c.ID)
	got := p.results(t, c.ID)
	// With as much memory as each worker has.
	run := command(t, "", "bench", "--game", "klondike", "--seeds", fmt.Sprintf("solvitaire:1-%d", deals), "--states", "6000",
		"--deadline", "10m", "--memory", "16MiB", "--without", "shortening")
	if run.status != exitDone {
		t.Fatalf("bench: %+v", run)
	}
	want := lasting(t, run.out)
	if len(got) != len(want) || len(got) != deals+1 {
		t.Fatalf("%d results, and %d of bench", len(got), len(want))
	}
	winnable := 0
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s, and from bench %s", got[i], want[i])
		}
		if strings.Contains(want[i], "winnable") && !strings.Contains(want[i], "unwinnable") {
			winnable++
		}
	}
	if n := end.Tally.Winnable + end.Tally.Unwinnable + end.Tally.Unknown; n != deals || end.Tally.Winnable != winnable || end.Inferred != 0 {
		t.Errorf("the tally is %+v, with %d winnable deals", end, winnable)
	}
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Errorf("ended with status %d by %v; it said:\n%s", status, by, p.log)
	}
}

// TestCampaignIsGivenUp tells a process to stop in the middle of deals that take long: they
// are given up at once, and the next process begins with them.
func TestCampaignIsGivenUp(t *testing.T) {
	dir := t.TempDir()
	p := execute(t, "--data-dir", dir, "--campaign-memory", "32MiB", "--campaign-workers", "2", "--shutdown-grace", "1h")
	c := p.campaign(t, `{"game":"forty-thieves","seeds":"solvitaire:1-4","deadline_ms":3600000}`)
	eventually(t, "the campaign to begin", func() bool { return p.standing(t, c.ID).State == "running" })
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Fatalf("ended with status %d by %v; it said:\n%s", status, by, p.log)
	}
	p = execute(t, "--data-dir", dir, "--campaign-memory", "32MiB")
	if now := p.standing(t, c.ID); now.State != "running" || now.Done != 0 {
		t.Errorf("%+v", now)
	}
	if r, err := p.call("/v1/solve", `{"game":"klondike","seed":"solvitaire:2"}`); err != nil || r.status != http.StatusOK {
		t.Errorf("beside it, %d: %v", r.status, err)
	}
}

// TestNoCampaignWorkers leaves campaigns to others.
func TestNoCampaignWorkers(t *testing.T) {
	p := execute(t, "--data-dir", t.TempDir(), "--campaign-workers", "0")
	c := p.campaign(t, `{"game":"klondike","seeds":"solvitaire:1-10","states":1000}`)
	p.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	if now := p.standing(t, c.ID); now.State != "queued" || now.Done != 0 {
		t.Errorf("%+v", now)
	}
}
