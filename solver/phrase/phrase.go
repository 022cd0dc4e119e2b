// Package phrase puts values into texts for people. A text has names in braces: "{n} moves". So it can be
// translated before the values are in it.
package phrase

import "strings"

// Fill returns a text with each name in braces replaced by its value.
func Fill(text string, values map[string]string) string {
	for name, value := range values {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
