import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEntriesOfSubject } from '../../../src/books/ledger/ledger.sql.ts';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import { findKey, insertKey, type KeyClaim } from '../../../src/ground/idempotency/keys.sql.ts';
import { paymentSubject, refundSubject, type Subject } from '../../../src/ground/subjects/subject.rules.ts';
import { findLatestEvent } from '../../../src/news/events/events.sql.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany, refundPix } from '../../support/money.ts';

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
/** A kind of subject that this release does not use: the schema accepts it. */
const PAYOUT = { kind: 'payout', id: 7 } as unknown as Subject;

let gateway: TestGateway;
let paymentId: number;
let refundId: number;
let merchantId: number;

beforeAll(async () => {
  gateway = await startTestGateway();
  const shop = await openCompany(gateway);
  paymentId = await createPaid(gateway, shop, 10_000);
  refundId = (await refundPix(gateway, shop, paymentId, 10)).body.refund.id;
  const [payment] = await gateway.database.db.query<{ merchant_id: number }>(
    'SELECT merchant_id FROM payments WHERE id = $1',
    [paymentId],
  );
  merchantId = payment?.merchant_id as number;
});
afterAll(() => gateway.close());

/** Runs the work and rolls everything back. */
async function tried<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const undone = new Error('undone');
  let result: { value: Result } | undefined;
  const trying = withTransaction(gateway.database.db, async (tx) => {
    result = { value: await work(tx) };
    throw undone;
  });
  await trying.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return (result as { value: Result }).value;
}

const EVENT = `INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at, `;
const insertSubjectEvent = (tx: Tx, id: string, { kind, id: subjectId }: Subject, sequence: number | null) =>
  tx.query(
    `${EVENT} subject_kind, subject_id, sequence) VALUES ($1, $2, NULL, 'payment.approved', '{}', now(), $3, $4, $5)`,
    [id, merchantId, kind, subjectId, sequence],
  );

describe('what a process of the release before writes is found by its subject', () => {
  it('a journal', async () => {
    const entries = await tried(async (tx) => {
      await tx.query(
        `WITH journal AS (
           INSERT INTO ledger_journals (cause_kind, cause_id, payment_id, posted_at)
             VALUES ('adjustment', 1000, $1, now()) RETURNING id
         )
         INSERT INTO ledger_entries (journal_id, account, amount_cents, available_at, tag)
         SELECT id, account, cents, now(), 'adjustment'
           FROM journal, (VALUES ('platform_fee', 5), ('acquirer_clearing', -5)) e (account, cents)`,
        [paymentId],
      );
      return listEntriesOfSubject(tx, paymentSubject(paymentId));
    });
    expect(entries.filter(({ tag }) => tag === 'adjustment')).toHaveLength(2);
  });

  it('an event', async () => {
    const latest = await tried(async (tx) => {
      await tx.query(
        `${EVENT} payment_id, sequence) VALUES ('evt_old', $1, NULL, 'payment.refunded', '{}', now(), $2, 99)`,
        [merchantId, paymentId],
      );
      return findLatestEvent(tx, paymentSubject(paymentId));
    });
    expect(latest?.id).toBe('evt_old');
  });

  it('and it finds what this release writes', async () => {
    const found = await tried(async (tx) => {
      await insertSubjectEvent(tx, 'evt_new', paymentSubject(paymentId), 98);
      return tx.query('SELECT id FROM events WHERE payment_id = $1 AND sequence = 98', [paymentId]);
    });
    expect(found).toEqual([{ id: 'evt_new' }]);
  });
});

describe('a key that one release overwrites after the other', () => {
  const now = new Date();
  const claim: KeyClaim = {
    merchantId: 0,
    key: 'shared',
    fingerprint: Buffer.from('f'),
    owner: 'o',
    leasedUntil: now,
    now,
  };
  const old = (tx: Tx, payment: number | null, refund: number | null) =>
    tx.query(
      `INSERT INTO idempotency_keys AS k (merchant_id, key, fingerprint, payment_id, refund_id, owner, leased_until,
         created_at)
       VALUES ($1, 'shared', 'f', $2, $3, 'o', now(), now())
       ON CONFLICT (merchant_id, key) DO UPDATE SET payment_id = EXCLUDED.payment_id, refund_id = EXCLUDED.refund_id`,
      [merchantId, payment, refund],
    );
  const age = (tx: Tx) =>
    tx.query(`UPDATE idempotency_keys SET created_at = now() - interval '2 days' WHERE key = 'shared'`);

  it.each<[string, (tx: Tx) => Promise<unknown>, () => Subject]>([
    ['the release before writes it', (tx) => old(tx, paymentId, null), () => paymentSubject(paymentId)],
    [
      'the release before overwrites one of this release',
      async (tx) => {
        await insertKey(tx, { ...claim, merchantId }, paymentSubject(paymentId));
        await old(tx, null, refundId);
      },
      () => refundSubject(refundId),
    ],
    [
      'this release overwrites one of the release before',
      async (tx) => {
        await old(tx, null, refundId);
        await age(tx);
        expect(await insertKey(tx, { ...claim, merchantId }, paymentSubject(paymentId))).toBe(true);
      },
      () => paymentSubject(paymentId),
    ],
  ])('%s', async (_, write, expected) => {
    await tried(async (tx) => {
      await write(tx);
      expect((await findKey(tx, merchantId, 'shared', now))?.work).toEqual(expected());
      const [row] = await tx.query(`SELECT payment_id, refund_id FROM idempotency_keys WHERE key = 'shared'`);
      const { kind, id } = expected();
      expect(row).toEqual({ payment_id: kind === 'payment' ? id : null, refund_id: kind === 'refund' ? id : null });
    });
  });
});

describe('a subject of a new kind needs no new column', () => {
  it('for a journal, an event and a key', async () => {
    await tried(async (tx) => {
      await tx.query(
        `INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, posted_at)
         VALUES ('adjustment', 1000, $1, $2, now())`,
        [PAYOUT.kind, PAYOUT.id],
      );
      await insertSubjectEvent(tx, 'evt_payout', PAYOUT, 1);
      expect((await findLatestEvent(tx, PAYOUT))?.id).toBe('evt_payout');
      const now = new Date();
      const claim = { merchantId, key: 'payout', fingerprint: Buffer.from('f'), owner: 'o', leasedUntil: now, now };
      await insertKey(tx, claim, PAYOUT);
      expect((await findKey(tx, merchantId, 'payout', now))?.work).toEqual(PAYOUT);
    });
  });
});

describe('[invariant: a row says what it is about]', () => {
  it.each<[string, string, (tx: Tx) => Promise<unknown>]>([
    [
      'a journal without a subject',
      CHECK_VIOLATION,
      (tx) =>
        tx.query(`INSERT INTO ledger_journals (cause_kind, cause_id, posted_at) VALUES ('adjustment', 1000, now())`),
    ],
    ['an event with a subject and no number', CHECK_VIOLATION, (tx) => insertSubjectEvent(tx, 'evt_x', PAYOUT, null)],
    [
      'an event with a number and no subject',
      CHECK_VIOLATION,
      (tx) => tx.query(`${EVENT} sequence) VALUES ('evt_x', $1, NULL, 'webhook.test', '{}', now(), 1)`, [merchantId]),
    ],
    [
      'a key without work',
      CHECK_VIOLATION,
      (tx) =>
        tx.query(
          `INSERT INTO idempotency_keys (merchant_id, key, fingerprint, owner, leased_until, created_at)
           VALUES ($1, 'x', 'f', 'o', now(), now())`,
          [merchantId],
        ),
    ],
    [
      'two events of one subject with one number',
      UNIQUE_VIOLATION,
      async (tx) => {
        await insertSubjectEvent(tx, 'evt_1', PAYOUT, 1);
        await insertSubjectEvent(tx, 'evt_2', PAYOUT, 1);
      },
    ],
  ])('%s is refused', async (_, code, write) => {
    await expect(tried(write)).rejects.toMatchObject({ code });
  });
});
