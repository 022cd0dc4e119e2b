package packed

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

// TestSpreads reads distributions, and refuses what can't be some.
func TestSpreads(t *testing.T) {
	const (
		head = "game,rules,scheme,first,last,epoch,states,length\n"
		good = `golf,00112233445566778899aabbccddeeff,solvitaire,1,2,1,"{""bits"":6,""least"":7,""most"":7,""sum"":14,""buckets"":[[7,2]]}","{""bits"":12,""buckets"":[]}"`
	)
	for text, want := range map[string]string{
		head + good: "",
		"game\n":    "columns are not",
		head + strings.Replace(good, "0011", "xx11", 1):                  "not a digest",
		head + strings.Replace(good, "solvitaire,1", "solvitaire,-1", 1): "first: \"-1\" is not a whole number",
		head + strings.Replace(good, "1,2,1", "1,1,1", 1):                "2 searches and 0 solutions do not fit 1 deals",
		head + strings.Replace(good, "[[7,2]]", "[]", 1):                 "0 searches",
		head + strings.Replace(good, "[[7,2]]", "[[7,-2]]", 1):           "invalid bucket",
	} {
		var file bytes.Buffer
		z := gzip.NewWriter(&file)
		if _, err := z.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := ReadSpreads(file.Bytes())
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err == nil && (len(got) != 1 || got[0].Game != "golf" || got[0].Last != 2 || got[0].States.N() != 2 || got[0].Length.N() != 0) {
			t.Errorf("%s: %+v", text, got)
		}
		if _, err := ReadSpreads(file.Bytes()[:file.Len()-10]); err == nil {
			t.Error("a file that was cut off was read")
		}
	}
}
