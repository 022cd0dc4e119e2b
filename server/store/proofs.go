package store

import (
	"context"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// The outcomes of a check of a loss.
const (
	LossProven   = "proven"
	LossUnproven = "unproven" // no proof was found within the limits; the loss may be true
	LossFailed   = "failed"   // the position can be won, or the checker refused the proof
)

const (
	proofSeal = "proof"

	// usedEach is how exactly it is known when a proof was asked for.
	usedEach = time.Hour

	selectProof = `SELECT file, used, seal FROM proofs WHERE id = $1`
	useProof    = `UPDATE proofs SET used = $2 WHERE id = $1`
	upsertProof = `
INSERT INTO proofs (id, file, bytes, used, seal) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET file = excluded.file, bytes = excluded.bytes, used = excluded.used, seal = excluded.seal`
	evictProofs = `
DELETE FROM proofs WHERE id IN (
    SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY used DESC, id) AS together FROM proofs) AS kept WHERE together > $1)`

	// In pages of verdicts of all kinds, so that each query is short.
	pageOfLosses   = 1000
	selectVerdicts = `
SELECT v.id, v.verdict = 'unwinnable' AND v.epoch = $3 AND NOT EXISTS (
    SELECT * FROM loss_checks c WHERE c.id = v.id AND c.epoch = $3 AND c.version = $4)
FROM verdicts v WHERE v.id > $1 AND v.id < $2 ORDER BY v.id LIMIT $5`
	upsertCheck = `
INSERT INTO loss_checks (id, epoch, version, outcome, checked) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, version = excluded.version, outcome = excluded.outcome, checked = excluded.checked`
	selectFalse = `SELECT id FROM loss_checks WHERE outcome = 'failed' AND epoch = $1 AND version = $2`
)

// Proof returns the file that proves the loss of a problem. It returns false if none is stored. The
// error wraps solver.ErrDamaged if the file is damaged.
func (s *Store) Proof(ctx context.Context, id solver.ID) (_ []byte, _ bool, err error) {
	defer s.Explain(&err, "reading the proof of %s", id)
	var file, mark []byte
	var used int64
	found, err := database.One(ctx, s.Read, selectProof, []any{string(id)}, &file, &used, &mark)
	if err != nil || !found {
		return nil, false, err
	}
	if !s.Seals().Valid(mark, proofSeal, []byte(id), file) {
		return nil, false, fmt.Errorf("%w: seal does not match", solver.ErrDamaged)
	}
	if now := time.Now(); now.Sub(time.UnixMilli(used)) > usedEach {
		// A proof that can be read is answered, whether this can be written or not.
		if _, err := s.Write.Change(ctx, useProof, string(id), now.UnixMilli()); err != nil {
			s.Log.WarnContext(ctx, "updating the time when a proof was last used failed", "id", id, "error", err)
		}
	}
	return file, true, nil
}

// PutProof stores the file that proves the loss of a problem. It deletes the least recently used files,
// so that the total is within most bytes. A larger file is not stored.
func (s *Store) PutProof(ctx context.Context, id solver.ID, file []byte, most int64) (err error) {
	if int64(len(file)) > most {
		return nil
	}
	defer s.Explain(&err, "keeping the proof of %s", id)
	return s.Together(ctx, []database.Statement{
		database.NewStatement(upsertProof, string(id), file, int64(len(file)), time.Now().UnixMilli(), s.Seals().Sum(proofSeal, []byte(id), file)),
		database.NewStatement(evictProofs, most),
	})
}

// UncheckedLosses reads a page of verdicts with ids between after and before. It returns the losses
// of the current epoch that this version of the check has not checked. It also returns the last id
// of the page, which is the parameter after of the next call. After the last page, last is "".
func (s *Store) UncheckedLosses(ctx context.Context, after, before solver.ID, version int) (losses []solver.ID, last solver.ID, err error) {
	defer s.Explain(&err, "looking for unchecked losses")
	var id string
	var due bool
	rows := 0
	err = s.Read.Each(ctx, selectVerdicts, []any{string(after), string(before), solver.Epoch, version, pageOfLosses}, []any{&id, &due}, func() error {
		rows++
		last = solver.ID(id)
		if due {
			losses = append(losses, last)
		}
		return nil
	})
	if rows < pageOfLosses {
		last = ""
	}
	return losses, last, err
}

// MarkLoss stores the outcome of the check of a loss, and the version of the check.
func (s *Store) MarkLoss(ctx context.Context, id solver.ID, version int, outcome string) (err error) {
	defer s.Explain(&err, "marking the loss %s", id)
	_, err = s.Write.Change(ctx, upsertCheck, string(id), solver.Epoch, version, outcome, time.Now().UnixMilli())
	return err
}

// FalseLosses returns the problems whose check failed, in the current epoch and by this version of the
// check.
func (s *Store) FalseLosses(ctx context.Context, version int) (_ []solver.ID, err error) {
	defer s.Explain(&err, "reading false losses")
	return database.Column[solver.ID](ctx, s.Read, selectFalse, solver.Epoch, version)
}
