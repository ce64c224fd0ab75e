# The API with the dashboard, and the projection worker: two programs, one image. The API is what it runs unless told
# otherwise: `node projections/main.ts` is the worker, `node tools/copy-log/main.ts` moves the events.

FROM node:24.18.0-bookworm-slim AS node

# The archive that the link to the source code downloads: everything that .dockerignore lets in.
FROM node AS source
WORKDIR /source
COPY . daybook
RUN name="daybook-$(node -p 'require("./daybook/package.json").version')" && \
    mv daybook "$name" && \
    tar --create --gzip --file daybook.tgz --sort name --owner 0 --group 0 --numeric-owner --mode u+rwX,go+rX,go-w "$name"

FROM node AS dashboard
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --workspaces=false --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY contract contract
COPY dashboard dashboard
COPY ledger ledger
RUN node node_modules/vite/bin/vite.js build dashboard --configLoader native

# What the two programs load at run time: not the workspaces, which `npm start` and the event store's stand-in need. The
# image has Node itself; without install scripts npm downloads no second one.
FROM node AS packages
WORKDIR /packages
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund

# The two programs without their tests.
FROM node AS programs
WORKDIR /programs
COPY package.json LICENSE ./
COPY contract contract
COPY ledger ledger
COPY event-log event-log
COPY platform platform
COPY projections projections
COPY audit audit
COPY imports imports
COPY api api
COPY mcp mcp
COPY tools/command-lines tools/command-lines
COPY tools/copy-log tools/copy-log
RUN find . \( -name '*.test.ts' -o -name '*.test.tsx' -o -path '*/testing/*' -o -name testing \) -delete

FROM node
ENV NODE_ENV=production
WORKDIR /daybook
COPY --from=packages /packages/node_modules node_modules
COPY --from=dashboard /build/dist/dashboard dist/dashboard
COPY --from=source /source/daybook.tgz dist/source/daybook.tgz
COPY --from=programs /programs ./
# A volume of the key that encrypts what can't be hashed.
RUN install --directory --owner node --group node --mode 0700 /secrets
ENV SECRETS_FILE=/secrets/secrets.key
ENV HOST=0.0.0.0 PORT=3000 DASHBOARD_DIR=dist/dashboard SOURCE_ARCHIVE=dist/source/daybook.tgz
EXPOSE 3000
USER node
CMD ["node", "--max-semi-space-size=16", "api/main.ts"]
