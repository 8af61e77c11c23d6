import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { createDemoDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  createPaid,
  createPayment,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  refundPix,
  refundsOf,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

/** The database itself stops a person who has its password and makes a mistake. */
let gateway: TestGateway;
let shop: TestCompany;
let paid: number;
let pending: number;
let failed: number;
let refunded: number;
/** A refund in each of its states. */
let refunds: { processing: number; refunded: number; refused: number };

beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  const partner = await openCompany(gateway, { of: 'partner' });
  const split = { splitParticipants: [participant(partner)] };
  pending = await createPayment(gateway, shop, 10_000, split);
  failed = await createPayment(gateway, shop, 10_000, split);
  await sandbox(gateway, shop, failed, 'fail');
  refunded = await createPaid(gateway, shop, 10_000, split);
  expectRefunded(await refundPix(gateway, shop, refunded));
  paid = await createPaid(gateway, shop, 10_000, split);
  expectRefunded(await refundPix(gateway, shop, paid, 30));
  await orderFault(gateway, paid, 'refund', 'refuse');
  expect((await refundPix(gateway, shop, paid, 20)).status).toBe(400);
  await orderFault(gateway, paid, 'refund', 'processing');
  expect((await refundPix(gateway, shop, paid, 10)).status).toBe(202);
  const [done, refused, processing] = (await refundsOf(gateway, paid)).map((refund) => refund.id) as [
    number,
    number,
    number,
  ];
  refunds = { processing, refunded: done, refused };
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Expects that the whole statement fails with that code and leaves nothing behind. */
async function expectStopped(sql: string, params: unknown[] = [], code = CHECK_VIOLATION): Promise<void> {
  await expect(gateway.database.db.query(sql, params)).rejects.toMatchObject({ code });
}

const journalOf = (kind: string, id: number) =>
  `(SELECT id FROM ledger_journals WHERE cause_kind = '${kind}' AND cause_id = ${id})`;
const ENTRY = 'INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag, position)';

describe('[invariant: every journal sums to zero]', () => {
  it('one entry more unbalances a journal', async () => {
    await expectStopped(`${ENTRY} VALUES (${journalOf('approval', paid)}, 'company_main', $1, 1, now(), 'share', 0)`, [
      shop.id,
    ]);
    await expectStopped(
      `${ENTRY} VALUES (${journalOf('approval', paid)}, 'platform_fee', NULL, -5, now(), 'fee', NULL)`,
    );
  });

  it('a new journal that does not balance, in one statement or in the last of several', async () => {
    const journal = `INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
      VALUES ('approval', ${pending}, 'payment', ${pending}, 'sandbox', now())`;
    const entry = (amount: number) => `'company_main', ${shop.id}::bigint, ${amount}, now(), 'share', 0`;
    await expectStopped(
      `WITH j AS (${journal} RETURNING id) ${ENTRY} SELECT id, ${entry(10)} FROM j UNION ALL SELECT id, ${entry(-9)}
       FROM j`,
    );
    const client = await gateway.database.db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `WITH j AS (${journal} RETURNING id) ${ENTRY} SELECT id, ${entry(10)} FROM j UNION ALL SELECT id,
           ${entry(-10)} FROM j`,
      );
      const late = client.query(`${ENTRY} SELECT ${journalOf('approval', pending)}, ${entry(7)}`);
      await expect(late).rejects.toMatchObject({ code: CHECK_VIOLATION });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('entries that are nothing, of no account, or of a company that has none', async () => {
    const values = (account: string, company: string, amount: number) =>
      `${ENTRY} VALUES (${journalOf('approval', paid)}, '${account}', ${company}, ${amount}, now(), 'share', 0)`;
    await expectStopped(values('company_main', String(shop.id), 0));
    await expectStopped(values('petty_cash', 'NULL', 1));
    await expectStopped(values('company_main', 'NULL', 1));
    await expectStopped(values('acquirer_clearing', String(shop.id), 1));
  });

  it('entries of a journal or a company that is not there, however well they balance', async () => {
    const journal = `WITH j AS (INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer,
      posted_at) VALUES ('approval', ${pending}, 'payment', ${pending}, 'sandbox', now()) RETURNING id)`;
    const entry = (id: string, company: number, amount: number) =>
      `SELECT ${id}::bigint, 'company_main', ${company}::bigint, ${amount}, now(), 'share', 0`;
    await expectStopped(
      `${ENTRY} ${entry('999999', shop.id, 10)} UNION ALL ${entry('999999', shop.id, -10)}`,
      [],
      FOREIGN_KEY_VIOLATION,
    );
    await expectStopped(
      `${journal} ${ENTRY} ${entry('id', shop.id, 10)} FROM j UNION ALL ${entry('id', 999_999, -10)} FROM j`,
      [],
      FOREIGN_KEY_VIOLATION,
    );
  });

  it('a company that is in the books is not deleted and keeps its number', async () => {
    for (const loss of ['DELETE FROM companies', 'UPDATE companies SET id = DEFAULT'])
      await expect(gateway.database.db.query(`${loss} WHERE id = $1`, [shop.id])).rejects.toMatchObject({
        code: FOREIGN_KEY_VIOLATION,
        message: `company ${shop.id} is in the books`,
      });
  });

  it('who deletes a company waits for an entry that is being written, and finds it', async () => {
    const database = await createDemoDatabase();
    const [writer, remover] = [await database.db.pool.connect(), await database.db.pool.connect()];
    try {
      const { rows: companies } = await writer.query('SELECT max(id) AS id FROM companies');
      const { id } = companies[0];
      await writer.query('BEGIN');
      await writer.query(
        `WITH journal AS (
           INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
           VALUES ('adjustment', 1, 'payment', 1, 'sandbox', now()) RETURNING id
         )
         ${ENTRY} SELECT id, 'company_main', ${id}::bigint, 10, now(), 'adjustment', NULL::integer FROM journal
         UNION ALL SELECT id, 'platform_fee', NULL, -10, now(), 'adjustment', NULL FROM journal`,
      );
      const removed = remover.query('DELETE FROM companies WHERE id = $1', [id]).catch((error: Error) => error.message);
      await eventually(async () =>
        expect(
          await database.db.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      );
      await writer.query('COMMIT');
      expect(await removed).toBe(`company ${id} is in the books`);
    } finally {
      for (const client of [writer, remover]) client.release(true);
      await database.drop();
    }
  });
});

describe('[invariant: ledger rows never change]', () => {
  it.each(['ledger_entries', 'ledger_journals'])('%s: no update, no delete, no truncate', async (table) => {
    await expectStopped(`UPDATE ${table} SET id = DEFAULT`);
    await expectStopped(
      `UPDATE ${table} SET ${table === 'ledger_entries' ? 'amount_cents = amount_cents * 2' : 'posted_at = now()'}`,
    );
    await expectStopped(`DELETE FROM ${table} WHERE id = (SELECT max(id) FROM ${table})`);
    await expectStopped(`TRUNCATE ${table} CASCADE`);
  });

  it('not even the value date of one entry', async () => {
    await expectStopped(
      `UPDATE ledger_entries SET available_at = available_at - interval '1 day' WHERE id = (SELECT min(id)
       FROM ledger_entries)`,
    );
  });

  it('a journal is closed with its transaction: not even a balanced pair comes later', async () => {
    const entry = (amount: number) =>
      `SELECT ${journalOf('approval', paid)}, 'company_main', ${shop.id}::bigint, ${amount}, now(), 'share', 0`;
    await expectStopped(`${ENTRY} ${entry(10)} UNION ALL ${entry(-10)}`);
  });

  it('payment_shares: no row more, no truncate', async () => {
    await expectStopped(
      `INSERT INTO payment_shares SELECT payment_id, position + 50, company_id, company_name, source, merchant_type,
         type, amount_split,
         charge_fee, discount_gross_amount, 1, 0 FROM payment_shares WHERE payment_id = $1`,
      [pending],
    );
    await expectStopped('TRUNCATE payment_shares');
  });

  it('refunds and payments: no delete, no truncate', async () => {
    await expectStopped('DELETE FROM refunds WHERE id = $1', [refunds.refused]);
    await expectStopped('TRUNCATE refunds CASCADE');
    await expectStopped('DELETE FROM payments WHERE id = $1', [failed]);
    await expectStopped('TRUNCATE payments CASCADE');
  });

  it('what was ordered and refunded: amount, fee, owner, reference', async () => {
    for (const change of [
      'amount_cents = 20000',
      'fee_cents = 0',
      "fee_on_refund = 'kept'",
      "reference = 'other'",
      'refunded_cents = 0',
    ]) {
      await expectStopped(`UPDATE payments SET ${change} WHERE id = $1`, [paid]);
    }
  });

  it('a status of money without its money: approval without a journal, REFUNDED by halves', async () => {
    await expectStopped('UPDATE payments SET status = 2, paid_at = now() WHERE id = $1', [pending]);
    await expectStopped('UPDATE payments SET status = 4 WHERE id = $1', [paid]);
  });

  it('payment_shares: no update and no delete', async () => {
    await expectStopped('UPDATE payment_shares SET share_cents = share_cents + 1 WHERE payment_id = $1', [pending]);
    await expectStopped('UPDATE payment_shares SET company_id = $2 WHERE payment_id = $1', [paid, shop.id]);
    await expectStopped('DELETE FROM payment_shares WHERE payment_id = $1', [pending]);
  });

  it('a position of the split exists once', async () => {
    const copy = `INSERT INTO payment_shares SELECT * FROM payment_shares WHERE payment_id = $1`;
    await expectStopped(copy, [paid], UNIQUE_VIOLATION);
  });
});

describe('[invariant: one journal per cause]', () => {
  it.each([
    ['approval', () => paid],
    ['refund', () => refunds.refunded],
    ['refund_refused', () => refunds.refused],
  ])('no second one for %s', async (kind, cause) => {
    const journal = `INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
      VALUES ($1, $2, 'payment', $3, 'sandbox', now())`;
    await expectStopped(journal, [kind, cause(), paid], UNIQUE_VIOLATION);
  });
});

describe('[invariant: a final status never goes back]', () => {
  it.each<[string, () => number, number[]]>([
    ['APPROVED', () => paid, [1, 3]],
    ['FAILED', () => failed, [1, 2, 4]],
    ['REFUNDED', () => refunded, [1, 2, 3]],
  ])('%s', async (_, id, statuses) => {
    for (const status of statuses) await expectStopped('UPDATE payments SET status = $2 WHERE id = $1', [id(), status]);
  });

  it('and no status is outside 1 to 4', async () => {
    for (const status of [0, 5, 6])
      await expectStopped('UPDATE payments SET status = $2 WHERE id = $1', [pending, status]);
  });
});

describe('[invariant: only a FAILED payment has a reason for it]', () => {
  it('no other has one, and there are three', async () => {
    for (const id of [pending, paid, refunded])
      await expectStopped("UPDATE payments SET failure_reason = 'REFUSED' WHERE id = $1", [id]);
    await expectStopped("UPDATE payments SET failure_reason = 'LATE' WHERE id = $1", [failed]);
  });
});

describe('[invariant: a refund ends once]', () => {
  it.each<[string, () => number, string[]]>([
    ['REFUNDED', () => refunds.refunded, ['PROCESSING', 'REFUSED']],
    ['REFUSED', () => refunds.refused, ['PROCESSING', 'REFUNDED']],
  ])('%s stays', async (_, id, statuses) => {
    for (const status of statuses) {
      const settledAt = status === 'PROCESSING' ? 'NULL' : 'now()';
      await expectStopped(`UPDATE refunds SET status = $2, settled_at = ${settledAt} WHERE id = $1`, [id(), status]);
    }
  });

  it('what was requested never changes, in any state', async () => {
    for (const id of Object.values(refunds)) {
      await expectStopped('UPDATE refunds SET amount_cents = amount_cents + 1 WHERE id = $1', [id]);
      await expectStopped("UPDATE refunds SET reference = 'other' WHERE id = $1", [id]);
      await expectStopped('UPDATE refunds SET payment_id = $2 WHERE id = $1', [id, pending]);
      await expectStopped('UPDATE refunds SET merchant_id = merchant_id + 1 WHERE id = $1', [id]);
      await expectStopped('UPDATE refunds SET company_id = NULL WHERE id = $1', [id]);
    }
  });

  it('an end has a time, and what is under way has none', async () => {
    await expectStopped("UPDATE refunds SET status = 'REFUNDED' WHERE id = $1", [refunds.processing]);
    await expectStopped('UPDATE refunds SET settled_at = now() WHERE id = $1', [refunds.processing]);
  });

  it('a reference is refunded once', async () => {
    await expectStopped(
      `INSERT INTO refunds (payment_id, merchant_id, company_id, reference, kind, status, amount_cents, requested_at)
       SELECT payment_id, merchant_id, company_id, reference, kind, 'PROCESSING', 1, now() FROM refunds WHERE id = $1`,
      [refunds.processing],
      UNIQUE_VIOLATION,
    );
  });
});

describe('[invariant: refunded ≤ amount]', () => {
  it.each([
    'refunded_cents = amount_cents + 1',
    'refunded_cents = -1',
    'refunding_cents = -1',
    'refunding_cents = amount_cents',
    'refunding_cents = amount_cents - refunded_cents + 1',
    'amount_cents = refunded_cents',
    'fee_cents = amount_cents + 1',
    'fee_cents = -1',
  ])('SET %s', async (change) => expectStopped(`UPDATE payments SET ${change} WHERE id = $1`, [paid]));
});

describe('[invariant: one live retry]', () => {
  it('a second pending retry of one payment', async () => {
    const retry = await gateway.post(`/transactions/${failed}/retry`);
    expect(retry.status).toBe(200);
    const [row] = await gateway.database.db.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'payments' AND column_name NOT IN ('id', 'order_number',
         'reference', 'public_token')`,
    );
    const copy = `INSERT INTO payments (order_number, reference, public_token, ${row?.columns})
      SELECT 'copy', 'copy', 'copy', ${row?.columns} FROM payments WHERE id = $1`;
    await expectStopped(copy, [retry.body.transaction.id], UNIQUE_VIOLATION);
  });
});
