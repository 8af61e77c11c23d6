import { orderBody } from '../../support/orders.ts';

export type Permission = 'read' | 'charge' | 'refund' | 'payout' | 'webhooks' | 'manage' | 'own';

/** Things of a merchant that a path or a body names. */
export interface Things {
  apiKey: number;
  company: number;
  accessToken: number;
  customer: number;
  divergence: number;
  invitation: number;
  destination: number;
  link: string;
  payout: number;
  refund: number;
  transaction: number;
  session: number;
  user: number;
  webhook: number;
  delivery: number;
}

export interface Access {
  /** All of them are needed. */
  needs: readonly Permission[];
  /** Needs a fresh password at the dashboard: always, or as a file. */
  sensitive?: 'always' | 'as a file';
  /** What each part of the path is about; what names nothing of a merchant is a text in quotes. */
  names?: Readonly<Record<string, keyof Things | `'${string}'`>>;
  /** A body that is right in its shape and names things of a merchant, or nothing. */
  body?: (things: Things) => object;
}

const reads: Access = { needs: ['read'] };
const own: Access = { needs: ['own'] };
const manages: Access = { needs: ['manage'] };
const of = (thing: keyof Things, access: Access = reads): Access => ({ ...access, names: { id: thing } });
const sensitive = (access: Access): Access => ({ ...access, sensitive: 'always' });
const withBody = (access: Access, body: Access['body']): Access => ({ ...access, ...(body ? { body } : {}) });
const needs = (...permissions: Permission[]): Access => ({ needs: permissions });

/**
 * Who may what, in words of its own: every operation of the description stands here or among the public ones, and the
 * test fails where one stands in neither.
 */
export const TABLE: Readonly<Record<string, Access>> = {
  'GET /api-keys': manages,
  'POST /api-keys': sensitive(manages),
  'DELETE /api-keys/{id}': sensitive(of('apiKey', manages)),
  'GET /audit-log': { ...manages, sensitive: 'as a file' },
  'GET /auth': own,
  'POST /balance/list': withBody(reads, ({ company }) => ({ companies: [company] })),
  'GET /companies': reads,
  'GET /companies/{id}': of('company'),
  'POST /companies/{id}/access-tokens': sensitive(of('company', manages)),
  'DELETE /companies/{id}/access-tokens/{tokenId}': {
    ...sensitive(manages),
    names: { id: 'company', tokenId: 'accessToken' },
  },
  'GET /companies/{id}/destinations': of('company'),
  'POST /companies/{id}/destinations': withBody(sensitive(of('company', needs('payout', 'own'))), () => ({
    type: 'pix_key',
    key_type: 'email',
    key: 'x@y.example',
  })),
  'DELETE /companies/{id}/destinations/{destinationId}': {
    ...sensitive(needs('payout', 'own')),
    names: { id: 'company', destinationId: 'destination' },
  },
  // A key never has `own`: only people say where money goes by itself.
  'GET /companies/{id}/payout-schedule': of('company'),
  'PUT /companies/{id}/payout-schedule': withBody(sensitive(of('company', needs('payout', 'own'))), () => ({
    rhythm: 'daily',
    destination_id: 1,
  })),
  'DELETE /companies/{id}/payout-schedule': sensitive(of('company', needs('payout', 'own'))),
  'GET /companies/{id}/payout-terms': of('company'),
  'POST /companies/{id}/payments': withBody(of('company', needs('charge')), () => orderBody()),
  'PUT /companies/{id}/reminders': withBody(of('company', manages), () => ({ reminder_days: [] })),
  'PUT /companies/{id}/split': withBody(sensitive(of('company', manages)), () => ({ splitParticipants: [] })),
  'POST /companies/{id}/split/simulate': withBody(of('company'), () => ({ payment: { type: 'pix' }, total: 1000 })),
  'GET /companies/{id}/statement': of('company'),
  'GET /companies/{id}/statement/days': of('company'),
  'GET /customers': reads,
  'GET /customers/{id}': of('customer'),
  'POST /customers/{id}/anonymise': sensitive(of('customer', manages)),
  'GET /customers/{id}/export': sensitive(of('customer', manages)),
  'GET /divergences': reads,
  'POST /divergences/{id}/resolve': withBody(of('divergence', needs('refund')), () => ({
    resolution: 'conferido com o banco',
  })),
  'GET /events': reads,
  'GET /events/stream': reads,
  'GET /invitations': manages,
  'POST /invitations': sensitive(manages),
  'DELETE /invitations/{id}': sensitive(of('invitation', manages)),
  'GET /merchant': reads,
  'PATCH /merchant': sensitive(manages),
  'GET /payment-links': reads,
  'POST /payment-links': needs('charge'),
  'GET /payment-links/{id}': of('link'),
  'PATCH /payment-links/{id}': withBody(of('link', needs('charge')), () => ({ title: 'Outro' })),
  'POST /payments/order': needs('charge'),
  'POST /payments/pix/refund': withBody(needs('refund'), ({ transaction }) => ({ transaction_id: transaction })),
  'POST /payments/refund/simulate': withBody(reads, ({ transaction }) => ({
    transaction_id: transaction,
    kind: 'pix_refund',
  })),
  'POST /payments/reversal': withBody(needs('refund'), ({ transaction }) => ({ transaction_id: transaction })),
  'POST /payments/split/simulate': reads,
  'GET /payouts': { ...reads, sensitive: 'as a file' },
  'POST /payouts': withBody(sensitive(needs('payout')), ({ company, destination }) => ({
    company_id: company,
    amount: 1,
    destination_id: destination,
  })),
  'POST /payouts/simulate': withBody(reads, ({ company, destination }) => ({
    company_id: company,
    amount: 1,
    destination_id: destination,
  })),
  'GET /payouts/{id}': of('payout'),
  'GET /payouts/{id}/entries': of('payout'),
  'POST /payouts/{id}/approve': sensitive(of('payout', needs('payout', 'own'))),
  'POST /payouts/{id}/cancel': of('payout', needs('payout')),
  'POST /payouts/{id}/refuse': of('payout', needs('payout', 'own')),
  'GET /refunds': reads,
  'GET /refunds/{id}': of('refund'),
  'GET /reports/payments': reads,
  'GET /sandbox/clock': reads,
  'POST /sandbox/clock': needs('charge'),
  'POST /sandbox/payouts/{id}/fail': of('payout', needs('payout')),
  'POST /sandbox/payouts/{id}/pay': of('payout', needs('payout')),
  'POST /sandbox/payouts/{id}/return': of('payout', needs('payout')),
  'POST /sandbox/transactions/{id}/cancel': of('transaction', needs('charge')),
  'POST /sandbox/transactions/{id}/expire': of('transaction', needs('charge')),
  'POST /sandbox/transactions/{id}/fail': of('transaction', needs('charge')),
  'POST /sandbox/transactions/{id}/pay': of('transaction', needs('charge')),
  'POST /sandbox/transactions/{id}/refund': of('transaction', needs('charge')),
  'GET /transactions': { ...reads, sensitive: 'as a file' },
  'GET /transactions/{id}': of('transaction'),
  'POST /transactions/{id}/cancel': of('transaction', needs('charge')),
  'PATCH /transactions/{id}/boleto': withBody(of('transaction', needs('charge')), () => ({ due_date: '2099-01-01' })),
  'GET /transactions/{id}/entries': of('transaction'),
  'GET /transactions/{id}/events': of('transaction'),
  'POST /transactions/{id}/retry': of('transaction', needs('charge')),
  'GET /users': manages,
  'GET /users/me': own,
  'PATCH /users/me': own,
  'PUT /users/me/password': own,
  'GET /users/me/second-factor': own,
  'POST /users/me/second-factor': sensitive(own),
  'POST /users/me/second-factor/confirm': sensitive(own),
  'POST /users/me/second-factor/disable': own,
  'POST /users/me/second-factor/recovery-codes': own,
  'DELETE /users/me/sessions': own,
  'GET /users/me/sessions': own,
  'DELETE /users/me/sessions/{id}': of('session', own),
  'GET /users/me/views/{page}': { ...own, names: { page: "'transactions'" } },
  'DELETE /users/me/views/{page}/{name}': { ...own, names: { page: "'transactions'", name: "'x'" } },
  'PUT /users/me/views/{page}/{name}': { ...own, names: { page: "'transactions'", name: "'x'" } },
  'PATCH /users/{id}': withBody(sensitive(of('user', manages)), () => ({ role: 'READER' })),
  'DELETE /users/{id}/sessions': sensitive(of('user', manages)),
  'GET /webhooks': reads,
  'POST /webhooks': sensitive(needs('webhooks')),
  'DELETE /webhooks/{id}': sensitive(of('webhook', needs('webhooks'))),
  'GET /webhooks/{id}': of('webhook'),
  'PATCH /webhooks/{id}': withBody(sensitive(of('webhook', needs('webhooks'))), () => ({ status: 'DISABLED' })),
  'GET /webhooks/{id}/deliveries': of('webhook'),
  'GET /webhooks/{id}/deliveries/{deliveryId}': { ...reads, names: { id: 'webhook', deliveryId: 'delivery' } },
  'POST /webhooks/{id}/deliveries/{deliveryId}/retry': {
    ...needs('webhooks', 'read'),
    names: { id: 'webhook', deliveryId: 'delivery' },
  },
  'GET /webhooks/{id}/missed': of('webhook'),
  'POST /webhooks/{id}/recover': withBody(of('webhook', needs('webhooks', 'read')), () => ({
    since: new Date(Date.now() - 3_600_000).toISOString(),
  })),
  'POST /webhooks/{id}/rotate-secret': sensitive(of('webhook', needs('webhooks'))),
  'GET /webhooks/{id}/stats': of('webhook'),
  'POST /webhooks/{id}/test': of('webhook', needs('webhooks')),
  'POST /webhooks/{paymentId}/retry': { ...needs('webhooks', 'read'), names: { paymentId: 'transaction' } },
};

/** These answer without a login, and are not behind the door of the dashboard. */
export const PUBLIC: readonly string[] = [
  'POST /acquirer/notifications',
  'POST /acquirer/{name}/notifications',
  'POST /acquirer/{name}/notifications/{secret}',
  'POST /acquirer/{name}/notifications/{secret}/pix',
  'POST /auth',
  'GET /healthz',
  'GET /l/{slug}',
  'POST /l/{slug}',
  'POST /l/{slug}/payer',
  'GET /l/{slug}/qr.png',
  'GET /openapi.json',
  'GET /pay/{token}',
  'POST /pay/{token}/again',
  'GET /pay/{token}/events',
  'POST /pay/{token}/simulate',
  'GET /pay/{token}/status',
  'GET /public/boleto/{token}/boleto.pdf',
  'GET /public/pix/{token}/qr.png',
  'GET /readyz',
  'GET /reminders/{reminder}',
  'POST /reminders/{reminder}',
];

/**
 * What the document does not describe: the pages themselves, and the way in for people. None of them shows or changes
 * anything of a merchant without a session or a link that was mailed.
 */
export const HIDDEN: readonly string[] = [
  'DELETE /dashboard/session',
  'GET /',
  'GET /dashboard',
  'GET /dashboard/*',
  'GET /dashboard/config',
  'GET /dashboard/session',
  'GET /docs',
  'GET /docs/',
  'GET /l/*',
  'GET /pay/*',
  'GET /reminders/*',
  'POST /dashboard/invitation',
  'POST /dashboard/invitation/open',
  'POST /dashboard/password-reset',
  'POST /dashboard/password-reset/open',
  'POST /dashboard/session',
  'POST /dashboard/sign-up',
  'PUT /dashboard/password-reset',
  'PUT /dashboard/session',
];
