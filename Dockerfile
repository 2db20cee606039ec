# The server in an image of its own: built with the official Swift image, run on a slim Debian with nothing but the
# libraries it is linked to, as nobody in particular, on a file system that may be read-only (docs/deployment.md).
FROM docker.io/library/swift:6.3-bookworm AS build

# No versions: within one release of Debian the newest is the one with the security updates.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4-openssl-dev libevent-dev libhiredis-dev libsystemd-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /project
COPY Package.swift ./
COPY Sources Sources
# The manifest names the tests' folders, which must be there; nothing of them is built.
COPY Tests Tests
RUN swift build -c release --product nexttogo --static-swift-stdlib \
    && strip -o /nexttogo .build/release/nexttogo

FROM docker.io/library/debian:bookworm-slim

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libcurl4 libevent-core-2.1-7 libevent-extra-2.1-7 \
        libevent-pthreads-2.1-7 libhiredis0.14 libstdc++6 libsystemd0 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    # A named volume that is mounted here for --state takes the owner over.
    && install -d -o 10001 -g 10001 /var/lib/nexttogo
COPY --from=build /nexttogo /usr/bin/nexttogo
COPY public /usr/share/nexttogo/public

# Within a container the loopback is of no use to others; which ports the outside sees is decided when it is run.
ENV NEXTTOGO_HOST=0.0.0.0 NEXTTOGO_PORT=8080 NEXTTOGO_PUBLIC=/usr/share/nexttogo/public
# In figures, so that an orchestrator can tell that it is not root.
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=10s --retries=3 \
    CMD ["/bin/sh", "-c", "exec nexttogo --check http://127.0.0.1:$NEXTTOGO_PORT"]
ENTRYPOINT ["nexttogo"]
