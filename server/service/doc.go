// Package service builds the running service from its parts, and the worker process that runs
// campaigns. Besides the command line, it is the only package that knows every concrete type.
//
// Each part has a file with its settings and its constructor, a method of builder. A setting is an
// environment variable and a flag. builder.build calls the constructors in this order, and each part may
// use the parts before it:
//
//	bind             the address, access, profiles       build.go, access.go, debug.go
//	startTraces      traces, metrics                     build.go, metrics.go
//	openStore        caches, store, notices              store.go
//	startVerdicts    workers, verdicts, shortening       verdicts.go
//	startProofs  ─┐  proofs and checks of losses         proofs.go
//	startJobs     │  jobs                                jobs.go
//	startCampaigns   campaigns                           campaigns.go
//	startWebhooks ┘  webhooks of jobs and campaigns      webhooks.go
//	buildServer      pages and calls, health             server.go, health.go
//	startWork        the queue of the four above         build.go
//	serve            connections                         build.go, listener.go
//
// Stop stops the parts in the opposite order (service.go).
//
// config.go has the settings of the whole service, memory.go the defaults that depend on the machine's
// memory. worker.go builds a worker process.
package service
