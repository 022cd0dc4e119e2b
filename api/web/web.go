package web

import "embed"

// pages has the templates, and the files that pages load, such as minified scripts and styles
// (assets.go). art has the courts of the cards and the font of headings, which others drew: their
// licences are beside them.
//
//go:embed assets art/*.svg art/*.woff2 pages/*.html pages/icon.svg pages/manifest.webmanifest
var pages embed.FS

// media has the media type for each file extension.
var media = map[string]string{
	".html":  "text/html; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".wasm":  "application/wasm",
	".woff2": "font/woff2",

	".webmanifest": "application/manifest+json",
}

// Policy is the content security policy of pages: they load only the service's own files.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
