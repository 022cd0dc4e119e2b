package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// leftOut tells whether a call is for browsers, or for machines that have clients of
// their own.
func leftOut(o *openapi3.Operation) bool {
	return slices.Contains(o.Tags, "pages") || slices.Contains([]string{"openAPI", "metrics"}, o.OperationID)
}

// calls writes the class with a method for each call.
func (g *generator) calls(api *openapi3.T) {
	g.comment("The service at a URL. Every method is a call of it and throws a ProblemError where that ends in a problem.")
	g.line("export class Thoughtful extends Connection {")
	g.indent++
	paths := api.Paths.Map()
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		operations := paths[path].Operations()
		for _, method := range slices.Sorted(maps.Keys(operations)) {
			if o := operations[method]; !leftOut(o) {
				g.call(method, path, o)
			}
		}
	}
	g.indent--
	g.line("}")
}

// call writes the methods of a call: one for each media type in which it can be
// answered well, and for each status, if the request chooses between several.
func (g *generator) call(method, path string, o *openapi3.Operation) {
	written := map[string]bool{}
	responses := o.Responses.Map()
	empty := responses["204"] != nil
	for _, status := range slices.Sorted(maps.Keys(responses)) {
		if status >= "300" {
			continue
		}
		content := responses[status].Value.Content
		if len(content) == 0 && len(written) == 0 {
			content = openapi3.Content{"": nil}
		}
		for _, media := range slices.Sorted(maps.Keys(content)) {
			v := variant{media: media, empty: empty}
			if content[media] != nil {
				v.answer = content[media].Schema
			}
			if media == events {
				v.answer = g.data(content[media])
			}
			switch {
			case status == "202":
				v.suffix, v.later = "Later", true
			case strings.HasPrefix(media, "text/") && len(content) > 1:
				v.suffix = "Text"
			}
			if len(content) > 1 {
				v.chooser = "format"
			}
			name := o.OperationID + v.suffix
			if !written[name] { // a created thing is the same as one that was there
				written[name] = true
				g.method(name, method, path, o, v)
			}
		}
	}
}

// variant is one of the ways in which a call can be answered well.
type variant struct {
	empty   bool   // whether there may be nothing to say
	suffix  string // of the method's name
	media   string // of the answer; empty if there is none
	answer  *openapi3.SchemaRef
	later   bool   // whether the request asks not to be waited for
	chooser string // the parameter that chooses between this and JSON, if one does
}

var parameter = regexp.MustCompile(`\{([a-z]+)\}`)

func (g *generator) method(name, method, path string, o *openapi3.Operation, v variant) {
	var params, query, headers []string
	required := false // whether a parameter of the query is
	for _, p := range o.Parameters {
		t, optional := g.typeOf(p.Value.Schema), "?"
		if p.Value.Required {
			optional = ""
		}
		switch {
		case p.Value.In == openapi3.ParameterInPath:
			params = append(params, p.Value.Name+": "+t)
			continue
		case p.Value.In == openapi3.ParameterInHeader && p.Value.Name != "Prefer":
			headers = append(headers, key(p.Value.Name)+optional+": "+t)
			continue
		case p.Value.In != openapi3.ParameterInQuery, p.Value.Name == v.chooser && v.suffix == "":
			continue
		case p.Value.Name == v.chooser: // without the word that asks for JSON, or for lines of it
			t, optional = strings.NewReplacer("'json' | ", "", "'ndjson' | ", "").Replace(t), ""
		}
		query = append(query, key(p.Value.Name)+optional+": "+t)
		required = required || optional == ""
	}
	var options []string
	if o.RequestBody != nil {
		media := slices.Sorted(maps.Keys(o.RequestBody.Value.Content))
		t := g.typeOf(o.RequestBody.Value.Content[media[0]].Schema)
		if media[0] == lines {
			params = append(params, "requests: Iterable<"+t+">")
			options = append(options, "lines: requests")
		} else {
			params = append(params, "request: "+t)
			options = append(options, "body: request")
		}
	}
	if len(query) > 0 {
		t := "query: { " + strings.Join(query, "; ") + " }"
		if !required {
			t += " = {}"
		}
		params = append(params, t)
		options = append(options, "query")
	}
	if v.later {
		options = append(options, "headers: { Prefer: 'respond-async' }")
	}
	if len(headers) > 0 {
		params = append(params, "headers: { "+strings.Join(headers, "; ")+" } = {}")
		options = append(options, "headers")
	}
	params = append(params, "call: Call = {}")
	kind, returned := g.returns(v)
	target := "'" + path + "'"
	if parameter.MatchString(path) {
		target = "`" + parameter.ReplaceAllString(path, "${encodeURIComponent($1)}") + "`"
	}
	g.line("")
	g.comment(strings.TrimSuffix(o.Summary+"\n\n"+o.Description, "\n\n"))
	g.line("%s(%s): %s {", name, strings.Join(params, ", "), returned)
	request := "{}"
	if len(options) > 0 {
		request = "{ " + strings.Join(options, ", ") + " }"
	}
	g.line("  return this.%s('%s', %s, %s, call);", kind, method, target, request)
	g.line("}")
}

// data is what the data of events are.
func (g *generator) data(body *openapi3.MediaType) *openapi3.SchemaRef {
	said, _ := body.Extensions["x-event-data"].(map[string]any)
	ref, named := said["$ref"].(string)
	if !named {
		g.fail("events whose data have no named schema are not what this generator knows")
	}
	return openapi3.NewSchemaRef(ref, nil)
}

const (
	lines  = "application/x-ndjson"
	events = "text/event-stream"
)

// returns says how an answer is read, and what that gives.
func (g *generator) returns(v variant) (kind, returned string) {
	switch {
	case v.media == "":
		return "nothing", "Promise<void>"
	case v.media == events:
		return "events", "AsyncGenerator<ServerEvent<" + g.typeOf(v.answer) + ">>"
	case strings.HasPrefix(v.media, "text/"):
		return "text", "Promise<string>"
	case v.media == lines:
		return "lines", "AsyncGenerator<" + g.typeOf(v.answer) + ">"
	case v.empty:
		return "perhaps", "Promise<" + g.typeOf(v.answer) + " | null>"
	default:
		return "json", "Promise<" + g.typeOf(v.answer) + ">"
	}
}
