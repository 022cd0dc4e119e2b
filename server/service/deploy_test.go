package service

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// registered returns all that is registered under a name: its type, labels and help, as the row of
// docs/reference/metrics.md has them.
func registered(t *testing.T) map[string]string {
	t.Helper()
	m := newMetrics(1)
	m.registry.MustRegister(partStates{&health{parts: nothingDown}})
	// One value of each metric with labels, which shows its type.
	m.Solved(solver.Result{}, 0)
	m.Answered("", "")
	m.Looked(verdict.AtStore, verdict.Hit)
	m.Refused(verdict.AtStore)
	m.batchLine("")
	m.Jobs(map[string]int{"": 1})
	m.JobEnded("")
	m.WebhookTried("")
	m.Proved("", time.Second)
	m.LossChecked("", time.Second)
	m.RangeFinished(&store.FinishedRange{Results: make([]campaign.Result, 1)})
	m.request("", "", 200, time.Second)

	found := map[string]string{}
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		var labels []string
		for _, label := range f.GetMetric()[0].GetLabel() {
			labels = append(labels, "`"+label.GetName()+"`")
		}
		slices.Sort(labels)
		found[f.GetName()] = fmt.Sprintf("| `%s` | %s | %s | %s |\n", f.GetName(), strings.ToLower(f.GetType().String()), strings.Join(labels, " "), f.GetHelp())
	}
	described := make(chan *prometheus.Desc)
	go func() {
		m.registry.Describe(described)
		close(described)
	}()
	name := regexp.MustCompile(`fqName: "(thoughtful_[^"]+)"`)
	for d := range described {
		if m := name.FindStringSubmatch(d.String()); m != nil && found[m[1]] == "" {
			t.Errorf("this test makes no value of %s", m[1])
		}
	}
	return found
}

var update = flag.Bool("update", false, "write docs/reference/metrics.md")

// TestMetricsTable compares docs/reference/metrics.md with what is registered.
func TestMetricsTable(t *testing.T) {
	found := registered(t)
	maps.DeleteFunc(found, func(name, _ string) bool { return !strings.HasPrefix(name, "thoughtful_") })
	page := "# Metrics\n\n" +
		"For operators who look up a metric. `/metrics` serves these in Prometheus' text format, besides `go_…` and `process_…` of the Go runtime. " +
		"[Watching the service](../run/watching.md) says how to read them, and what to alert on.\n\n" +
		"| name | type | labels | meaning |\n" +
		"| --- | --- | --- | --- |\n"
	for _, name := range slices.Sorted(maps.Keys(found)) {
		page += found[name]
	}
	const path = "../../docs/reference/metrics.md"
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != page {
		t.Errorf("docs/reference/metrics.md is out of date: run make generate (%v)", err)
	}
}

const (
	alertsDir = "../../docs/deploy/prometheus"
	dashboard = "../../docs/deploy/grafana/thoughtful.json"
)

var metricName = regexp.MustCompile(`\b(?:thoughtful|process|go)_[a-z_]+\b`)

// wantMetrics checks that each metric that an expression names is registered.
func wantMetrics(t *testing.T, found map[string]string, where, expression string) {
	t.Helper()
	names := metricName.FindAllString(expression, -1)
	for _, name := range names {
		if found[name] != "" {
			continue
		}
		whole := regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(name, "")
		if !strings.Contains(found[whole], "| histogram |") {
			t.Errorf("%s: no metric %s", where, name)
		}
	}
	if len(names) == 0 && !strings.HasPrefix(expression, "up{") {
		t.Errorf("%s names no metric: %s", where, expression)
	}
}

// promtool runs Prometheus' own checker on files of the directory of the alerts. Without it the
// rest of a test counts; `make deployment` installs it.
func promtool(t *testing.T, command ...string) {
	t.Helper()
	path, err := exec.LookPath("promtool")
	if err != nil {
		t.Log("promtool is not installed")
		return
	}
	c := exec.Command(path, command...)
	c.Dir = alertsDir
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(command, " "), err, said)
	}
}

// TestAlerts checks that alerts name metrics that exist, and that each alert has a test.
func TestAlerts(t *testing.T) {
	rules, err := os.ReadFile(filepath.Join(alertsDir, "alerts.yml"))
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile(filepath.Join(alertsDir, "alerts_test.yml"))
	if err != nil {
		t.Fatal(err)
	}
	found := registered(t)
	alerts := strings.Split(string(rules), "- alert: ")[1:]
	if len(alerts) < 10 {
		t.Errorf("%d alerts were read", len(alerts))
	}
	for _, alert := range alerts {
		name, rest, _ := strings.Cut(alert, "\n")
		_, expression, _ := strings.Cut(rest, "expr: ")
		expression, _, _ = strings.Cut(expression, "labels: {severity")
		wantMetrics(t, found, name, strings.TrimPrefix(expression, ">-\n"))
		if !strings.Contains(string(tests), "alertname: "+name+"\n        exp_alerts:") {
			t.Errorf("no test has the alert %s fire", name)
		}
	}
	promtool(t, "check", "rules", "alerts.yml")
	promtool(t, "test", "rules", "alerts_test.yml")
}

// TestDashboard checks that each panel of the dashboard has a title, a unit and queries of metrics
// that exist, and that the panels don't overlap.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile(dashboard)
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			ID          int
			Type, Title string
			GridPos     struct{ H, W, X, Y int }
			FieldConfig struct{ Defaults struct{ Unit string } }
			Targets     []struct{ RefID, Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	found := registered(t)
	rules := strings.Builder{}
	rules.WriteString("groups:\n  - name: dashboard\n    rules:\n")
	ids, places := map[int]bool{}, map[[2]int]string{}
	shown := ""
	for _, p := range board.Panels {
		if p.Title == "" || ids[p.ID] {
			t.Errorf("panel %d %q has no title, or the id of another", p.ID, p.Title)
		}
		ids[p.ID] = true
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				at := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				if other := places[at]; other != "" || at[0] >= 24 {
					t.Fatalf("panel %q is at %v, as %q is, or beyond the border", p.Title, at, other)
				}
				places[at] = p.Title
			}
		}
		if p.Type == "row" {
			continue
		}
		if p.FieldConfig.Defaults.Unit == "" || len(p.Targets) == 0 {
			t.Errorf("panel %q has no unit or no query", p.Title)
		}
		for _, target := range p.Targets {
			wantMetrics(t, found, p.Title, target.Expr)
			shown += target.Expr + "\n"
			filled := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*").Replace(target.Expr)
			fmt.Fprintf(&rules, "      - {record: \"panel:%d:%s\", expr: %q}\n", p.ID, strings.ToLower(target.RefID), filled)
		}
	}
	for name := range found {
		if strings.HasPrefix(name, "thoughtful_") && !strings.Contains(shown, name) {
			t.Errorf("no panel shows %s", name)
		}
	}
	generated := filepath.Join(t.TempDir(), "dashboard.yml")
	if err := os.WriteFile(generated, []byte(rules.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, "check", "rules", generated)
}
