package verdict

import (
	"github.com/maypok86/otter/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// maxCertificates is how many problems' certificates are cached. A certificate takes about
// ten kilobytes, and up to a few milliseconds to find.
const maxCertificates = 200

// certificates caches what Explain found for unwinnable problems, nil where there is no
// certificate. Records do not contain them.
type certificates struct {
	explain func(*solver.Problem, *solver.Result) // nil for no certificates
	found   *otter.Cache[solver.ID, *proof.Certificate]
}

func newCertificates(explain func(*solver.Problem, *solver.Result)) *certificates {
	return &certificates{explain, otter.Must(&otter.Options[solver.ID, *proof.Certificate]{MaximumSize: maxCertificates})}
}

// add adds the certificate to an unwinnable result, if there is one.
func (c *certificates) add(p *solver.Problem, r *solver.Result) {
	if r.Verdict != solver.Unwinnable || c.explain == nil {
		return
	}
	if known, ok := c.found.GetIfPresent(p.ID()); ok {
		r.Certificate = known
		return
	}
	c.explain(p, r)
	c.found.Set(p.ID(), r.Certificate)
}
