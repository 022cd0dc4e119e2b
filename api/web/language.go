package web

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// languageName is the name of the parameter and of the cookie that choose the language of pages.
const languageName = "language"

// remembered is how long a browser remembers the language that was chosen.
const remembered = 365 * 24 * time.Hour

type languageKey struct{}

// spoken takes the parameter language out of the address before a page reads it, and lets the browser
// remember the choice.
func spoken(page request.Handler) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		query := r.URL.Query()
		if !query.Has(languageName) {
			return page(w, r)
		}
		ctx := r.Context()
		if l, known := words.Of(query.Get(languageName)); known {
			http.SetCookie(w, &http.Cookie{
				Name: languageName, Value: string(l), Path: "/", MaxAge: int(remembered.Seconds()), SameSite: http.SameSiteLaxMode, HttpOnly: true,
			})
			ctx = context.WithValue(ctx, languageKey{}, l)
		}
		query.Del(languageName)
		address := *r.URL
		address.RawQuery = query.Encode()
		r = r.WithContext(ctx)
		r.URL = &address
		return page(w, r)
	}
}

// languageOf returns the language of an answer: the one in the address, else the one that the browser
// remembers, else the first one that it accepts and that has texts.
func languageOf(r *http.Request) words.Language {
	if l, chosen := r.Context().Value(languageKey{}).(words.Language); chosen {
		return l
	}
	if l, known := words.Of(r.URL.Query().Get(languageName)); known { // an error before the page read it
		return l
	}
	if cookie, err := r.Cookie(languageName); err == nil {
		if l, known := words.Of(cookie.Value); known {
			return l
		}
	}
	for code := range request.Listed(r, "Accept-Language") { // browsers list the preferred one first
		if l, known := words.Of(code); known {
			return l
		}
	}
	return words.English
}

// Version is a page in a language.
type Version struct {
	words.Language
	Address string
}

// versions returns the address of a page in each language.
func versions(address *url.URL) []Version {
	list := make([]Version, len(words.Languages))
	for i, l := range words.Languages {
		query := address.Query()
		query.Set(languageName, string(l))
		list[i] = Version{l, (&url.URL{Path: address.Path, RawQuery: query.Encode()}).String()}
	}
	return list
}

// speaking returns the functions of the templates whose results are in a language: t writes a text, given
// in English, with values that follow as pairs of a name and a value; tn one of two texts with {n}, for
// one and for several.
func speaking(l words.Language) template.FuncMap {
	return template.FuncMap{
		"t": func(text string, pairs ...any) (any, error) { return said(l, text, pairs) },
		"tn": func(n int64, one, several string, pairs ...any) (any, error) {
			return said(l, l.Plural(n, one, several), append([]any{"n", n}, pairs...))
		},
		"number":  func(n int64) string { return grouped(l, n) },
		"title":   func(title string) string { return titleOf(l, title) },
		"player":  func(given string) string { return playerName(l, given) },
		"lasting": func(ms int64) string { return lasting(l, ms) },
		"odds":    func(o *Odds) string { return o.text(l) },
		"share":   func(o *Odds) string { return o.share(l) },
		"budget":  func(c CampaignPage) string { return c.budget(l) },
		"stops":   func(c CampaignPage) string { return c.stops(l) },
		"limits":  func(m stats.Method) string { return limitsOf(l, m) },
	}
}

// say returns a text, given in English, in a language. Pairs of a name and a value follow.
func say(l words.Language, text string, pairs ...string) string {
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return l.Text(text, values)
}

// counted returns one of two texts with {n} in a language, for one and for several.
func counted(l words.Language, n int64, one, several string) string {
	return say(l, l.Plural(n, one, several), "n", grouped(l, n))
}

// grouped writes a whole number with its thousands apart.
func grouped(l words.Language, n int64) string { return l.Grouped(stats.Grouped(n)) }

// titleOf returns the title of a game in a language. Most games have one name in all languages. What follows the
// name is translated.
func titleOf(l words.Language, title string) string {
	parts := titleParts(title)
	if l == words.English || len(parts) == 0 {
		return title
	}
	for i, part := range parts {
		if n, drawn := strings.CutPrefix(part, "draw "); drawn && n != "1" {
			parts[i] = say(l, "draw {n}", "n", n)
		} else {
			parts[i] = say(l, part)
		}
	}
	return strings.Join(parts, ", ")
}

// titleParts returns the name of a game and what follows it in a title.
func titleParts(title string) []string { return strings.Split(asides.Replace(title), ", ") }

// asides are what follows a name without a comma.
var asides = strings.NewReplacer(" (as Solvitaire plays it)", ", as Solvitaire plays it", " as Solvitaire plays it", ", as Solvitaire plays it", " without redeals", ", without redeals")

// said returns a text in a language. If a value is HTML, the result is.
func said(l words.Language, text string, pairs []any) (any, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("text %q: values are pairs of a name and a value", text)
	}
	values, html := map[string]string{}, false
	for i := 0; i < len(pairs); i += 2 {
		_, isHTML := pairs[i+1].(template.HTML)
		html = html || isHTML
	}
	for i := 0; i < len(pairs); i += 2 {
		value := ""
		switch v := pairs[i+1].(type) {
		case template.HTML:
			value = string(v)
		case int64:
			value = grouped(l, v)
		default:
			value = fmt.Sprint(v)
			if html {
				value = template.HTMLEscapeString(value)
			}
		}
		values[fmt.Sprint(pairs[i])] = value
	}
	if text = l.Text(text, values); html {
		return template.HTML(text), nil //nolint:gosec // catalogues are ours, and values are escaped
	}
	return text, nil
}

// linked returns a link, as a value of a text.
func linked(address, text string) template.HTML {
	return template.HTML(`<a href="` + template.HTMLEscapeString(address) + `">` + template.HTMLEscapeString(text) + `</a>`) //nolint:gosec // it is escaped
}

// code returns text as code, as a value of a text.
func code(text string) template.HTML {
	return template.HTML("<code>" + template.HTMLEscapeString(text) + "</code>") //nolint:gosec // it is escaped
}
