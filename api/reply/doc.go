// Package reply answers requests: it has what the packages of calls share on the way from a part of
// the service back to the client.
//
// ask.go is the one path of calls about a problem, from the body to the answer. stored.go reads stored
// problems by the id in a path. send.go sends JSON, text and pictures, with their cache times;
// events.go streams versions of a thing that changes. parts.go has the interfaces of parts that several
// packages of calls ask, and types of several answers.
package reply
