package e2e

import (
	"flag"
	"fmt"
	"net/http"
	"slices"
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/rates"
)

// longKill makes TestCampaignOutlivesProcess kill a process sixty times.
var longKill = flag.Bool("long-kill", false, "kill the process that runs a campaign again and again, for a minute or two")

// campaign reads a campaign.
func (c *client) campaign(t *testing.T, id string) rates.Campaign {
	t.Helper()
	var p rates.Campaign
	c.read(t, "/v1/campaigns/"+id, "", http.StatusOK, &p)
	return p
}

// TestCampaignOutlivesProcess kills the process that runs a campaign several times. In the end
// there is one result for each deal, the same that the command bench finds.
func TestCampaignOutlivesProcess(t *testing.T) {
	t.Parallel()
	deals, kills := 120, 3
	if *longKill {
		deals, kills = 4000, 60
	}
	dir := t.TempDir()
	// Ranges that are open at a kill are done again: they should be short.
	args := []string{"--data-dir", dir, "--campaign-memory", "32MiB", "--campaign-workers", "2", "--range-work", "100ms", "--log-level", "warn"}
	p := execute(t, args...)
	c := p.begin(t, fmt.Sprintf(`{"game":"klondike","seeds":"solvitaire:1-%d","states":3000}`, deals))
	for kill := range kills {
		before := p.campaign(t, c.ID).Done
		eventually(t, "some ranges to be done", func() bool {
			now := p.campaign(t, c.ID)
			return now.Done > before+int64(deals/(2*kills)) || now.State == "done"
		})
		done := p.campaign(t, c.ID).Done
		p.signal(t, syscall.SIGKILL)
		if _, by := p.end(t); by != syscall.SIGKILL {
			t.Fatalf("ended by %v; log:\n%s", by, p.log)
		}
		p = execute(t, args...)
		if again := p.campaign(t, c.ID); again.Done < done {
			t.Fatalf("kill %d: %d deals before it, %d after it", kill+1, done, again.Done)
		}
	}
	eventually(t, "the campaign's end", func() bool { return p.campaign(t, c.ID).State == "done" })
	end := p.campaign(t, c.ID)
	same := []int{0, 1, 2, 3, 5, 6} // all but the seconds
	got := columns(t, p.exported(t, c.ID, "?format=csv"), same...)
	// With as much memory as each worker has.
	run := command(t, "", "bench", "--game", "klondike", "--seeds", fmt.Sprintf("solvitaire:1-%d", deals), "--states", "3000",
		"--deadline", "10m", "--memory", "16MiB", "--without", "shortening")
	if run.status != exitDone {
		t.Fatalf("bench: %+v", run)
	}
	want := columns(t, run.out, same...)
	if len(got) != len(want) || len(got) != deals+1 {
		t.Fatalf("%d results, bench has %d", len(got), len(want))
	}
	winnable := int64(0)
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("%q, bench has %q", got[i], want[i])
		}
		if want[i][2] == "winnable" {
			winnable++
		}
	}
	tally := end.Tally
	if n := *tally.Winnable + *tally.Unwinnable + *tally.Unknown; n != int64(deals) || *tally.Winnable != winnable || end.Inferred != 0 {
		t.Errorf("%d deals are winnable; campaign %+v", winnable, end)
	}
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Errorf("ended with status %d by %v; log:\n%s", status, by, p.log)
	}
}

// TestCampaignIsGivenUp stops a process during long searches of a campaign. They are abandoned
// at once, and the next process starts them again.
func TestCampaignIsGivenUp(t *testing.T) {
	dir := t.TempDir()
	p := execute(t, "--data-dir", dir, "--campaign-memory", "32MiB", "--campaign-workers", "2", "--shutdown-grace", "1h")
	c := p.begin(t, `{"game":"american-toad","seeds":"solvitaire:1-4","deadline_ms":3600000}`)
	eventually(t, "the campaign to begin", func() bool { return p.campaign(t, c.ID).State == "running" })
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Fatalf("ended with status %d by %v; log:\n%s", status, by, p.log)
	}
	p = execute(t, "--data-dir", dir, "--campaign-memory", "32MiB")
	if now := p.campaign(t, c.ID); now.State != "running" || now.Done != 0 {
		t.Errorf("%+v", now)
	}
	if r, err := p.call("/v1/solve", `{"game":"klondike","seed":"solvitaire:2"}`); err != nil || r.status != http.StatusOK {
		t.Errorf("solve beside the campaign: %d, %v", r.status, err)
	}
}

// TestNoCampaignWorkers checks that a service without campaign workers leaves campaigns alone.
func TestNoCampaignWorkers(t *testing.T) {
	p := execute(t, "--data-dir", t.TempDir(), "--campaign-workers", "0")
	c := p.begin(t, `{"game":"klondike","seeds":"solvitaire:1-10","states":1000}`)
	p.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	if now := p.campaign(t, c.ID); now.State != "queued" || now.Done != 0 {
		t.Errorf("%+v", now)
	}
}
