import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEARING, mainOf } from '../../../src/books/ledger/accounts.rules.ts';
import { CHECK_NAMES } from '../../../src/care/audit/audit-ledger.ts';
import { AUDIT_CHECKS } from '../../../src/care/audit/ledger-checks.sql.ts';
import { bookDivergence } from '../../../src/gateway/divergences/book-divergence.ts';
import { runCli } from '../../doors/cli/run-cli.ts';
import { saoPauloDay } from '../../support/contract.ts';
import { auditCorrupted, corrupt, entriesOf, onCopy } from '../../support/corrupt.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway } from '../../support/gateway.ts';
import {
  advance,
  createPaid,
  createPayment,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  refundPix,
  sandbox,
} from '../../support/money.ts';
import { bookUnknownReceipt } from '../../support/unknown-receipts.ts';

/** Healthy books with something of everything; each test corrupts a copy of its own. */
let books: TestDatabase;
/** Ids by name, to be used in the corruptions. */
let ids: Record<string, number>;

const withTerms = (terms: Record<string, unknown>) => ({
  payment: { type: 'invoice', installments: 1, due_date: saoPauloDay(0), ...terms },
});

beforeAll(async () => {
  books = await createTestDatabase();
  const gateway = await startTestGateway({}, books);
  const shop = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  const partner = await openCompany(gateway, { of: 'partner' });
  const outsider = await openCompany(gateway, { of: 'partner' });
  const split = { splitParticipants: [participant(partner)] };
  // Paid late, ten days after its due date, and early.
  const overdue = await createPayment(gateway, shop, 10_000, { ...withTerms({ fine: { percent: 200 } }), ...split });
  await advance(gateway, 10 * 86_400);
  await sandbox(gateway, shop, overdue, 'pay');
  const discounts = [{ until: saoPauloDay(12), amount: 500 }];
  const early = { ...withTerms({ discounts, due_date: saoPauloDay(12) }), ...split };
  const discounted = await createPaid(gateway, shop, 10_000, early);
  const plain = await openCompany(gateway);
  const forged = await createPaid(gateway, plain, 10_000, withTerms({ discounts, due_date: saoPauloDay(12) }));
  const pending = await createPayment(gateway, shop, 10_000, split);
  const failed = await createPayment(gateway, shop, 10_000, split);
  await sandbox(gateway, shop, failed, 'fail');
  const paid = await createPaid(gateway, shop, 10_000, split);
  const part = await createPaid(gateway, shop, 10_000, split);
  expectRefunded(await refundPix(gateway, shop, part, 30));
  const whole = await createPaid(gateway, shop, 10_000, split);
  expectRefunded(await refundPix(gateway, shop, whole));
  const refused = await createPaid(gateway, shop, 10_000, split);
  await orderFault(gateway, refused, 'refund', 'refuse');
  expect((await refundPix(gateway, shop, refused, 20)).status).toBe(400);
  const held = await createPaid(gateway, shop, 10_000, split);
  await orderFault(gateway, held, 'refund', 'processing');
  expect((await refundPix(gateway, shop, held, 20)).status).toBe(202);
  const onArrival = await createPayment(gateway, shop, 10_000, split);
  await sandbox(gateway, shop, onArrival, 'refund');
  const late = await createPayment(gateway, shop, 10_000, split);
  await sandbox(gateway, shop, late, 'fail');
  await sandbox(gateway, shop, late, 'pay');
  const [divergence] = await books.db.query<{ id: number }>('SELECT id FROM divergences WHERE payment_id = $1', [late]);
  const divergenceId = Number(divergence?.id);
  await bookDivergence(gateway.vintem.deps, {
    divergenceId,
    from: CLEARING,
    to: mainOf(shop.id),
    reason: 'chegou tarde',
    by: 'Maria',
  });
  const receipt = await bookUnknownReceipt(gateway, shop.id);
  await gateway.close();
  ids = {
    shop: shop.id,
    partner: partner.id,
    outsider: outsider.id,
    overdue,
    discounted,
    forged,
    pending,
    failed,
    paid,
    part,
    whole,
    refused,
    held,
    onArrival,
    late,
    divergenceId,
    receipt,
  };
});
afterAll(() => books.drop());

const JOURNAL = 'INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)';

interface Corruption {
  what: string;
  /** The check that must be named. */
  check: string;
  statements: string[];
}

const CORRUPTIONS: Corruption[] = [
  {
    what: 'a cent added to an entry',
    check: 'every journal sums to zero',
    statements: [
      `UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE ${entriesOf('approval', 'paid')}
         AND company_id = :partner`,
    ],
  },
  {
    what: 'an entry deleted',
    check: 'every journal sums to zero',
    statements: [`DELETE FROM ledger_entries WHERE ${entriesOf('refund', 'part')} AND company_id = :partner`],
  },
  {
    what: 'all entries of a journal deleted',
    check: 'every journal has entries',
    statements: [`DELETE FROM ledger_entries WHERE ${entriesOf('approval', 'paid')}`],
  },
  {
    what: 'a share raised',
    check: 'shares and fees of a payment add up to its amount and fee',
    statements: [
      'UPDATE payment_shares SET share_cents = share_cents + 1 WHERE payment_id = :pending AND position = 0',
    ],
  },
  {
    what: 'a fee of a payment lowered',
    check: 'shares and fees of a payment add up to its amount and fee',
    statements: ['UPDATE payments SET fee_cents = fee_cents - 1 WHERE id = :paid'],
  },
  {
    what: 'the shares of a payment lost',
    check: 'shares and fees of a payment add up to its amount and fee',
    statements: ['DELETE FROM payment_shares WHERE payment_id = :failed'],
  },
  {
    what: 'a pending payment marked as paid',
    check: 'a payment has an approval journal exactly when it was paid',
    statements: ['UPDATE payments SET status = 2, paid_at = created_at WHERE id = :pending'],
  },
  {
    what: 'an approved payment marked as failed',
    check: 'a payment has an approval journal exactly when it was paid',
    statements: ["UPDATE payments SET status = 3, failure_reason = 'EXPIRED', paid_at = NULL WHERE id = :paid"],
  },
  {
    what: 'the approval of a payment lost',
    check: 'a payment has an approval journal exactly when it was paid',
    statements: [
      `DELETE FROM ledger_entries WHERE ${entriesOf('approval', 'paid')}`,
      "DELETE FROM ledger_journals WHERE cause_kind = 'approval' AND subject_kind = 'payment' AND subject_id = :paid",
    ],
  },
  {
    what: 'a cent of a share moved to another row after the approval',
    check: 'an approval credits each row of the split with its frozen share and takes its frozen fee',
    statements: [
      `UPDATE payment_shares SET share_cents = share_cents + CASE position WHEN 0 THEN 1 ELSE -1 END
       WHERE payment_id = :paid`,
    ],
  },
  {
    what: 'an approval credited to somebody else',
    check: 'an approval credits each row of the split with its frozen share and takes its frozen fee',
    statements: [
      `UPDATE ledger_entries SET company_id = :outsider
       WHERE ${entriesOf('approval', 'paid')} AND company_id = :partner`,
    ],
  },
  {
    what: 'a refund taken from a company that has no part in the payment',
    check: 'no journal moves money of a company outside the split of its payment',
    statements: [
      `UPDATE ledger_entries SET company_id = :outsider WHERE ${entriesOf('refund', 'part')} AND company_id = :partner`,
    ],
  },
  {
    what: 'a refund booked under another payment',
    check: 'every journal belongs to the payment of its cause',
    statements: ["UPDATE ledger_journals SET subject_id = :paid WHERE cause_kind = 'refund' AND subject_id = :part"],
  },
  {
    what: 'an approval that moves what another acquirer owes',
    check: 'every journal moves the clearing account of the acquirer of its payment, receipt, file, payout or refund',
    statements: ["UPDATE ledger_journals SET acquirer = 'other' WHERE cause_kind = 'approval' AND cause_id = :paid"],
  },
  {
    what: 'a refund booked under something that is no payment',
    check: 'every journal belongs to the payment of its cause',
    statements: [
      `UPDATE ledger_journals SET subject_kind = 'payout' WHERE cause_kind = 'refund'
     AND subject_id = :part`,
    ],
  },
  {
    what: 'a refund lost, with its journal left',
    check: 'every journal belongs to the payment of its cause',
    statements: ['DELETE FROM refunds WHERE payment_id = :part'],
  },
  {
    what: 'a refund raised by a cent',
    check: 'a refund takes exactly its amount back to the acquirer',
    statements: ['UPDATE refunds SET amount_cents = amount_cents + 1 WHERE payment_id = :part'],
  },
  {
    what: 'the journal of a refund lost',
    check: 'a refund takes exactly its amount back to the acquirer',
    statements: [
      `DELETE FROM ledger_entries WHERE ${entriesOf('refund', 'held')}`,
      "DELETE FROM ledger_journals WHERE cause_kind = 'refund' AND subject_kind = 'payment' AND subject_id = :held",
    ],
  },
  {
    what: 'a refused refund marked as done',
    check: 'a refund is given back exactly when it was refused',
    statements: ["UPDATE refunds SET status = 'REFUNDED' WHERE payment_id = :refused"],
  },
  {
    what: 'a refund marked as refused without giving the money back',
    check: 'a refund is given back exactly when it was refused',
    statements: ["UPDATE refunds SET status = 'REFUSED', settled_at = requested_at WHERE payment_id = :held"],
  },
  {
    what: 'money given back a day late',
    check: 'what is given back undoes what was taken, account by account and date by date',
    statements: [
      `UPDATE ledger_entries SET available_at = available_at + interval '1 day'
       WHERE ${entriesOf('refund_refused', 'refused')}`,
    ],
  },
  {
    what: 'money given back to the wrong participant',
    check: 'what is given back undoes what was taken, account by account and date by date',
    statements: [
      `UPDATE ledger_entries SET company_id = :shop
       WHERE ${entriesOf('refund_refused', 'refused')} AND company_id = :partner`,
    ],
  },
  {
    what: 'a refunded amount raised on the payment',
    check: 'the refunded and held amounts of a payment are the sums of its refunds',
    statements: ['UPDATE payments SET refunded_cents = refunded_cents + 1 WHERE id = :part'],
  },
  {
    what: 'a hold forgotten on the payment',
    check: 'the refunded and held amounts of a payment are the sums of its refunds',
    statements: ['UPDATE payments SET refunding_cents = 0 WHERE id = :held'],
  },
  {
    what: 'a refund above what was paid, with its journal',
    check: 'nobody was refunded more than they paid',
    statements: [
      `ALTER TABLE payments DROP CONSTRAINT payments_never_over_refunded, DROP CONSTRAINT payments_check,
         DROP CONSTRAINT payments_refunded_when_all_is`,
      `INSERT INTO refunds (payment_id, merchant_id, company_id, reference, kind, status, amount_cents, requested_at,
         settled_at)
       SELECT id, merchant_id, company_id, 'extra', 'pix_refund', 'REFUNDED', 700, now(), now()
       FROM payments WHERE id = :whole`,
      `${JOURNAL} SELECT 'refund', id, 'payment', :whole, 'sandbox', now() FROM refunds WHERE reference = 'extra'`,
      `INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT max(j.id), 'company_main', :shop, -700, now(), 'cover' FROM ledger_journals j
       UNION ALL SELECT max(j.id), 'acquirer_clearing', NULL, 700, now(), 'refund' FROM ledger_journals j`,
      'UPDATE payments SET refunded_cents = refunded_cents + 700 WHERE id = :whole',
    ],
  },
  {
    what: 'a leg booked on the row of another participant',
    check: 'no row of a split gave back more than it received, nor was returned more fee than it paid',
    statements: [`UPDATE ledger_entries SET position = 1 WHERE ${entriesOf('refund', 'whole')} AND position = 0`],
  },
  {
    what: 'the time of a payment lost',
    check: 'status, times and refunded amount of a payment agree',
    statements: ['UPDATE payments SET paid_at = NULL WHERE id = :paid'],
  },
  {
    what: 'a refunded payment put back to approved',
    check: 'status, times and refunded amount of a payment agree',
    statements: [
      'ALTER TABLE payments DROP CONSTRAINT payments_refunded_when_all_is',
      'UPDATE payments SET status = 2 WHERE id = :whole',
    ],
  },
  {
    what: 'the time of a refund lost',
    check: 'status, times and refunded amount of a payment agree',
    statements: ['UPDATE payments SET refunded_at = NULL WHERE id = :part'],
  },
  {
    what: 'a cent of the platform’s fee left with the acquirer',
    check: 'an approval takes what was paid from the acquirer and gives the fee to the platform, and nothing else',
    statements: [
      `UPDATE ledger_entries SET amount_cents = amount_cents - 1 WHERE ${entriesOf('approval', 'paid')}
         AND account = 'platform_fee'`,
      `UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM ledger_entries
       WHERE ${entriesOf('approval', 'paid')} AND account = 'acquirer_clearing')`,
    ],
  },
  {
    what: 'a cover smuggled into an approval',
    check: 'an approval takes what was paid from the acquirer and gives the fee to the platform, and nothing else',
    statements: [
      `INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT j.id, 'company_main', side.company_id, side.amount, j.posted_at, 'cover' FROM ledger_journals j,
         (SELECT company_id, 100 AS amount FROM payments WHERE id = :paid UNION ALL SELECT :partner, -100) AS side
       WHERE j.cause_kind = 'approval' AND j.subject_kind = 'payment' AND j.subject_id = :paid`,
    ],
  },
  {
    what: 'a refund passed off as one of the banks',
    check: 'what the banks took back is booked as a refund, once, and told as a divergence',
    statements: [`UPDATE refunds SET kind = 'med', nature = 'MED_FRAUDE' WHERE payment_id = :part`],
  },
  {
    what: 'an adjustment raised on both sides',
    check: 'an adjustment books exactly the difference of its divergence, once, with the acquirer on one side',
    statements: [`UPDATE ledger_entries SET amount_cents = amount_cents * 2 WHERE ${entriesOf('adjustment', 'late')}`],
  },
  {
    what: 'a booking forgotten on its divergence',
    check: 'an adjustment books exactly the difference of its divergence, once, with the acquirer on one side',
    statements: [
      'UPDATE divergences SET booked_at = NULL, booked_by = NULL, booking_reason = NULL WHERE id = :divergenceId',
    ],
  },
  {
    what: 'an adjustment moved to another payment',
    check: 'every journal belongs to the payment of its cause',
    statements: [`UPDATE ledger_journals SET subject_id = :paid WHERE cause_kind = 'adjustment'`],
  },
  {
    what: 'a leg of a refund moved to another company of the split',
    check: 'every entry of a row of the split is of the company of that row',
    statements: [
      `UPDATE ledger_entries SET company_id = (SELECT company_id FROM payments WHERE id = :part)
       WHERE ${entriesOf('refund', 'part')} AND company_id = :partner`,
    ],
  },
  {
    what: 'a booking of a receipt erased',
    check: 'each booking of a receipt has one journal, of exactly its amount, from the acquirer to its holder',
    statements: ['DELETE FROM receipt_bookings WHERE receipt_id = :receipt'],
  },
  {
    what: 'a booked receipt that says it is not',
    check: 'what is said to be booked of a receipt is the sum of its bookings, and never more than came',
    statements: ['UPDATE unknown_receipts SET booked_cents = 0 WHERE id = :receipt'],
  },
  {
    what: 'a fee of a bank that nobody has booked',
    check: 'each fee in a file of a bank has one journal, of exactly its amount, and no company pays it',
    statements: [
      `INSERT INTO cnab_files (acquirer, direction, number, made_on, titles, amount_cents, bytes, sha256, stored_at)
       VALUES ('filebank', 'retorno', 1, '2026-11-17', 1, 0, 1, '\\x00', now())`,
      `INSERT INTO cnab_movements (acquirer, content_hash, file_id, line, code, kind, paid_cents, fee_cents)
       SELECT 'filebank', '\\x00', max(id), 3, '28', 'fee', 0, 150 FROM cnab_files`,
    ],
  },
];

const WHAT_WAS_PAID =
  'an approval takes what was paid from the acquirer and gives the fee to the platform, and nothing else';
const SUM_OF_PARTS = 'what was paid for a boleto is its amount with fine and interest and without its discount';
const RULES = 'every approval and refund is what the rules make of it, to the cent and to the value date';

/** Of boletos that were paid late or early. */
const OF_BOLETOS: Corruption[] = [
  {
    what: 'a paid sum raised',
    check: WHAT_WAS_PAID,
    statements: [
      'UPDATE payments SET paid_cents = paid_cents + 1, fine_paid_cents = fine_paid_cents + 1 WHERE id = :overdue',
    ],
  },
  {
    what: 'a paid sum forgotten',
    check: WHAT_WAS_PAID,
    statements: [
      `UPDATE payments SET paid_cents = NULL, fine_paid_cents = NULL, interest_paid_cents = NULL,
         discount_given_cents = NULL WHERE id = :discounted`,
    ],
  },
  {
    what: 'a fine that is no part of the paid sum',
    check: SUM_OF_PARTS,
    statements: [
      'ALTER TABLE payments DROP CONSTRAINT payments_paid_as_told',
      'UPDATE payments SET fine_paid_cents = fine_paid_cents + 1 WHERE id = :overdue',
    ],
  },
  {
    what: 'a PIX with a sum of its own',
    check: SUM_OF_PARTS,
    statements: [
      `UPDATE payments SET paid_cents = amount_cents + 5, fine_paid_cents = 5, interest_paid_cents = 0,
         discount_given_cents = 0 WHERE id = :paid`,
      `INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag, position)
       SELECT j.id, side.account, side.company_id, side.cents, j.posted_at, 'late_charges', side.position
       FROM ledger_journals j, (VALUES ('company_main', :shop::bigint, 5, 0), ('acquirer_clearing', NULL, -5, NULL))
         AS side (account, company_id, cents, position)
       WHERE j.cause_kind = 'approval' AND j.cause_id = :paid`,
    ],
  },
  {
    what: 'late charges in the pocket of a partner',
    check: 'every entry of a row of the split is of the company of that row',
    statements: [
      `UPDATE ledger_entries SET company_id = :partner
       WHERE ${entriesOf('approval', 'overdue')} AND tag = 'late_charges' AND company_id = :shop`,
    ],
  },
  {
    what: 'late charges in the pocket of somebody else',
    check: 'no journal moves money of a company outside the split of its payment',
    statements: [
      `UPDATE ledger_entries SET company_id = :outsider
       WHERE ${entriesOf('approval', 'overdue')} AND tag = 'late_charges' AND company_id = :shop`,
    ],
  },
  {
    what: 'late charges on the row of a partner',
    check: RULES,
    statements: [
      `UPDATE ledger_entries SET company_id = :partner, position = 1
       WHERE ${entriesOf('approval', 'overdue')} AND tag = 'late_charges' AND company_id = :shop`,
    ],
  },
  {
    what: 'a discount of another sum',
    check: WHAT_WAS_PAID,
    statements: [
      `UPDATE ledger_entries SET amount_cents = amount_cents * 2
       WHERE ${entriesOf('approval', 'discounted')} AND tag = 'discount'`,
    ],
  },
  {
    what: 'a discount raised, and its boleto with it, beyond what its terms allow',
    check: RULES,
    statements: [
      `UPDATE ledger_entries SET amount_cents = amount_cents * 2
       WHERE ${entriesOf('approval', 'forged')} AND tag = 'discount'`,
      'UPDATE payments SET paid_cents = 9000, discount_given_cents = 1000 WHERE id = :forged',
    ],
  },
  {
    what: 'a discount that a partner bears',
    check: RULES,
    statements: [
      `UPDATE ledger_entries SET company_id = :partner, position = 1
       WHERE ${entriesOf('approval', 'discounted')} AND tag = 'discount' AND company_id = :shop`,
    ],
  },
  {
    what: 'money that is available before its bank credits it',
    check: RULES,
    statements: [
      `UPDATE ledger_journals SET basis = jsonb_set(basis, '{creditOn}', '"2099-01-01"')
       WHERE cause_kind = 'approval' AND cause_id = :overdue`,
    ],
  },
];
CORRUPTIONS.push(...OF_BOLETOS);

const CASES = CORRUPTIONS.map(({ what, check, statements }) => [what, check, statements] as const);

describe('[audit] finds what was planted, and names it', () => {
  it.each(CASES)('%s: %s', async (_, check, statements) => {
    const { held, broken } = await auditCorrupted(books, ids, statements);
    expect(broken?.name).toBe(check);
    expect(broken?.rows.length).toBeGreaterThan(0);
    expect(held).not.toContain(check);
  });

  it('has a corruption for each of its checks', () => {
    const covered = new Set(CORRUPTIONS.map(({ check }) => check));
    expect(AUDIT_CHECKS.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });
});

describe('[audit: the command line]', () => {
  it('ends with 0 on healthy books and lists what held', () =>
    onCopy(books, async (copy) => {
      const run = await runCli({ DATABASE_URL: copy.url }, 'audit');
      expect(run).toMatchObject({ code: 0, err: '' });
      for (const name of CHECK_NAMES) expect(run.out).toContain(name);
      const json = await runCli({ DATABASE_URL: copy.url }, 'audit', '--json');
      expect(JSON.parse(json.out).held).toEqual(CHECK_NAMES);
    }));

  it.each(CASES.filter((_, index) => index % 9 === 0))(
    'ends with another code and prints what is broken: %s',
    (_, check, statements) =>
      onCopy(books, async (copy) => {
        await corrupt(copy, ids, statements);
        const run = await runCli({ DATABASE_URL: copy.url }, 'audit');
        expect(run.code).not.toBe(0);
        expect(run.out).toBe('');
        expect(run.err).toContain(check);
        expect(run.err).toMatch(/_id":\d+/);
      }),
  );
});
