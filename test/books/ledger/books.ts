import type pg from 'pg';
import { expect } from 'vitest';
import { CLEARING, mainOf, retainedOf } from '../../../src/books/ledger/accounts.rules.ts';
import { readBalances, readOutlooks, sumBalances } from '../../../src/books/ledger/balances.sql.ts';
import { type Entry, type Journal, journalOf } from '../../../src/books/ledger/journal.rules.ts';
import { insertJournals } from '../../../src/books/ledger/ledger.sql.ts';
import { readStatementPage } from '../../../src/books/ledger/statement/statement.sql.ts';
import { type BalanceOutlook, balanceOf, outlookOf } from '../../../src/books/ledger/value-dates.rules.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import { type DbPool, openPool } from '../../../src/ground/db/pool.ts';
import type { Statement } from '../../../src/ground/db/statement.ts';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import { refundSubject } from '../../../src/ground/subjects/subject.rules.ts';
import { createCompanyWithPlans } from '../../../src/parties/companies/create-company.ts';
import { insertMerchant } from '../../../src/parties/merchants/merchants.sql.ts';
import type { TestDatabase } from '../../support/database.ts';

/** Books without payments: companies, and journals written as the service writes them, in its own role. */

export const CLOCK: Clock = {
  now: async () => new Date(),
  realNow: () => new Date(),
  databaseNow: async () => new Date(),
};

export function openAsService(database: TestDatabase): DbPool {
  return openPool({ url: database.serviceUrl, max: 12, applicationName: 'vintem-test', onError: () => {} });
}

export async function openCompanies(db: DbPool, count: number): Promise<number[]> {
  return withTransaction(db, async (tx) => {
    const now = new Date();
    const merchantId = await insertMerchant(tx, { name: 'Loja', isDemo: false, now });
    const address = { addressLine: 'Rua A, 1', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
    const ids: number[] = [];
    for (let number = 0; number < count; number++) {
      ids.push(
        await createCompanyWithPlans(tx, { merchantId, name: 'Loja', document: '11222333000181', ...address, now }),
      );
    }
    return ids;
  });
}

export interface Movement {
  companyId: number;
  account: 'main' | 'retained';
  /** Below zero takes from the company. */
  amountCents: number;
  availableAt: Date;
}

export function journalFor(movements: readonly Movement[]): Journal {
  return journalOf(
    movements.map(({ companyId, account, amountCents, availableAt }) => {
      const own = account === 'main' ? mainOf(companyId) : retainedOf(companyId);
      const [from, to] = amountCents < 0 ? [own, CLEARING] : [CLEARING, own];
      return { from, to, amountCents: Math.abs(amountCents), availableAt, tag: 'adjustment', position: null };
    }),
  );
}

let causes = 0;

export async function post(tx: Tx, journal: Journal): Promise<void> {
  const id = ++causes;
  await insertJournals(tx, [
    {
      cause: { kind: 'adjustment', id, subject: refundSubject(id), acquirer: 'sandbox' },
      journal,
      postedAt: new Date(),
    },
  ]);
}

/** A transaction that is left open, as `withTransaction` would hold it. */
export async function begin(db: DbPool): Promise<{ tx: Tx; end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> }> {
  const client: pg.PoolClient = await db.pool.connect();
  await client.query('BEGIN');
  const query = async (sql: string | Statement, params: unknown[]) => {
    return (await client.query(typeof sql === 'string' ? sql : sql.text, params)).rows;
  };
  const tx = { query } as unknown as Tx;
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    await client.query(how);
    client.release();
  };
  return { tx, end };
}

async function readEntries(tx: Tx, companyIds: readonly number[]): Promise<Entry[]> {
  return tx.query<Entry>(
    `SELECT account, company_id AS "companyId", amount_cents AS "amountCents", available_at AS "availableAt"
     FROM ledger_entries WHERE company_id = ANY ($1::bigint[])`,
    [companyIds],
  );
}

/** By value date, rising, without those that come to nothing. */
function shownOutlook({ availableCents, later }: BalanceOutlook) {
  const sums = new Map<number, number>();
  for (const { availableAt, amountCents } of later)
    sums.set(availableAt.getTime(), (sums.get(availableAt.getTime()) ?? 0) + amountCents);
  return { availableCents, later: [...sums].filter(([, cents]) => cents !== 0).sort(([one], [other]) => one - other) };
}

/** Every figure at these instants, against the rules over all the entries one by one. */
export async function expectPlainSums(tx: Tx, companyIds: readonly number[], instants: readonly Date[]): Promise<void> {
  const entries = await readEntries(tx, companyIds);
  for (const [index, now] of instants.entries()) {
    expect(await sumBalances(tx, companyIds, now), now.toISOString()).toEqual(balanceOf(entries, now));
    const balanceOfCompany = await readBalances(tx, companyIds, now);
    const outlooks = await readOutlooks(tx, companyIds, now);
    for (const companyId of companyIds) {
      const own = entries.filter((entry) => entry.companyId === companyId);
      expect(balanceOfCompany(companyId), now.toISOString()).toEqual(balanceOf(own, now));
      const outlook = outlooks.get(companyId) as BalanceOutlook;
      expect(shownOutlook(outlook), now.toISOString()).toEqual(shownOutlook(outlookOf(own, now)));
      expect(new Set(outlook.later.map(({ availableAt }) => availableAt.getTime())).size).toBe(outlook.later.length);
      const other = instants[(index + 1) % instants.length] as Date;
      const [from, to] = now < other ? [now, other] : [other, now];
      const { openingCents, closingCents, total } = await readStatementPage(
        tx,
        { companyId, from, to },
        { page: 1, limit: 1 },
      );
      expect({ openingCents, closingCents, total }, `${from.toISOString()} to ${to.toISOString()}`).toEqual(
        plainStatement(own, from, to),
      );
    }
  }
}

function plainStatement(entries: readonly Entry[], from: Date, to: Date) {
  const sum = (counted: readonly Entry[]) => counted.reduce((total, entry) => total + entry.amountCents, 0);
  const before = entries.filter((entry) => entry.availableAt < from);
  const until = entries.filter((entry) => entry.availableAt <= to);
  return { openingCents: sum(before), closingCents: sum(until), total: until.length - before.length };
}

/** How many entries of the company its checkpoint covers. */
export async function countCovered(db: DbPool, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT coalesce(sum(entry_count), 0)::bigint AS count
     FROM ledger_checkpoint_sums WHERE company_id = $1 AND days = 1`,
    [companyId],
  );
  return row?.count ?? 0;
}
