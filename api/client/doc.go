// Package client is a Go client of the service.
//
// Types and calls are generated from the OpenAPI document (client.go, by oapi-codegen in `make
// generate`). Calls of a client from [New] return problems as errors, [*ProblemError], so the
// answer is there if the error is nil:
//
//	c, err := client.New("http://127.0.0.1:8080")
//	answer, err := c.SolveWithResponse(ctx, nil, client.SolveRequest{Game: "klondike", Seed: "solvitaire:2"})
//	fmt.Println(answer.JSON200.Verdict)
//
// [WithKey] sets an API key, [Cards] and [Moves] encode values of requests, [Lines] reads
// answers with a document per line, and [Events] follows jobs and campaigns. docs/build/clients.md has
// a whole program.
package client
