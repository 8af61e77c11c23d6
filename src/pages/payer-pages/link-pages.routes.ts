import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WithApprovals } from '../../gateway/alignment/approvals.ts';
import type { WithOrderWrites } from '../../gateway/orders/batch-writes.ts';
import { quantitiesOf } from '../../gateway/payment-links/link-prices.rules.ts';
import { linkTimeOf } from '../../gateway/payment-links/link-time.ts';
import { isPayersBrowser, payerCookies } from '../../gateway/payment-links/payer-cookie.ts';
import { isBill, isSlug, type PaymentLink, whyUnavailable } from '../../gateway/payment-links/payment-links.rules.ts';
import { findLinkBySlug } from '../../gateway/payment-links/payment-links.sql.ts';
import { addressThroughLink, readPublicAddress } from '../../gateway/payments/addresses.ts';
import { findOpenPaymentOfLink, type OpenPayment } from '../../gateway/payments/link-payments.sql.ts';
import type { Payment } from '../../gateway/payments/payment.ts';
import { FAILED } from '../../gateway/payments/status.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, ERRORS } from '../../ground/errors.ts';
import { limitLinkOrders } from '../../ground/limits/link-orders.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { findPayeeOfMerchant } from '../../parties/companies/sellers.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import {
  isOrder,
  type LinkProblems,
  type LinkValues,
  readLinkForm,
  readPayerForm,
  sentFormIn,
} from './link-form.rules.ts';
import { linkPage, overPage, type Refusal } from './link-page.html.ts';
import { type OpenBill, openBillPage } from './open-bill.html.ts';
import { orderByForm } from './order-by-form.ts';
import { unknownPage } from './other-pages.html.ts';
import { type Frame, pathIn } from './page-frame.html.ts';
import { findPageAt } from './pages.sql.ts';
import { payAgain } from './pay-again.ts';
import { frameOf, type PageScope } from './payer-pages.routes.ts';
import { recognisePayer } from './recognise-payer.ts';

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
export function linkPageRoutes(
  app: FastifyInstance,
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers,
  scope: PageScope,
): void {
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
    options(
      'Page of a payment link',
      'HTML. A bill whose payment is open leads the browser that ordered there (303); everybody else reads until ' +
        'when it is open.',
    ),
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
      // The form that began to pay a bill may be sent again: its key knows the payment.
      const isOrderedByForm = found !== null && isOpenBill(found.link) && sent.key !== null;
      if (!found || (whyOver(found) && !isOrderedByForm)) return showAgain({});
      const read = readLinkForm(found.link, sent.values);
      if (!isOrder(read)) return showAgain({ problems: read });
      try {
        await limitOrders(request);
        const payment = await orderByForm(deps, found.link, sent, read, request.ip);
        return leadPayerOn(deps, request, reply, frame, payment);
      } catch (error) {
        return showAgain(refusalFor(error));
      }
    },
  );

  app.post(
    '/l/:slug/payer',
    options(
      'Be known as the payer of a bill',
      'The field `document`, urlencoded: 303 to the open payment where it is the payer’s; 403 where it is not, 429 ' +
        'after 5 tries in an hour.',
    ),
    async (request, reply) => showPayer(deps, reply, frameOf(request, scope), request),
  );

  app.post(
    '/pay/:token/again',
    options('Make another payment in place of a failed one of a link', '303 to the new payer’s page, or to the link.'),
    async (request, reply) => {
      const frame = frameOf(request, scope);
      const address = readPublicAddress((request.params as { token: string }).token);
      const page = address && (await findPageAt(deps.db, address));
      if (!page) return showPage(reply, 404, unknownPage(frame));
      // It has changed since the page with the button was shown.
      if (page.status !== FAILED || page.link_slug === null) return leadTo(reply, frame, frame.path);
      await limitOrders(request);
      const next = await payAgain(deps, page.id, page.link_slug, request.ip);
      if (next === null) return leadTo(reply, frame, `/l/${page.link_slug}`);
      // Whoever saw the payer's data goes on seeing them, and nobody else begins to.
      if (address.isWhole) return leadTo(reply, frame, `/pay/${next.public_token}`);
      if (isPayersBrowser(deps.config, request.headers.cookie, page, deps.clock.realNow()))
        rememberPayer(deps, request, reply, page.link_slug, next);
      return leadTo(reply, frame, `/pay/${addressThroughLink(next)}`);
    },
  );
}

interface Found {
  link: PaymentLink;
  payee: { name: string; isActive: boolean };
}

async function findLinkOfPage(deps: Deps, request: FastifyRequest): Promise<Found | null> {
  const { slug } = request.params as { slug: string };
  const link = isSlug(slug) ? await findLinkBySlug(deps.db, slug, await linkTimeOf(deps)) : null;
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
  const open = await findOpenBill(deps, found);
  if (open && isPayersBrowser(deps.config, request.headers.cookie, open, deps.clock.realNow()))
    return leadTo(reply, frame, `/pay/${addressThroughLink(open)}`);
  if (open) return showOpenBill(deps, reply, frame, found, open, { status, problems: {}, refusal: null });
  const reason = whyOver(found);
  if (reason) return showPage(reply, status, overPage(frame, { link, payee: payee.name, reason }));
  return showPage(reply, status, linkPage(frame, { link, payee: payee.name, key: deps.ids.reference(), ...form }));
}

function isOpenBill(link: PaymentLink): boolean {
  return isBill(link) && link.state === 'ACTIVE' && link.open_count > 0;
}

/** The one open payment of a bill: whoever comes second is not asked again. */
async function findOpenBill(deps: Deps, { link, payee }: Found): Promise<OpenPayment | null> {
  return payee.isActive && isOpenBill(link) ? findOpenPaymentOfLink(deps.db, link) : null;
}

async function showOpenBill(
  deps: Deps,
  reply: FastifyReply,
  frame: Frame,
  { link, payee }: Found,
  { expires_at }: OpenPayment,
  { status, ...shown }: Pick<OpenBill, 'problems' | 'refusal'> & { status: number },
): Promise<FastifyReply> {
  const until = expires_at > (await deps.clock.now()) ? expires_at : null;
  return showPage(reply, status, openBillPage(frame, { link, payee: payee.name, until, ...shown }));
}

/** Somebody says that they are the payer of a bill: whoever knows the payer's document is. */
async function showPayer(
  deps: Deps,
  reply: FastifyReply,
  frame: Frame,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const found = await findLinkOfPage(deps, request);
  const open = found && (await findOpenBill(deps, found));
  if (!open) return showLink(deps, reply, frame, request, NOTHING_SENT);
  const read = readPayerForm(String(request.body ?? ''));
  if (typeof read !== 'string')
    return showOpenBill(deps, reply, frame, found, open, { status: 400, problems: read, refusal: null });
  const refuse = (status: number, refusal: OpenBill['refusal']) =>
    showOpenBill(deps, reply, frame, found, open, { status, problems: {}, refusal });
  try {
    const isPayer = await recognisePayer(deps, found.link, open, read, request.ip);
    return isPayer ? leadPayerOn(deps, request, reply, frame, open) : refuse(403, 'wrong');
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error;
    reply.header('retry-after', String(error.context.retryAfterSeconds));
    return refuse(429, 'tooMany');
  }
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
      if ((error as ApiError).context.details?.['reason'] === 'HELD_BY_ADDRESS') return { refusal: 'held' };
      return { problems: { quantity: 'invalid' } };
    case 'PAYMENT_TYPE_NOT_ENABLED':
      return { problems: { method: 'invalid' } };
    default:
      if (code !== null && ERRORS[code].status === 400) return { refusal: 'refused' };
      throw error;
  }
}

type Ordered = Pick<Payment, 'order_number' | 'public_token'>;

/** To the payment that this browser has ordered through the link, or whose payer sits before it. */
function leadPayerOn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  frame: Frame,
  payment: Ordered,
): FastifyReply {
  rememberPayer(deps, request, reply, (request.params as { slug: string }).slug, payment);
  return leadTo(reply, frame, `/pay/${addressThroughLink(payment)}`);
}

function rememberPayer(deps: Deps, request: FastifyRequest, reply: FastifyReply, slug: string, payment: Ordered): void {
  const { config, clock } = deps;
  reply.header('set-cookie', payerCookies(config, slug, payment, clock.realNow(), request.headers.cookie));
}

function leadTo(reply: FastifyReply, { language }: Frame, path: string): FastifyReply {
  return reply.code(303).header('location', pathIn(language, path)).send();
}

function showPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}
