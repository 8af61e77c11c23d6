import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCookie } from '../../ground/cookies.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { cameByDoor } from './door.ts';

/** Beside the compiled service, whether it runs from there or from its sources. */
const FILES = fileURLToPath(new URL('../../../dist/web/dashboard', import.meta.url));
const NONCE = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const SHELLS_PER_SECOND = 100;
const COMPRESSED = ['**/*.br', '**/*.gz'];

/**
 * The dashboard's files and its one page, which every address below it opens: the script in it reads the address. The
 * page holds nothing of anybody, so it needs no login.
 */
export async function serveDashboard(app: FastifyInstance, deps: Deps): Promise<void> {
  const shell = readShell();
  const limit = limitByAddress(app, deps, SHELLS_PER_SECOND, 'pages');
  const isHttps = deps.config.publicUrl.startsWith('https:');
  app.addHook('onRequest', async (request) => {
    if (cameByDoor(request)) throw new ApiError('ROUTE_NOT_FOUND', 'the dashboard does not stand behind its own door');
  });
  await app.register(fastifyStatic, {
    root: `${FILES}/assets`,
    prefix: '/dashboard/assets/',
    // A route for each file that was there at the start: no address of a stranger's is looked for on the disk.
    wildcard: false,
    globIgnore: COMPRESSED,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  });
  const options = { onRequest: limit, schema: { hide: true } };
  // Whoever opens the bare address of the service looks for it.
  app.get('/', options, async (_request, reply) => reply.redirect('/dashboard', 303));
  for (const path of ['/dashboard', '/dashboard/*']) {
    app.get(path, options, async (request, reply) => {
      if (/^\/dashboard\/assets\//.test(request.url))
        throw new ApiError('ROUTE_NOT_FOUND', 'the dashboard has no such file');
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy(nonce, isHttps))
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .send(shell.replaceAll(NONCE, nonce).replace('<html lang="pt-BR">', rootElement(request, deps.config.mode)));
    });
  }
}

function readShell(): string {
  try {
    return readFileSync(`${FILES}/index.html`, 'utf8');
  } catch (error) {
    throw new Error(`the web is not built: npm run build makes it (${(error as Error).message})`);
  }
}

/** Language, colours and density are known before the first paint, without a script. */
function rootElement(request: FastifyRequest, mode: string): string {
  const { cookie } = request.headers;
  const asked = (request.query as { lang?: unknown }).lang ?? readCookie(cookie, 'vintem_lang');
  const scheme = readCookie(cookie, 'vintem_theme');
  const colours = scheme === 'dark' || scheme === 'light' ? ` data-mantine-color-scheme="${scheme}"` : '';
  const density = readCookie(cookie, 'vintem_density') === 'compact' ? ' data-density="compact"' : '';
  return `<html lang="${asked === 'en' ? 'en' : 'pt-BR'}" data-mode="${mode}"${colours}${density}>`;
}

/** Nothing from elsewhere. Styles may be written into the page by whoever knows the nonce, which is new each time. */
function contentPolicy(nonce: string, isHttps: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
