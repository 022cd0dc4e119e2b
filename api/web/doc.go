// Package web has the pages for people: a welcome at /, and /docs, which shows
// the OpenAPI document and lets one try each call.
//
// The pages are plain HTML, CSS and JavaScript, embedded as they are written;
// there is no build step, and they fetch nothing but the service's own
// /openapi.json and their own files under /web/, so they work offline and under
// the strictest content security policy.
package web
