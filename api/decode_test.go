package api

import "testing"

// BenchmarkDecodeSolve measures reading a request as clients send most.
func BenchmarkDecodeSolve(b *testing.B) {
	body := []byte(`{"game":"klondike","seed":"solvitaire:2","deadline_ms":5000,"objective":"short","certificate":true}`)
	limits := Limits{}
	limits.Deadline, limits.DefaultDeadline = 60e9, 10e9
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readSolve(body, limits); err != nil {
			b.Fatal(err)
		}
	}
}
