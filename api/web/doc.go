// Package web has the pages for people: a welcome at /, /docs, which shows the
// OpenAPI document and lets one try each call, and /convert, which takes deals and
// solutions from one program to another.
//
// The pages are plain HTML, CSS and JavaScript, embedded as they are written;
// there is no build step, and they fetch nothing but their own files under /web/
// and what the service itself answers, so they work offline and under the
// strictest content security policy.
package web
