import { beginEpoch } from '../../src/ground/db/begin-epoch.ts';
import { BANK, type Charge, isWaiting } from './bank/acquirer-charge.ts';
import { guarded } from './commands.ts';
import type { SimDatabase } from './database.ts';
import { createRandom } from './random.ts';
import { isSettled, type SentRequest } from './requests.ts';
import type { Job, World } from './world.ts';

/** One of so many seeds loses its database and puts a backup back. */
const SEEDS_PER_RESTORE = 8;

const RESTORE_MS = 10 * 60_000;

/** What nobody here remembers any more, though people and banks do. */
export interface Lost {
  paymentIds: ReadonlySet<number>;
  refundIds: ReadonlySet<number>;
  eventIds: ReadonlySet<string>;
  /** Of payments and of refunds, as banks know them. */
  references: ReadonlySet<string>;
  /** Of payments that are here and over, about whose money the banks may know more: nothing asks about these again. */
  unheardReferences: ReadonlySet<string>;
}

export interface Backup {
  sequences: { name: string; value: number }[];
  /** The money of those about which the books knew everything. */
  charges: ReadonlyMap<string, string>;
  pendingReferences: ReadonlySet<string>;
  requests: readonly SentRequest[];
  cancelled: readonly number[];
  cancelledPayouts: readonly number[];
  terms: number;
  posted: number;
}

/** Before which step the backup is made; null in most seeds. It is put back after the last one. */
export function drawBackupStep(seed: number, steps: number): number | null {
  const random = createRandom(seed, 'restore');
  return random.chance(1 / SEEDS_PER_RESTORE) ? random.int(2, Math.max(2, steps - 2)) : null;
}

const COLUMNS = `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations'
  GROUP BY c.relname ORDER BY c.relname`;
const SEQUENCES = `SELECT sequencename AS name, last_value AS value FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`;

/** A divergence that is told is money that the books know of. */
const RECEIVED = `SELECT reference, CASE WHEN status IN (2, 4) THEN coalesce(paid_cents, amount_cents) ELSE 0 END
    + coalesce((SELECT sum(difference_cents) FROM divergences d WHERE d.payment_id = p.id
        AND d.kind IN ('LATE_PAYMENT', 'AMOUNT_MISMATCH', 'PAYMENT_UNDONE')), 0)::bigint AS cents
  FROM payments p`;

/** A copy of every row, in a schema beside. */
export async function takeBackup(world: World): Promise<Backup> {
  const { db, acquirer } = world;
  const tables = await listTables(db);
  const copies = tables.map(
    ({ name }) =>
      `CREATE TABLE IF NOT EXISTS backup.${name} (LIKE public.${name}); DELETE FROM backup.${name};
       INSERT INTO backup.${name} TABLE public.${name}`,
  );
  await db.script(`CREATE SCHEMA IF NOT EXISTS backup; ${copies.join(';')}`);
  const pending = await db.look<{ reference: string }>('SELECT reference FROM payments WHERE status = 1');
  const received = new Map(
    (await db.look<{ reference: string; cents: number }>(RECEIVED)).map(({ reference, cents }) => [reference, cents]),
  );
  const heardOf = [...acquirer.charges].filter(
    ([reference, charge]) => charge.receivedCents === received.get(reference),
  );
  world.history.push('--- backup ---');
  return {
    sequences: await db.look(SEQUENCES),
    charges: new Map(heardOf.map(([reference, charge]) => [reference, moneyOf(charge)])),
    pendingReferences: new Set(pending.map(({ reference }) => reference)),
    requests: world.requests.map((request) => ({ ...request, answers: [...request.answers] })),
    cancelled: [...world.cancelled],
    cancelledPayouts: [...world.money.cancelled],
    terms: world.terms.history.length,
    posted: db.posted.length,
  };
}

/**
 * The database as it was when the backup was made, and an epoch of its own. The banks, the payers and the merchants'
 * systems are where they were.
 */
export async function putBack(world: World, backup: Backup): Promise<void> {
  const { db } = world;
  const before = await readKnown(db);
  const tables = await listTables(db);
  const deletes = tables.map(({ name }) => `DELETE FROM public.${name}`);
  const inserts = tables.map(
    ({ name, columns }) =>
      `INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM backup.${name}`,
  );
  const sequences = backup.sequences.map(({ name, value }) => `SELECT setval('public.${name}', ${value})`);
  await db.script(
    `SET session_replication_role = replica; ${[...deletes, ...inserts, ...sequences].join(';')};
     RESET session_replication_role`,
  );
  const after = await readKnown(db);
  // It takes its time: what was on its way has arrived, and no bank's reads are behind any more.
  world.clock.advance(RESTORE_MS);
  world.acquirer.letArrive();
  const epoch = await beginEpoch(db.real, world.clock.realNow());
  world.history.push(`--- restored, epoch ${epoch} ---`);
  world.money.stillAt = world.acquirer.payoutBank.payouts.length;
  world.lost = lostBetween(before, after, unheard(world, backup));
  await forgetWithTheDatabase(world, backup, world.lost);
}

async function listTables(db: SimDatabase): Promise<{ name: string; columns: string }[]> {
  return db.look(COLUMNS);
}

interface Known {
  payments: { id: number; reference: string }[];
  refunds: { id: number; reference: string | null }[];
  events: { id: string }[];
  payouts: { id: number; reference: string }[];
}

async function readKnown(db: SimDatabase): Promise<Known> {
  return {
    payments: await db.look('SELECT id, reference FROM payments'),
    // A return that the bank made unasked has a name of the bank's: it is booked again under it.
    refunds: await db.look(`SELECT id, CASE WHEN kind <> 'med' THEN reference END AS reference FROM refunds`),
    events: await db.look('SELECT id FROM events'),
    payouts: await db.look('SELECT id, reference FROM payouts'),
  };
}

function lostBetween(before: Known, after: Known, unheardReferences: Set<string>): Lost {
  const gone = <Row extends { id: unknown }>(rows: readonly Row[], left: readonly Row[]): Row[] => {
    const ids = new Set(left.map(({ id }) => id));
    return rows.filter(({ id }) => !ids.has(id));
  };
  const payments = gone(before.payments, after.payments);
  const refunds = gone(before.refunds, after.refunds);
  const payouts = gone(before.payouts, after.payouts);
  return {
    paymentIds: new Set(payments.map(({ id }) => id)),
    refundIds: new Set(refunds.map(({ id }) => id)),
    eventIds: new Set(gone(before.events, after.events).map(({ id }) => id)),
    references: new Set([...payments, ...refunds, ...payouts].flatMap(({ reference }) => reference ?? [])),
    unheardReferences,
  };
}

/**
 * What was pending is asked about again; of what was over nobody tells a second time: neither of what came since the
 * backup, nor of what had come before it and was told of since.
 */
function unheard({ acquirer }: World, { charges, pendingReferences }: Backup): Set<string> {
  const changed = [...acquirer.charges].filter(([reference, charge]) => charges.get(reference) !== moneyOf(charge));
  return new Set(changed.map(([reference]) => reference).filter((reference) => !pendingReferences.has(reference)));
}

function moneyOf({ status, receivedCents, refundedCents, unaskedCents, payments }: Charge): string {
  return JSON.stringify([status, receivedCents, refundedCents, unaskedCents, payments]);
}

/**
 * What followed the database through its changes goes back with it. A merchant that had no answer by then asks no
 * more: its key is lost, and the guide tells to look at the bank first.
 */
async function forgetWithTheDatabase(world: World, backup: Backup, lost: Lost): Promise<void> {
  const { db, requests, cancelled, terms, endpoints, feeds, receivers } = world;
  requests.splice(
    0,
    requests.length,
    ...backup.requests.map((request) =>
      isSettled(request) ? request : { ...request, key: null, answers: [], timesSent: 1 },
    ),
  );
  cancelled.clear();
  for (const id of backup.cancelled) cancelled.add(id);
  world.money.cancelled.clear();
  for (const id of backup.cancelledPayouts) world.money.cancelled.add(id);
  terms.history.length = backup.terms;
  db.posted.length = backup.posted;
  for (const received of receivers.received.values()) for (const id of lost.eventIds) received.delete(id);
  for (const merchantId of new Set(terms.present.map((company) => company.merchantId))) {
    const reader = feeds.of(merchantId);
    reader.seen = reader.seen.filter((id) => !lost.eventIds.has(id));
  }
  world.restartProcesses();
  endpoints.isChanging = true;
  await endpoints.afterGroup(db);
}

/** Whoever has the code of a charge that nobody here remembers can pay it all the same. */
export function payLostJobs(world: World): Job[] {
  const { random, acquirer, lost } = world;
  const payable = [...acquirer.charges.values()].filter(
    (charge) => lost?.references.has(charge.request.reference) && isWaiting(charge),
  );
  if (payable.length === 0) return [];
  const charge = random.pick(payable);
  const name = `payer of a lost charge, ${charge.issuer === BANK ? 'bank' : 'simulated'}`;
  return [
    guarded(world, name, (_deps, actor) =>
      world.scheduler.step(actor, name, async () => {
        if (!isWaiting(charge)) return `stays away: ${charge.status}`;
        return `paid ${acquirer.pay(charge)}`;
      }),
    ),
  ];
}

/** What was listed as money that nobody knows goes back to its payer later. Whether there was any. */
export function takeBackLostMoney({ random, acquirer, lost, history }: World): boolean {
  const paid = [...acquirer.charges.values()].filter(
    ({ issuer, status, request }) => issuer === BANK && status === 'PAID' && lost?.references.has(request.reference),
  );
  for (const charge of paid) {
    const cents = acquirer.takeBack(charge, random.pick([1, 0.5]));
    history.push(`  bank of a lost charge -> took back ${cents} unasked`);
  }
  return paid.length > 0;
}
