import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { addressBehindDoor } from '../../pages/dashboard/door.ts';
import { serveDashboard } from '../../pages/dashboard/serve-dashboard.routes.ts';
import { watchPages } from '../../pages/payer-pages/watch-pages.ts';
import { serveReference } from '../../pages/reference/serve-reference.routes.ts';
import type { AllDeps } from '../all-deps.ts';
import { type ApiParts, openApi } from './api.ts';
import { type FrameParts, openFrame } from './frame.ts';
import { openFrontDoor } from './front-door.ts';
import { openapiOptions } from './openapi.ts';
import { openPages } from './pages.ts';

export interface ServerParts extends ApiParts, Pick<FrameParts, 'closeGraceMs' | 'requestTimeoutMs' | 'watchRequests'> {
  /** Who answers what begins with `/operator`; null or absent: nobody, as if there were no such thing. */
  console?: Pick<FastifyInstance, 'routing'> | null;
}

/** What merchants, payers and banks reach. */
export async function buildServer(deps: AllDeps, parts: ServerParts): Promise<FastifyInstance> {
  const watch = watchPages(deps);
  const { app, isEnding } = await openFrame(deps, {
    ...parts,
    rewriteUrl: addressBehindDoor,
    beforeClosing: () => {
      watch.close();
      deps.feed.close();
    },
  });
  openFrontDoor(app, {
    ids: deps.ids,
    isEnding,
    hasLimits: deps.config.rateLimitPerSecond > 0,
    console: parts.console ?? null,
  });
  await app.register(fastifySwagger, openapiOptions());
  await app.register(async (api) => openApi(api, deps, parts));
  if (deps.config.role === 'worker') return app;
  await app.register(async (pages) => openPages(pages, deps, { ...parts, watch }));
  await app.register(async (dashboard) => serveDashboard(dashboard, deps));
  await app.register(async (docs) => serveReference(docs, deps));
  return app;
}
