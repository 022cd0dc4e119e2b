package web

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// functions are the functions of the templates that are the same in all languages. language.go has the
// others. The script counts.js formats numbers in the same way.
var functions = template.FuncMap{
	"asset":     assetPath,
	"link":      linked,
	"code":      code,
	"picture":   layoutPath,
	"gamepage":  gamePath,
	"wordsFile": wordsFile,
	"sentence":  sentence,
	"plural":    plural,
	"count":     func(games []rules.Game) int64 { return int64(len(games)) },
	"pace":      pace,
	"moment":    moment,
	"day":       day,
	"datetime":  datetime,
	"rate":      rateOf,
	"percent":   percent,
	"middle":    middle,
	"width":     width,
	"ends":      ends,
	"from":      reference,
	"ranges":    stats.Ranges,
	"packed":    PackedAddress,
	"filesize":  filesize,
	"tex":       tex.Replace,
	"games":     rules.Games,
	"families":  rules.Families,
	"popular":   rules.Popular,
	"winnable":  hasWinnable,
	"grades":    func() []difficulty.Grade { return difficulty.Grades },
	"offered":   offered,
	"base":      base,
	"firstday":  func() string { return seeds.FirstDate },
}

// tex escapes text for TeX.
var tex = strings.NewReplacer(`\`, `\textbackslash{}`, " %", `\,\%`, "%", `\%`, "&", `\&`, "_", `\_`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`, "–", "--", "−", "$-$")

// playerName writes the name of a player with its settings: "bjarnason n0=3 states=500" is
// "Player Bjarnason (n0 3, at most 500 positions)".
func playerName(l words.Language, given string) string {
	fields := strings.Fields(given)
	if len(fields) == 0 {
		return say(l, "Player")
	}
	var settings []string
	for _, setting := range fields[1:] {
		key, value, _ := strings.Cut(setting, "=")
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			value = grouped(l, n)
		}
		if key == "states" {
			settings = append(settings, say(l, "at most {n} positions", "n", value))
		} else {
			settings = append(settings, key+" "+value)
		}
	}
	name := say(l, "Player {name}", "name", capital(fields[0]))
	if len(settings) > 0 {
		name += " (" + strings.Join(settings, ", ") + ")"
	}
	return name
}

// filesize writes bytes: 950 B, 12 kB, 3.4 MB.
func filesize(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%d kB", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// plural writes a number with a noun: "1 deal", "2 deals".
func plural(n int64, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return stats.Grouped(n) + " " + several
}

// pace writes deals per second with about three digits.
func pace(deals float64) string {
	switch {
	case deals <= 0:
		return "–"
	case deals >= 100:
		return stats.Grouped(int64(math.Round(deals)))
	case deals >= 1:
		return strconv.FormatFloat(deals, 'f', 1, 64)
	}
	return strconv.FormatFloat(deals, 'f', 3, 64)
}

// lasting writes a duration in milliseconds in its two largest units.
func lasting(l words.Language, ms int64) string {
	seconds := (ms + 999) / 1000
	switch {
	case ms < 0:
		return "–"
	case seconds < 60:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%d min %d s", seconds/60, seconds%60)
	case seconds < 48*3600:
		return fmt.Sprintf("%d h %d min", seconds/3600, seconds/60%60)
	}
	return say(l, "{n} days", "n", grouped(l, seconds/86400)) // two at least
}

// moment writes a time.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// day writes the date of a time.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// datetime writes a time for the HTML attribute datetime.
func datetime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// base returns the title of a game without its variant: Klondike for "Klondike, draw 1".
func base(title string) string {
	name, _, _ := strings.Cut(title, ",")
	return name
}

// sentence writes the detail of a problem as a sentence.
func sentence(detail string) string {
	return capital(strings.TrimSuffix(detail, ".")) + "."
}

// capital writes the first letter large.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
