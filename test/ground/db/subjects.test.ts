import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import { findKey, insertKeys } from '../../../src/ground/idempotency/keys.sql.ts';
import type { Subject } from '../../../src/ground/subjects/subject.rules.ts';
import { findLatestEvent } from '../../../src/news/events/events.sql.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const CHECK_VIOLATION = '23514';
const NOT_NULL_VIOLATION = '23502';
const UNIQUE_VIOLATION = '23505';
/** A kind of subject that this release does not use: the schema accepts it. */
const PAYOUT = { kind: 'payout', id: 7 } as unknown as Subject;

let gateway: TestGateway;
let merchantId: number;

beforeAll(async () => {
  gateway = await startTestGateway();
  const [merchant] = await gateway.database.db.query<{ id: number }>(
    'SELECT min(id) AS id FROM merchants WHERE id > 0',
  );
  merchantId = merchant?.id as number;
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

describe('a subject of a new kind needs no new column', () => {
  it('for a journal, an event and a key', async () => {
    await tried(async (tx) => {
      await tx.query(
        `INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
         VALUES ('adjustment', 1000, $1, $2, 'sandbox', now())`,
        [PAYOUT.kind, PAYOUT.id],
      );
      await insertSubjectEvent(tx, 'evt_payout', PAYOUT, 1);
      expect((await findLatestEvent(tx, PAYOUT))?.id).toBe('evt_payout');
      const now = new Date();
      const claim = { merchantId, key: 'payout', fingerprint: Buffer.from('f'), owner: 'o', leasedUntil: now, now };
      await insertKeys(tx, [{ claim, work: PAYOUT }]);
      expect((await findKey(tx, merchantId, 'payout', now))?.work).toEqual(PAYOUT);
    });
  });
});

describe('[invariant: a row says what it is about]', () => {
  it.each<[string, string, (tx: Tx) => Promise<unknown>]>([
    [
      'a journal without a subject',
      NOT_NULL_VIOLATION,
      (tx) =>
        tx.query(
          `INSERT INTO ledger_journals (cause_kind, cause_id, acquirer, posted_at)
           VALUES ('adjustment', 1000, 'sandbox', now())`,
        ),
    ],
    ['an event with a subject and no number', CHECK_VIOLATION, (tx) => insertSubjectEvent(tx, 'evt_x', PAYOUT, null)],
    [
      'an event with a number and no subject',
      CHECK_VIOLATION,
      (tx) => tx.query(`${EVENT} sequence) VALUES ('evt_x', $1, NULL, 'webhook.test', '{}', now(), 1)`, [merchantId]),
    ],
    [
      'a key without work',
      NOT_NULL_VIOLATION,
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
