import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { foldLedgerDays } from '../../../src/books/ledger/days/fold-ledger-days.ts';
import { makeCheckpoints } from '../../../src/books/ledger/make-checkpoints.ts';
import { foldPaymentDays } from '../../../src/books/reports/payment-days.sql.ts';
import { auditLedger, CHECK_NAMES } from '../../../src/care/audit/audit-ledger.ts';
import { AUDIT_CHECKS } from '../../../src/care/audit/ledger-checks.sql.ts';
import { PAYOUT_CHECKS } from '../../../src/care/audit/payout-checks.sql.ts';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { foldPaymentCounts } from '../../../src/gateway/payments/payment-counts.sql.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { auditCorrupted, corrupt, entriesOf, type NamedIds, onCopy } from '../../support/corrupt.ts';
import type { TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  BOLETO,
  createPaid,
  createPayment,
  expectRefunded,
  LOSSY,
  loseMoney,
  ONE_PERCENT,
  openCompany,
  participant,
  readPayment,
  refundPix,
  sandbox,
} from '../../support/money.ts';
import { type OwnCluster, startOwnCluster } from '../../support/processes/own-cluster.ts';
import { bookUnknownReceipt } from '../../support/unknown-receipts.ts';

/**
 * Somebody with every right corrupts the books so that all figures add up. Each corruption is planted in a copy of the
 * sealed books. They lie in a cluster of their own: a transaction in any of its databases holds a seal back.
 */
let cluster: OwnCluster;
let books: TestDatabase;
let ids: NamedIds;

beforeAll(async () => {
  cluster = await startOwnCluster();
  books = cluster.database;
  const gateway = await startTestGateway({}, books);
  const shop = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
  const split = { splitParticipants: [participant(partner)] };
  const paid = await createPaid(gateway, shop, 10_000, split);
  const boleto = await createPaid(gateway, shop, 10_000, { ...BOLETO, ...split });
  const part = await createPaid(gateway, shop, 10_000, split);
  expectRefunded(await refundPix(gateway, shop, part, 30));
  // The partner has lost what it had, and the owner pays for it.
  const covered = await createPaid(gateway, shop, 10_000, split);
  await loseMoney(gateway, partner, 8000);
  expectRefunded(await refundPix(gateway, shop, covered));
  const late = await createPayment(gateway, shop, 10_000);
  await gateway.post(`/transactions/${late}/cancel`, undefined, shop.session);
  await sandbox(gateway, shop, late, 'pay');
  await readPayment(gateway, shop, late, '?payment_type=PIX');
  const fine = { percent: 200 };
  const pending = await createPayment(gateway, shop, 10_000, { payment: { ...BOLETO.payment, fine } });
  await sealBooks(gateway.vintem.deps);
  await advance(gateway, 26 * 3600);
  await sealBooks(gateway.vintem.deps);
  await vi.waitUntil(() => coverEntriesOf(gateway, shop.id), { timeout: 150_000 });
  while (await foldLedgerDays(gateway.vintem.deps));
  const receipt = await bookUnknownReceipt(gateway, shop.id);
  const unsealed = await createPaid(gateway, shop, 10_000, split);
  await gateway.close();
  await workInChunks(books.db, foldPaymentDays);
  ids = { shop: shop.id, partner: partner.id, paid, boleto, part, covered, late, pending, unsealed, receipt };
});
afterAll(() => cluster?.stop());

/** Whether a checkpoint holds all that the company has; a transaction of another test may be open below it. */
async function coverEntriesOf({ vintem, database }: TestGateway, companyId: number): Promise<boolean> {
  await makeCheckpoints(vintem.deps, 1);
  const [row] = await database.db.query<{ isCovered: boolean }>(
    `SELECT (SELECT count(*) FROM ledger_entries WHERE company_id = $1)
       = (SELECT sum(entry_count) FROM ledger_checkpoint_sums WHERE company_id = $1 AND days = 1) AS "isCovered"`,
    [companyId],
  );
  return row?.isCovered ?? false;
}

const RULES = 'every approval and refund is what the rules make of it, to the cent and to the value date';
const CHECKPOINTS = 'every checkpoint says what the entries it covers add up to';
const LEDGER_DAYS = 'what each day moved on each account is what its entries add up to';
const FEE_DAYS = 'what the platform earned of each company on each day is what the books say';
const DAYS = 'what reports say of each day is what its payments add up to, of every company and type';
const SEALS = 'what was sealed is still there, as it was';
const EVENTS = 'the events of a payment tell its life, in order and without a gap';
const LOOKED_AFTER = 'somebody looks after every pending payment and every refund under way';
const LATE_FOR_LINK = 'only what was paid through a link is told to have come late for it, and once';
const FAILED_REFUND = 'only a refund that was refused is told to have failed, and once';
const COUNTED = 'as many payments are counted as there are, of every company, status and type';
const COUNTED_CUSTOMERS = 'as many customers are counted as there are, of every merchant';
const COUNTED_BY_LINK = 'what a payment link counts is what its payments come to';
const TOLD = 'every divergence was told, and every one that was told is still there';
const NOT_BEFORE = 'no value date lies before its posting, but of what is given back';

const BOOKED = 'each booking of a receipt has one journal, of exactly its amount, from the acquirer to its holder';
const BOOKED_SUM = 'what is said to be booked of a receipt is the sum of its bookings, and never more than came';
const OF_RECEIPT = `journal_id IN (SELECT id FROM ledger_journals WHERE cause_kind = 'receipt')`;

const COVER = (from: string, to: string, payment: string) => `
  INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
  SELECT j.id, 'company_main', side.company_id, side.cents, j.posted_at, 'cover'
  FROM ledger_journals j, (VALUES (:${from}::bigint, -500), (:${to}::bigint, 500)) AS side (company_id, cents)
  WHERE j.cause_kind = 'refund' AND j.subject_kind = 'payment' AND j.subject_id = :${payment}`;

const erasePayment = (payment: string) => [
  `DELETE FROM events WHERE subject_kind = 'payment' AND subject_id = :${payment}`,
  `DELETE FROM payment_shares WHERE payment_id = :${payment}`,
  `DELETE FROM payments WHERE id = :${payment}`,
];
const eraseWhole = (payment: string) => [
  `DELETE FROM ledger_entries
   WHERE journal_id IN (SELECT id FROM ledger_journals WHERE subject_kind = 'payment' AND subject_id = :${payment})`,
  `DELETE FROM ledger_journals WHERE subject_kind = 'payment' AND subject_id = :${payment}`,
  ...erasePayment(payment),
];

/** What is planted, the check that must find it, and a text that it must print. */
const PLANTED: [what: string, check: string, printed: string, statements: string[]][] = [
  [
    'a refund allocated wrongly',
    RULES,
    '"amountCents":-800',
    [
      `UPDATE ledger_entries SET amount_cents = -800 WHERE ${entriesOf('refund', 'part')} AND company_id = :partner`,
      `UPDATE ledger_entries SET amount_cents = amount_cents - 100
       WHERE ${entriesOf('refund', 'part')} AND company_id = :shop AND account = 'company_main' AND tag = 'refund'`,
    ],
  ],
  [
    'a refund paid by the platform',
    RULES,
    '"unexpected":[{"account":"platform_fee","companyId":null,"amountCents":-900',
    [
      `UPDATE ledger_entries SET account = 'platform_fee', company_id = NULL, position = NULL
       WHERE ${entriesOf('refund', 'part')} AND company_id = :partner`,
    ],
  ],
  [
    'a fee not returned',
    RULES,
    '"tag":"fee_returned"',
    [`DELETE FROM ledger_entries WHERE ${entriesOf('refund', 'part')} AND tag = 'fee_returned'`],
  ],
  [
    'a booked receipt of another amount',
    BOOKED,
    '"amount_cents":777',
    [`UPDATE ledger_entries SET amount_cents = amount_cents * 2 WHERE ${OF_RECEIPT}`],
  ],
  [
    'a booked receipt in the pocket of somebody else',
    BOOKED,
    '"booking_id":',
    [`UPDATE ledger_entries SET company_id = :partner WHERE ${OF_RECEIPT} AND company_id = :shop`],
  ],
  [
    'a receipt whose journal is gone',
    BOOKED,
    '"journal_id":null',
    [`DELETE FROM ledger_entries WHERE ${OF_RECEIPT}`, `DELETE FROM ledger_journals WHERE cause_kind = 'receipt'`],
  ],
  ['a journal of a receipt that nobody booked', BOOKED, '"booking_id":null', [`DELETE FROM receipt_bookings`]],
  [
    'a booked receipt that says it is not',
    BOOKED_SUM,
    '"booked_cents":0',
    [`UPDATE unknown_receipts SET booked_cents = 0 WHERE id = :receipt`],
  ],
  ['an invented cover', RULES, '"tag":"cover"', [COVER('shop', 'partner', 'part')]],
  ['a cover raised', RULES, '"tag":"cover"', [COVER('shop', 'partner', 'covered')]],
  [
    'a cover taken away',
    RULES,
    '"tag":"cover"',
    [`DELETE FROM ledger_entries WHERE ${entriesOf('refund', 'covered')} AND tag = 'cover'`],
  ],
  [
    'value dates moved to 2020',
    NOT_BEFORE,
    '2020-01-01',
    [`UPDATE ledger_entries SET available_at = '2020-01-01Z' WHERE ${entriesOf('approval', 'boleto')}`],
  ],
  [
    'value dates moved to 2099',
    RULES,
    '2099-01-01',
    [`UPDATE ledger_entries SET available_at = '2099-01-01Z' WHERE ${entriesOf('approval', 'boleto')}`],
  ],
  [
    'a share booked as retained',
    RULES,
    '"account":"company_retained"',
    [
      `UPDATE ledger_entries SET account = 'company_retained'
       WHERE ${entriesOf('approval', 'paid')} AND company_id = :partner AND tag = 'share'`,
    ],
  ],
  [
    'an event missing',
    EVENTS,
    'payment.approved',
    [
      `DELETE FROM events WHERE subject_kind = 'payment' AND subject_id = :paid
   AND kind = 'payment.approved'`,
    ],
  ],
  [
    'the first event missing',
    EVENTS,
    'payment.created',
    ["DELETE FROM events WHERE subject_kind = 'payment' AND subject_id = :unsealed AND sequence = 1"],
  ],
  [
    'a pending payment with no next check',
    LOOKED_AFTER,
    '"payment_id"',
    ['DELETE FROM payment_checks WHERE payment_id = :pending'],
  ],
  ['a payment erased whole', SEALS, '"subject":"payments","problem":"1 erased"', eraseWhole('paid')],
  ['a pending payment erased whole', SEALS, '1 erased', erasePayment('pending')],
  [
    'a payment without a link, told to have come late for one',
    LATE_FOR_LINK,
    '"told":1',
    [
      `INSERT INTO events (id, merchant_id, company_id, subject_kind, subject_id, sequence, kind, payload, occurred_at)
       SELECT 'evt_late', merchant_id, company_id, subject_kind, subject_id, sequence + 1, 'payment_link.paid_late',
         '{}', occurred_at
       FROM events WHERE subject_kind = 'payment' AND subject_id = :paid ORDER BY sequence DESC LIMIT 1`,
    ],
  ],
  [
    'a refund that was made, told to have failed',
    FAILED_REFUND,
    '"told":1',
    [
      `INSERT INTO events (id, merchant_id, company_id, subject_kind, subject_id, sequence, kind, payload, occurred_at)
       SELECT 'evt_not_failed', merchant_id, company_id, subject_kind, subject_id, sequence + 1, 'refund.failed',
         format('{"refund_id":%s}', (SELECT id FROM refunds WHERE payment_id = :part)), occurred_at
       FROM events WHERE subject_kind = 'payment' AND subject_id = :part ORDER BY sequence DESC LIMIT 1`,
    ],
  ],
  [
    'a payment that is counted and not there',
    COUNTED,
    '"stored"',
    [
      `INSERT INTO payment_count_deltas (merchant_id, company_id, status, payment_type, count)
       SELECT merchant_id, id, 1, 'pix', 1 FROM companies WHERE id = :shop`,
    ],
  ],
  [
    'a customer that is counted and not there',
    COUNTED_CUSTOMERS,
    '"stored"',
    [`INSERT INTO customer_count_deltas (merchant_id, count) SELECT merchant_id, 1 FROM companies WHERE id = :shop`],
  ],
  [
    'a link that has sold more than was paid',
    COUNTED_BY_LINK,
    '"cents"',
    [
      `INSERT INTO payment_link_count_deltas (merchant_id, link_id, open_count, paid_count, paid_cents, held_units)
       SELECT merchant_id, 1, 0, 1, 100, 1 FROM companies WHERE id = :shop`,
    ],
  ],
  ['divergences deleted', TOLD, '"stored":null', ['DELETE FROM divergences']],
  [
    'divergences deleted, and what was told of them',
    SEALS,
    '"subject":"divergences","problem":"1 erased"',
    ['DELETE FROM divergences', "DELETE FROM events WHERE kind = 'divergence.opened'"],
  ],
  [
    'a company’s credits moved to 2099',
    RULES,
    '2099-01-01',
    [`UPDATE ledger_entries SET available_at = '2099-01-01Z' WHERE company_id = :partner AND amount_cents > 0`],
  ],
  [
    'the terms that an approval was made under',
    SEALS,
    '"subject":"ledger_entries","problem":"changed afterwards"',
    [
      `UPDATE ledger_journals SET basis = jsonb_set(basis, '{terms,:partner,retentionDays}', '3')
       WHERE cause_kind = 'approval' AND subject_kind = 'payment' AND subject_id = :paid`,
    ],
  ],
  [
    'the terms of a boleto',
    SEALS,
    '"subject":"payments","problem":"changed afterwards"',
    [
      `UPDATE payments SET boleto_terms = jsonb_set(boleto_terms, '{fine,percentHundredths}', '100')
       WHERE id = :pending`,
    ],
  ],
  [
    'what an event said',
    SEALS,
    '"subject":"events","problem":"changed',
    [
      `UPDATE events SET payload = replace(payload, '10000', '99999')
       WHERE subject_kind = 'payment' AND subject_id = :paid`,
    ],
  ],
  [
    'a refund dated differently',
    SEALS,
    '"subject":"refunds"',
    [`UPDATE refunds SET requested_at = requested_at - interval '1 day' WHERE payment_id = :part`],
  ],
  [
    'a seal rewritten',
    SEALS,
    'the seal was changed',
    [`UPDATE seal_parts SET row_count = row_count + 1, digest = 'x' WHERE subject = 'payments'`],
  ],
  [
    'the first seal taken away',
    SEALS,
    'is missing',
    ['DELETE FROM seal_parts WHERE seal_number = 1', 'DELETE FROM seals WHERE number = 1'],
  ],
  [
    'a checkpoint with a cent too much',
    CHECKPOINTS,
    '"account":"company_main"',
    [
      `UPDATE ledger_checkpoint_sums SET amount_cents = amount_cents + 1
       WHERE company_id = :shop AND days = 1 AND account = 'company_main'`,
    ],
  ],
  [
    'a checkpoint with a cent too much in all days at once, so that its blocks agree',
    CHECKPOINTS,
    '"days":32',
    ['UPDATE ledger_checkpoint_sums SET amount_cents = amount_cents + 1 WHERE company_id = :partner'],
  ],
  [
    'a checkpoint that has lost a day',
    CHECKPOINTS,
    '"stored":null',
    [`DELETE FROM ledger_checkpoint_sums WHERE company_id = :shop AND days = 1 AND account = 'company_retained'`],
  ],
  [
    'a checkpoint that stands for another instant',
    CHECKPOINTS,
    '"days":1',
    [
      `UPDATE ledger_checkpoint_sums SET first_at = first_at - interval '1 minute'
       WHERE company_id = :shop AND days = 1`,
    ],
  ],
  [
    'a checkpoint that claims entries it has not',
    CHECKPOINTS,
    '"stored"',
    [`UPDATE ledger_checkpoints SET covered_below = pg_snapshot_xmin(pg_current_snapshot()) WHERE company_id = :shop`],
  ],
  [
    'a day of the ledger with a cent too much on both sides',
    LEDGER_DAYS,
    '"span":"day"',
    [
      `UPDATE ledger_days SET debit_cents = debit_cents + 1, credit_cents = credit_cents + 1
       WHERE span = 'day' AND account = 'platform_fee'`,
    ],
  ],
  [
    'a month of the ledger that is gone',
    LEDGER_DAYS,
    '"span":"month"',
    ["DELETE FROM ledger_days WHERE span = 'month' AND account = 'company_main'"],
  ],
  [
    'a day of the ledger on which there was nothing',
    LEDGER_DAYS,
    '"starts_on":"2020-02-29',
    [
      `INSERT INTO ledger_days (span, starts_on, account, acquirer, tag, debit_cents, credit_cents)
       VALUES ('day', '2020-02-29', 'platform_fee', '', 'fee', 5, 5)`,
    ],
  ],
  [
    'fees that are said to be another company’s',
    FEE_DAYS,
    '"payment_fee_cents"',
    [`UPDATE fee_days SET company_id = 987654 WHERE company_id = :shop AND span = 'month'`],
  ],
  [
    'a report with a cent too much in what was paid',
    DAYS,
    '"missing_amount_cents":-1',
    ["UPDATE payment_days SET amount_cents = amount_cents + 1 WHERE company_id = :shop AND basis = 'paid'"],
  ],
  [
    'a report that counts a refund twice',
    DAYS,
    '"basis":"created"',
    [
      `UPDATE payment_days SET refunded_cents = 2 * refunded_cents
       WHERE company_id = :shop AND basis = 'created' AND refunded_cents > 0`,
    ],
  ],
  [
    'a report that has lost a day',
    DAYS,
    '"missing_count"',
    ["DELETE FROM payment_days WHERE company_id = :partner AND basis = 'created'"],
  ],
  [
    'a report of a day on which there was nothing',
    DAYS,
    '"day":"2020-02-29"',
    [
      `INSERT INTO payment_day_deltas (merchant_id, basis, day, company_id, payment_type,
         count, amount_cents, approved_count, approved_cents, failed_count, refunded_cents)
       SELECT merchant_id, 'paid', '2020-02-29', id, 'pix', 1, 500, 1, 500, 0, 0 FROM companies WHERE id = :shop`,
    ],
  ],
];

describe('[audit: planted by hand]', () => {
  it('finds nothing in clean books, sealed or old', () =>
    onCopy(books, async (copy) => {
      expect((await auditLedger(copy.db)).broken).toBeNull();
      await corrupt(copy, ids, [
        'UPDATE ledger_journals SET basis = NULL',
        'DELETE FROM seal_parts',
        'DELETE FROM seals',
      ]);
      expect((await auditLedger(copy.db)).broken).toBeNull();
    }));

  it.each(PLANTED)('finds %s: %s', async (_, check, printed, statements) => {
    const { broken } = await auditCorrupted(books, ids, statements);
    expect(broken?.name).toBe(check);
    expect(JSON.stringify(broken?.rows)).toContain(printed);
  });

  it('has a corruption for each check that `audit.test.ts` and `payout-corruptions.test.ts` have none for', () => {
    const elsewhere = [...AUDIT_CHECKS, ...PAYOUT_CHECKS].map(({ name }) => name);
    const planted = [...elsewhere, ...PLANTED.map(([, check]) => check)];
    expect(CHECK_NAMES.filter((name) => !planted.includes(name))).toEqual([]);
  });

  it('what is not sealed yet can be erased, by somebody who thinks of the counters; the next seal covers it', () =>
    onCopy(books, async (copy) => {
      const forgetDays = ['ledger_days', 'fee_days', 'ledger_day_round'].map((table) => `DELETE FROM ${table}`);
      await corrupt(copy, ids, [...eraseWhole('unsealed'), ...forgetDays]);
      expect((await auditLedger(copy.db)).broken).toMatchObject({
        name: COUNTED,
        rows: [{ stored: expect.anything(), counted: expect.anything() }],
      });
      await workInChunks(copy.db, foldPaymentCounts);
      await corrupt(copy, ids, [
        'DELETE FROM payment_counts',
        `INSERT INTO payment_counts SELECT merchant_id, company_id, status, payment_type, count(*) FROM payments
         GROUP BY 1, 2, 3, 4`,
      ]);
      expect((await auditLedger(copy.db)).broken?.name).toBe(DAYS);
      await workInChunks(copy.db, foldPaymentDays);
      await corrupt(copy, ids, [
        `UPDATE payment_days d SET count = count - 1, amount_cents = amount_cents - 10000,
           approved_count = approved_count - 1, approved_cents = approved_cents - 10000
         WHERE company_id = :shop AND payment_type = 'pix'
           AND day = (SELECT max(day) FROM payment_days WHERE company_id = :shop)`,
      ]);
      expect((await auditLedger(copy.db)).broken).toBeNull();
    }));
});
