import { clockSkewMs } from '../../../ground/clock.ts';
import { isLocked } from '../../../ground/db/away.ts';
import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import { ApiError, ERRORS } from '../../../ground/errors.ts';
import { finishAll } from '../../../ground/queues/finish-all.ts';
import { isAccepted } from '../../../ground/refusals.ts';
import { currentAsker } from '../../../ground/request-context.ts';
import { recordEvents } from '../../../news/webhooks/deliveries/record-event.ts';
import { isMerchantActive } from '../../../parties/merchants/merchants.sql.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { type HoldDeps, holdPayouts } from '../hold-payouts.ts';
import type { Payout } from '../payout.ts';
import { payoutNotScheduled } from '../payouts.events.rules.ts';
import { preparePayout } from '../prepare-payout.ts';
import { standsStill } from '../standstill.sql.ts';
import { type NotMadeReason, runDayAt, STANDSTILL, scheduledAmount } from './schedule.rules.ts';
import { claimSchedulesDue, moveOn, type Schedule } from './schedule.sql.ts';
import { firstRunAfter } from './schedule-days.rules.ts';
import { writeRun } from './schedule-runs.sql.ts';

export type ScheduleDeps = HoldDeps & WithAcquirers;

/** Somebody else has run, changed or removed the schedule meanwhile, or it has run today: nothing is written. */
class Overtaken extends Error {}

/**
 * Pays out what schedules ask for, in the hours of a business day. What is overdue, for whatever reason, is one run:
 * the balance is there once. Says whether there may be more.
 */
export async function schedulePayouts(deps: ScheduleDeps): Promise<boolean> {
  const now = await deps.clock.now();
  const day = runDayAt(now);
  if (day === null) return false;
  const skewMs = await clockSkewMs(deps.clock);
  if (skewMs !== 0) {
    deps.log.error({ skewMs }, 'the clock of this process is not the database’s; no schedule runs until they agree');
    return false;
  }
  const claimed = await claimSchedulesDue(deps.db, day, { now, realNow: deps.clock.realNow() });
  if (claimed.length === 0) return false;
  const isStill = await standsStill(deps.db);
  await finishAll(
    claimed.map((schedule) =>
      isStill ? noteNotMade(deps, schedule, day, STANDSTILL) : runSchedule(deps, schedule, day),
    ),
  );
  return true;
}

/** One that has to wait for somebody else's lock comes again when its lease is over, and holds up nobody. */
async function runSchedule(deps: ScheduleDeps, schedule: Schedule, day: string): Promise<void> {
  try {
    await payOut(deps, schedule, day);
  } catch (error) {
    if (isLocked(error) || error instanceof Overtaken) return;
    // What is ours to mend, such as a clock, is no word about the payout.
    if (!(error instanceof ApiError) || ERRORS[error.code].status >= 500) throw error;
    await noteNotMade(deps, schedule, day, error.code);
  }
}

async function payOut(deps: ScheduleDeps, schedule: Schedule, day: string): Promise<void> {
  const { merchant_id: merchantId, company_id: companyId, destination_id: destinationId } = schedule;
  if (!(await isMerchantActive(deps.db, merchantId)))
    throw new ApiError('PAYOUTS_NOT_ENABLED', `merchant ${merchantId} is not active`);
  const prepared = await preparePayout(deps, deps.db, merchantId, { companyId, destinationId });
  const wish = { keepCents: schedule.keep_cents, minimumCents: schedule.minimum_cents };
  const [held] = await holdPayouts(
    deps,
    [
      {
        ...prepared,
        amountCents: (room) => scheduledAmount(wish, prepared.terms, room),
        description: null,
        origin: 'schedule',
        claim: null,
        asker: currentAsker(),
        askedByUser: null,
        alsoWrite: (tx, payout) => endRun(tx, schedule, day, payout),
      },
    ],
    'for a moment',
  );
  if (held && !isAccepted(held)) throw held;
}

/** With the payout, or not at all: whoever comes second finds the schedule moved on, or the day taken. */
async function endRun(tx: Tx, schedule: Schedule, day: string, { id, requested_at }: Payout): Promise<void> {
  const { company_id, next_on: due_on } = schedule;
  const run = { company_id, day, due_on, ran_at: requested_at, payout_id: id, reason: null };
  if (!(await moveOn(tx, schedule, firstRunAfter(schedule, day))) || !(await writeRun(tx, run))) throw new Overtaken();
}

/** Nobody takes the day for forgotten. What stood still stays due and goes when payouts go again. */
function noteNotMade(deps: ScheduleDeps, schedule: Schedule, day: string, reason: NotMadeReason): Promise<void> {
  return withTransaction(deps.db, async (tx) => {
    const { company_id, merchant_id, next_on: due_on } = schedule;
    const nextOn = reason === STANDSTILL ? due_on : firstRunAfter(schedule, day);
    if (!(await moveOn(tx, schedule, nextOn))) return;
    const now = await deps.clock.now(tx);
    if (!(await writeRun(tx, { company_id, day, due_on, ran_at: now, payout_id: null, reason }))) return;
    const about = { subject: null, merchantId: merchant_id, companyId: company_id };
    await recordEvents(deps, tx, [{ ...about, event: payoutNotScheduled(day, reason) }], now);
  });
}
