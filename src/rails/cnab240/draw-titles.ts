import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { startBatcher } from '../../ground/db/batcher.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { ChargeRequest } from '../acquirers/acquirer.ts';
import { drawNumbers, isBehindRestore, openStanding, recordNumberSpace } from './counters.sql.ts';
import { numberSpaceOf } from './layout/account-checks.rules.ts';
import { type CnabAccount, cnabProfile } from './layout/profiles.rules.ts';
import { slipOf } from './layout/slip.rules.ts';
import type { StoredTitle } from './stored-title.rules.ts';
import { termsOfRequest } from './title.rules.ts';
import { findTitles, insertTitles, type NewTitle } from './titles.sql.ts';

/** As for the writes of orders, which wait for this one: more in one statement gains nothing. */
const LIMITS = { maxItems: 64, lanes: 2, maxQueued: 500, maxWaitMs: 5_000 };

/** The title of an order, or why no number can be given to it. */
export type Drawn = StoredTitle | string;

/**
 * Gives numbers to orders. Those of one moment share a transaction, so that the counter, which only one can hold at a
 * time, is held once for all of them. An order that has a title keeps it.
 */
export function startDrawing(options: {
  name: string;
  account: CnabAccount;
  db: DbPool;
  clock: Clock;
}): (request: ChargeRequest) => Promise<Drawn> {
  const { name, account, db, clock } = options;
  let isSpaceKnown = false;
  const { add } = startBatcher<ChargeRequest, Drawn>({
    ...LIMITS,
    keyOf: ({ reference }) => reference,
    run: async (requests) => {
      const now = await clock.now();
      const drawn = await withTransaction(db, async (tx) => {
        if (!isSpaceKnown) await recordNumberSpace(tx, numberSpaceOf(account), name);
        return drawTitles(tx, name, account, requests, now);
      });
      isSpaceKnown = true;
      return drawn;
    },
  });
  return add;
}

async function drawTitles(
  tx: Tx,
  acquirer: string,
  account: CnabAccount,
  requests: readonly ChargeRequest[],
  now: Date,
): Promise<Drawn[]> {
  const references = requests.map(({ reference }) => reference);
  const repeats = requests.filter(({ isRepeat }) => isRepeat).map(({ reference }) => reference);
  const titles = byReference(repeats.length === 0 ? [] : await findTitles(tx, acquirer, repeats));
  const fresh = requests.filter(({ reference }) => !titles.has(reference));
  const whyNot = fresh.length === 0 ? '' : await drawInto(titles, tx, acquirer, account, fresh, now);
  return references.map((reference) => titles.get(reference) ?? whyNot);
}

/** Adds the titles that could be drawn; says why there are not more. */
async function drawInto(
  titles: Map<string, StoredTitle>,
  tx: Tx,
  acquirer: string,
  account: CnabAccount,
  requests: readonly ChargeRequest[],
  now: Date,
): Promise<string> {
  const issuedOn = saoPauloDateOf(now);
  const year = Number(issuedOn.slice(0, 4));
  const countedYear = cnabProfile(account.profile).numbersByYear ? year : 0;
  const range = { first: account.ourNumberFirst, last: account.ourNumberLast };
  const draw = () => drawNumbers(tx, acquirer, countedYear, range, requests.length);
  let sequences = await draw();
  if (sequences.length === 0) {
    // Asked only now: hardly an order finds its account new, put back or at its end.
    if (await isBehindRestore(tx, await openStanding(tx, acquirer)))
      return `the database was put back: name the next number and file by vintem cnab resume ${acquirer}`;
    sequences = await draw();
  }
  const news = sequences.map((sequence, index) =>
    newTitleOf(acquirer, account, requests[index] as ChargeRequest, { sequence, year, issuedOn }),
  );
  const stored = news.length === 0 ? [] : await insertTitles(tx, news, now);
  for (const title of stored) titles.set(title.reference, title);
  // One may have been drawn for the same order before, or by another process: its number counts, and ours is gone.
  const others = requests.map(({ reference }) => reference).filter((reference) => !titles.has(reference));
  for (const title of others.length === 0 ? [] : await findTitles(tx, acquirer, others))
    titles.set(title.reference, title);
  return `the numbers that the bank gave to ${acquirer} are used up`;
}

function newTitleOf(
  acquirer: string,
  account: CnabAccount,
  request: ChargeRequest,
  { sequence, year, issuedOn }: { sequence: number; year: number; issuedOn: string },
): NewTitle {
  const { dueDate, amountCents, ...terms } = termsOfRequest(request);
  const { ourNumberDigits } = slipOf(account, sequence, { dueDate, amountCents, year });
  return {
    acquirer,
    reference: request.reference,
    sequence,
    year,
    our_number: ourNumberDigits,
    document_number: String(sequence),
    issued_on: issuedOn,
    due_date: dueDate,
    amount_cents: amountCents,
    terms,
  };
}

function byReference(titles: readonly StoredTitle[]): Map<string, StoredTitle> {
  return new Map(titles.map((title) => [title.reference, title]));
}
