import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../../src/care/audit/audit-ledger.ts';
import { hashOfSeal } from '../../../src/care/audit/compute-seal.ts';
import { PAYOUT_CHECKS } from '../../../src/care/audit/payout-checks.sql.ts';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { findLatestSeal, listSealParts } from '../../../src/care/audit/seals.sql.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import { settlePayout } from '../../../src/gateway/payouts/settle-payout.ts';
import { auditCorrupted, corrupt, type NamedIds, onCopy } from '../../support/corrupt.ts';
import type { TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, openCompany } from '../../support/money.ts';
import {
  earn,
  insertDestination,
  type PayoutRail,
  payoutRail,
  setPayoutTerms,
  useRail,
} from '../../support/payouts.ts';
import { type OwnCluster, startOwnCluster } from '../../support/processes/own-cluster.ts';
import { askForPayout, readPayout } from '../../support/sandbox-payouts.ts';

/**
 * Money out in books that somebody with every right has corrupted, so that every journal still sums to zero. In a
 * cluster of its own: a transaction in any of its databases holds a seal back.
 */
let cluster: OwnCluster;
let books: TestDatabase;
let ids: NamedIds;
const FEE = 150;

beforeAll(async () => {
  cluster = await startOwnCluster();
  books = cluster.database;
  const gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, books);
  const rail = payoutRail();
  useRail(gateway, rail);
  const shop = await openCompany(gateway);
  const other = await openCompany(gateway, { of: 'partner' });
  const destination = await insertDestination(gateway, shop);
  await setPayoutTerms(gateway, shop, { fee_cents: FEE });
  await earn(gateway, shop, 100_000);
  const ask = async (cents: number) => (await askForPayout(gateway, shop, cents, destination)).id;
  const send = () => sendPayouts(gateway.vintem.deps);
  // This one is sealed by a seal from before there were payouts, and by the first that knows of them.
  const paid = await ask(10_000);
  await send();
  await seal(gateway);
  await forgetPayoutsInSeal(books, 1);
  const returned = await ask(7_000);
  await send();
  await comeBack(gateway, rail, returned, 'r1', 3_000);
  await comeBack(gateway, rail, returned, 'r2', 4_000);
  const part = await ask(5_000);
  await send();
  await comeBack(gateway, rail, part, 'r1', 2_000);
  rail.behave(() => ({ status: 'REFUSED', reason: 'conta encerrada' }));
  const failed = await ask(6_000);
  await send();
  rail.behave(() => 'lost');
  const sent = await ask(4_000);
  await send();
  await setPayoutTerms(gateway, shop, { needs_approval: true });
  const waiting = await ask(3_000);
  await advance(gateway, 26 * 3600);
  await seal(gateway);
  await gateway.close();
  ids = { shop: shop.id, other: other.id, paid, returned, part, failed, sent, waiting };
});
afterAll(() => cluster?.stop());

const seal = (gateway: TestGateway) => sealBooks(gateway.vintem.deps);

async function comeBack(gateway: TestGateway, rail: PayoutRail, id: number, returnId: string, cents: number) {
  const { reference } = await readPayout(gateway, id);
  const known = await rail.capability.query({ reference });
  if (known.outcome !== 'found') throw new Error('the bank does not know it');
  const came = { id: returnId, amountCents: cents, reason: 'conta encerrada', returnedAt: null };
  rail.change(reference, { returns: [...known.payout.returns, came] });
  await settlePayout(gateway.vintem.deps, id, await rail.capability.query({ reference }));
}

const SEALED_LATER = `subject IN ('payouts', 'payout_returns')`;

/** As it was made by a release that had none: without their parts, and with the hash of those that it had. */
async function forgetPayoutsInSeal(database: TestDatabase, number: number) {
  await corrupt(database, {}, [`DELETE FROM seal_parts WHERE seal_number = ${number} AND ${SEALED_LATER}`]);
  const latest = await findLatestSeal(database.db);
  if (latest?.number !== number) throw new Error('there is a later one');
  const hash = hashOfSeal(latest, await listSealParts(database.db, number));
  await corrupt(database, {}, [`UPDATE seals SET hash = '${hash}' WHERE number = ${number}`]);
}

const checkLike = (text: string): string => {
  const found = PAYOUT_CHECKS.filter(({ name }) => name.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} checks are about ${text}`);
  return (found[0] as { name: string }).name;
};
const TAKEN = checkLike('exactly its amount and its fee');
const GIVEN_BACK = checkLike('given back exactly when');
const UNDONE = checkLike('undoes what was taken');
const RETURNS = checkLike('each return of a payout');
const SUM_OF_RETURNS = checkLike('is the sum of its returns');
const STEPS = checkLike('status, times and steps');
const EVENTS = checkLike('tell its life');
const CLEARING =
  'every journal moves the clearing account of the acquirer of its payment, receipt, file, payout or refund';
const SEALS = 'what was sealed is still there, as it was';

const journalOf = (kind: string, payout: string) =>
  `journal_id IN (SELECT id FROM ledger_journals WHERE cause_kind = '${kind}' AND subject_kind = 'payout'
     AND subject_id = :${payout})`;
const eraseJournal = (kind: string, payout: string) => [
  `DELETE FROM ledger_entries WHERE ${journalOf(kind, payout)}`,
  `DELETE FROM ledger_journals WHERE cause_kind = '${kind}' AND subject_kind = 'payout' AND subject_id = :${payout}`,
];
const eraseNews = (payout: string) => [
  `DELETE FROM events WHERE subject_kind = 'payout' AND subject_id = :${payout}`,
  `DELETE FROM payout_steps WHERE payout_id = :${payout}`,
  `DELETE FROM payouts WHERE id = :${payout}`,
];

/** What is planted, the check that must find it, and a text that it must print. */
const PLANTED: [what: string, check: string, printed: string, statements: string[]][] = [
  [
    'a payout of more than was booked',
    TAKEN,
    '"sent":"10000"',
    [`UPDATE payouts SET amount_cents = 90000 WHERE id = :paid`],
  ],
  ['a fee that was not taken', TAKEN, '"fee":"150"', [`UPDATE payouts SET fee_cents = 0 WHERE id = :paid`]],
  [
    'a payout that somebody else pays',
    TAKEN,
    '"taken":"0"',
    [`UPDATE ledger_entries SET company_id = :other WHERE ${journalOf('payout', 'paid')} AND company_id = :shop`],
  ],
  ['a payout that cost nothing', TAKEN, '"journal_id":null', eraseJournal('payout', 'paid')],
  ['a payout without a row', CLEARING, '"journal_id"', eraseNews('paid')],
  [
    'money moved beside a payout',
    TAKEN,
    '"strange":2',
    [
      `INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT j.id, side.account, side.company_id, side.cents, j.posted_at, 'adjustment'
       FROM ledger_journals j, (VALUES ('platform_fee', NULL::bigint, -500), ('company_main', :other, 500))
         AS side (account, company_id, cents)
       WHERE j.cause_kind = 'payout' AND j.subject_id = :paid`,
    ],
  ],
  ['a failed payout that gave nothing back', GIVEN_BACK, '"status":"FAILED"', eraseJournal('payout_undone', 'failed')],
  [
    'a payout that was sent and given back',
    GIVEN_BACK,
    '"status":"PAID"',
    [`UPDATE payouts SET status = 'PAID' WHERE id = :failed`],
  ],
  [
    'a failed payout that gave back too much',
    UNDONE,
    '"left_over":',
    [`UPDATE ledger_entries SET amount_cents = amount_cents * 2 WHERE ${journalOf('payout_undone', 'failed')}`],
  ],
  [
    'a fee that was not given back',
    UNDONE,
    '"account":"platform_fee"',
    [
      `UPDATE ledger_entries SET account = 'acquirer_clearing'
       WHERE ${journalOf('payout_undone', 'failed')} AND account = 'platform_fee'`,
    ],
  ],
  ['a return that nobody has', RETURNS, '"journal_id":null', eraseJournal('payout_return', 'part')],
  [
    'a return in the pocket of somebody else',
    RETURNS,
    '"amount_cents":2000',
    [
      `UPDATE ledger_entries SET company_id = :other
       WHERE ${journalOf('payout_return', 'part')} AND company_id = :shop`,
    ],
  ],
  [
    'a booked return that never came',
    RETURNS,
    '"return_id":null',
    [`DELETE FROM payout_returns WHERE payout_id = :part`],
  ],
  [
    'a return that the payout does not know of',
    SUM_OF_RETURNS,
    '"returned_cents":0',
    [`UPDATE payouts SET returned_cents = 0 WHERE id = :part`],
  ],
  [
    'a payout that is back whole and still paid',
    SUM_OF_RETURNS,
    '"status":"PAID"',
    [
      'ALTER TABLE payouts DROP CONSTRAINT payouts_returned_when_all_is',
      `UPDATE payouts SET status = 'PAID' WHERE id = :returned`,
    ],
  ],
  [
    'one under way that nobody asks about',
    STEPS,
    '"SENT"',
    [`UPDATE payouts SET next_check_at = NULL WHERE id = :sent`],
  ],
  [
    'one that was sent without approval',
    STEPS,
    '"sent_at":"',
    [`UPDATE payouts SET sent_at = now() WHERE id = :waiting`],
  ],
  ['a payout that nobody asked for', STEPS, '"payout_id"', [`DELETE FROM payout_steps WHERE payout_id = :paid`]],
  [
    'an event missing',
    EVENTS,
    '"kinds":"payout.requested,payout.sent"',
    [`DELETE FROM events WHERE subject_kind = 'payout' AND subject_id = :paid AND kind = 'payout.paid'`],
  ],
  [
    'a payout told to have failed that was paid',
    EVENTS,
    'payout.failed',
    [
      `UPDATE events SET kind = 'payout.failed'
       WHERE subject_kind = 'payout' AND subject_id = :paid AND kind = 'payout.paid'`,
    ],
  ],
  [
    'a payout erased whole',
    SEALS,
    '"subject":"payouts","problem":"1 erased"',
    [...eraseJournal('payout', 'waiting'), ...eraseNews('waiting')],
  ],
  [
    'a payout that went to another destination, in a seal that began with payouts',
    SEALS,
    '"subject":"payouts","problem":"changed afterwards"',
    [`UPDATE payouts SET destination_id = destination_id + 1 WHERE id = :paid`],
  ],
  [
    'the bank’s name of a return',
    SEALS,
    '"subject":"payout_returns","problem":"changed afterwards"',
    [`UPDATE payout_returns SET return_id = 'another' WHERE payout_id = :part`],
  ],
];

describe('[audit: payouts]', () => {
  it('finds nothing in clean books, though their first seal is from before there were payouts', async () => {
    expect((await auditLedger(books.db)).broken).toBeNull();
    const parts = await books.db.query(
      `SELECT seal_number, subject, row_count FROM seal_parts WHERE ${SEALED_LATER} ORDER BY subject`,
    );
    expect(parts).toEqual([
      { seal_number: 2, subject: 'payout_returns', row_count: 3 },
      { seal_number: 2, subject: 'payouts', row_count: 6 },
    ]);
  });

  it.each(PLANTED)('finds %s: %s', async (_, check, printed, statements) => {
    const { broken } = await auditCorrupted(books, ids, statements);
    expect(broken?.name).toBe(check);
    expect(JSON.stringify(broken?.rows)).toContain(printed);
  });

  it('has a corruption for each of its checks', () => {
    const planted = new Set(PLANTED.map(([, check]) => check));
    expect(PAYOUT_CHECKS.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it('finds that a seal has lost its part of payouts, once there was one', () =>
    onCopy(books, async (copy) => {
      const gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, copy);
      await advance(gateway, 26 * 3600);
      await seal(gateway);
      await gateway.close();
      expect((await auditLedger(copy.db)).broken).toBeNull();
      await forgetPayoutsInSeal(copy, 3);
      expect((await auditLedger(copy.db)).broken).toMatchObject({
        name: SEALS,
        rows: [{ seal_number: 3, problem: 'the seal does not begin where the one before it ends' }],
      });
    }));
});
