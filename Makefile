# `make` alone lists the targets. None of them needs anything but Go, git and make; those that need
# more install it by themselves (root, Debian). Measurements and tables: `make -C docs/research`.

# Tests, checks and the image build as a release does, so that each package is compiled once. Only
# the race detector needs C.
export CGO_ENABLED = 0
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)

TOOL = go tool -modfile=.tools/go.mod
WITH_SERVICES = go run ./server/cmd/with-services

.PHONY: help run test check generate build bench race test-all browser deployment brute fuzz release vulnerabilities reproducible image wasm

help: ## list the targets
	@awk -F ':.*## ' '/^##@/ { print substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Every day:

run: ## run the service on its embedded database
	go run ./server

# With -short, tests draw fewer random deals and kill fewer processes. More of them run at a
# time than there are processors, as many wait. Vetting is left to `make check`. The garbage
# collector runs less often, because brute force makes much garbage. The timeout is for a machine
# that others keep busy.
test: ## run the tests, with real PostgreSQL and Redis servers (five minutes on two cores)
	GOGC=1000 $(WITH_SERVICES) go test -short -parallel 4 -vet=off -timeout 30m ./...

# The page scripts need Node 18 or later, which is installed if it is absent (root, Debian).
check: ## format, vet, staticcheck, commit subjects, manifests, the page scripts, that generated files are up to date, and the image's content
	.ci/subjects
	@command -v npm > /dev/null || { apt-get update && apt-get install -y --no-install-recommends nodejs npm; }
	@cd api/web/scripts && { cmp -s package-lock.json node_modules/installed || { npm ci --no-audit --no-fund && cp package-lock.json node_modules/installed; }; }
	npm --prefix api/web/scripts --silent run check
	@unformatted="$$($(TOOL) gofumpt -l .)"; if [ -n "$$unformatted" ]; then echo "not formatted (gofumpt -w .):" $$unformatted; exit 1; fi
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./solver/cmd/wasm && go vet solver/cmd/wasm/pack.go
	go vet -tags browser,image ./server/...
	$(TOOL) staticcheck ./...
	go -C docs/research vet ./... && go -C docs/research tool -modfile=../../.tools/go.mod staticcheck ./...
	go -C docs/deploy vet -tags balancer ./... && go -C docs/deploy test ./...
	go -C .tools vet ./... && go -C .tools test ./... && go build -o bin/licensed ./server && go run -C .tools ./licences $(CURDIR)/bin/licensed $(CURDIR)/api/web/art > /dev/null
	$(MAKE) --no-print-directory generate && git diff --exit-code -- docs api/client api/web/assets server/e2e/testdata/offtheshelf
	$(MAKE) --no-print-directory image

generate: ## make the OpenAPI documents from the comments in api, the clients from those, the files that pages load, and docs/reference
	go generate ./api/web
	$(TOOL) swag init -q -g openapi.go -d api,solver --exclude api/apitest,api/client -o docs --outputTypes json --overridesFile api/.swaggo --requiredByDefault --useStructName
	go run -C .tools ./openapi
	$(TOOL) oapi-codegen -config api/client/oapi-codegen.yaml -o api/client/client.go docs/openapi.json
	$(TOOL) gofumpt -w api/client/client.go
	@# npm is needed only when the document has changed.
	[ "$$(sed -n 's/.*sha256 of the document: //p' api/client/typescript/schema.ts)" = "$$(sha256sum < docs/openapi.json | cut -d' ' -f1)" ] || \
		{ cd api/client/typescript && npm ci --no-audit --no-fund && node generate.mjs; }
	go test -count=1 -vet=off ./server/cli ./server/service -run 'TestReference$$|TestMetricsTable$$' -update

build: ## build the binary, bin/thoughtful
	$(ENGINE)
	$(RELEASE_BUILD) -o bin/thoughtful ./server

bench: ## measure the engines on fixed deals
	go run ./server bench --game klondike --seeds solvitaire:1-100 --deadline 10s > /dev/null
	go run ./server bench --game free-cell --seeds microsoft:1-1000 --deadline 10s > /dev/null
	go test -run '^$$' -bench . ./solver/...

##@ Other tests:

# The race detector, without SQLite: that is C translated to Go, in memory that the detector does not
# watch.
RACE = -race -gcflags=modernc.org/...=-race=false

# The service, and of solver and the commands the tests that have Concurrent in their names. Some
# tests of server that use one thread for minutes are left to `make test` and `make test-all`.
race: export CGO_ENABLED = 1
race: ## run the tests of what is concurrent under the race detector (a quarter of an hour with compiling)
	$(WITH_SERVICES) go test $(RACE) -short -parallel 4 -vet=off -timeout 20m -skip 'TestWinRates|TestOfflineInNode|TestEnginePackage|TestVerifyLosses|TestNoDeadLinks|TestProof$$' ./api/... $$(go list ./server/... | grep -v '/server/cli$$')
	go test $(RACE) -short -vet=off -run Concurrent ./server/cli ./solver/engine/klondike ./solver/engine/portfolio ./solver/player

test-all: export CGO_ENABLED = 1
test-all: ## run all tests at full counts under the race detector (a quarter of an hour)
	$(WITH_SERVICES) go test $(RACE) -vet=off -timeout 30m ./...

browser: ## run the tests of the pages in Chromium, which is installed first if it must be (root, Debian)
	@command -v chromium > /dev/null || { apt-get update && apt-get install -y --no-install-recommends chromium; }
	@[ -e server/e2e/testdata/axe/node_modules/axe-core ] || (cd server/e2e/testdata/axe && npm ci --no-audit --no-fund)
	go generate ./api/web
	go test -count=1 -tags browser -timeout 40m ./server/e2e -run Browser

deployment: ## check docs/deploy with promtool and HAProxy: the alerts, the dashboard, the balancer; both are installed first if they must be (root, Debian)
	@{ command -v promtool && command -v haproxy; } > /dev/null || { apt-get update && apt-get install -y --no-install-recommends prometheus haproxy; }
	go test -count=1 ./server/service -run 'TestAlerts|TestDashboard|TestMetricsTable'
	go -C docs/deploy test -count=1 -v -tags balancer -run TestBalancer

brute: ## compare the engines with brute force on 40,000 tiny random deals (an hour)
	go test -count=1 -v -timeout 5h ./solver/engine/portfolio -run TestBruteForce -deals 20000
	go test -count=1 -v -timeout 5h ./solver/engine/search -run TestBruteForce -deals 16000 -deals-limit 4000
	go test -count=1 -v -timeout 5h ./solver/engine/freecell ./solver/engine/golf ./solver/engine/gaps ./solver/engine/accordion -run TestBruteForce -deals 1000

FUZZTIME = 3m
FUZZ_INPUTS = $$(go env GOCACHE)/fuzz

# What was found worth keeping is in docs/research/data, so that each run begins where the last one ended.
fuzz: ## feed every parser made-up input for FUZZTIME each (an hour), and keep what is new in docs/research/data
	mkdir -p "$(FUZZ_INPUTS)" && tar -xzf docs/research/data/fuzz.tar.gz -C "$(FUZZ_INPUTS)"
	@git grep '^func Fuzz' -- '*_test.go' | sed -E 's|^(.*)/[^/]*:func (Fuzz[A-Za-z]*).*|\1 \2|' | while read package target; do \
		echo "$$package $$target:"; \
		go test -vet=off -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./$$package || exit 1; \
	done
	tar -czf docs/research/data/fuzz.tar.gz --sort=name --owner=0 --group=0 --mtime=@0 -C "$(FUZZ_INPUTS)" github.com/thoughtful-solitaire

##@ Releases:

# What makes a binary depend on nothing but the commit and Go's version: no paths of this machine,
# no C. The version comes from the repository.
RELEASE_BUILD = CGO_ENABLED=0 go build -trimpath -ldflags='-s -w'

# The engines for browsers, which a program that is built afterwards embeds. They are not in the
# repository: without them the program works, and its pages can't be played offline.
ENGINE = go run solver/cmd/wasm/pack.go bin/engine api/web/engine

release: ## build the binaries of five systems into dist, with their checksums, contents and licences, and the changelog
	rm -rf dist && mkdir dist
	$(ENGINE)
	for system in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do \
		os=$${system%/*} arch=$${system#*/}; suffix=; [ $$os != windows ] || suffix=.exe; \
		GOOS=$$os GOARCH=$$arch $(RELEASE_BUILD) -o dist/thoughtful-$$os-$$arch$$suffix ./server || exit 1; \
	done
	cp CHANGELOG.md LICENSE dist
	go run -C .tools ./licences $(CURDIR)/dist/thoughtful-* $(CURDIR)/api/web/art > dist/LICENSES.txt
	for binary in dist/thoughtful-*; do $(TOOL) cyclonedx-gomod bin -json -std -noserial -output $$binary.cdx.json $$binary || exit 1; done
	cd dist && sha256sum thoughtful-* LICENSES.txt > SHA256SUMS && cat SHA256SUMS

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
	rm -rf bin/twice

image: ## run the program in the image's content: an empty read-only root, not as root
	$(RELEASE_BUILD) -o bin/image ./server
	go test -count=1 -vet=off -tags image ./server/e2e -run TestImage -image-program $(CURDIR)/bin/image

wasm: ## build the engines for browsers: into the next build of the program, into bin/engine, an npm package (`npm pack ./bin/engine`), bin/table, the package of the table, and bin/offline, a page for any static host
	$(ENGINE)
	mkdir -p bin/offline bin/table
	cp api/web/scripts/package/* api/web/assets/thoughtful-table.js api/web/art/*.svg api/web/art/LICENSE-courts.txt LICENSE bin/table/
	cp $(addprefix bin/engine/,engine.js worker.js wasm_exec.js thoughtful.wasm) solver/cmd/wasm/page/* $(addprefix api/web/,scripts/table/page.js pages/style.css pages/icon.svg art/fraunces.woff2) bin/offline/
