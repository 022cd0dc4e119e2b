# `make` alone lists the targets. None of them needs anything but Go, git and make;
# `make test` and `make browser` get what else they need by themselves.

TOOL = go tool -modfile=.tools/go.mod
WITH_SERVICES = go run ./server/cmd/with-services

.DEFAULT_GOAL := help
.PHONY: help run test check generate build bench race test-all verify wasm npm browser alerts balancer campaigns-kill chaos brute truth truth-fresh winnability million campaigns count seeds peers decided proofs packed win-rates players tables load soak play interactive release sbom vulnerabilities reproducible image replicas fuzz

##@ Every day:

run: ## run the service on its embedded database
	go run ./server

# With -short, tests draw fewer random deals and kill fewer processes. More of them run at a
# time than there are processors, as many wait. Vetting is left to `make check`. The garbage
# collector runs less often, because brute force makes much garbage. The timeout is for a machine
# that others keep busy.
test: ## run the tests, with real PostgreSQL and Redis servers (five minutes on two cores)
	GOGC=1000 $(WITH_SERVICES) go test -short -parallel 4 -vet=off -timeout 30m ./...

check: ## format, vet, staticcheck, commit subjects, manifests, that generated files are up to date, builds are reproducible, and the image's content
	.ci/subjects
	@unformatted="$$($(TOOL) gofumpt -l .)"; if [ -n "$$unformatted" ]; then echo "not formatted (gofumpt -w .):" $$unformatted; exit 1; fi
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./solver/cmd/wasm
	go vet -tags browser,image ./server/...
	$(TOOL) staticcheck ./...
	go -C docs/deploy vet -tags balancer ./... && go -C docs/deploy test ./...
	go -C .tools vet ./... && go -C .tools test ./... && go build -o bin/licensed ./server && go run -C .tools ./licences $(CURDIR)/bin/licensed > /dev/null
	$(MAKE) --no-print-directory verify image

generate: ## make the OpenAPI documents from the comments in api, and the clients from those
	go tool swag init -q -g openapi.go -d api,solver/strict --exclude api/apitest,api/client -o docs --outputTypes json --overridesFile api/.swaggo --requiredByDefault --useStructName
	go run ./docs/openapi
	$(TOOL) oapi-codegen -config api/client/oapi-codegen.yaml -o api/client/client.go docs/openapi.json
	$(TOOL) gofumpt -w api/client/client.go
	@# npm is needed only when the document has changed.
	[ "$$(sed -n 's/.*sha256 of the document: //p' api/client/typescript/schema.ts)" = "$$(sha256sum < docs/openapi.json | cut -d' ' -f1)" ] || \
		{ cd api/client/typescript && npm ci --no-audit --no-fund && node generate.mjs; }

build: ## build the binary, bin/thoughtful
	$(ENGINE)
	$(RELEASE_BUILD) -o bin/thoughtful ./server

bench: ## measure the engines on fixed deals
	go run ./server bench --game klondike --seeds solvitaire:1-100 --deadline 10s > /dev/null
	go run ./server bench --game free-cell --seeds microsoft:1-1000 --deadline 10s > /dev/null
	go test -run '^$$' -bench . ./solver/...

##@ Other tests:

# The service, and in solver the little that runs beside itself: two studies, and the tests
# of engines and players that have Concurrent in their names. Some tests of server that use
# one thread for minutes are left to `make test` and `make test-all`.
race: ## run the tests of what is concurrent under the race detector (a quarter of an hour with compiling)
	$(WITH_SERVICES) go test -race -short -parallel 4 -vet=off -timeout 20m -skip 'TestWinRates|TestBenchShortest|TestOfflineInNode|TestEnginePackage|TestVerifyLosses|TestNoDeadLinks|TestProof$$' ./api/... ./server/...
	go test -race -short -vet=off ./solver/cmd/study/odds ./solver/cmd/study/deadends
	go test -race -short -vet=off -run Concurrent ./solver/engine/klondike ./solver/engine/portfolio ./solver/player

test-all: ## run all tests at full counts under the race detector (a quarter of an hour)
	$(WITH_SERVICES) go test -race -vet=off -timeout 30m ./...

verify: generate ## generate, and fail if anything changed
	git diff --exit-code -- docs api/client server/e2e/testdata/offtheshelf

browser: ## run the tests of the pages in Chromium, which is installed first if it must be (root, Debian)
	@command -v chromium > /dev/null || { apt-get update && apt-get install -y --no-install-recommends chromium; }
	@[ -e server/e2e/testdata/axe/node_modules/axe-core ] || (cd server/e2e/testdata/axe && npm ci --no-audit --no-fund)
	go test -count=1 -tags browser -timeout 40m ./server/e2e -run Browser

alerts: ## check the alerts for Prometheus and the dashboard for Grafana with promtool, which is installed first if it must be (root, Debian)
	@command -v promtool > /dev/null || { apt-get update && apt-get install -y --no-install-recommends prometheus; }
	go test -count=1 ./server/service -run 'TestAlerts|TestDashboard|TestMetricsTable'

balancer: ## check the balancer of docker-compose.yml with HAProxy, which is installed first if it must be (root, Debian)
	@command -v haproxy > /dev/null || { apt-get update && apt-get install -y --no-install-recommends haproxy; }
	go -C docs/deploy test -count=1 -v -tags balancer -run TestBalancer

campaigns-kill: ## kill those who run campaigns every 20 seconds for ten minutes, and compare what they found with what an undisturbed process finds (forty minutes)
	$(WITH_SERVICES) go test -count=1 -v -timeout 2h ./server/e2e -run TestKilled -minutes 10

brute: ## compare the engines with brute force on 40,000 tiny random deals (an hour)
	go test -count=1 -v -timeout 5h ./solver/engine/portfolio -run TestBruteForce -deals 20000
	go test -count=1 -v -timeout 5h ./solver/engine/search -run TestBruteForce -deals 16000 -deals-limit 4000
	go test -count=1 -v -timeout 5h ./solver/engine/freecell ./solver/engine/golf ./solver/engine/gaps ./solver/engine/accordion ./solver/engine/spider -run TestBruteForce -deals 1000

FUZZTIME = 3m
FUZZ_INPUTS = $$(go env GOCACHE)/fuzz

# What was found worth keeping is in docs/data, so that each run begins where the last one ended.
fuzz: ## feed every parser made-up input for FUZZTIME each (an hour), and keep what is new in docs/data
	mkdir -p "$(FUZZ_INPUTS)" && tar -xzf docs/data/fuzz.tar.gz -C "$(FUZZ_INPUTS)"
	@git grep '^func Fuzz' -- '*_test.go' | sed -E 's|^(.*)/[^/]*:func (Fuzz[A-Za-z]*).*|\1 \2|' | while read package target; do \
		echo "$$package $$target:"; \
		go test -vet=off -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./$$package || exit 1; \
	done
	tar -czf docs/data/fuzz.tar.gz --sort=name --owner=0 --group=0 --mtime=@0 -C "$(FUZZ_INPUTS)" github.com/thoughtful-solitaire

##@ Releases:

# What makes a binary depend on nothing but the commit and Go's version: no paths of this machine,
# no C. The version comes from the repository.
RELEASE_BUILD = CGO_ENABLED=0 go build -trimpath -ldflags='-s -w'

# The engines for browsers, which a program that is built afterwards embeds. They are not in the
# repository: without them the program works, and its pages can't be played offline.
ENGINE = go run ./solver/cmd/wasm/pack bin/engine api/web/engine

release: ## build the binaries of five systems into dist, with their checksums, contents and licences, and the changelog
	rm -rf dist && mkdir dist
	$(ENGINE)
	for system in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do \
		os=$${system%/*} arch=$${system#*/}; suffix=; [ $$os != windows ] || suffix=.exe; \
		GOOS=$$os GOARCH=$$arch $(RELEASE_BUILD) -o dist/thoughtful-$$os-$$arch$$suffix ./server || exit 1; \
	done
	cp CHANGELOG.md LICENSE dist
	go run -C .tools ./licences $(CURDIR)/dist/thoughtful-* > dist/LICENSES.txt
	for binary in dist/thoughtful-*; do $(MAKE) --no-print-directory sbom BINARY=$$binary || exit 1; done
	cd dist && sha256sum thoughtful-* LICENSES.txt > SHA256SUMS && cat SHA256SUMS

BINARY = bin/thoughtful

sbom: $(if $(filter bin/thoughtful,$(BINARY)),build) ## list what a binary consists of, BINARY or bin/thoughtful, beside it (CycloneDX)
	$(TOOL) cyclonedx-gomod bin -json -std -noserial -output $(BINARY).cdx.json $(BINARY)

vulnerabilities: ## look for known vulnerabilities in what the program calls; VULN_DB=file:///… reads a copy of the database
	@$(TOOL) govulncheck $(if $(VULN_DB),-db $(VULN_DB)) ./server ./solver/cmd/... || { status=$$?; \
		[ $$status = 3 ] || echo 'NOT CHECKED: govulncheck could not do its work. It reads https://vuln.go.dev, or VULN_DB.' >&2; exit $$status; }

reproducible: ## build the binary in two clones with empty build caches, and compare
	rm -rf bin/twice && mkdir -p bin/twice
	for n in 1 2; do \
		git clone -q . bin/twice/clone$$n && cd bin/twice/clone$$n && \
		export GOCACHE=$$PWD/../cache$$n && $(ENGINE) && $(RELEASE_BUILD) -o ../thoughtful$$n ./server && cd ../../.. || exit 1; \
	done
	sha256sum bin/twice/thoughtful1 bin/twice/thoughtful2
	cmp bin/twice/thoughtful1 bin/twice/thoughtful2
	mv bin/twice/thoughtful1 bin/reproduced && rm -rf bin/twice

image: reproducible ## run that binary in the image's content: an empty read-only root, not as root
	go test -count=1 -vet=off -tags image ./server/e2e -run TestImage -image-program $(CURDIR)/bin/reproduced

##@ Measurements, tables and the rest:

LOAD = go run ./server/cmd/loadtest

load: build ## measure the service over HTTP: remembered verdicts, overload, a few games played, abandoned jobs, pools (five minutes)
	$(LOAD) cached
	$(LOAD) overload
	$(LOAD) play --deals 20 > /dev/null
	$(LOAD) jobs
	$(LOAD) pool

soak: build ## keep up an hour of mixed traffic and abuse and tell whether the service grows
	$(LOAD) soak --for 1h --out bin/soak.csv

replicas: build ## measure remembered verdicts of one to three replicas with PostgreSQL and Redis, and what each memory costs
	$(WITH_SERVICES) $(LOAD) replicas

play: build ## play 1,000 deals of Klondike and 1,000 of FreeCell by /v1/moves, one bot, then fifty (can be interrupted and goes on)
	$(LOAD) play --out bin/play.csv
	$(LOAD) play --clients 50 --out bin/play.csv

# The service and its clients share two cores: a thousand kills take half an hour, and a few minutes
# until the last campaigns have ended.
chaos: build ## kill three replicas, PostgreSQL and Redis a thousand times under load, and count what is lost (forty minutes; KILLS=30 for a trial)
	$(LOAD) chaos --kills $(or $(KILLS),1000) --out bin/chaos.csv --json bin/chaos.json

interactive: build ## ask two questions a second, without and with a running campaign in turn (half an hour)
	$(LOAD) interactive --out bin/interactive.csv

# Some ten seconds of CPU time a deal, told in states, so that a busy machine gets as far.
TRUTH = --states 15000000 --deadline 2m --cpu --without shortening

# What others resolved comes first, seed by seed, so that a part of it tells something of every game.
truth: ## compare verdicts with those of other solvers, deal by deal (an hour; can be interrupted and goes on)
	mkdir -p bin && gunzip -kc docs/data/solvitaire.csv.gz | awk -F'[,:]' '{ print (NR > 1) + ($$4 == "timeout"), $$3 + 0, $$0 }' | \
		sort -n -s -k1,1 -k2,2 | cut -d' ' -f3- > bin/solvitaire.csv
	go run ./server bench --truth bin/solvitaire.csv $(TRUTH) --out bin/truth.csv

# Seed by seed, then the same of games of which other solvers give up too much.
truth-fresh: ## solve deals 1001 to 1100 of the same games, which no other solver tried (hours; goes on likewise)
	mkdir -p bin && gunzip -kc docs/data/solvitaire.csv.gz | awk -F, \
		'NR > 1 && $$1 !~ /arbitrary/ { n[$$1]++; if ($$3 == "timeout") t[$$1]++ } \
		END { print "game,seed,verdict"; for (hard = 0; hard < 2; hard++) for (s = 1001; s <= 1100; s++) for (g in n) \
			if ((t[g] > n[g] * .3) == hard) print g ",solvitaire:" s ",unknown" }' > bin/fresh.csv
	[ -s bin/truth-1001-1100.csv ] || gunzip -kc docs/data/truth-1001-1100.csv.gz > bin/truth-1001-1100.csv
	go run ./server bench --truth bin/fresh.csv $(TRUTH) --out bin/truth-1001-1100.csv

winnability: ## solve a thousand deals of every game, as docs/data/winnability/runs.csv says (hours; goes on likewise)
	docs/data/winnability/run

million: build ## find out about a million deals of Klondike, three cards drawn (an hour of two idle cores; goes on likewise)
	bin/thoughtful campaign --data-dir bin/million --game klondike --seeds solvitaire:1-1000000 --states 50000000 --memory 512MiB

campaigns: build ## a campaign of every other game of the published tables, into docs/data/campaigns (an hour of two idle cores; goes on likewise)
	docs/data/campaigns/run

# The page of win rates is made by the program, from the counts that were packed just before.
packed: ## pack the results of single deals in docs/data, and make what the program ships and the pages of win rates from them
	go run ./solver/cmd/study pack
	$(MAKE) win-rates

# The commit of the engines is kept with each deal. FOR=8h stops after that time, GAME=golf
# counts one game, AGAIN=1 tries unknown deals again first: after the engine has become better.
count: ## count winnable deals of every game until the intervals are as narrow as docs/data/counts/goals.csv asks for (days; at low priority, can be stopped and goes on)
	go build -o bin/study ./solver/cmd/study
	nice -n 19 bin/study count -engine "$$(git log -1 --format=%h -- solver)" $(if $(FOR),-for $(FOR)) $(if $(GAME),-game $(GAME)) $(if $(AGAIN),-again)
	$(MAKE) packed

# The commit of the engines is kept with each deal. FOR=8h stops after that time, GAME=golf makes the packs of one game.
seeds: ## find numbers of winnable deals of the popular games, and grade them, as docs/data/seeds/goals.csv asks (days; at low priority, can be stopped and goes on)
	go build -o bin/study ./solver/cmd/study
	nice -n 19 bin/study seeds -engine "$$(git log -1 --format=%h -- solver)" $(if $(FOR),-for $(FOR)) $(if $(GAME),-game $(GAME))

# For example make peers DRIVERS='-driver lonelybot=PROGRAM' FC_SOLVE=PROGRAM SOLVITAIRE=PROGRAM;
# docs/results/peers.md says what these programs are. ONLY=NAME,NAME runs some of the comparisons.
peers: build ## compare CPU time and verdicts with solvers by others as docs/data/peers/settings.csv says, one process at a time (an hour; can be interrupted and goes on)
	nice -n 19 go run ./solver/cmd/study peers $(DRIVERS) $(if $(FC_SOLVE),-fc-solve $(FC_SOLVE)) $(if $(SOLVITAIRE),-solvitaire $(SOLVITAIRE)) $(if $(ONLY),-only $(ONLY))

decided: build ## solve a hundred deals each of the games of docs/data/decided/goals.csv, and make docs/results/decided.md (hours; goes on likewise)
	docs/data/decided/run
	$(MAKE) tables

proofs: ## prove lost deals of the games of docs/data/proofs/settings.csv, check the proofs, and make docs/results/proofs.md (hours; can be interrupted and goes on)
	[ -e docs/data/proofs/proofs.csv.gz ] || nice -n 19 go run ./solver/cmd/study proofs
	mkdir -p bin
	sed '/<!-- proofs/q' docs/results/proofs.md > bin/proofs.md
	printf '\n' >> bin/proofs.md && go run ./solver/cmd/study proofs -markdown >> bin/proofs.md && printf '\n' >> bin/proofs.md
	sed -n '/<!-- to here/,$$p' docs/results/proofs.md >> bin/proofs.md
	mv bin/proofs.md docs/results/proofs.md

win-rates: ## make docs/results/win-rates.md from the shipped counts
	rm -rf bin/win-rates
	mkdir -p bin
	go run ./server stats --markdown --data-dir bin/win-rates > bin/win-rates.md
	mv bin/win-rates.md docs/results/win-rates.md

# Every line of bin/players.sh is a campaign, whose results appear when it is done.
players: build ## have players play what docs/results/players.md is missing, and make it (hours, after a change of all rows; goes on likewise)
	go run ./solver/cmd/study tables -missing > bin/players.sh
	sh -e bin/players.sh
	go run ./solver/cmd/study tables

tables: ## make the tables and figures of docs/results from docs/data, and what the program reads of them
	go run ./solver/cmd/study tables

wasm: ## build the engines for browsers: into the next build of the program, into bin/engine, an npm package, and bin/offline, a page for any static host
	$(ENGINE)
	mkdir -p bin/offline
	cp $(addprefix bin/engine/,engine.js worker.js wasm_exec.js thoughtful.wasm) solver/cmd/wasm/page/* $(addprefix api/web/pages/,page.js style.css icon.svg) bin/offline/

npm: wasm ## pack that package as `npm publish` takes it, bin/thoughtful-engine-*.tgz
	cd bin && rm -f thoughtful-engine-*.tgz && npm pack ./engine

help: ## list the targets
	@awk -F ':.*## ' '/^##@/ { print substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
