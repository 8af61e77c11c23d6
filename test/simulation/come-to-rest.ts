import {
  type BackgroundName,
  backgroundJob,
  dailyTotalsJob,
  dispatchJob,
  notifyJobs,
  REPEAT_WITHIN_MS,
  sendJob,
} from './commands.ts';
import { demand } from './demand.ts';
import { bringPayoutsToRest, settleAtBank } from './payouts/payouts-at-rest.ts';
import { isSettled } from './requests.ts';
import { takeBackLostMoney } from './restore.ts';
import { runGroup } from './run-group.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** Longer than any lease. */
const SHORTEST_JUMP_MS = 61_000;
/** Payments that wait for days are checked less often here: checks every few hours would be most of the run. */
const DAY_MS = 86_400_000;
const LONGEST_JUMP_MS = 4 * DAY_MS;
/** A minute, then past the life of a PIX code, then days. */
const JUMP_GROWTH = 40;
const MAX_ROUNDS = 100;
const MAX_REPEATS = 6;
/** A refund that a bank refused at the door is given up when it has known nothing of it for ten minutes. */
const REPEAT_PAUSE_MS = 4 * MINUTE_MS;
const ALL = 1_000;
const FEED_TRIES = 200;
const FEED_PAUSE_MS = 50;

interface Due {
  work: BackgroundName | 'notifications' | 'deliver-webhooks';
  inMs: number;
}

/**
 * Faults and payers stop. Merchants repeat the requests that have no answer, time moves on, and the background work
 * runs until nothing is due any more.
 */
export async function comeToRest(world: World): Promise<void> {
  world.calmDown();
  world.history.push('--- calm ---');
  passTime(world, 6 * MINUTE_MS);
  for (const refund of world.acquirer.refunds.values()) world.acquirer.settleRefund(refund, world.random.chance(0.3));
  settleAtBank(world);
  await repeatUnanswered(world);
  await bringPayoutsToRest(world, (ms) => passTime(world, ms));
  let jumpMs = SHORTEST_JUMP_MS;
  for (let round = 0; ; round++) {
    demand('everything comes to an end', round < MAX_ROUNDS, () => 'the background work never comes to rest');
    const due = await readDue(world);
    const worked = await workOff(world, due);
    const nextMs = Math.min(...due.map((item) => item.inMs));
    if (!worked && nextMs === Number.POSITIVE_INFINITY) break;
    // What was just done has a new date, which the next round reads.
    passTime(world, worked ? jumpMs : Math.max(jumpMs, nextMs + 1));
    jumpMs = Math.min(jumpMs * JUMP_GROWTH, LONGEST_JUMP_MS);
  }
  if (world.faults.comparesDays) {
    passTime(world, 2 * DAY_MS);
    await runGroup(world, [dailyTotalsJob(world)]);
    if (takeBackLostMoney(world)) {
      passTime(world, DAY_MS);
      await runGroup(world, [dailyTotalsJob(world)]);
    }
  }
  // Last, because a comparison may tell of money that nobody knows.
  await readFeedsToTheirEnd(world);
}

function passTime({ clock, acquirer }: World, ms: number): void {
  clock.advance(ms);
  acquirer.letArrive();
}

async function repeatUnanswered(world: World): Promise<void> {
  const isOpen = (request: World['requests'][number]) =>
    request.key !== null &&
    !isSettled(request) &&
    world.clock.realNow().getTime() - request.firstSentAt.getTime() < REPEAT_WITHIN_MS;
  for (let repeat = 0; world.requests.some(isOpen); repeat++) {
    const names = () => world.requests.filter(isOpen).map(({ name }) => name);
    demand('a repeat converges', repeat < MAX_REPEATS, () => `no end to ${names().join()}`);
    for (const request of world.requests.filter(isOpen)) await runGroup(world, [sendJob(world, request)]);
    passTime(world, REPEAT_PAUSE_MS);
    await runGroup(world, [backgroundJob(world, 'check-refunds')]);
  }
}

/** The feed waits for every transaction of the cluster, including those of other databases, until they end. */
async function readFeedsToTheirEnd({ db, feeds, terms }: World): Promise<void> {
  const total = async (merchantId: number) =>
    (await db.look<{ count: number }>('SELECT count(*) AS count FROM events WHERE merchant_id = $1', [merchantId]))[0]
      ?.count ?? 0;
  for (const merchantId of new Set(terms.present.map((company) => company.merchantId))) {
    const count = await total(merchantId);
    for (let tries = 0; tries < FEED_TRIES; tries++) {
      while (await feeds.readOn(db.asSimulation, merchantId, ALL));
      if (feeds.of(merchantId).seen.length >= count) break;
      await new Promise((resolve) => setTimeout(resolve, FEED_PAUSE_MS));
    }
  }
}

/** Does once what is due now; returns whether there was anything. */
async function workOff(world: World, due: readonly Due[]): Promise<boolean> {
  const names = due.filter(({ inMs }) => inMs <= 0).map(({ work }) => work);
  for (const name of names) {
    if (name === 'notifications') await runGroup(world, notifyJobs(world, ALL));
    else if (name === 'deliver-webhooks') await runGroup(world, [dispatchJob(world, 2)]);
    else await runGroup(world, [backgroundJob(world, name)]);
  }
  return names.length > 0;
}

async function readDue({ db, acquirer, clock }: World): Promise<Due[]> {
  const [row] = await db.look<
    Record<'notifications' | 'payments' | 'refunds' | 'deliveries' | 'backlogs', Date | null>
  >(`SELECT
    (SELECT min(next_attempt_at) FROM acquirer_notifications WHERE worked_at IS NULL) AS notifications,
    (SELECT min(next_check_at) FROM payment_checks) AS payments,
    (SELECT min(next_check_at) FROM refunds) AS refunds,
    (SELECT min(greatest(d.next_attempt_at, d.leased_until))
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.status = 'PENDING' AND e.status = 'ACTIVE' AND e.deleted_at IS NULL
        AND e.gives_up_before IS NULL) AS deliveries,
    (SELECT min(updated_at) FROM webhook_endpoints e
      WHERE (status = 'ACTIVE' AND gives_up_before IS NOT NULL)
        OR (status = 'DISABLED' AND EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'PENDING'))
        OR (deleted_at IS NOT NULL AND EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id))) AS backlogs`);
  const until = (at: Date | null | undefined, now: Date) =>
    at ? at.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  const knocks = acquirer.notifications.map(({ dueAt }) => until(dueAt, clock.businessNow()));
  return [
    { work: 'notifications', inMs: Math.min(...knocks) },
    { work: 'work-notifications', inMs: until(row?.notifications, clock.realNow()) },
    { work: 'check-payments', inMs: until(row?.payments, clock.businessNow()) },
    { work: 'check-refunds', inMs: until(row?.refunds, clock.businessNow()) },
    { work: 'give-up-deliveries', inMs: row?.backlogs ? 0 : Number.POSITIVE_INFINITY },
    { work: 'deliver-webhooks', inMs: until(row?.deliveries, clock.realNow()) },
  ];
}
