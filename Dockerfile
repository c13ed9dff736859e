# The image of a Kintsugi worker: docker compose build, or docker build -t kintsugi .
# Runs as a user without rights, on a read-only root; state is in the volume /data only.
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
COPY . .
# The launcher installs the locked packages; `npm ci` refuses a lock file whose optional packages some registry lacks.
# Of these, `release` names the ones that run the service.
RUN node scripts/run.cjs release && cp release/package.json . && cp release/lock.json package-lock.json \
  && npm prune --ignore-scripts --no-audit --no-fund

FROM ${NODE}
# bubblewrap isolates check commands.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/.node-version ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/examples ./examples
COPY --chmod=755 deploy/kintsugi /usr/local/bin/kintsugi
RUN mkdir /data /projects && chown node:node /data /projects
ENV NODE_ENV=production KINTSUGI_HOME=/data HOME=/data
USER node
WORKDIR /projects
VOLUME /data
CMD ["node", "--initial-old-space-size=32", "--max-semi-space-size=4", "/app/dist/service/up.js"]
