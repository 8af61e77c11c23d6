import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findPayeeOfMerchant } from '../companies/sellers.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError, ERRORS } from '../errors.ts';
import { limitLinkOrders } from '../limits/link-orders.ts';
import { limitByAddress } from '../limits/request-rates.ts';
import { quantitiesOf } from '../payment-links/link-prices.rules.ts';
import { isBill, type PaymentLink, whyUnavailable } from '../payment-links/payment-links.rules.ts';
import { findLinkBySlug } from '../payment-links/payment-links.sql.ts';
import { findOpenPaymentOfLink } from '../payments/link-payments.sql.ts';
import { FAILED } from '../payments/status.rules.ts';
import { isOrder, type LinkProblems, type LinkValues, readLinkForm, sentFormIn } from './link-form.rules.ts';
import { linkPage, overPage, type Refusal } from './link-page.html.ts';
import { orderByForm } from './order-by-form.ts';
import { unknownPage } from './other-pages.html.ts';
import { type Frame, pathIn } from './page-frame.html.ts';
import { findPageByPublicToken } from './pages.sql.ts';
import { payAgain } from './pay-again.ts';
import { frameOf, type PageScope } from './payer-pages.routes.ts';

/** A form with the longest of everything, every letter of it escaped. */
const MAX_FORM_BYTES = 16 * 1024;
/** Per address; carriers hide thousands of payers behind one. */
const PAGES_PER_SECOND = 100;
/** For trying it out. */
const TEST_VALUES: LinkValues = {
  name: 'Maria da Silva',
  email: 'maria@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
  zip_code: '01310-100',
  line_1: 'Av. Paulista, 1000',
  city: 'São Paulo',
  state: 'SP',
};

/** The pages of payment links: anybody who knows the address may open them and order. */
export function linkPageRoutes(app: FastifyInstance, deps: Deps, scope: PageScope): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    async (_request: FastifyRequest, body: string) => body,
  );
  const limitPages = limitByAddress(app, deps, PAGES_PER_SECOND, 'pages of links');
  const limitOrders = limitLinkOrders(app, deps);
  const options = (summary: string, description: string) => ({
    onRequest: limitPages,
    config: { isPage: true },
    schema: { tags: ['public'], summary, description, security: [] },
  });

  app.get(
    '/l/:slug',
    options('Page of a payment link', 'HTML. A bill whose payment is open leads there (303).'),
    async (request, reply) => {
      const isFilled = scope.sandbox !== null && (request.query as { fill?: unknown }).fill === 'test';
      return showLink(deps, reply, frameOf(request, scope), request, {
        ...NOTHING_SENT,
        values: isFilled ? TEST_VALUES : {},
      });
    },
  );

  app.post(
    '/l/:slug',
    options(
      'Order through a payment link',
      'The form of the page, urlencoded: 303 to the payer’s page; 400 shows the form again and says what is wrong. ' +
        'The same `key` again is the same order; without one, each form is an order of its own.',
    ),
    async (request, reply) => {
      const frame = frameOf(request, scope);
      const sent = sentFormIn(String(request.body ?? ''));
      const showAgain = (more: Partial<Shown>) =>
        showLink(deps, reply, frame, request, { ...NOTHING_SENT, status: 400, values: sent.values, ...more });
      if (sent.isFromMachine) return showAgain({ refusal: 'machine' });
      const found = await findLinkOfPage(deps, request);
      if (!found || whyOver(found)) return showAgain({});
      const read = readLinkForm(found.link, sent.values);
      if (!isOrder(read)) return showAgain({ problems: read });
      try {
        await limitOrders(request);
        const token = await orderByForm(deps, found.link, sent, read, request.ip);
        return leadTo(reply, frame, `/pay/${token}`);
      } catch (error) {
        return showAgain(refusalFor(error));
      }
    },
  );

  app.post(
    '/pay/:token/again',
    options('Make another payment in place of a failed one of a link', '303 to the new payer’s page, or to the link.'),
    async (request, reply) => {
      const frame = frameOf(request, scope);
      const { token } = request.params as { token: string };
      const page = /^[\w-]{1,64}$/.test(token) ? await findPageByPublicToken(deps.db, token) : null;
      if (!page) return showPage(reply, 404, unknownPage(frame));
      // It has changed since the page with the button was shown.
      if (page.status !== FAILED || page.link_slug === null) return leadTo(reply, frame, frame.path);
      await limitOrders(request);
      return leadTo(reply, frame, await payAgain(deps, page.id, page.link_slug));
    },
  );
}

interface Found {
  link: PaymentLink;
  payee: { name: string; isActive: boolean };
}

async function findLinkOfPage(deps: Deps, request: FastifyRequest): Promise<Found | null> {
  const { slug } = request.params as { slug: string };
  const now = await deps.clock.now();
  const link = /^[a-z0-9-]{3,40}$/.test(slug) ? await findLinkBySlug(deps.db, slug, now) : null;
  const payee = link && (await findPayeeOfMerchant(deps.db, link.merchant_id, link.company_id));
  return link && payee && { link, payee };
}

function whyOver({ link, payee }: Found) {
  return payee.isActive ? whyUnavailable(link, quantitiesOf(link).min) : 'DISABLED';
}

/** What the form shows, and why it is shown again. */
interface Shown {
  status: number;
  values: LinkValues;
  problems: LinkProblems;
  refusal: Refusal | null;
}

const NOTHING_SENT: Shown = { status: 200, values: {}, problems: {}, refusal: null };

/** The link as it is now: the payment of a bill, the form, or that it is over. */
async function showLink(
  deps: Deps,
  reply: FastifyReply,
  frame: Frame,
  request: FastifyRequest,
  { status, ...form }: Shown,
): Promise<FastifyReply> {
  const found = await findLinkOfPage(deps, request);
  if (!found) return showPage(reply, 404, unknownPage(frame));
  const { link, payee } = found;
  const open = payee.isActive ? await findOpenBill(deps, link) : null;
  if (open) return leadTo(reply, frame, `/pay/${open}`);
  const reason = whyOver(found);
  if (reason) return showPage(reply, status, overPage(frame, { link, payee: payee.name, reason }));
  return showPage(reply, status, linkPage(frame, { link, payee: payee.name, key: deps.ids.reference(), ...form }));
}

/** The one open payment of a bill: whoever comes second is not asked again. */
async function findOpenBill(deps: Deps, link: PaymentLink): Promise<string | null> {
  return isBill(link) && link.state === 'ACTIVE' && link.open_count > 0 ? findOpenPaymentOfLink(deps.db, link) : null;
}

/** What the page says of a refusal; whatever is our own fault is told as everywhere. */
function refusalFor(error: unknown): Partial<Shown> {
  const code = error instanceof ApiError ? error.code : null;
  switch (code) {
    case 'RATE_LIMITED':
      return { status: 429, refusal: 'tooMany' };
    case 'IDEMPOTENCY_KEY_REUSED':
      return { refusal: 'usedForm' };
    // Fewer are left than were asked for, or none: then the page says so.
    case 'PAYMENT_LINK_UNAVAILABLE':
      return { problems: { quantity: 'invalid' } };
    case 'PAYMENT_TYPE_NOT_ENABLED':
      return { problems: { method: 'invalid' } };
    default:
      if (code !== null && ERRORS[code].status === 400) return { refusal: 'refused' };
      throw error;
  }
}

function leadTo(reply: FastifyReply, { language }: Frame, path: string): FastifyReply {
  return reply.code(303).header('location', pathIn(language, path)).send();
}

function showPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}
