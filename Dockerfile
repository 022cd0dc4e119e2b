# Tags can be moved; the digest is that of the index of all platforms.
FROM golang:1.26.8-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go run solver/cmd/wasm/pack.go /engine api/web/engine
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /thoughtful ./server && mkdir /data

# Nothing but the program and the certificates by which it knows a database's
# host: no shell, no package manager, not root. There is no /tmp either, so
# SQLite sorts what is larger than its memory beside the database.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /thoughtful /thoughtful
USER 65532:65532
ENV LISTEN=:8080 DATA_DIR=/data SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["/thoughtful", "healthcheck"]
ENTRYPOINT ["/thoughtful"]
CMD ["serve"]
