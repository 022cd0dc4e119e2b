package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestDamage(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		pristine := winnableRecord(problem(t, "klondike", 1), 30)
		for i, c := range []struct{ what, statement string }{
			{"a card of the position changed", `UPDATE deals SET position = replace(position, '2C', '2D') WHERE id = '%s'`},
			{"a position that is no JSON", `UPDATE deals SET position = '{' WHERE id = '%s'`},
			{"other rules", `UPDATE rules SET document = replace(document, '"count":4', '"count":3')
				WHERE digest = (SELECT rules FROM deals WHERE id = '%s')`},
			{"another verdict", `UPDATE verdicts SET verdict = 'unwinnable', solution = NULL, length = NULL WHERE id = '%s'`},
			{"another epoch", `UPDATE verdicts SET epoch = epoch + 1 WHERE id = '%s'`},
			{"more states", `UPDATE verdicts SET states = states + 1 WHERE id = '%s'`},
			{"passes of a loss", `UPDATE verdicts SET passes = '[]' WHERE id = '%s'`},
			{"no solution", `UPDATE verdicts SET solution = NULL WHERE id = '%s'`},
			{"another's solution", `UPDATE verdicts SET solution = (SELECT solution FROM verdicts WHERE id = '` + string(pristine.ID) + `') WHERE id = '%s'`},
			{"another's row", `UPDATE verdicts SET
				solution = (SELECT solution FROM verdicts WHERE id = '` + string(pristine.ID) + `'),
				seal = (SELECT seal FROM verdicts WHERE id = '` + string(pristine.ID) + `') WHERE id = '%s'`},
		} {
			t.Run(c.what, func(t *testing.T) {
				game := "klondike"
				if c.what == "other rules" {
					game = "free-cell" // as all deals of a game share the rules' row
				}
				r := winnableRecord(problem(t, game, 100+i), 10+i)
				put(t, s, pristine, r)
				e.damage(t, s, fmt.Sprintf(c.statement, r.ID))
				if got, ok, err := s.Get(t.Context(), r.ID); !errors.Is(err, solver.ErrDamaged) || ok {
					t.Errorf("Get gives %+v, %t, %v, want ErrDamaged", got, ok, err)
				}
				if err := s.Delete(t.Context(), r.ID); err != nil {
					t.Fatal(err)
				}
				if _, ok, err := s.Get(t.Context(), r.ID); ok || err != nil {
					t.Errorf("once deleted: %t, %v", ok, err)
				}
				put(t, s, r)
				wantRecord(t, s, r)
			})
		}
		wantRecord(t, s, pristine)
	})
}
