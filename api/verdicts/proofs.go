package verdicts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Proofs has the files that prove losses (docs/inside/proofs.md).
type Proofs interface {
	// Proof returns the file that proves the loss of a problem, by the problem's id. It returns
	// false if there is no such file.
	Proof(ctx context.Context, id solver.ID) (file []byte, found bool, err error)
	// JobID returns the id of the job that makes this file for a client. It is the same for each
	// request, and other clients can't guess it.
	JobID(id solver.ID, client string) string
}

// Prover makes proofs.
type Prover interface {
	// Prove makes the file that proves a stored loss, keeps the file, and returns its size in
	// bytes. The error has Unproven if no proof was found within the limits.
	Prove(ctx context.Context, id solver.ID) (bytes int, err error)
}

// JobProof is the proof that a job makes.
type JobProof struct {
	Deal  solver.ID `json:"deal" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // id of the deal
	Href  string    `json:"href" example:"/v1/deals/1-0123456789abcdef0123456789abcdef/proof"`      // path of the file, once the job is done
	Bytes *int      `json:"bytes" example:"56074" extensions:"x-nullable"`                          // of the file; null until the job is done
} //	@name	JobProof

// proofRequest is the request of a job that makes a proof. The field is in no solve request.
type proofRequest struct {
	Proof solver.ID `json:"proof"`
}

// proofPrefix is the beginning of the JSON of a proofRequest.
const proofPrefix = `{"proof":"`

// readProofRequest reads the request of a job that makes a proof. It returns false if the job makes
// no proof.
func readProofRequest(body []byte) (solver.ID, bool) {
	var asked proofRequest
	if !bytes.HasPrefix(body, []byte(proofPrefix)) || json.Unmarshal(body, &asked) != nil {
		return "", false
	}
	return asked.Proof, true
}

// proofMade is the answer of a job that makes a proof.
type proofMade struct {
	Bytes int `json:"proof_bytes"` // 0 if it was stopped
}

// prove answers the request of a job that makes a proof.
func (j *JobWork) prove(ctx context.Context, id solver.ID) (answer []byte, failed bool, err error) {
	if ctx.Err() == context.Canceled {
		return reply.JSON(proofMade{}), false, nil
	}
	n, err := j.Prover.Prove(ctx, id)
	switch {
	case err == nil:
		return reply.JSON(proofMade{n}), false, nil
	case ctx.Err() == context.Canceled:
		return reply.JSON(proofMade{}), false, nil
	}
	return nil, true, problem.Of(fmt.Errorf("making the proof of deal %s: %w", id, err), problem.Internal)
}

// proofOf returns what a job says of the proof that it makes. It returns nil if the job makes no
// proof.
func proofOf(j *job.Job) *JobProof {
	id, is := readProofRequest(j.Request)
	if !is {
		return nil
	}
	out := &JobProof{Deal: id, Href: "/v1/deals/" + string(id) + "/proof"}
	var made proofMade
	if j.State == job.Done && json.Unmarshal(j.Answer, &made) == nil && made.Bytes > 0 {
		out.Bytes = &made.Bytes
	}
	return out
}

// getProof answers GET /v1/deals/{id}/proof.
//
//	@ID				proof
//	@Summary		Get a proof that a deal can't be won
//	@Description	A file that a program checks without trusting this service: `thoughtful check`, or one written from `/docs/inside/proofs`. A deal has one if its stored verdict is `unwinnable`.
//	@Description	A proof that is not kept is made in a job, for which the answer is 202: ask again after `Retry-After`, or follow the job at `Location`. The job fails with `no-proof` if none is found within the limits of states and time, and that is also the answer as long as the job is kept.
//	@Produce		application/gzip,json
//	@Success		200				{string}	string
//	@Success		206				{string}	string
//	@Success		304
//	@Header			200,206			{string}	Content-Disposition	"name of the file"
//	@Header			200,206,304		{string}	ETag	"of the file; for If-None-Match and If-Range"
//	@Success		202				{object}	Job	"the job that makes the proof"
//	@Header			202				{string}	Location	"path of the job"
//	@Header			202				{integer}	Retry-After	"seconds"
//	@Failure		401,403,429	{object}	problem.Problem
//	@Failure		404				{object}	problem.Problem	"not-found, no-proof"
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/deals/{id}/proof [get]
func (c *Calls) getProof(w http.ResponseWriter, r *http.Request) error {
	id, err := reply.ID(r)
	if err != nil {
		return err
	}
	r, cancel := request.WithStoreTime(r)
	defer cancel()
	sent, err := c.sendProof(w, r, id)
	if sent || err != nil {
		return err
	}
	_, a, err := reply.Stored(r, c.Library)
	if err != nil {
		return err
	}
	if a.Verdict != solver.Unwinnable {
		return problem.New(problem.NotFound, "no proof of deal %s: the verdict is %s", id, a.Verdict)
	}
	jobID := c.Proofs.JobID(id, middleware.ClientName(r.Context()))
	j, found, err := c.Jobs.Job(r.Context(), jobID, 0)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	if found && !j.Ended.IsZero() {
		// The job may have ended since it was first read.
		if sent, err := c.sendProof(w, r, id); sent || err != nil {
			return err
		}
		if err := c.failedProof(r.Context(), &j); err != nil {
			return err
		}
		if _, err := c.Jobs.Delete(r.Context(), j.ID); err != nil {
			return problem.Of(err, problem.Unavailable)
		}
		found = false
	}
	if !found {
		if j, err = c.beginProof(w, r, id, jobID); err != nil {
			return err
		}
	}
	w.Header().Set("Location", "/v1/jobs/"+j.ID)
	w.Header().Set("Retry-After", "1")
	return reply.Send(w, r, http.StatusAccepted, c.jobAnswer(j))
}

// sendProof answers with the file of a proof. It returns false if there is no such file.
func (c *Calls) sendProof(w http.ResponseWriter, r *http.Request, id solver.ID) (bool, error) {
	file, found, err := c.Proofs.Proof(r.Context(), id)
	if err != nil {
		return false, problem.Of(fmt.Errorf("reading the proof of deal %s: %w", id, err), problem.Unavailable)
	}
	if !found {
		return false, nil
	}
	sum := sha256.Sum256(file)
	h := w.Header()
	h.Set("Content-Type", "application/gzip")
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.proof"`, id))
	h.Set("Cache-Control", reply.CardsLife)
	h.Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file))
	return true, nil
}

// failedProof returns the problem of a failed job, or nil if the job has not failed. If a limit was
// not the reason, another attempt may succeed, so failedProof deletes the job.
func (c *Calls) failedProof(ctx context.Context, j *job.Job) error {
	if j.State != job.Failed {
		return nil
	}
	var stored problem.Problem
	if err := json.Unmarshal(j.Answer, &stored); err != nil {
		return nil // another version of the service wrote the answer
	}
	kind := problem.Internal
	for _, k := range problem.Kinds {
		if stored.Type == "/problems/"+k.Name {
			kind = k
		}
	}
	if kind != problem.NoProof {
		if _, err := c.Jobs.Delete(ctx, j.ID); err != nil {
			return problem.Of(err, problem.Unavailable)
		}
	}
	return problem.New(kind, "%s", stored.Detail)
}

// beginProof starts a job that makes the proof. This counts as work for the rate limit. It needs a
// key if keys are configured.
func (c *Calls) beginProof(w http.ResponseWriter, r *http.Request, id solver.ID, jobID string) (job.Job, error) {
	if err := c.Access.NeedKey(r); err != nil {
		return job.Job{}, err
	}
	client := middleware.ClientName(r.Context())
	if err := c.Work.Spend(r.Context(), w, client); err != nil {
		return job.Job{}, err
	}
	body := bytes.TrimSpace(reply.JSON(proofRequest{id}))
	j, err := c.Jobs.Accept(r.Context(), job.Job{
		ID: jobID, Client: client, Site: middleware.ClientSite(r.Context()), Request: body,
	}, c.Limits.ProofDeadline)
	if err == nil {
		return j, nil
	}
	// Another request may have started the job meanwhile.
	if j, found, failure := c.Jobs.Job(r.Context(), jobID, 0); failure == nil && found {
		return j, nil
	}
	return job.Job{}, problem.Of(err, problem.Unavailable)
}
