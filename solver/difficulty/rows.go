package difficulty

import (
	"errors"
	"strconv"
)

// Columns returns the column names of a table of difficulties.
func (m Method) Columns() []string {
	if m == CardsLeft {
		return []string{"length", "left_plays", "left_wins", "left_cards", "left_face_down"}
	}
	return []string{
		"length", "decisions", "winning_share", "bits", "critical", "unknown",
		"random_plays", "random_wins", "greedy_plays", "greedy_wins", "careless_plays", "careless_wins",
		"glance_plays", "glance_wins", "worrying_back", "passes", "passes_at_least",
	}
}

// Row returns the fields of a row, in the order of Columns. The score is left out, since it
// follows from the others.
func (d *Difficulty) Row() []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	if d.Method == CardsLeft {
		return []string{strconv.Itoa(d.Length), strconv.Itoa(d.Left.Plays), strconv.Itoa(d.Left.Wins), number(d.Left.Cards), number(d.Left.FaceDown)}
	}
	row := []string{
		strconv.Itoa(d.Length), strconv.Itoa(d.Decisions), number(d.WinningShare), number(d.Bits), strconv.Itoa(d.Critical), strconv.Itoa(d.Unknown),
	}
	for _, r := range []*Rate{&d.Random, &d.Greedy, &d.Careless, d.Glance} {
		if r == nil {
			row = append(row, "", "")
		} else {
			row = append(row, strconv.Itoa(r.Plays), strconv.Itoa(r.Wins))
		}
	}
	row = append(row, string(d.WorryingBack))
	if d.Passes == nil {
		return append(row, "", "")
	}
	return append(row, strconv.Itoa(d.Passes.Fewest), strconv.Itoa(d.Passes.AtLeast))
}

// FromRow reads the fields that Row writes, by column name, and computes the score.
func FromRow(row map[string]string) (Difficulty, error) {
	var failed error
	number := func(column string) float64 {
		x, err := strconv.ParseFloat(row[column], 64)
		failed = errors.Join(failed, err)
		return x
	}
	whole := func(column string) int { return int(number(column)) }
	rate := func(player string) Rate { return Rate{Wins: whole(player + "_wins"), Plays: whole(player + "_plays")} }
	if row["left_plays"] != "" {
		d := Difficulty{Method: CardsLeft, Length: whole("length"), Left: &Left{
			Plays: whole("left_plays"), Wins: whole("left_wins"), Cards: number("left_cards"), FaceDown: number("left_face_down"),
		}}
		d.Score = d.score()
		return d, failed
	}
	d := Difficulty{Method: LineAndPlayers, Length: whole("length"), Line: &Line{
		Decisions: whole("decisions"), WinningShare: number("winning_share"), Bits: number("bits"),
		Critical: whole("critical"), Unknown: whole("unknown"),
		Random: rate("random"), Greedy: rate("greedy"), Careless: rate("careless"), WorryingBack: Need(row["worrying_back"]),
	}}
	if row["glance_plays"] != "" {
		glance := rate("glance")
		d.Glance = &glance
	}
	if row["passes"] != "" {
		d.Passes = &Passes{Fewest: whole("passes"), AtLeast: whole("passes_at_least")}
	}
	d.Score = d.score()
	return d, failed
}
