package web

import (
	"bytes"
	"encoding/json"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// elsewhere matches requests to other servers, and inline scripts and styles, which the content
// security policy forbids.
var elsewhere = regexp.MustCompile(`(?i)(src|href)="(https?:)?//|(?-i:url\([^)]*[/:])|@import|<script>|<style|\son[a-z]+="|\sstyle="|innerHTML`)

// The pages load only files of the service, and those exist.
func TestPagesAreSelfContained(t *testing.T) {
	ours := regexp.MustCompile(`(?:src|href)="{{asset "([^"]+)"}}"`)
	err := filepath.WalkDir("pages", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if found := elsewhere.Find(text); found != nil {
			t.Errorf("%s has %q", name, found)
		}
		if media[path.Ext(name)] == "" {
			t.Errorf("%s has no media type", name)
		}
		for _, asset := range ours.FindAllSubmatch(text, -1) {
			if file := assets().files[string(asset[1])]; len(file) == 0 {
				t.Errorf("%s loads %s, which does not exist", name, asset[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestBundle checks that the page of a deal loads one script, and that what it loads later stands
// alone: a module that imported one of the table's would have that for a second time.
func TestBundle(t *testing.T) {
	found := lazyImport.FindAllSubmatch(assets().files[tableScript], -1)
	if len(found) < 2 {
		t.Error("nothing is loaded later")
	}
	for _, name := range found {
		files, err := filepath.Glob("scripts/*/" + string(name[1]))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		source, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		if names := regexp.MustCompile(`(?m)^import .*`).FindAll(source, -1); len(names) > 0 {
			t.Errorf("%s is loaded later and has %q", name[1], names)
		}
	}

	w := httptest.NewRecorder()
	if err := send(w, httptest.NewRequest(http.MethodGet, "/", nil), "deal", "", Deal{}); err != nil {
		t.Fatal(err)
	}
	if scripts := regexp.MustCompile(`<script.*`).FindAllString(w.Body.String(), -1); len(scripts) != 1 || !strings.Contains(scripts[0], assetPath(tableScript)) {
		t.Errorf("scripts %q", scripts)
	}
}

// TestAssets checks that a browser keeps a file only under an address that changes with it, and that
// an address of an older program still has the file.
func TestAssets(t *testing.T) {
	for path, kept := range map[string]bool{assetPath("deal.js"): true, "/web/deal.js": false, "/web/000000000000/deal.js": false} {
		w := get(nil, path, "")
		if got := strings.Contains(w.Header().Get("Cache-Control"), "immutable"); w.Code != http.StatusOK || got != kept {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
		if !bytes.Equal(w.Body.Bytes(), assets().files["deal.js"]) {
			t.Errorf("%s: %d bytes", path, w.Body.Len())
		}
	}
	if w := get(nil, "/web/"+assets().version+"/none.js", ""); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
	if w := get(nil, layoutPath("tripeaks"), ""); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(w.Body.String(), "<svg") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// A page that has not changed is not sent again.
func TestNotModified(t *testing.T) {
	first := httptest.NewRecorder()
	if err := send(first, httptest.NewRequest(http.MethodGet, "/docs", nil), "docs", "", Contents{}); err != nil {
		t.Fatal(err)
	}
	if first.Code != http.StatusOK || !strings.HasPrefix(first.Body.String(), "<!doctype html>") {
		t.Fatalf("%d: %s", first.Code, first.Body)
	}
	r := httptest.NewRequest(http.MethodGet, "/docs", nil)
	r.Header.Set("If-None-Match", first.Header().Get("ETag"))
	second := httptest.NewRecorder()
	if err := send(second, r, "docs", "", Contents{}); err != nil {
		t.Fatal(err)
	}
	if second.Code != http.StatusNotModified || second.Body.Len() > 0 {
		t.Errorf("%d: %s", second.Code, second.Body)
	}
}

// Values are escaped. Every page is rendered with all fields set, and with none.
func TestEscaping(t *testing.T) {
	const hostile = `"><script>alert(1)</script>{{.}}`
	scripts := regexp.MustCompile(`<script type="module"( blocking="render")? src="/web/[0-9a-f]{12}/[a-z]+\.js"></script>`)
	left := maps.Clone(templates[words.English]())
	for file, p := range map[string]any{
		"docs": &Contents{}, "guide": &Guide{}, "convert": &struct{}{}, "games": &Games{}, "figures": &Game{}, "oops": &Oops{}, "deal": &Deal{},
		"rates": &WinRates{}, "game": &Game{}, "campaigns": &Campaigns{}, "campaign": &CampaignPage{},
	} {
		delete(left, file)
		for _, times := range []int{0, 2} {
			fill(reflect.ValueOf(p).Elem(), hostile, times)
			w := httptest.NewRecorder()
			if err := send(w, httptest.NewRequest(http.MethodGet, "/", nil), file, "", p); err != nil {
				t.Fatal(err)
			}
			text := w.Body.String()
			if rest := scripts.ReplaceAllString(text, ""); strings.Contains(rest, "<script") {
				t.Errorf("%s: %s", file, rest)
			}
			if strings.Contains(text, "ZgotmplZ") {
				t.Errorf("%s has a value that html/template replaced: %s", file, text)
			}
			if times > 0 && reflect.TypeOf(p).Elem().NumField() > 0 && !strings.Contains(text, "alert(1)") {
				t.Errorf("%s has no value", file)
			}
			if found := elsewhere.FindString(text); found != "" {
				t.Errorf("%s has %q", file, found)
			}
		}
	}
	if len(left) > 0 {
		t.Errorf("pages that were not rendered: %v", slices.Collect(maps.Keys(left)))
	}
}

// fill sets every string to the same text, every number to 1234, and every slice to a number of
// elements. Types with a text of their own, such as rules and times, stay as they are.
func fill(v reflect.Value, text string, times int) {
	switch v.Interface().(type) {
	case time.Time, rules.Rules, stats.Spread, json.RawMessage, map[string]any, template.HTML:
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat(text, min(1, times)))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(1234 * times))
	case reflect.Uint64:
		v.SetUint(uint64(1234 * times))
	case reflect.Float64:
		v.SetFloat(12.5 * float64(times))
	case reflect.Bool:
		v.SetBool(times > 0)
	case reflect.Pointer:
		if times > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), text, times)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), times, times))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), text, times)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text, times)
		}
	default:
		panic("a page has a " + v.Kind().String())
	}
}

// Numbers, times and rates are formatted for people.
func TestWords(t *testing.T) {
	noon := time.Date(2026, 11, 22, 13, 5, 0, 0, time.UTC)
	for got, want := range map[string]string{
		stats.Grouped(0): "0", stats.Grouped(999): "999", stats.Grouped(1000): "1,000", stats.Grouped(-1234567): "−1,234,567",
		plural(1, "deal", "deals"): "1 deal", plural(2000, "deal", "deals"): "2,000 deals",
		pace(0): "–", pace(0.04): "0.040", pace(2.54): "2.5", pace(12345.6): "12,346",
		lasting(words.English, -1): "–", lasting(words.English, 0): "0 s", lasting(words.English, 1): "1 s", lasting(words.English, 59_001): "1 min 0 s", lasting(words.English, 3_599_000): "59 min 59 s",
		lasting(words.English, 3_600_000): "1 h 0 min", lasting(words.English, 400*3_600_000): "16 days",
		moment(noon): "2026-11-22 13:05 UTC", day(noon): "2026-11-22", datetime(noon): "2026-11-22T13:05:00Z",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNoSuchAsset(t *testing.T) {
	for _, name := range []string{"", "..", "../web.go", "docs.html", "none.js"} {
		w := httptest.NewRecorder()
		if Asset(w, httptest.NewRequest(http.MethodGet, "/", nil), name, "") || w.Body.Len() > 0 {
			t.Errorf("%q was found: %s", name, w.Body)
		}
	}
}

// TestFiguresInWords checks the text for equal rates, and that times have no exponents.
func TestFiguresInWords(t *testing.T) {
	even := &stats.Comparison{First: "klondike-draw-1", Second: "klondike", Counted: true}
	even.Paired[stats.Winnable][stats.Winnable] = 950
	if n := neighbour("klondike", even); n.Difference.Text("") != "0.00 (−0.41 to 0.41)" {
		t.Errorf("difference %s", n.Difference.Text(""))
	}
	report := stats.Report{Spread: stats.NewSpread()}
	for _, elapsed := range []time.Duration{time.Millisecond, time.Millisecond, 12345 * time.Second} {
		report.Spread.Elapsed.Add(int64(elapsed))
	}
	list := gamePlots(words.English, &report)
	if len(list) != 1 || list[0].Text != "Search time: median 1.01 ms, 90 % at most 12200 s, maximum 12300 s. Of 3 deals." {
		t.Errorf("%+v", list)
	}
}
