package campaign_test

import (
	"testing"
	"time"

	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// BenchmarkRanges measures what a range costs beside the search: two processes with fifty
// workers each do ranges of one deal that needs none. It tells how many ranges a second the
// queue and the database take, and how many bytes River's tables have grown to.
func BenchmarkRanges(b *testing.B) {
	s := shared(b)
	for range 2 {
		share(b, s, quick, func(o *runner.RiverOptions) {
			o.Aim = time.Nanosecond
			o.Workers = nil
			for range 50 {
				o.Workers = append(o.Workers, runner.NewWorker(runner.WorkerOptions{
					Known: s, Version: "test", NewEngine: func() solver.Engine { return engine(quick) },
				}))
			}
		})
	}
	b.ResetTimer()
	c := order(b, s, int64(b.N))
	until(b, s, c.ID, over)
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ranges/s")
	var size int64
	if err := s.Connections().QueryRow(b.Context(), "SELECT pg_total_relation_size('river_job')").Scan(&size); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(size), "river-bytes")
}
