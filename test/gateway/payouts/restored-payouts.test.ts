import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AllDeps } from '../../../src/doors/all-deps.ts';
import { approvePayout, cancelPayout } from '../../../src/gateway/payouts/decide-payout.ts';
import type { Payout } from '../../../src/gateway/payouts/payout.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import type { PayoutCapability } from '../../../src/rails/acquirers/payout.ts';
import { runCli } from '../../doors/cli/run-cli.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { withSandbox } from '../../support/banks/acquirers.ts';
import { copyTestDatabase, createDemoDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, balanceOf, openCompany, settled, type TestCompany } from '../../support/money.ts';
import { payoutRail } from '../../support/payouts.ts';
import {
  addDestination,
  askForPayout,
  eventsOf,
  fund,
  readPayout,
  setPayoutTerms,
  stepsOf,
} from '../../support/sandbox-payouts.ts';

/** A database that is put back, beside a bank that remembers. The job that sends is called by hand. */

const FUNDS = 100_000;
const CENTS = 20_000;
const APPROVER = { userId: 424_242 };

/** It sends whatever it is told to, however often. */
const rail = payoutRail({ isKeyedByReference: false });
let first: TestDatabase;
let backup: TestDatabase;
let gateway: TestGateway | null = null;
beforeAll(async () => {
  first = await createDemoDatabase();
});
afterAll(async () => {
  await gateway?.close();
  await backup?.drop();
  await first?.drop();
});

async function startOn(database: TestDatabase): Promise<TestGateway> {
  await gateway?.close();
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' }, database);
  return gateway;
}

/** The parts of a gateway with that bank, which notes what it is asked, and in which order. */
function partsOf({ vintem: { deps } }: TestGateway, calls: string[] = []): AllDeps {
  const { capability } = rail;
  const payouts: PayoutCapability = {
    ...capability,
    send: (request) => {
      calls.push(`send ${request.reference}`);
      return capability.send(request);
    },
    query: (payout) => {
      calls.push(`query ${payout.reference}`);
      return capability.query(payout);
    },
  };
  return withSandbox(deps, { payouts });
}

const cli = async (...args: string[]) =>
  expect(await runCli({ DATABASE_URL: backup.url }, ...args)).toMatchObject({ code: 0 });
const sentTo = ({ reference }: Payout) => rail.asked.filter((request) => request.reference === reference);

it('what was approved and sent since the backup is asked about before anything is sent after the restore', async () => {
  const before = await startOn(first);
  const company: TestCompany = await openCompany(before);
  await fund(before, company, FUNDS);
  const destinationId = await addDestination(before, company);
  const ask = () => askForPayout(before, company, CENTS, destinationId);
  const requested = await ask();
  const neverSent = await ask();
  await setPayoutTerms(before, company, { needsApproval: true });
  const awaiting = await ask();
  expect([requested.status, neverSent.status, awaiting.status]).toEqual([
    'REQUESTED',
    'REQUESTED',
    'AWAITING_APPROVAL',
  ]);
  await before.close();
  gateway = null;
  backup = await copyTestDatabase(first);

  // What the backup does not know of: one is approved, two are sent and paid, one is cancelled.
  const meanwhile = await startOn(first);
  const decision = ({ id, merchant_id }: Payout) => ({ merchantId: merchant_id, payoutId: id, reason: null });
  await cancelPayout(meanwhile.vintem.deps, decision(neverSent));
  await approvePayout(meanwhile.vintem.deps, decision(awaiting), APPROVER);
  await sendPayouts(partsOf(meanwhile));
  for (const { id } of [requested, awaiting]) expect(await readPayout(meanwhile, id)).toMatchObject({ status: 'PAID' });
  expect(rail.asked).toHaveLength(2);

  const restored = await startOn(backup);
  await cli('restored');
  for (const payout of [requested, neverSent, awaiting])
    await expect(cancelPayout(restored.vintem.deps, decision(payout))).rejects.toMatchObject({
      code: 'PAYOUT_NOT_CANCELLABLE',
    });
  await cli('payout', 'resume', '--reason', 'conferido');
  const calls: string[] = [];
  await sendPayouts(partsOf(restored, calls));
  const callsAbout = ({ reference }: Payout) =>
    calls.filter((call) => call.endsWith(reference)).map((call) => call.split(' ')[0]);
  expect(callsAbout(requested)).toEqual(['query']);
  // What the bank does not know may still be cancelled for some minutes.
  expect(callsAbout(neverSent)).toEqual(['query']);
  await advance(restored, 301);
  await sendPayouts(partsOf(restored, calls));
  expect(callsAbout(neverSent)).toEqual(['query', 'send']);
  expect(callsAbout(awaiting)).toEqual(['query']);

  // The bank was told once of each, and the books know how each went out.
  for (const payout of [requested, neverSent, awaiting]) expect(sentTo(payout)).toHaveLength(1);
  for (const { id } of [requested, neverSent, awaiting])
    expect(await readPayout(restored, id)).toMatchObject({ status: 'PAID', sends: 1 });
  expect(await stepsOf(restored, requested.id)).toEqual(['REQUESTED', 'SENT', 'PAID']);
  expect(await stepsOf(restored, awaiting.id)).toEqual(['REQUESTED', 'APPROVED', 'SENT', 'PAID']);
  const told = ['payout.requested', 'payout.approved', 'payout.sent', 'payout.paid'];
  expect(await eventsOf(restored, awaiting.id)).toEqual(told);
  expect(await balanceOf(restored, company)).toEqual(settled(FUNDS - 3 * CENTS));
  await expectCleanBooks(backup.db);
});
