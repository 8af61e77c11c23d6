import type { FastifyInstance } from 'fastify';
import type { SandboxControls } from '../../gateway/sandbox/play-payer.ts';
import { ApiError } from '../../ground/errors.ts';
import { cameByDoor } from '../../pages/dashboard/door.ts';
import { serveAssets } from '../../pages/dashboard/serve-assets.routes.ts';
import { linkPageRoutes } from '../../pages/payer-pages/link-pages.routes.ts';
import { payerPageRoutes } from '../../pages/payer-pages/payer-pages.routes.ts';
import type { PageWatch } from '../../pages/payer-pages/watch-pages.ts';
import { PAY_FILES, PAY_FILES_PATH, readWebFiles } from '../../pages/payer-pages/web-files.ts';
import { unsubscribeRoutes } from '../../pages/reminders/unsubscribe.routes.ts';
import type { AllDeps } from '../all-deps.ts';
import { documentErrors } from './openapi.ts';

export interface PageParts {
  watch: PageWatch;
  sandbox: SandboxControls | null;
}

/** Its forms carry nothing but the wish to send them. */
const MAX_FORM_BYTES = 1024;

/**
 * The scope of public pages, beside the interface: no login, HTML, files that may be kept for good, and pages
 * that may not.
 */
export async function openPages(pages: FastifyInstance, deps: AllDeps, { watch, sandbox }: PageParts): Promise<void> {
  const policy = contentPolicy(isHttps(deps));
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, async () => null);
  documentErrors(pages);
  pages.addHook('onRequest', async (request, reply) => {
    if (cameByDoor(request)) throw new ApiError('ROUTE_NOT_FOUND', 'public pages are not behind the dashboard’s door');
    reply
      .header('content-security-policy', policy)
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer');
  });
  pages.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await serveAssets(pages, `${PAY_FILES}/assets`, PAY_FILES_PATH);
  const files = readWebFiles(PAY_FILES);
  payerPageRoutes(pages, deps, { watch, files, sandbox });
  unsubscribeRoutes(pages, deps, { files, sandbox });
  // A scope of its own: its forms carry what a person wrote, and no other type of body is read there.
  await pages.register(async (scope) => linkPageRoutes(scope, deps, { files, sandbox }));
}

/** Nothing from elsewhere, nothing written into the page; only our own pages may show it in a frame. */
function contentPolicy(isHttps: boolean): string {
  const allowed = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
  ];
  const closed = ["form-action 'self'", "frame-ancestors 'self'", "base-uri 'none'"];
  return [...allowed, ...closed, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; ');
}

/** Asked for over plain http, "upgrade" would send every phone in the house to an https that is not there. */
export function isHttps({ config }: AllDeps): boolean {
  return config.publicUrl.startsWith('https:');
}
