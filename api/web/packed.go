package web

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// PackedAddress returns the address of a file of packed verdicts. The address has the checksum of
// the file, so its content never changes.
func PackedAddress(f *stats.PackedFile) string {
	return "/data/packed/" + f.Name + "?sha256=" + f.SHA256
}

// packed answers with a file of packed verdicts, or with their checksums.
//
//	@ID				packed
//	@Summary		Download the verdict of each shipped deal of a game
//	@Description	A file of packed verdicts (/docs/inside/packed) as it comes with the program. `packed` of GET /v1/stats has its address and checksum. SHA256SUMS has the checksums of all files.
//	@Description	With `sha256` the file never changes, and may be cached for ever. If the program has a file with another checksum, the answer is 404. Requests for parts are answered (`Range`).
//	@Produce		application/gzip,text/plain
//	@Param			file		path		string	true	"name of the game and .gz, or SHA256SUMS"	extensions(x-example=klondike.gz)
//	@Param			sha256		query		string	false	"checksum of the file, in hexadecimal"
//	@Success		200			{string}	string
//	@Success		206			{string}	string
//	@Success		304
//	@Header			200,206		{string}	Content-Disposition	"name of the file"
//	@Header			200,206,304	{string}	ETag				"changes when the file does; for If-None-Match and If-Range"
//	@Failure		400		{object}	problem.Problem
//	@Router			/data/packed/{file} [get]
func (*Site) packed(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "sha256")
	if err := given.Err(); err != nil {
		return err
	}
	name := request.Param(r, "file")
	sum, known := docs.PackedSums()[name]
	switch {
	case name == "SHA256SUMS":
		list, err := fs.ReadFile(docs.Packed, name)
		if err != nil {
			return err
		}
		reply.SendTagged(w, r, "text/plain; charset=utf-8", list)
		return nil
	case !known:
		return problem.New(problem.NotFound, "no file %s; SHA256SUMS lists all", problem.Clip(name))
	}
	caching := "no-cache"
	if asked, fixed := given.Text("sha256"); fixed {
		if asked != sum {
			return problem.New(problem.NotFound, "the SHA-256 of %s is %s in this version of the program", name, sum)
		}
		caching = "public, max-age=31536000, immutable"
	}
	file, err := docs.Packed.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	h := w.Header()
	h.Set("Content-Type", "application/gzip") // not an encoding: clients keep the file as it is
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	h.Set("Cache-Control", caching)
	h.Set("ETag", `"`+sum+`"`)
	http.ServeContent(w, r, "", time.Time{}, file.(io.ReadSeeker)) // as all embedded files are
	return nil
}
