// Package client talks to the service from Go.
//
// The types and calls are generated from the service's OpenAPI document (client.go,
// by oapi-codegen; `make generate` brings it up to date). [New] makes a client whose
// calls give a problem that the service answers with as an error, a
// [*ProblemError], so that what a call asked for is there wherever its error is nil:
//
//	c, err := client.New("http://127.0.0.1:8080")
//	answer, err := c.SolveWithResponse(ctx, nil, client.SolveRequest{Game: "klondike", Seed: "solvitaire:2"})
//	fmt.Println(answer.JSON200.Verdict)
//
// [WithKey] shows a key, [Cards] and [Moves] are what requests take, [Lines] reads
// answers that are a document a line, as they come, and [Events] what becomes of jobs and
// campaigns. docs/clients.md has a whole program.
package client
