import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCookie } from '../../ground/cookies.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { serveAssets } from './serve-assets.routes.ts';

const NONCE = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const SHELLS_PER_SECOND = 100;

export interface WebApp {
  /** Its path, and the folder of its build. */
  name: 'dashboard' | 'operator';
  /** Of its one page, in that folder. */
  page: string;
  /** Where people open it. */
  url: string;
  /** What the page is to know before it has asked. */
  data: Readonly<Record<string, string>>;
}

/**
 * An application's files and its one page, which every address below its path opens: the script in it reads the
 * address. The page holds nothing of anybody, so it needs no login.
 */
export async function serveApp(app: FastifyInstance, deps: Deps, { name, page, url, data }: WebApp): Promise<void> {
  // Beside the compiled service, whether it runs from there or from its sources.
  const folder = fileURLToPath(new URL(`../../../dist/web/${name}`, import.meta.url));
  const shell = readShell(`${folder}/${page}`);
  const isHttps = url.startsWith('https:');
  const notPages = new RegExp(`^/${name}/(assets|api)([/?]|$)`);
  await serveAssets(app, `${folder}/assets`, `/${name}/assets/`);
  const options = {
    onRequest: limitByAddress(app, deps, SHELLS_PER_SECOND, 'pages'),
    schema: { hide: true },
  };
  // Whoever opens the bare address of the service looks for it.
  app.get('/', options, async (_request, reply) => reply.redirect(`/${name}`, 303));
  for (const path of [`/${name}`, `/${name}/*`]) {
    app.get(path, options, async (request, reply) => {
      if (notPages.test(request.url)) throw new ApiError('ROUTE_NOT_FOUND', `the ${name} has nothing there`);
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy(nonce, isHttps))
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .send(shell.replaceAll(NONCE, nonce).replace('<html lang="pt-BR">', rootElement(request, data)));
    });
  }
}

function readShell(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`the web is not built: npm run build makes it (${(error as Error).message})`);
  }
}

/** Language, colours and density are known before the first paint, without a script. */
function rootElement(request: FastifyRequest, data: WebApp['data']): string {
  const { cookie } = request.headers;
  const asked = (request.query as { lang?: unknown }).lang ?? readCookie(cookie, 'vintem_lang');
  const scheme = readCookie(cookie, 'vintem_theme');
  const known = Object.entries(data).map(([key, value]) => ` data-${key}="${value}"`);
  const colours = scheme === 'dark' || scheme === 'light' ? ` data-mantine-color-scheme="${scheme}"` : '';
  const density = readCookie(cookie, 'vintem_density') === 'compact' ? ' data-density="compact"' : '';
  return `<html lang="${asked === 'en' ? 'en' : 'pt-BR'}"${known.join('')}${colours}${density}>`;
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
