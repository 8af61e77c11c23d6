import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type PublicAddress, readPublicAddress } from '../../gateway/payments/addresses.ts';
import { checkWatchedPaymentsSoon } from '../../gateway/payments/checks/watched-checks.sql.ts';
import { playPayer, type SandboxControls } from '../../gateway/sandbox/play-payer.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { openEventStream } from '../../ground/streams/event-stream.ts';
import type { Language } from './formats.rules.ts';
import { troublePage, unknownPage, unreadablePage } from './other-pages.html.ts';
import { isWatched, type PageStatus, pageStatusOf } from './page.rules.ts';
import { type Frame, pathIn } from './page-frame.html.ts';
import { findPageAt, type PayPage } from './pages.sql.ts';
import { payPage } from './pay-page.html.ts';
import type { PageWatch } from './watch-pages.ts';
import type { WebFiles } from './web-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by a person: even its errors are pages. */
    isPage?: boolean;
  }
}

/** Per address; carriers hide thousands of payers behind one. */
const PAGES_PER_SECOND = 100;
const SIMULATIONS_PER_SECOND = 10;
/** Too large, or not of the type that a form has. */
const UNREADABLE: ReadonlySet<number> = new Set([413, 415]);
/** Reached by what is too long for the part of an address that a token or a slug is. */
const TOO_LONG = ['/pay/*', '/l/*', '/reminders/*'];

/** What all public pages of a process share. */
export interface PageScope {
  files: WebFiles;
  /** Present in the sandbox only. */
  sandbox: SandboxControls | null;
}

export interface PayerPageParts extends PageScope {
  watch: PageWatch;
}

const Status = Type.Object({
  state: Type.Enum(['preparing', 'waiting', 'checking', 'paid', 'not-paid', 'partly-refunded', 'refunded']),
  version: Type.String({ description: 'another text: the page shows something else now' }),
  seconds_left: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'until the code is over' }),
});

/** What a payer opens without a login. The address is unguessable and is all the authority there is. */
export function payerPageRoutes(app: FastifyInstance, deps: Deps, { watch, ...scope }: PayerPageParts): void {
  const { sandbox } = scope;
  const limitPages = limitByAddress(app, deps, PAGES_PER_SECOND, 'pages of payments');
  const limitSimulations = limitByAddress(app, deps, SIMULATIONS_PER_SECOND, 'simulated payments');
  const options = (summary: string) => ({ onRequest: limitPages, schema: { tags: ['public'], summary, security: [] } });

  app.addHook('onSend', async (request, reply, payload) => {
    const isForPeople = request.routeOptions.config.isPage && reply.statusCode >= 400 && !isHtml(reply);
    // Whoever came by a foreign name is shown no page of ours, only why.
    if (!isForPeople || reply.errorCode === 'HOST_NOT_ALLOWED') return payload;
    reply.type('text/html; charset=utf-8');
    const frame = frameOf(request, scope);
    return UNREADABLE.has(reply.statusCode) ? unreadablePage(frame) : troublePage(frame);
  });

  app.get(
    '/pay/:token',
    { ...options('Page of a payment, for its payer'), config: { isPage: true } },
    async (request, reply) => {
      const { page, now } = await lookUp(deps, request);
      reply.type('text/html; charset=utf-8');
      if (!page) return reply.code(404).send(unknownPage(frameOf(request, scope)));
      const status = pageStatusOf(page, now);
      if (isWatched(status.state)) lookSooner(deps, page, now);
      return reply.send(payPage(frameOf(request, scope), page, status, saoPauloDateOf(now)));
    },
  );

  app.get(
    '/pay/:token/status',
    {
      ...options('State of the page of a payment'),
      schema: { ...options('State of the page of a payment').schema, response: { 200: Status } },
    },
    async (request): Promise<PageStatus> => {
      const { page, now } = await found(deps, request);
      const status = pageStatusOf(page, now);
      if (isWatched(status.state)) lookSooner(deps, page, now);
      return status;
    },
  );

  app.get(
    '/pay/:token/events',
    options('States of the page of a payment, as server-sent events'),
    async (request, reply) => {
      const { page, now } = await found(deps, request);
      const stream = openEventStream();
      const tell = (status: PageStatus) => stream.tell({ event: 'status', data: status });
      const { leave } = watch.join(page.public_token, addressKeyOf(request.ip), { ...stream, tell });
      stream.onceClosed(leave);
      tell(pageStatusOf(page, now));
      return stream.sendBy(reply);
    },
  );

  for (const path of TOO_LONG) {
    app.get(path, { onRequest: limitPages, schema: { hide: true } }, (request, reply) => {
      // Below them stand files and pictures, which are not for people to read.
      if ((request.params as { '*': string })['*'].includes('/'))
        throw new ApiError('ROUTE_NOT_FOUND', 'there is nothing at this address');
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(unknownPage(frameOf(request, scope)));
    });
  }

  if (!sandbox) return;
  app.post(
    '/pay/:token/simulate',
    {
      onRequest: limitSimulations,
      schema: {
        tags: ['sandbox'],
        summary: 'Sandbox: pay as the payer of this page',
        security: [],
        response: { 200: Status, 303: Type.Null() },
      },
    },
    async (request, reply) => {
      const { page } = await found(deps, request);
      await playPayer(deps, sandbox, page, 'pay', { notify: true, paidAt: null });
      // A form leads back to the page; a script has it open.
      if (request.headers.accept?.includes('text/html')) {
        return reply
          .code(303)
          .header('location', pathIn(languageOf(request), pathOf(request)))
          .send();
      }
      const { page: after, now } = await found(deps, request);
      return pageStatusOf(after, now);
    },
  );
}

/** What is around the page that a request is about: of a payment by its token, of a link by its slug. */
export function frameOf(request: FastifyRequest, { files, sandbox }: PageScope): Frame {
  return {
    language: languageOf(request),
    path: pathOf(request),
    files,
    isSandbox: sandbox !== null,
  };
}

function pathOf({ params, url }: FastifyRequest): string {
  const { token, slug } = params as { token?: string; slug?: string };
  if (slug !== undefined) return `/l/${encodeURIComponent(slug)}`;
  return token === undefined ? (url.split('?', 1)[0] ?? '/') : `/pay/${encodeURIComponent(token)}`;
}

function languageOf(request: FastifyRequest): Language {
  return (request.query as { lang?: unknown }).lang === 'en' ? 'en' : 'pt-BR';
}

function isHtml(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/html');
}

const NOBODYS: PublicAddress = { isWhole: true, column: 'public_token', key: '' };

/**
 * What cannot be an address of ours is looked for all the same, as one that nobody has: no answer tells by its time how
 * near a guess was.
 */
async function lookUp(deps: Deps, request: FastifyRequest): Promise<{ page: PayPage | null; now: Date }> {
  const { token } = request.params as { token: string };
  const address = readPublicAddress(token) ?? NOBODYS;
  const [page, now] = await Promise.all([findPageAt(deps.db, address), deps.clock.now()]);
  return { page, now };
}

async function found(deps: Deps, request: FastifyRequest): Promise<{ page: PayPage; now: Date }> {
  const { page, now } = await lookUp(deps, request);
  if (!page) throw new ApiError('TRANSACTION_NOT_FOUND', 'no payment has this link');
  return { page, now };
}

/** The payer may have just paid. Nobody waits for it, and whether it works out changes nothing of the answer. */
function lookSooner(deps: Deps, { id }: PayPage, now: Date): void {
  checkWatchedPaymentsSoon(deps.db, [id], now, deps.clock.realNow()).catch((error: unknown) => {
    deps.log.warn({ err: error, paymentId: id }, 'the next look at a payment could not be drawn forward');
  });
}
