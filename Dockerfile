# The service with everything it needs but a database: DATABASE_URL names one.
#   docker build --tag vintem .
# See deploy/README.md.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY tools/build.mjs tools/build-service.mjs tools/build-programs.mjs tools/build-web.mjs tools/bring-natives.mjs tools/
COPY tools/support/made-files.mjs tools/support/programs.mjs tools/support/web-chunks.mjs tools/support/
COPY src src
COPY web web
RUN npm run build
# Once more without what only builds and tests need, and without the embedded PostgreSQL: here the database is another
# container. What the service needs of optional packages was brought into dist/.
RUN npm ci --omit=dev --omit=optional

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
# Everything belongs to root, and the service runs as another user: it cannot change itself.
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY db db
COPY package.json LICENSE ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, without npm or a shell: SIGTERM reaches it, and it drains.
CMD ["node", "--max-semi-space-size=32", "dist/start.js"]
