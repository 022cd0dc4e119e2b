package apitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Reporter reports violations: a testing.TB.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// exchange is a request and its answer.
type exchange struct {
	t        Reporter
	document *document

	method  string
	url     *url.URL
	header  http.Header
	sent    body // of the request
	pattern string
	params  *chi.Context

	status    int
	operation *openapi3.Operation // nil if undocumented
	lines     string              // kind of lines, if the answer is checked by lines
	schema    []string            // place of the schema of the body, or of a line; nil if none
	received  bytes.Buffer
	succeeded []int // lines of the request, from 1, that succeeded
}

func (d *document) exchange(t Reporter, r *http.Request) *exchange {
	e := &exchange{t: t, document: d, method: r.Method, url: r.URL, header: r.Header.Clone(), params: chi.NewRouteContext()}
	e.pattern = Path(d.router.Find(e.params, r.Method, r.URL.EscapedPath()))
	// With ?format= a call can answer as its text variant does, which the document has as a call of its own.
	if format := r.URL.Query().Get("format"); format != "" && format != "json" && d.api.Paths.Value(e.pattern+".txt") != nil {
		e.pattern += ".txt"
	}
	if e.pattern != "" {
		e.operation = d.api.Paths.Value(e.pattern).GetOperation(r.Method)
	}
	return e
}

// place returns the place of a part of the operation.
func (e *exchange) place(part ...string) []string {
	return append([]string{"paths", e.pattern, strings.ToLower(e.method)}, part...)
}

func (e *exchange) errorf(format string, args ...any) {
	e.t.Helper()
	args = append([]any{e.method, e.url, e.status}, args...)
	e.t.Errorf("%s %s, answered %d: docs/openapi.json knows "+format, args...)
}

// answered checks status and headers.
func (e *exchange) answered(status int, header http.Header) {
	e.t.Helper()
	e.status = status
	if e.operation == nil {
		e.undocumented()
		return
	}
	ref := e.operation.Responses.Value(strconv.Itoa(status))
	if ref == nil {
		e.errorf("no such status")
		return
	}
	response := ref.Value
	for name := range header {
		known := slices.ContainsFunc(ambient, func(a string) bool { return strings.HasPrefix(name, a) })
		for documented := range response.Headers {
			known = known || http.CanonicalHeaderKey(documented) == name
		}
		if !known {
			e.errorf("no header %s of it", name)
		}
	}
	for name, documented := range response.Headers {
		if documented.Value.Required && header.Get(name) == "" {
			e.errorf("its header %s, which is not there", name)
		}
	}
	if len(response.Content) == 0 {
		return // an unexpected body has a Content-Type, checked next
	}
	name, known := media(response.Content, header.Get("Content-Type"))
	if !known {
		e.errorf("no body of type %q of it", name)
		return
	}
	schema := "schema"
	switch {
	case name == eventsType:
		e.lines, schema = name, "x-event-data"
	case name == linesType:
		e.lines = name
	case !isJSON(name):
		return
	}
	e.schema = e.place("responses", strconv.Itoa(status), "content", name, schema)
}

// undocumented allows general errors, assets of pages and preflight requests.
func (e *exchange) undocumented() {
	e.t.Helper()
	switch {
	case e.method == http.MethodHead, e.method == http.MethodOptions, e.status >= http.StatusBadRequest:
	case strings.HasPrefix(e.url.Path, "/web/"):
	default:
		e.errorf("no such call")
	}
}

// ambient are prefixes of headers of HTTP, browsers and proxies.
var ambient = []string{
	"Accept-Ranges", "Access-Control-", "Cache-Control", "Connection", "Content-", "Date", "Referrer-Policy", "Vary",
	"X-Accel-Buffering", "X-Content-Type-Options",
}

// The media types that are checked by lines.
const (
	linesType  = "application/x-ndjson"
	eventsType = "text/event-stream"
)

func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// body is the part of a request's body that was sent. It is safe for concurrent use, as a server may
// answer before it has read everything.
type body struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (b *body) Write(p []byte) (int, error) {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.text.Write(p)
}

func (b *body) all() []byte {
	b.lock.Lock()
	defer b.lock.Unlock()
	return bytes.Clone(b.text.Bytes())
}

// passed checks a part of the answer's body.
func (e *exchange) passed(p []byte) {
	e.t.Helper()
	if e.schema == nil {
		return
	}
	e.received.Write(p)
	for e.lines != "" {
		end := bytes.IndexByte(e.received.Bytes(), '\n')
		if end < 0 {
			return
		}
		e.line(e.received.Next(end + 1))
	}
}

// line checks a line of the answer.
func (e *exchange) line(line []byte) {
	e.t.Helper()
	if e.lines == eventsType {
		if data, some := bytes.CutPrefix(line, []byte("data:")); some {
			e.valid(e.schema, data, "no such data of its events")
		}
		return
	}
	e.valid(e.schema, line, "no such line of it")
	var to struct {
		Line    int
		Problem json.RawMessage
	}
	if json.Unmarshal(line, &to) == nil && to.Line > 0 && to.Problem == nil {
		e.succeeded = append(e.succeeded, to.Line)
	}
}

// done checks the whole answer at its end.
func (e *exchange) done() {
	e.t.Helper()
	if e.operation == nil {
		return
	}
	if e.schema != nil {
		switch rest := e.received.Bytes(); {
		case e.lines == "":
			e.valid(e.schema, rest, "no such body of it")
		case len(rest) > 0:
			e.errorf("lines of it, but the last one has no end: %q", rest)
		}
	}
	switch {
	case e.status >= http.StatusBadRequest:
		e.problem()
	case e.status >= http.StatusOK:
		e.asked()
	}
}

// problem checks that the call can end in the answer's kind of problem.
func (e *exchange) problem() {
	e.t.Helper()
	var p struct{ Type string }
	if e.schema == nil || json.Unmarshal(e.received.Bytes(), &p) != nil {
		return // already reported
	}
	known := types(e.operation.Responses.Value(strconv.Itoa(e.status)).Value)
	if !slices.Contains(known, p.Type) {
		e.errorf("no problem of type %s of it, but %s", p.Type, strings.Join(known, ", "))
	}
}

// asked checks a request that succeeded.
func (e *exchange) asked() {
	e.t.Helper()
	query := e.url.Query()
	for i, p := range e.operation.Parameters {
		values := query[p.Value.Name]
		switch p.Value.In {
		case openapi3.ParameterInPath:
			value, err := url.PathUnescape(e.params.URLParam(p.Value.Name))
			if err != nil {
				e.errorf("a parameter %s that can't be unescaped: %v", p.Value.Name, err)
			}
			values = []string{value}
		case openapi3.ParameterInHeader:
			values = e.header.Values(p.Value.Name)
		default:
			query.Del(p.Value.Name)
		}
		if len(values) == 0 && p.Value.Required {
			e.errorf("its parameter %s, which is not there", p.Value.Name)
		}
		for _, value := range values {
			schema, err := e.document.schema(e.place("parameters", strconv.Itoa(i), "schema")...)
			if err == nil {
				err = schema.Validate(parameter(value, p.Value.Schema.Value))
			}
			if err != nil {
				e.errorf("no %q as its parameter %s: %v", value, p.Value.Name, err)
			}
		}
	}
	for name := range query {
		e.errorf("no parameter %s of it", name)
	}
	sent := bytes.TrimPrefix(e.sent.all(), []byte("\uFEFF")) // a byte order mark, which the service ignores
	if e.operation.RequestBody == nil {
		if len(sent) > 0 {
			e.errorf("no body of its request")
		}
		return
	}
	given := e.header.Get("Content-Type")
	if given == "application/x-www-form-urlencoded" { // as curl -d sends JSON
		given = "application/json"
	}
	name, known := media(e.operation.RequestBody.Value.Content, given)
	schema := e.place("requestBody", "content", name, "schema")
	switch {
	case !known:
		e.errorf("no body of type %q of its request", name)
	case isJSON(name):
		e.valid(schema, sent, "no such request")
	case name == linesType:
		lines := bytes.Split(sent, []byte("\n"))
		for _, n := range e.succeeded {
			if n > len(lines) {
				e.errorf("line %d of its request, which was answered and not sent", n)
				continue
			}
			e.valid(schema, lines[n-1], "no such line of its request")
		}
	}
}

// parameter returns the value of a parameter as JSON, by its schema.
func parameter(value string, schema *openapi3.Schema) any {
	if schema.Type.Includes(openapi3.TypeInteger) || schema.Type.Includes(openapi3.TypeBoolean) {
		if read, err := jsonschema.UnmarshalJSON(strings.NewReader(value)); err == nil {
			return read
		}
	}
	return value
}

// valid checks text against the schema at a place.
func (e *exchange) valid(place []string, text []byte, none string) {
	e.t.Helper()
	schema, err := e.document.schema(place...)
	if err != nil {
		e.errorf("a schema that can't be read: %v", err)
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = schema.Validate(value)
	}
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) && len(text) > 2000 {
		text = append(text[:2000:2000], "…"...)
	}
	if err != nil {
		e.errorf("%s: %v\n%s", none, err, text)
	}
}
