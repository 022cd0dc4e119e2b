package moves

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// MovesRequest asks which moves keep a position winnable.
type MovesRequest struct {
	request.DealFields
	DeadlineMS int64  `json:"deadline_ms,omitempty" minimum:"1" default:"2000" example:"500"` // milliseconds from arrival to the answer, including waiting; moves not decided by then are unknown, with an estimate
	States     int64  `json:"states,omitempty" minimum:"1"`                                   // positions that all searches together may visit; the server's limit if absent
	Detail     string `json:"detail,omitempty" enums:"exists,area,move" default:"move"`       // how much to reveal: whether a winning move exists, the place it starts from, or all moves with verdicts
	Solution   bool   `json:"solution,omitempty" default:"false"`                             // whether to return the whole winning line
	Runs       bool   `json:"runs,omitempty" default:"false"`                                 // whether to list the runs that can be moved at once, in games whose cards move one by one
	request.PlayedFields
	Why bool `json:"why,omitempty" default:"false"` // whether to say in words what each move does and, in English, what a losing one blocks
	request.LanguageField
	// Also write the solution as text. With text, each move has a line of text, too; other formats need `solution`.
	SolutionFormat string `json:"solution_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"`
} //	@name	MovesRequest

// MovesAnswer is the verdicts of a position and of every legal move.
type MovesAnswer struct {
	ID       solver.ID              `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // permanent; the same rules and cards have the same id
	Game     *string                `json:"game" example:"klondike" extensions:"x-nullable"`                                               // name of the game; null if rules were given
	Verdict  solver.Verdict         `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // of the position
	Because  *solver.Reason         `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Won      bool                   `json:"won"`                                                                                           // whether the game is already won
	Only     *bool                  `json:"only" extensions:"x-nullable"`                                                                  // whether exactly one move keeps the game winnable; null if not known
	Moves    []JudgedMove           `json:"moves" extensions:"x-nullable"`                                                                 // every legal move, best first, one of several that differ only by interchangeable targets; null if less detail was requested
	Runs     []LegalRun             `json:"runs,omitempty"`                                                                                // if requested: the runs that can be moved at once
	Hint     *Hint                  `json:"hint,omitempty"`                                                                                // if less detail was requested
	Solution *reply.Solution        `json:"solution,omitempty"`                                                                            // if requested and the position is winnable
	Search   reply.Search           `json:"search"`                                                                                        // cost of all searches, including waiting
	Warnings []string               `json:"warnings"`                                                                                      // what differs from the request
	Position json.RawMessage        `json:"position,omitempty"`                                                                            // the position asked about, if cards or played moves were given; moves are made from it
	Expanded []request.ExpandedMove `json:"expanded,omitempty"`                                                                            // each run among the played moves, and the single moves that it stands for
} //	@name	MovesAnswer

// JudgedMove is a legal move and the verdict on the position after it.
type JudgedMove struct {
	Move    game.Move      `json:"move"`                                                                                          // the move
	Text    string         `json:"text,omitempty" example:"QH JS from tableau/2 to tableau/6"`                                    // the move in a line, if solution_format is text
	Why     string         `json:"why,omitempty" example:"lays the Q♥ with the card on it on the K♠, turns up the 5♣"`            // if requested: what the move does, and what it blocks if that loses the game and there is a proof in words
	Verdict solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // of the position after it
	Because *solver.Reason `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Length  *int           `json:"length" example:"112" extensions:"x-nullable"`                                                  // moves of the shortest known winning line with this move first, redeals not counted; null if none
	Redeals *int           `json:"redeals" example:"4" extensions:"x-nullable"`                                                   // redeals of that line, beside its length; null if none
	// Whether the move can be undone at once, so that it cannot lose the game.
	Reversible bool `json:"reversible"`
	// Whether a winning line has this move later and also wins with it first.
	Order bool `json:"order"`
	// Other places that come to the same as `to`: free cells, empty columns, equal foundations.
	Also []game.Place `json:"also,omitempty" swaggertype:"array,string" example:"cell/2,cell/3"`
	// For an unknown verdict: points by which the move seems to lead nearer to a win. A guess, comparable only among the moves of one answer.
	Estimate *float64 `json:"estimate,omitempty" example:"5.8"`
} //	@name	JudgedMove

// LegalRun is a run of cards that can be moved at once, and the single moves that it stands for.
type LegalRun struct {
	Move     game.Move   `json:"move"`     // the run
	Expanded []game.Move `json:"expanded"` // its single moves
} //	@name	LegalRun

// Hint is less detail than the moves.
type Hint struct {
	Exists bool    `json:"exists"`                                                     // whether a winning move is known
	Area   *string `json:"area,omitempty" example:"tableau/3" extensions:"x-nullable"` // for detail area: the place the best move takes cards from, or stock for turning the stock; null if none
	Guess  *string `json:"guess,omitempty" example:"tableau/3"`                        // for detail area, if no winning move is known: the place of the best guess
} //	@name	Hint

// Analyst finds verdicts of moves and games.
type Analyst interface {
	// Moves returns the verdict of every legal move from the position of a problem. All moves share
	// one budget and the deadline of the context. Errors have the same behaviour as the errors of
	// Judge.Answer.
	Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error)
	// Game finds the step that lost a game. The steps are legal moves that start from the position
	// of the problem. A step has several moves if a run of cards was moved. Errors have the same
	// behaviour as the errors of Judge.Answer.
	Game(ctx context.Context, p *solver.Problem, steps [][]game.Move, b solver.Budget) (analysis.Played, error)
}

const (
	// timeToWrite is the time that writing the answer takes for each legal move and each single
	// move of a run. The analysis ends earlier by this time, but at most by a quarter of the
	// deadline. A row of two packs has up to 8,000 moves, which take more than a megabyte.
	timeToWrite = 10 * time.Microsecond
	// timeToExplain is the time that an explanation without a proof takes for each legal move.
	timeToExplain = 10 * time.Microsecond
	// timeToEstimate is additional time, which is kept for estimates.
	timeToEstimate = 20 * time.Millisecond
)

// unsearched is the warning if no worker had a result by the deadline.
const unsearched = "search: the service was busy, so unknown positions were not searched; ask again"

// movesQuestion is a decoded moves request.
type movesQuestion struct {
	request.Asked
	in        MovesRequest
	legalRuns []LegalRun // if asked for
}

// decodeMoves reads what POST /v1/moves asks.
//
//	@ID				moves
//	@Summary		Which moves keep the game winnable?
//	@Description	Lists the legal moves with their verdicts, best first. Turning the stock is a move too. A winnable move has the length of the shortest known line. An unknown move has the reason and an estimate, by which such moves are ordered. So one call gives a hint and tells whether the game can still be won. Moves that differ only by interchangeable places, such as free cells, are one; `also` has the other places. `why` adds what each move does in words. Always playing the first move wins every winnable game, as long as the service keeps the line; `solution` returns it.
//	@Description	Give `game` or `rules`, and `seed` or `deal`: the current position, or the deal with the `moves` played since. An illegal move is an error.
//	@Param			request				body		MovesRequest	true	"the position"
//	@Success		200					{object}	MovesAnswer
//	@Router			/v1/moves [post]
func decodeMoves(_ context.Context, body []byte, limits request.Limits) (*movesQuestion, error) {
	q := &movesQuestion{}
	in := &q.in
	err := q.Decode(body, in, &in.DealFields, func(node *strict.Node, _ bool) {
		q.Budget = limits.Budget(node, in.DeadlineMS, in.States)
		q.SetMoves(node, &in.TextFields, in.Moves)
		q.CheckDialect(node, "solution_format", in.SolutionFormat, in.Solution || in.SolutionFormat == notation.Text)
	})
	in.DealFields, in.PlayedFields = request.DealFields{}, request.PlayedFields{} // the document is read
	return q, err
}

// Lasting returns the answer without what its search cost, if every verdict in it is proven.
//
//	@ID				movesAt
//	@Summary		Which moves keep the game winnable, of a position in one line?
//	@Description	As `POST /v1/moves`. If every verdict is proven, the answer may be kept by any cache for a day; otherwise by none.
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			line			path		string	true	"the position in one line (/docs/build/line)"	extensions(x-example=tKHQSJD.9S.TC.4sTdKDQCJHTS9H8C7D6S.Qd9D8S..KSQHJCTH9C8D7S6D5S~f7C8H3S5D~sJS~wKC)
//	@Param			why				query		bool	false	"whether to say in words what each move does"
//	@Param			language		query		string	false	"of words"	Enums(en, de, es, fr)	default(en)
//	@Param			runs			query		bool	false	"whether to list the runs that can be moved at once"
//	@Param			solution		query		bool	false	"whether to return the whole winning line"
//	@Param			solution_format	query		string	false	"also write the moves as text"	Enums(text, fc-solve, klondike-solver, minimal-klondike)
//	@Param			deadline_ms		query		int		false	"milliseconds until the answer"	minimum(1)	default(2000)
//	@Param			states			query		int		false	"positions that all searches together may visit"	minimum(1)
//	@Param			schema			query		string	false	"how the position is written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success		200				{object}	MovesAnswer
//	@Failure		400,404	{object}	problem.Problem
//	@Router			/v1/games/{game}/positions/{line}/moves [get]
func (a MovesAnswer) Lasting() any {
	if a.Verdict == solver.Unknown || slices.ContainsFunc(a.Moves, func(m JudgedMove) bool { return m.Verdict == solver.Unknown }) {
		return nil
	}
	a.Search, a.Warnings = reply.Search{}, nil
	return a
}

func (q *movesQuestion) Ask(ctx context.Context, analyst Analyst) (MovesAnswer, error) {
	began := time.Now()
	asked := q.Problem.Asked()
	legal := game.New(q.Problem.Rules(), &asked).Legal()
	each := timeToWrite
	if q.in.Why {
		each += timeToExplain
	}
	rendering := time.Duration(len(legal)) * each
	if q.in.Runs {
		for _, run := range game.LegalRuns(q.Problem.Rules(), &asked) {
			q.legalRuns = append(q.legalRuns, LegalRun{run.Move, run.Expanded})
			rendering += time.Duration(len(run.Expanded)) * timeToWrite
		}
	}
	left := q.Deadline - min(rendering+timeToEstimate, q.Deadline/4)
	analysing, cancel := context.WithDeadline(ctx, q.Arrival.Add(left))
	defer cancel()
	found, err := analyst.Moves(analysing, q.Problem, q.Budget.Budget)
	if err != nil {
		return MovesAnswer{}, fmt.Errorf("judging the moves of %s: %w", q.Problem.ID(), err)
	}
	elapsed := time.Since(began)
	ctx, cancel = context.WithDeadline(ctx, q.Arrival.Add(q.Deadline-min(rendering, q.Deadline/8)))
	defer cancel()
	return q.answer(ctx, &found, elapsed), nil
}

// answer renders what was found, with estimates that may take until the context ends.
func (q *movesQuestion) answer(ctx context.Context, found *analysis.Position, elapsed time.Duration) MovesAnswer {
	out := MovesAnswer{
		ID: q.Problem.ID(), Game: reply.OrNull(q.Game), Verdict: found.Verdict, Because: reply.OrNull(found.Reason),
		Won:    found.Verdict == solver.Winnable && len(found.Line) == 0,
		Search: reply.Search{Engine: found.Engine, States: found.States, ElapsedMS: reply.Milliseconds(elapsed)}, Warnings: reply.List(q.Warnings),
		Runs: q.legalRuns, Position: q.Echo(), Expanded: request.Expanded(q.Played.Steps),
	}
	if found.Unsearched {
		out.Warnings = append(out.Warnings, unsearched)
	}
	if only, known := found.Only(); known {
		out.Only = &only
	}
	if found.Verdict == solver.Winnable && q.in.Solution {
		out.Solution = reply.NewSolution(found.Line)
	}
	asked := q.Problem.Asked()
	if out.Solution != nil && q.in.SolutionFormat != "" {
		text, err := notation.WriteMoves(q.in.SolutionFormat, q.Problem.Rules(), &asked, found.Line)
		if err != nil {
			out.Warnings = append(out.Warnings, "solution_format: "+err.Error())
		}
		out.Solution.Text = text
	}
	estimates := orderUnknown(ctx, q.Problem.Rules(), &asked, found.Moves)
	if q.in.Detail != "move" {
		out.Hint = q.hint(found)
		return out
	}
	out.Moves = []JudgedMove{}
	for i := range found.Moves {
		m := &found.Moves[i]
		j := JudgedMove{Move: m.Move, Verdict: m.Verdict, Because: reply.OrNull(m.Reason), Reversible: m.Reversible, Order: m.Order, Also: m.Also}
		if m.Verdict == solver.Unknown {
			j.Estimate, estimates = &estimates[0], estimates[1:]
		}
		if m.Verdict == solver.Winnable {
			j.Length, j.Redeals = reply.LengthOf(m.Line)
		}
		if q.in.SolutionFormat == notation.Text {
			j.Text = m.Move.String()
		}
		out.Moves = append(out.Moves, j)
	}
	if q.in.Why {
		q.explain(&asked, found, out.Moves)
	}
	return out
}

// mostProofs is how many losing moves of an answer are explained by a proof. A proof may take some
// milliseconds.
const mostProofs = 20

// explain says what each move does. For a losing move it also looks for a proof of what the move
// blocks. This takes longer, so it ends shortly before the deadline.
func (q *movesQuestion) explain(asked *deal.Position, found *analysis.Position, moves []JudgedMove) {
	r := q.Problem.Rules()
	spoken := q.in.Spoken()
	explained := analysis.NewDescriber(r, asked, spoken.Text)
	end := q.Arrival.Add(q.Deadline - min(timeToSend, q.Deadline/10))
	proofs := 0
	for i := range moves {
		m := &moves[i]
		m.Why = explained.Describe(m.Move)
		if spoken != words.English || m.Verdict != solver.Unwinnable || found.Verdict == solver.Unwinnable || proofs == mostProofs || time.Now().After(end) {
			continue
		}
		proofs++
		s := game.New(r, asked)
		s.Do(m.Move)
		if certificate := prove.Certificate(r, s.Table()); certificate != nil {
			m.Why += "; then " + proof.Summary(certificate)
		}
	}
}

// orderUnknown sorts the moves with an unknown verdict by an estimate, the best first, and returns
// their estimates. Winning moves stay before them, losing moves after them.
func orderUnknown(ctx context.Context, r *rules.Rules, from *deal.Position, moves []analysis.Move) []float64 {
	first := slices.IndexFunc(moves, func(m analysis.Move) bool { return m.Verdict == solver.Unknown })
	if first < 0 {
		return nil
	}
	open := moves[first:]
	if n := slices.IndexFunc(open, func(m analysis.Move) bool { return m.Verdict != solver.Unknown }); n >= 0 {
		open = open[:n]
	}
	plain := make([]game.Move, len(open))
	for i := range open {
		plain[i] = open[i].Move
	}
	type estimated struct {
		analysis.Move
		points float64
	}
	order := make([]estimated, len(open))
	for i, points := range player.Estimate(solver.NewClock(ctx), r, from, plain) {
		order[i] = estimated{open[i], points}
	}
	slices.SortStableFunc(order, func(a, b estimated) int { return cmp.Compare(b.points, a.points) })
	estimates := make([]float64, len(open))
	for i, g := range order {
		open[i], estimates[i] = g.Move, math.Round(g.points*10)/10
	}
	return estimates
}

// hint returns the requested detail.
func (q *movesQuestion) hint(found *analysis.Position) *Hint {
	h := &Hint{Exists: len(found.Moves) > 0 && found.Moves[0].Verdict == solver.Winnable}
	if q.in.Detail != "area" || len(found.Moves) == 0 {
		return h
	}
	area := found.Moves[0].From.String()
	if action := found.Moves[0].Action; action != game.Shift && action != game.Remove {
		area = "stock"
	}
	switch {
	case h.Exists:
		h.Area = &area
	case found.Moves[0].Verdict == solver.Unknown:
		h.Guess = &area
	}
	return h
}
