package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// document is one with a schema and a call.
func document(schema, call string) []byte {
	return fmt.Appendf(nil, `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/things/{id}":{"get":%s}},
		"components":{"schemas":{"Other":{"type":"string"},"Thing":%s}}}`, call, schema)
}

const (
	noSchema = `{"type":"boolean"}`
	noCall   = `{"operationId":"thing","responses":{"204":{"description":""}}}`
)

func TestTypes(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type":"boolean"}`, "export type Thing = boolean;"},
		{`{"type":["integer","null"]}`, "export type Thing = number | null;"},
		{`{"enum":["a","it's",null],"type":["string","null"]}`, `export type Thing = 'a' | "it's" | null;`},
		{`{"type":"array","items":{"type":["string","null"]}}`, "export type Thing = (string | null)[];"},
		{`{"anyOf":[{"$ref":"#/components/schemas/Other"},{"type":"null"}]}`, "export type Thing = Other | null;"},
		{`{"type":"object","additionalProperties":{"type":"number"}}`, "export type Thing = Record<string, number>;"},
		{`{}`, "export type Thing = unknown;"},
		{
			`{"description":"A thing.","properties":{"a b":{"type":"string"},"c":{"allOf":[{"$ref":"#/components/schemas/Other"}],"description":"two\nlines */"}},"required":["c"]}`,
			"/** A thing. */\nexport interface Thing {\n  'a b'?: string;\n  /**\n   * two\n   * lines * /\n   */\n  c: Other;\n}",
		},
	} {
		text, err := generate(document(c.schema, noCall))
		if err != nil || !strings.Contains(text, "\n"+c.want+"\n") {
			_, got, _ := strings.Cut(text, "Other = string;\n")
			t.Errorf("%s: %v\n%s", c.schema, err, got[:200])
		}
	}
}

func TestCalls(t *testing.T) {
	const id = `{"name":"id","in":"path","required":true,"schema":{"type":"string"}}`
	const thing = `"schema":{"$ref":"#/components/schemas/Thing"}`
	for _, c := range []struct{ call, want string }{
		{
			`{"operationId":"thing","summary":"A thing","parameters":[` + id + `],"responses":{"200":{"description":"","content":{"application/json":{` + thing + `}}}}}`,
			"  /** A thing */\n  thing(id: string, call: Call = {}): Promise<Thing> {\n    return this.json('GET', `/things/${encodeURIComponent(id)}`, {}, call);\n  }",
		},
		{
			`{"operationId":"things","parameters":[` + id + `,{"name":"n","in":"query","schema":{"type":"integer"}}],"responses":{"200":{"description":"","content":{"application/x-ndjson":{` + thing + `}}}}}`,
			"things(id: string, query: { n?: number } = {}, call: Call = {}): AsyncGenerator<Thing> {\n    return this.lines('GET', `/things/${encodeURIComponent(id)}`, { query }, call);",
		},
		{
			`{"operationId":"thing","parameters":[` + id + `],"requestBody":{"content":{"application/json":{` + thing + `}}},"responses":{"200":{"description":"","content":{"application/json":{` + thing + `}}},"202":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Other"}}}}}}`,
			"thingLater(id: string, request: Thing, call: Call = {}): Promise<Other> {\n    return this.json('GET', `/things/${encodeURIComponent(id)}`, { body: request, headers: { Prefer: 'respond-async' } }, call);",
		},
		{
			`{"operationId":"thing","parameters":[` + id + `,{"name":"format","in":"query","schema":{"type":"string","enum":["json","x"]}}],"responses":{"200":{"description":"","content":{"application/json":{` + thing + `},"text/plain":{"schema":{"type":"string"}}}}}}`,
			"thingText(id: string, query: { format: 'x' }, call: Call = {}): Promise<string> {\n    return this.text('GET', `/things/${encodeURIComponent(id)}`, { query }, call);",
		},
		{
			`{"operationId":"dropThing","responses":{"200":{"description":"","content":{"application/json":{` + thing + `}}},"204":{"description":""}}}`,
			"dropThing(call: Call = {}): Promise<Thing | null> {\n    return this.perhaps(",
		},
		{noCall, "thing(call: Call = {}): Promise<void> {\n    return this.nothing("},
	} {
		text, err := generate(document(noSchema, c.call))
		if err != nil || !strings.Contains(text, c.want) {
			_, got, _ := strings.Cut(text, "export class Thoughtful")
			t.Errorf("%s: %v\n%s", c.call, err, got)
		}
	}
}

// What the generator does not know it says, and writes nothing wrong.
func TestUnknown(t *testing.T) {
	for schema, want := range map[string]string{
		`{"allOf":[{"$ref":"#/components/schemas/Other"},{"type":"object"}]}`: "allOf of several schemas",
		`{"type":"array","items":{"type":"object","properties":{"a":{}}}}`:    "an object without a name",
	} {
		if _, err := generate(document(schema, noCall)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", schema, err)
		}
	}
	if _, err := generate([]byte("{")); err == nil {
		t.Error("no document makes a client")
	}
}

// The document as it is has nothing that the generator does not know.
func TestDocument(t *testing.T) {
	if _, err := generate(docs.OpenAPI); err != nil {
		t.Error(err)
	}
}
