// Package service builds the running service from its parts, and the worker process that runs
// campaigns. It is the only place, beside the command line, that knows every concrete type.
//
// A part has a file with its settings, each an environment variable and a flag, and its constructor, a
// method of builder. They are called in this order (builder.build), and a part is built of those
// before it:
//
//	bind             the address, access, profiles       build.go, access.go, debug.go
//	startTraces      traces, metrics                     build.go, metrics.go
//	openStore        caches, store, notices              store.go
//	startVerdicts    workers, verdicts, shortening       verdicts.go
//	startProofs  ─┐  proofs and checks of losses         proofs.go
//	startJobs     │  jobs                                jobs.go
//	startCampaigns   campaigns                           campaigns.go
//	startWebhooks ┘  messages of their ends              webhooks.go
//	buildServer      pages and calls, health             server.go, health.go
//	startWork        the queue of the four above         build.go
//	serve            connections                         build.go, listener.go
//
// Stop stops them in the opposite order (service.go).
//
// config.go has the settings of the whole service, memory.go those that follow from the memory there is.
// worker.go builds a worker process.
package service
