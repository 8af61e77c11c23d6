import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { cameByDoor } from '../dashboard/door.ts';
import { serveAssets } from '../dashboard/serve-assets.routes.ts';

/** Beside the compiled service, whether it runs from there or from its sources. */
const FILES = fileURLToPath(new URL('../../../dist/web/docs', import.meta.url));
const PAGES_PER_SECOND = 100;

/** One page, which reads `/openapi.json`. It is the same for everybody, so it is read once, at the start. */
export async function serveReference(app: FastifyInstance, deps: Deps): Promise<void> {
  const page = readPage();
  const policy = contentPolicy(deps.config.publicUrl.startsWith('https:'));
  app.addHook('onRequest', async (request) => {
    if (cameByDoor(request)) throw new ApiError('ROUTE_NOT_FOUND', 'the reference is not behind the dashboard’s door');
  });
  await serveAssets(app, `${FILES}/assets`, '/docs/assets/');
  const options = { onRequest: limitByAddress(app, deps, PAGES_PER_SECOND, 'pages'), schema: { hide: true } };
  for (const path of ['/docs', '/docs/']) {
    app.get(path, options, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .send(page),
    );
  }
}

function readPage(): Buffer {
  try {
    return readFileSync(`${FILES}/docs/index.html`);
  } catch (error) {
    throw new Error(`the web is not built: npm run build makes it (${(error as Error).message})`);
  }
}

/** Nothing from elsewhere, nothing written into the page; the arrows of the component are addresses that hold them. */
function contentPolicy(isHttps: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
