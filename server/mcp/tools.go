package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// tools are the operations of the OpenAPI document that are offered: those that answer at once
// and change nothing, by their operationId, with the names of the tools.
var tools = map[string]string{
	"solve":            "solve",
	"moves":            "hint",
	"analyse":          "find_losing_move",
	"replay":           "replay",
	"advise":           "advise",
	"difficulty":       "difficulty",
	"play":             "play",
	"convert":          "convert",
	"games":            "list_games",
	"game":             "describe_game",
	"numberedDeal":     "show_deal",
	"numberedSolution": "show_solution",
	"winnableDeals":    "winnable_deals",
	"dailyDeal":        "daily_deal",
	"seeds":            "winnable_seeds",
	"storedDeal":       "stored_deal",
	"storedSolution":   "stored_solution",
	"players":          "list_players",
	"gameStats":        "win_rate",
}

// operation is a call of the HTTP interface.
type operation struct {
	method, path string
	parameters   []parameter
	tool         mcp.Tool
}

// parameter is a parameter of the path or the query.
type parameter struct {
	name   string
	inPath bool
}

// document is what is read of the OpenAPI document.
type document struct {
	Paths map[string]map[string]struct {
		ID          string `json:"operationId"`
		Summary     string
		Description string
		Parameters  []struct {
			Name, In, Description string
			Required              bool
			Schema                map[string]any
		}
		RequestBody struct {
			Content map[string]struct{ Schema map[string]any }
		}
	}
	Components struct{ Schemas map[string]map[string]any }
}

// operations returns the offered operations by the names of their tools.
func operations() (map[string]*operation, error) {
	var d document
	if err := json.Unmarshal(docs.OpenAPI, &d); err != nil {
		return nil, fmt.Errorf("reading the OpenAPI document: %w", err)
	}
	list := map[string]*operation{}
	for path, methods := range d.Paths {
		for method, call := range methods {
			name, offered := tools[call.ID]
			if !offered {
				continue
			}
			o := &operation{method: strings.ToUpper(method), path: path}
			input := d.inline(call.RequestBody.Content["application/json"].Schema, nil)
			if input == nil {
				properties, required := map[string]any{}, []string{}
				for _, p := range call.Parameters {
					if p.In != "path" && p.In != "query" {
						continue
					}
					schema := d.inline(p.Schema, nil)
					schema["description"] = p.Description
					properties[p.Name] = schema
					if p.Required {
						required = append(required, p.Name)
					}
					o.parameters = append(o.parameters, parameter{p.Name, p.In == "path"})
				}
				input = map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
			}
			closed := false // the service knows everything itself
			o.tool = mcp.Tool{
				Name: name, Title: call.Summary, Description: strings.TrimSpace(call.Summary + "\n" + call.Description), InputSchema: input,
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
			}
			list[name] = o
		}
	}
	if len(list) != len(tools) {
		return nil, fmt.Errorf("the OpenAPI document has only %d of the %d operations that are offered as tools", len(list), len(tools))
	}
	return list, nil
}

const schemaPrefix = "#/components/schemas/"

// inline returns a schema with the schemas that it refers to in their places. Rules, and schemas
// within themselves, become any object.
func (d *document) inline(schema map[string]any, within []string) map[string]any {
	if schema == nil {
		return nil
	}
	if name, found := strings.CutPrefix(fmt.Sprint(schema["$ref"]), schemaPrefix); found {
		if name == "Rules" || slices.Contains(within, name) {
			return map[string]any{"type": "object", "description": "see the guide docs/build/rules.md"}
		}
		to := d.inline(d.Components.Schemas[name], append(slices.Clone(within), name))
		if text, has := schema["description"]; has {
			to["description"] = text
		}
		return to
	}
	to := maps.Clone(schema)
	for key, value := range to {
		to[key] = d.inlineValue(value, within)
	}
	return to
}

func (d *document) inlineValue(value any, within []string) any {
	switch v := value.(type) {
	case map[string]any:
		return d.inline(v, within)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = d.inlineValue(v[i], within)
		}
		return list
	}
	return value
}
