package pack

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// relatedPage returns the page of what is compared deal by deal.
func relatedPage(ranges []*packed.Range, figures map[int]published) []byte {
	var page strings.Builder
	page.WriteString(`# Verdicts compared, deal by deal

This page compares verdicts of ` + "`docs/published/packed`" + ` on the same deals: of related games, and of other solvers. A contradiction would be a wrong verdict. ` + "`make -C docs/research packed`" + ` makes the page.

## Other solvers' verdicts

`)
	other := compareOthers(ranges)
	fmt.Fprintf(&page, "%d deals of %d games were decided here and by another solver (%s). Contradictions: %d.\n", other.deals, len(other.games), strings.Join(other.sources(), ", "), len(other.wrong))
	for _, deal := range other.wrong {
		page.WriteString("\n- " + deal)
	}
	page.WriteString(`
## Which winnable deals need worrying back

The share of Klondike's deals that can be won with worrying back and can't be won without it, in percent of the deals that can be won with it. Both games were tried on the same deals, and the share is counted deal by deal. Unknown deals count both ways. The published figures are those of table 3 of the Solvitaire paper ([win rates](win-rates.md)).

| draw | deals | winnable | of these unwinnable without | unknown without | our share | published | overlap |
| --: | --: | --: | --: | --: | --- | --- | --- |
`)
	for _, w := range worrying(ranges) {
		implied := w.Implied()
		first, figure := implied.First(), figures[w.draw]
		fmt.Fprintf(&page, "| %d | %d | %d | %d | %d | %s | %s | %s |\n", w.draw, w.N(), first.Winnable,
			implied[stats.Winnable][stats.Unwinnable], implied[stats.Winnable][stats.Unknown], w.Needed(), figure.text, w.overlap(figure))
	}
	page.WriteString(`
## Related games

A deal that can be won by some rules can be won by weaker ones too: with more cells, with worrying back, with a draw size that divides. So verdicts of two games on the same deals check one another. The table has all games that package ` + "`solver/relation`" + ` proves to be related.

`)
	all := pairs(ranges)
	var deals int64
	wrong := 0
	for _, p := range all {
		deals += p.deals
		wrong += len(p.wrong)
	}
	fmt.Fprintf(&page, "%d pairs of games, %d pairs of verdicts, **%d contradictions**. *Gained* are deals that are unwinnable in the stronger game and winnable in the weaker one.\n\n", len(all), deals, wrong)
	page.WriteString("| stronger | weaker | deals decided in both | gained | contradictions |\n| --- | --- | --: | --: | --- |\n")
	for _, p := range all {
		fmt.Fprintf(&page, "| %s | %s | %d | %.3f %% | %s |\n", p.stronger, p.weaker, p.deals, 100*float64(p.gained)/float64(p.deals), cmp.Or(strings.Join(p.wrong, ", "), "0"))
	}
	return []byte(page.String())
}
