import { demand } from '../demand.ts';
import { runGroup } from '../run-group.ts';
import type { World } from '../world.ts';
import { decisionJobs, type KnownPayout } from './payout-commands.ts';
import { operatorJob, resumeJob, sendPayoutsJob } from './payout-work.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_ROUNDS = 60;
/** The bank is asked that often before a person looks at the account. */
const ROUNDS_BEFORE_OPERATOR = 4;

interface OpenPayout extends KnownPayout {
  next_check_at: Date | null;
}

/** What is under way at the bank ends there, before anybody rests. */
export function settleAtBank({ acquirer, money }: World): void {
  for (const payout of acquirer.payoutBank.payouts) acquirer.payoutBank.settle(payout, money.drawing.chance(0.3));
}

/** People decide, the operator resumes, and the bank is asked until every payout has ended. */
export async function bringPayoutsToRest(world: World, pass: (ms: number) => void): Promise<void> {
  if (world.lost) await runGroup(world, [resumeJob(world)]);
  for (let round = 0; ; round++) {
    const open = await readOpen(world);
    if (open.length === 0) break;
    demand('everything comes to an end', round < MAX_ROUNDS, () => `payouts never end: ${JSON.stringify(open)}`);
    for (const payout of open.filter(({ status }) => status === 'AWAITING_APPROVAL'))
      await runGroup(world, decisionJobs(world, payout));
    if (round >= ROUNDS_BEFORE_OPERATOR)
      for (const payout of open.filter((one) => isLostOnTheWay(world, one)))
        await runGroup(world, [operatorJob(world, payout)]);
    const dates = open.flatMap(({ next_check_at }) => (next_check_at ? [next_check_at.getTime()] : []));
    const nextMs = Math.min(...dates) - world.clock.businessNow().getTime();
    pass(Number.isFinite(nextMs) ? Math.max(MINUTE_MS + 1_000, nextMs + 1) : MINUTE_MS);
    await runGroup(world, [sendPayoutsJob(world)]);
  }
  // Whether something came back is looked at once a week at least.
  pass(7 * DAY_MS + MINUTE_MS);
  await runGroup(world, [sendPayoutsJob(world)]);
}

/** Sent to a bank that is never told twice, and not there. */
function isLostOnTheWay({ acquirer, money }: World, { status, reference, company_id }: OpenPayout): boolean {
  const issuer = money.payers.find(({ companyId }) => companyId === company_id)?.issuer;
  return status === 'SENT' && issuer === 'bank' && !acquirer.payoutBank.knows(reference);
}

function readOpen({ db }: World): Promise<OpenPayout[]> {
  return db.look(
    `SELECT id, merchant_id, company_id, reference, status, requested_by_user, next_check_at FROM payouts
     WHERE status IN ('AWAITING_APPROVAL', 'REQUESTED', 'SENT') ORDER BY id`,
  );
}
