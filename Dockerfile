# syntax=docker/dockerfile:1
FROM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /thoughtful ./server && mkdir /data

# Nothing but the program and the certificates by which it knows a database's
# host: no shell, no package manager, not root.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /thoughtful /thoughtful
USER 65532:65532
ENV LISTEN=:8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["/thoughtful", "healthcheck"]
ENTRYPOINT ["/thoughtful"]
CMD ["serve"]
