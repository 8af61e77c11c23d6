import { CLEARING, mainOf } from '../../src/books/ledger/accounts.rules.ts';
import { journalOf } from '../../src/books/ledger/journal.rules.ts';
import { postJournal } from '../../src/books/ledger/post-journal.ts';
import type { Clock } from '../../src/ground/clock.ts';
import { type DbPool, openPool } from '../../src/ground/db/pool.ts';
import { withTransaction } from '../../src/ground/db/transaction.ts';
import { randomIds } from '../../src/ground/ids.ts';
import { createLog } from '../../src/ground/log.ts';
import { receiptSubject } from '../../src/ground/subjects/subject.rules.ts';
import { createCompanyWithPlans, DEFAULT_PLANS } from '../../src/parties/companies/create-company.ts';
import type { Acquirer } from '../../src/rails/acquirers/acquirer.ts';
import { createAcquirers } from '../../src/rails/acquirers/registry.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A rail that takes every payout and says nothing more of it. */
const unknown = async () => ({ outcome: 'unknown', reason: 'a double' }) as const;
export const RAIL: Acquirer = {
  name: 'double',
  timeoutMs: 1_000,
  charges: { pix: unknown },
  query: unknown,
  cancel: unknown,
  payouts: { isKeyedByReference: true, send: unknown, query: unknown, holderOf: unknown },
  ping: async () => true,
};
const RAIL_WITHOUT_PAYOUTS: Acquirer = { ...RAIL, name: 'charges-only', payouts: undefined as never };

export interface WorldCompany {
  companyId: number;
  merchantId: number;
  destinationId: number;
}

/** Companies with money and a place to send it to, under a clock that the test moves. */
export async function openPayoutWorld() {
  const database = await createTestDatabase();
  const service = openPool({ url: database.serviceUrl, max: 10, applicationName: 'vintem-test', onError: () => {} });
  let now = new Date('2026-03-02T13:00:00Z');
  let skewMs = 0;
  const clock: Clock = {
    now: async () => now,
    realNow: () => new Date(Date.now() + skewMs),
    databaseNow: async () => new Date(),
  };
  let receipts = 0;
  const { db } = database;
  const world = {
    database,
    db,
    deps: depsOf(service, clock),
    /** São Paulo, which is three hours behind UTC in these years. */
    setTime: (local: string) => {
      now = new Date(`${local}-03:00`);
    },
    /** The clock of this process is ahead of the database's. */
    setSkew: (ms: number) => {
      skewMs = ms;
    },
    async open(cents = 0): Promise<WorldCompany> {
      const company = await createCompany(db);
      if (cents > 0) await world.credit(company.companyId, cents);
      return { ...company, destinationId: await world.addDestination(company) };
    },
    async credit(companyId: number, amountCents: number, availableAt = now): Promise<void> {
      receipts += 1;
      const cause = { kind: 'receipt', id: receipts, subject: receiptSubject(receipts), acquirer: 'double' } as const;
      const to = mainOf(companyId);
      const postings = [{ from: CLEARING, to, amountCents, availableAt, tag: 'adjustment', position: null } as const];
      await withTransaction(db, (tx) => postJournal(tx, cause, journalOf(postings), now));
    },
    async addDestination({ companyId, merchantId }: Omit<WorldCompany, 'destinationId'>): Promise<number> {
      const [row] = await db.query<{ id: number }>(
        `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint, is_own,
           created_at, created_by, usable_at)
         VALUES ($1, $2, 'pix_key', 'cnpj', '{"type":"pix_key","key_type":"cnpj","key":"11.***"}', 'sealed',
           decode(md5(random()::text), 'hex'), true, '2026-01-01', 'teste', '2026-01-01') RETURNING id`,
        [merchantId, companyId],
      );
      return (row as { id: number }).id;
    },
    async close(): Promise<void> {
      await service.close();
      await database.drop();
    },
  };
  return world;
}

export type PayoutWorld = Awaited<ReturnType<typeof openPayoutWorld>>;

function depsOf(db: DbPool, clock: Clock) {
  const acquirers = createAcquirers([RAIL, RAIL_WITHOUT_PAYOUTS], clock.realNow, 'double');
  return { db, clock, ids: randomIds(), log: createLog('silent'), poke: () => {}, acquirers };
}

async function createCompany(db: TestDatabase['db']): Promise<{ companyId: number; merchantId: number }> {
  const now = new Date('2026-01-01T12:00:00Z');
  return withTransaction(db, async (tx) => {
    const [merchant] = await tx.query<{ id: number }>(
      "INSERT INTO merchants (name, created_at) VALUES ('Loja', $1) RETURNING id",
      [now],
    );
    const merchantId = (merchant as { id: number }).id;
    const address = { addressLine: 'Rua A, 1', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
    const company = { merchantId, name: 'Loja', document: '11222333000181', ...address, now };
    return { merchantId, companyId: await createCompanyWithPlans(tx, company, DEFAULT_PLANS) };
  });
}
