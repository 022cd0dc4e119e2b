package api

import (
	"bytes"
)

// appendJSON appends the answer as encoding/json writes it, which would take longer for a solution or a
// certificate than a stored verdict takes to be found. So encoding/json writes null in their places.
func (a SolveAnswer) appendJSON(to []byte) []byte {
	solution, certificate := a.Solution, a.Certificate
	if solution != nil {
		brief := *solution
		brief.Moves, a.Solution = nil, &brief
	}
	if certificate != nil && certificate.written != nil {
		a.Certificate = nil
	}
	rest := compact(a)
	if solution != nil {
		to, rest = appendBefore(to, rest, `"moves":`)
		to = append(to, '[')
		for i, m := range solution.Moves {
			if i > 0 {
				to = append(to, ',')
			}
			to = m.AppendJSON(to)
		}
		to = append(to, ']')
	}
	if certificate != a.Certificate {
		to, rest = appendBefore(to, rest, `"certificate":`)
		to = append(to, certificate.written...)
	}
	return append(to, rest...)
}

// appendBefore appends JSON up to the first field with a name, and returns what follows its null.
func appendBefore(to, text []byte, name string) (before, after []byte) {
	before, after, _ = bytes.Cut(text, []byte(name+"null"))
	return append(append(to, before...), name...), after
}

// compact returns the JSON of a value without a line feed.
func compact(value any) []byte { return bytes.TrimSuffix(encode(value), []byte{'\n'}) }
