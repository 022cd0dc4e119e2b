package verdict

import (
	"encoding/binary"
	"hash/maphash"
	"sync"

	"github.com/maypok86/otter/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// replayed knows the solutions that the referee has replayed in this process, by a digest. One that
// is unchanged since need not be replayed each time it is answered, which would be a quarter of the
// time of such an answer. Whatever comes from outside the process is replayed.
type replayed struct {
	seed    maphash.Seed // another in each process
	digests *otter.Cache[solver.ID, uint64]
}

// mostReplayed is how many solutions are known.
const mostReplayed = 10_000

func newReplayed() replayed {
	return replayed{maphash.MakeSeed(), otter.Must(&otter.Options[solver.ID, uint64]{MaximumSize: mostReplayed})}
}

// verify is verify for a record that this process holds.
func (d *replayed) verify(p *solver.Problem, r *solver.Record) error {
	if r.Verdict != solver.Winnable {
		return verify(p, r)
	}
	digest := d.digest(r.Solution)
	if before, known := d.digests.GetIfPresent(r.ID); known && before == digest {
		return r.CheckFor(p)
	}
	err := verify(p, r)
	if err == nil {
		d.digests.Set(r.ID, digest)
	}
	return err
}

// texts are buffers for digest.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// digest returns a digest of all that a line of moves says.
func (d *replayed) digest(line []game.Move) uint64 {
	buffer := texts.Get().(*[]byte)
	defer texts.Put(buffer)
	text := (*buffer)[:0]
	for i := range line {
		m := &line[i]
		for _, n := range [...]int{
			int(m.Action), m.Count, int(m.From.Pile), m.From.N, m.From.M,
			int(m.And.Pile), m.And.N, m.And.M, int(m.To.Pile), m.To.N, m.To.M, int(m.TurnsUp), len(m.Cards),
		} {
			text = binary.AppendVarint(text, int64(n))
		}
		for _, c := range m.Cards {
			text = append(text, byte(c))
		}
	}
	*buffer = text
	return maphash.Bytes(d.seed, text)
}
