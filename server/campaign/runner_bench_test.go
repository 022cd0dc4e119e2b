package campaign_test

import (
	"testing"
	"time"
)

// BenchmarkRanges measures what a range costs beside the search: two processes with fifty
// workers each do ranges of one deal that needs none. It reports ranges a second, and the
// size of River's tables.
func BenchmarkRanges(b *testing.B) {
	s := shared(b)
	for range 2 {
		share(b, s, quick, func(o *sharing) { o.Aim, o.Workers = time.Nanosecond, 50 })
	}
	b.ResetTimer()
	c := order(b, s, int64(b.N))
	until(b, s, c.ID, over)
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ranges/s")
	var size int64
	if err := s.query("SELECT pg_total_relation_size('river_job')", &size); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(size), "river-bytes")
}
