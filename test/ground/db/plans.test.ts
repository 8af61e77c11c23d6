import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { listDivergencesOfMerchant } from '../../../src/gateway/divergences/divergences.sql.ts';
import {
  findBoletoByPublicToken,
  findBoletoStateAt,
  findQrCodeAt,
} from '../../../src/gateway/instruments/public-links.sql.ts';
import { claimChecks, findOldestCheckDue } from '../../../src/gateway/payments/checks/checks.sql.ts';
import {
  findPaymentByOrderNumber,
  listNextPendingPayments,
  listPayableBoletosOfMerchant,
} from '../../../src/gateway/payments/open-boletos.sql.ts';
import {
  findPaymentIdOfMerchant,
  findPaymentOfMerchant,
  findPaymentsByReference,
} from '../../../src/gateway/payments/payments.sql.ts';
import {
  claimRefundsDueForCheck,
  findOldestRefundCheckDue,
  listRefunds,
} from '../../../src/gateway/refunds/refunds.sql.ts';
import type { Tx } from '../../../src/ground/db/transaction.ts';
import { findKey, removeOldestKeys, storeAnswer, takeOverKey } from '../../../src/ground/idempotency/keys.sql.ts';
import { CHUNK_SIZE } from '../../../src/ground/queues/chunks.ts';
import { paymentSubject } from '../../../src/ground/subjects/subject.rules.ts';
import { findLatestEvent, lastSequences } from '../../../src/news/events/events.sql.ts';
import { findFeedPositionBefore, listEventsOfMerchant, listUnreadEvents } from '../../../src/news/events/feed.sql.ts';
import { END_OF_FEED, START_OF_FEED } from '../../../src/news/events/feed-cursor.rules.ts';
import {
  failWaitingDeliveries,
  findOldestDeliveriesDue,
  listEndpointsWithBacklog,
  listEndpointsWithOldDeliveries,
  removeOldestDeliveries,
} from '../../../src/news/webhooks/deliveries/backlog.sql.ts';
import { claimDeliveries, isAnyWaiting, recordAttempts } from '../../../src/news/webhooks/deliveries/deliveries.sql.ts';
import { findDeliveryOfEndpoint, listDeliveries } from '../../../src/news/webhooks/deliveries/delivery-log.sql.ts';
import { createInFlight } from '../../../src/news/webhooks/deliveries/in-flight.ts';
import { forgetResends } from '../../../src/news/webhooks/deliveries/resends.sql.ts';
import { claimReminders } from '../../../src/pages/reminders/reminders.sql.ts';
import {
  countRecentLogins,
  removeOldestFailures,
  removeOldestLogins,
} from '../../../src/parties/accounts/throttle.sql.ts';
import { findActiveUser, findActiveUserByEmail } from '../../../src/parties/accounts/users.sql.ts';
import { findSellerOfMerchantById, findSellerOfMerchantByToken } from '../../../src/parties/companies/sellers.sql.ts';
import {
  claimNotifications,
  findOldestNotificationDue,
  hasOpenNotification,
  markNotificationsWorked,
  removeOldestNotifications,
} from '../../../src/rails/acquirers/notifications.sql.ts';
import {
  removeOldestCharges,
  removeOldestNotifications as removeOldestSandboxNotifications,
} from '../../../src/rails/sandbox-acquirer/old-rows.sql.ts';
import {
  expectIndexed,
  FILL_TIMEOUT_MS,
  type FilledDatabase,
  MIDDLE,
  openFilledDatabase,
  PAYMENTS,
  type PlanLimits,
} from '../../support/plans.ts';

/** Plans of hot statements at many payments: who finds its rows by an index today may not lose it unseen. */

let filled: FilledDatabase;
let payment: { id: number; reference: string; public_token: string; order_number: string };
beforeAll(async () => {
  filled = await openFilledDatabase();
  [payment] = (await filled.query<typeof payment>(
    'SELECT id, reference, public_token, order_number FROM payments WHERE id = $1',
    [MIDDLE],
  )) as [typeof payment];
  // The tables may have been filled a while ago: what is recent is so by their newest rows.
  const [newest] = await filled.query<{ at: Date }>('SELECT max(failed_at) AS at FROM login_failures');
  attempt = { accountHash: HASH, address: '192.0.2.1', at: newest?.at ?? NOW };
}, FILL_TIMEOUT_MS);
afterAll(() => filled.close());

const whole = (key: string) => ({ isWhole: true, column: 'public_token', key }) as const;
const NOW = new Date();
const MERCHANT = 1;
const HASH = Buffer.alloc(32, 7);
const claim = { merchantId: MERCHANT, key: 'key', fingerprint: HASH, owner: 'pay_x', leasedUntil: NOW, now: NOW };
let attempt: { accountHash: Buffer; address: string; at: Date };
const record = {
  merchantId: 1,
  deliveryId: 1,
  endpointId: 1,
  attemptedAt: NOW.toISOString(),
  statusCode: 200,
  error: null,
  responseBody: 'ok',
  durationMs: 5,
  status: 'DELIVERED' as const,
  nextAttemptAt: null,
  isGone: false,
};

type Case = [name: string, indexes: string[], work: (tx: Tx) => Promise<unknown>, limits?: PlanLimits];

/** It goes round among all endpoints with something waiting, and takes what fits into the process. */
const OF_ALL_ENDPOINTS = { sorted: 250, read: 5_000 };

describe('by index, reading little, on many payments', () => {
  const cases: Case[] = [
    [
      'the seller of an order, by its token',
      ['company_access_tokens_token_hash_key'],
      (tx) => findSellerOfMerchantByToken(tx, MERCHANT, HASH, 'pix'),
    ],
    ['the seller of a retry', ['companies_pkey'], (tx) => findSellerOfMerchantById(tx, MERCHANT, 1, 'pix', [2])],
    ['an idempotency key', ['idempotency_keys_pkey'], (tx) => findKey(tx, MERCHANT, 'key', NOW)],
    ['a key that is taken over', ['idempotency_keys_pkey'], (tx) => takeOverKey(tx, claim)],
    ['the answer under a key', ['idempotency_keys_pkey'], (tx) => storeAnswer(tx, claim, 200, {})],
    [
      'the next pending payments that may be reminded of',
      ['payments_by_status'],
      (tx) =>
        listNextPendingPayments(
          tx,
          MERCHANT,
          { createdAt: new Date(0), paymentId: 0 },
          { createdBefore: NOW, limit: 1_000 },
        ),
      { sorted: 0, read: 1_500 },
    ],
    [
      'boletos among them',
      ['payments_pkey'],
      (tx) => listPayableBoletosOfMerchant(tx, MERCHANT, [payment.id], { dueDates: ['2026-11-20'], now: NOW }),
    ],
    ['a payment by its order number', ['payments_order_number_key'], (tx) => findPaymentByOrderNumber(tx, 'x')],
    ['a payment', ['payments_pkey'], (tx) => findPaymentOfMerchant(tx, MERCHANT, payment.id)],
    [
      'a payment by its reference',
      ['payments_reference_key'],
      (tx) => findPaymentsByReference(tx, [payment.reference]),
    ],
    [
      'a payment by the acquirer’s id',
      ['payment_acquirer_ids_pkey'],
      (tx) => findPaymentIdOfMerchant(tx, MERCHANT, 'txn_x'),
    ],
    ['the refunds of a payment', ['refunds_by_payment'], (tx) => listRefunds(tx, payment.id)],
    ['a QR code by its link', ['payments_public_token_key'], (tx) => findQrCodeAt(tx, whole(payment.public_token))],
    [
      'a QR code on the way from a link',
      ['payments_order_number_key'],
      (tx) => findQrCodeAt(tx, { isWhole: false, column: 'order_number', key: payment.order_number, proof: '' }),
    ],
    [
      'the state of a boleto by its link',
      ['payments_public_token_key'],
      (tx) => findBoletoStateAt(tx, whole(payment.public_token)),
    ],
    ['a boleto by its link', ['payments_public_token_key'], (tx) => findBoletoByPublicToken(tx, payment.public_token)],
    ['a user who logs in', ['users_email_key'], (tx) => findActiveUserByEmail(tx, 'ana1.loja1@example.com')],
    ['a user by its token', ['users_pkey'], (tx) => findActiveUser(tx, 1, 1)],
    [
      'recent logins',
      ['login_failures_address', 'login_failures_account', 'login_successes_account_and_address'],
      (tx) => countRecentLogins(tx, attempt),
    ],
    ['the number of an event', ['events_numbered_by_subject'], (tx) => lastSequences(tx, [paymentSubject(payment.id)])],
    ['the latest event', ['events_numbered_by_subject'], (tx) => findLatestEvent(tx, paymentSubject(payment.id))],
    [
      'the first page of the feed',
      ['events_feed'],
      (tx) => listEventsOfMerchant(tx, MERCHANT, { after: START_OF_FEED, direction: 'ASC', limit: 100 }),
    ],
    [
      'a later page of the feed',
      ['events_feed'],
      (tx) =>
        listEventsOfMerchant(tx, MERCHANT, {
          after: { writtenBy: '300', position: MIDDLE },
          direction: 'ASC',
          limit: 100,
        }),
    ],
    [
      'the newest events',
      ['events_feed'],
      (tx) => listEventsOfMerchant(tx, MERCHANT, { after: END_OF_FEED, direction: 'DESC', limit: 100 }),
    ],
    [
      'the newest events of a payment',
      ['events_numbered_by_subject'],
      (tx) =>
        listEventsOfMerchant(tx, MERCHANT, {
          after: END_OF_FEED,
          direction: 'DESC',
          paymentId: payment.id,
          limit: 100,
        }),
    ],
    [
      'what those who follow the feed have not read',
      ['events_feed'],
      (tx) =>
        listUnreadEvents(
          tx,
          [MERCHANT, 2].map((merchantId) => ({ merchantId, after: START_OF_FEED })),
          50,
        ),
    ],
    ['notifications to work on', ['acquirer_notifications_due'], (tx) => claimNotifications(tx, NOW)],
    [
      'whether a notification waits',
      ['acquirer_notifications_by_reference'],
      (tx) => hasOpenNotification(tx, payment.reference),
    ],
    [
      'notifications that are answered',
      ['acquirer_notifications_by_reference'],
      (tx) => markNotificationsWorked(tx, [{ id: MIDDLE, acquirer: 'sandbox', reference: payment.reference }], NOW),
    ],
    ['payments to look at', ['payment_checks_due'], (tx) => claimChecks(tx, { now: NOW, realNow: NOW })],
    ['refunds to look at', ['refunds_due_for_check'], (tx) => claimRefundsDueForCheck(tx, { now: NOW, realNow: NOW })],
    ['whether a delivery waits', ['webhook_deliveries_due'], isAnyWaiting],
    [
      'deliveries to send',
      ['webhook_deliveries_due', 'events_pkey'],
      (tx) => claimDeliveries(tx, NOW, NOW, createInFlight({ realNow: () => new Date() }).limits()),
      OF_ALL_ENDPOINTS,
    ],
    [
      'a finished attempt',
      ['webhook_deliveries_pkey'],
      (tx) => recordAttempts(tx, [record], { now: NOW, disableFailingSince: NOW, lastAttemptBefore: NOW }),
    ],
    [
      'the oldest delivery that waits',
      ['webhook_deliveries_due'],
      (tx) => findOldestDeliveriesDue(tx),
      OF_ALL_ENDPOINTS,
    ],
    ['the oldest notification', ['acquirer_notifications_due'], (tx) => findOldestNotificationDue(tx)],
    ['the oldest look', ['payment_checks_due'], (tx) => findOldestCheckDue(tx)],
    ['the oldest refund to ask about', ['refunds_due_for_check'], (tx) => findOldestRefundCheckDue(tx)],
    ['endpoints that are off with something waiting', ['webhook_deliveries_due'], (tx) => listEndpointsWithBacklog(tx)],
    ['what waits for an endpoint that is off', ['webhook_deliveries_due'], (tx) => failWaitingDeliveries(tx, 1, null)],
    [
      'the log of deliveries',
      ['webhook_deliveries_pkey', 'webhook_attempts_pkey'],
      (tx) => listDeliveries(tx, 30, {}, { page: 1, limit: 100 }),
    ],
    [
      'what failed for an endpoint',
      ['webhook_deliveries_failed'],
      (tx) => listDeliveries(tx, 30, { status: 'FAILED' }, { page: 1, limit: 100 }),
    ],
    [
      'what waits for an endpoint',
      ['webhook_deliveries_due'],
      (tx) => listDeliveries(tx, 30, { status: 'PENDING' }, { page: 1, limit: 100 }),
    ],
    [
      'the deliveries of a payment to an endpoint',
      ['webhook_deliveries_once', 'webhook_deliveries_resends', 'events_numbered_by_subject'],
      (tx) => listDeliveries(tx, 30, { paymentId: payment.id }, { page: 1, limit: 100 }),
    ],
    [
      'a delivery with all that is kept of it',
      ['webhook_deliveries_pkey', 'webhook_attempts_pkey'],
      (tx) => findDeliveryOfEndpoint(tx, 30, 1),
    ],
    ['where the feed was at a time', ['events_by_position'], (tx) => findFeedPositionBefore(tx, NOW)],
  ];
  test.each(cases)('%s', async (_name, indexes, work, limits) => {
    expectIndexed(await filled.explain(work), indexes, limits);
  });
});

/** A chunk of what is old; the next statement goes on from there. */
const OF_A_CHUNK = { sorted: 0, read: 4 * CHUNK_SIZE + 500 };
const OLD = new Date(NOW.getTime() - 100 * 24 * 60 * 60 * 1000);

describe('what is old is removed by index, a chunk at a time', () => {
  const cases: Case[] = [
    ['idempotency keys', ['idempotency_keys_by_age'], (tx) => removeOldestKeys(tx, null, NOW)],
    ['failed logins', ['login_failures_age'], (tx) => removeOldestFailures(tx, null, OLD)],
    ['logins', ['login_successes_age'], (tx) => removeOldestLogins(tx, null, OLD)],
    ['notifications', ['acquirer_notifications_pkey'], (tx) => removeOldestNotifications(tx, null, OLD)],
    ['notifications, later ones', ['acquirer_notifications_pkey'], (tx) => removeOldestNotifications(tx, MIDDLE, OLD)],
    [
      'deliveries and attempts',
      ['webhook_deliveries_pkey', 'webhook_attempts_pkey'],
      (tx) => removeOldestDeliveries(tx, 1, null, OLD),
    ],
    [
      'endpoints that have old deliveries',
      ['webhook_deliveries_pkey'],
      (tx) => listEndpointsWithOldDeliveries(tx, OLD),
    ],
    ['counts of resends', ['webhook_resends_by_minute'], (tx) => forgetResends(tx, NOW)],
    [
      'charges of the sandbox',
      ['charges_over', 'charges_pkey', 'refunds_of_charge'],
      (tx) => removeOldestCharges(tx, null, OLD),
    ],
    ['notifications of the sandbox', ['notifications_pkey'], (tx) => removeOldestSandboxNotifications(tx, null, OLD)],
  ];
  test.each(cases)('%s', async (_name, indexes, work) => {
    const settled = async (tx: Tx) => {
      await tx.query("SELECT set_config('enable_sort', 'off', true)");
      await work(tx);
    };
    expectIndexed(await filled.explain(settled), indexes, OF_A_CHUNK);
  });

  it('events: the statements of the function', async () => {
    const position = 'position > 1000 ORDER BY position LIMIT 2000';
    const judge = `SELECT position FROM events WHERE ${position}`;
    expectIndexed(await filled.explain((tx) => tx.query(judge)), ['events_by_position'], OF_A_CHUNK);
    const isSent = (isResend: string) => `SELECT FROM webhook_deliveries d WHERE d.event_id = 'evt_x' AND ${isResend}`;
    expectIndexed(await filled.explain((tx) => tx.query(isSent('NOT is_resend'))), ['webhook_deliveries_once']);
    expectIndexed(await filled.explain((tx) => tx.query(isSent('is_resend'))), ['webhook_deliveries_resends']);
  });
});

describe('the check itself', () => {
  const refused = async (sql: string, indexes: string[] = []) => {
    const explained = await filled.explain((tx) => tx.query(sql));
    expect(() => expectIndexed(explained, indexes)).toThrow();
  };

  it('refuses a large table that is read whole', () =>
    refused("SELECT id FROM payments WHERE customer_name = 'Maria' LIMIT 10"));
  it('refuses a sort of more than a page', () =>
    refused('SELECT id FROM payments WHERE id < 200 ORDER BY customer_name LIMIT 10'));
  it('refuses to walk through an index', () => refused('SELECT count(*) FROM payments WHERE id BETWEEN 1 AND 5000'));
  it('refuses another index than the one named', () =>
    refused('SELECT 1 FROM payments WHERE id = 1', ['payments_reference_key']));
  it('undoes what a statement changed', async () => {
    await filled.explain((tx) => tx.query('UPDATE merchants SET name = $1 WHERE id = 1', ['changed']));
    expect(await filled.query('SELECT name FROM merchants WHERE id = 1')).toEqual([{ name: 'Loja 1' }]);
  });
});

it('the next reminders to send are found by index, however many wait or were sent', async () => {
  await filled.query(
    `INSERT INTO reminders (merchant_id, payment_id, day, place, address_hash, status, created_at)
     SELECT n % 50 + 1, n, DATE '2026-11-20' - n % 4, n / 50, decode(md5(n::text), 'hex'),
       CASE WHEN n % 8 < 4 THEN 'WAITING' ELSE 'SENT' END, $1
     FROM generate_series(1, $2::int) AS n`,
    [NOW, PAYMENTS],
  );
  await filled.query('ANALYZE reminders');
  const claim = (tx: Tx) => claimReminders(tx, '2026-11-20', NOW);
  expectIndexed(await filled.explain(claim), ['reminders_waiting', 'reminders_pkey'], { sorted: 0, read: 50 });
});

it('a list of divergences reads the merchant’s own, however many others have', async () => {
  // A hundred of every merchant, of which one is open.
  await filled.query(
    `INSERT INTO divergences (payment_id, order_root, kind, local_status, acquirer_status, local_amount_cents,
       acquirer_amount_cents, local_received_cents, local_refunded_cents, acquirer_received_cents,
       acquirer_refunded_cents, difference_cents, merchant_id, detected_at, resolved_at)
     SELECT p.id, p.id, 'LATE_PAYMENT', 3, 'PAID', 1, 1, 0, 0, 1, 0, 1, p.merchant_id, $1,
       CASE WHEN n > 1 THEN $1::timestamptz END
     FROM generate_series(1, 100) n,
       (SELECT DISTINCT ON (merchant_id) id, merchant_id FROM payments ORDER BY merchant_id, id) p`,
    [NOW],
  );
  await filled.query('ANALYZE divergences');
  const list = (filter: object) => (tx: Tx) => listDivergencesOfMerchant(tx, MERCHANT, filter, { page: 1, limit: 100 });
  const limits = { read: 400 };
  expectIndexed(await filled.explain(list({})), ['divergences_of_merchant'], limits);
  expectIndexed(await filled.explain(list({ isResolved: false })), ['divergences_open_of_merchant'], limits);
});
