// Package words has the texts of pages and answers in languages other than English.
//
// The English text is the key of its translations, so that templates and programs can be read
// without a catalogue. What a text names is in braces: "{n} moves". Each language has a catalogue, a JSON file
// in this folder, with a part for each kind of reader.
package words

import (
	"embed"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
)

// Language is a language of texts, by its code in BCP 47.
type Language string

// English is the language of the keys.
const English Language = "en"

// Languages are the languages that have texts.
var Languages = []Language{English, "de", "es", "fr"}

var names = map[Language]string{English: "English", "de": "Deutsch", "es": "Español", "fr": "Français"}

// Name returns the name of a language in that language.
func (l Language) Name() string { return names[l] }

// Of returns the language of a code such as "de" or "de-AT". It returns false if it has no texts.
func Of(code string) (Language, bool) {
	code, _, _ = strings.Cut(strings.ToLower(code), "-")
	l := Language(code)
	return l, names[l] != ""
}

// Catalogue has the translations into one language.
type Catalogue struct {
	Answers map[string]string `json:"answers"` // of answers of the API
	Pages   map[string]string `json:"pages"`   // of pages, in templates and handlers
	Referee map[string]string `json:"referee"` // why a move is illegal
	Rules   map[string]string `json:"rules"`   // of rules in words
	Scripts map[string]string `json:"scripts"` // of scripts; pages have them too
}

//go:embed *.json
var files embed.FS

// texts has the translations by language.
var texts = sync.OnceValue(func() map[Language]map[string]string {
	all := map[Language]map[string]string{English: {}}
	for _, l := range Languages[1:] {
		c := read(l)
		all[l] = c.Pages
		maps.Copy(all[l], c.Answers)
		maps.Copy(all[l], c.Referee)
		maps.Copy(all[l], c.Rules)
		maps.Copy(all[l], c.Scripts)
	}
	return all
})

func read(l Language) Catalogue {
	text, err := files.ReadFile(string(l) + ".json")
	if err != nil {
		panic(err) // it is embedded
	}
	var c Catalogue
	if err := json.Unmarshal(text, &c); err != nil {
		panic(err) // a test reads it
	}
	return c
}

// Text returns a text with its values in place. A text without a translation stays English.
func (l Language) Text(text string, values map[string]string) string {
	if translated := texts()[l][text]; translated != "" {
		text = translated
	}
	return phrase.Fill(text, values)
}

// Plural chooses between the texts for one thing and for several.
func (l Language) Plural(n int64, one, several string) string {
	if n == 1 || n == 0 && l == "fr" {
		return one
	}
	return several
}

// Grouped writes a number with its thousands apart.
func (l Language) Grouped(grouped string) string {
	between := map[Language]string{English: ",", "de": ".", "es": "\u202f", "fr": "\u202f"}[l]
	return strings.ReplaceAll(grouped, ",", between)
}

// Script returns the texts of scripts as a module.
func (l Language) Script() []byte {
	c := read(l)
	list := map[string]string{}
	maps.Copy(list, c.Referee)
	maps.Copy(list, c.Scripts)
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // it is a map of texts
	}
	return append(append([]byte("export default "), text...), ";\n"...)
}
