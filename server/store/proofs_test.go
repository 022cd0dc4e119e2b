package store

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// proofID returns the id of a problem that nobody has solved.
func proofID(t *testing.T, number int) solver.ID { return problem(t, "free-cell", 5000+number).ID() }

// TestProofs keeps files, of which those go that were asked for longest ago.
func TestProofs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		has := func(number int) bool {
			t.Helper()
			file, found, err := s.Proof(t.Context(), proofID(t, number))
			if err != nil || found && (len(file) != 100 || file[0] != byte(number)) {
				t.Fatalf("%v, %v", file, err)
			}
			return found
		}
		at := time.Now().Add(-3 * usedEach)
		for number := range 4 {
			if err := s.PutProof(t.Context(), proofID(t, number), bytes.Repeat([]byte{byte(number)}, 100), 450); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Write.Change(t.Context(), useProof, string(proofID(t, number)), at.UnixMilli()+int64(number)); err != nil {
				t.Fatal(err)
			}
		}
		if !has(0) { // and is asked for now
			t.Fatal("a proof is missing")
		}
		if err := s.PutProof(t.Context(), proofID(t, 4), bytes.Repeat([]byte{4}, 100), 450); err != nil {
			t.Fatal(err)
		}
		if err := s.PutProof(t.Context(), proofID(t, 5), make([]byte, 451), 450); err != nil {
			t.Fatal(err)
		}
		var kept []bool
		for number := range 6 {
			kept = append(kept, has(number))
		}
		if want := []bool{true, false, true, true, true, false}; !slices.Equal(kept, want) {
			t.Errorf("kept %v, want %v", kept, want)
		}
	})
}

// TestDamagedProof changes a file, and gives it to another deal.
func TestDamagedProof(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		for what, statement := range map[string]string{
			"changed":   `UPDATE proofs SET file = seal WHERE id = $1 AND id <> $2`,
			"another's": `UPDATE proofs SET file = f.file, seal = f.seal FROM proofs f WHERE proofs.id = $1 AND f.id = $2`,
		} {
			for number := range 2 {
				if err := s.PutProof(t.Context(), proofID(t, number), []byte{byte(number)}, 450); err != nil {
					t.Fatal(err)
				}
			}
			if n, err := s.Write.Change(t.Context(), statement, string(proofID(t, 0)), string(proofID(t, 1))); n != 1 || err != nil {
				t.Fatal(what, n, err)
			}
			if file, found, err := s.Proof(t.Context(), proofID(t, 0)); found || !errors.Is(err, solver.ErrDamaged) {
				t.Errorf("%s: %v, %t, %v", what, file, found, err)
			}
		}
	})
}

// TestLossChecks lists the losses that are not marked.
func TestLossChecks(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		var ids []solver.ID
		for number := range 4 {
			r := unwinnable(problem(t, "free-cell-1-cell", 5000+number))
			put(t, s, r)
			ids = append(ids, r.ID)
		}
		put(t, s, winnableRecord(problem(t, "free-cell-1-cell", 5010), 10), unknown(problem(t, "free-cell-1-cell", 5011), 5, time.Second))
		slices.Sort(ids)
		mine := func(version int) []solver.ID {
			t.Helper()
			unchecked, last, err := s.UncheckedLosses(t.Context(), "", "2", version)
			if err != nil || last != "" {
				t.Fatal(last, err)
			}
			// Other tests of this store have losses too.
			return slices.DeleteFunc(unchecked, func(id solver.ID) bool { return !slices.Contains(ids, id) })
		}
		for i, outcome := range []string{LossProven, LossUnproven, LossFailed} {
			if err := s.MarkLoss(t.Context(), ids[i], 7, outcome); err != nil {
				t.Fatal(err)
			}
		}
		if got := mine(7); !slices.Equal(got, ids[3:]) {
			t.Errorf("unchecked %v, want %v", got, ids[3:])
		}
		if got := mine(8); !slices.Equal(got, ids) {
			t.Errorf("by another version unchecked %v, want %v", got, ids)
		}
		if got, _, err := s.UncheckedLosses(t.Context(), ids[0], ids[2], 8); err != nil || !slices.Contains(got, ids[1]) || slices.Contains(got, ids[0]) || slices.Contains(got, ids[2]) {
			t.Errorf("between two: %v, %v", got, err)
		}
		for version, want := range map[int][]solver.ID{7: ids[2:3], 8: nil} {
			if got, err := s.FalseLosses(t.Context(), version); err != nil || !slices.Equal(got, want) {
				t.Errorf("false by version %d: %v, %v; want %v", version, got, err, want)
			}
		}
		if err := s.MarkLoss(t.Context(), ids[2], 8, LossProven); err != nil {
			t.Fatal(err)
		}
		if got, err := s.FalseLosses(t.Context(), 7); err != nil || len(got) > 0 {
			t.Errorf("false once checked again: %v, %v", got, err)
		}
	})
}
