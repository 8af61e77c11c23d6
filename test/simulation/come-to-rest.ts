import { type BackgroundName, backgroundJob, dispatchJob, notifyJobs, REPEAT_WITHIN_MS, sendJob } from './commands.ts';
import { demand } from './demand.ts';
import { isFinal } from './requests.ts';
import { runGroup } from './run-group.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** Longer than any lease. */
const SHORTEST_JUMP_MS = 61_000;
const LONGEST_FIRST_JUMP_MS = 6 * 3_600_000;
const MAX_ROUNDS = 150;
const MAX_REPEATS = 4;
const ALL = 1_000;

interface Due {
  notifications: Date | null;
  payments: Date | null;
  refunds: Date | null;
  deliveries: Date | null;
}

/**
 * No more faults and no more payers: merchants repeat what they have no answer to, time moves on, and the background work goes on
 * until nothing is due any more.
 */
export async function comeToRest(world: World): Promise<void> {
  world.calmDown();
  world.history.push('--- calm ---');
  passTime(world, 6 * MINUTE_MS);
  for (const refund of world.acquirer.refunds.values()) world.acquirer.settleRefund(refund, world.random.chance(0.3));
  await repeatUnanswered(world);
  let jumpMs = SHORTEST_JUMP_MS;
  for (let round = 0; ; round++) {
    demand('everything comes to an end', round < MAX_ROUNDS, () => 'the background work never comes to rest');
    const due = await workOff(world);
    const { acquirer, clock } = world;
    const realDue = [due.notifications, due.deliveries].filter((at) => at !== null).map((at) => at.getTime() - clock.realNow().getTime());
    const businessDue = [due.payments, due.refunds, ...acquirer.notifications.map(({ dueAt }) => dueAt)]
      .filter((at) => at !== null)
      .map((at) => at.getTime() - clock.businessNow().getTime());
    if (realDue.length + businessDue.length === 0) return;
    passTime(world, Math.max(jumpMs, Math.min(...realDue, ...businessDue) + 1));
    jumpMs = Math.min(jumpMs * 2, LONGEST_FIRST_JUMP_MS);
  }
}

function passTime({ clock, acquirer }: World, ms: number): void {
  clock.advance(ms);
  acquirer.letArrive();
}

async function repeatUnanswered(world: World): Promise<void> {
  const isOpen = (request: World['requests'][number]) =>
    request.key !== null &&
    !request.answers.some(isFinal) &&
    world.clock.realNow().getTime() - request.firstSentAt.getTime() < REPEAT_WITHIN_MS;
  for (let repeat = 0; world.requests.some(isOpen); repeat++) {
    const names = () => world.requests.filter(isOpen).map(({ name }) => name);
    demand('a repeat converges', repeat < MAX_REPEATS, () => `no end to ${names().join()}`);
    for (const request of world.requests.filter(isOpen)) await runGroup(world, [sendJob(world, request)]);
    passTime(world, MINUTE_MS);
  }
}

/** Does all that is due now; answers when the next is. */
async function workOff(world: World): Promise<Due> {
  for (;;) {
    const { acquirer, clock } = world;
    if (acquirer.notifications.some(({ dueAt }) => dueAt <= clock.businessNow())) await runGroup(world, notifyJobs(world, ALL));
    const due = await readDue(world);
    const isDue = (at: Date | null, now: Date) => at !== null && at <= now;
    const names: BackgroundName[] = [];
    if (isDue(due.notifications, clock.realNow())) names.push('work-notifications');
    if (isDue(due.payments, clock.businessNow())) names.push('check-payments');
    if (isDue(due.refunds, clock.businessNow())) names.push('check-refunds');
    let isBusy = false;
    for (const name of names) isBusy = (await runGroup(world, [backgroundJob(world, name)])).includes('true') || isBusy;
    if (isDue(due.deliveries, clock.realNow())) {
      await runGroup(world, [dispatchJob(world, 2)]);
      isBusy = true;
    }
    if (!isBusy) return due;
  }
}

async function readDue({ db }: World): Promise<Due> {
  const [due] = await db.look<Due>(`SELECT
    (SELECT min(next_attempt_at) FROM acquirer_notifications WHERE worked_at IS NULL) AS notifications,
    (SELECT min(next_check_at) FROM payments) AS payments,
    (SELECT min(next_check_at) FROM refunds) AS refunds,
    (SELECT min(next_attempt_at) FROM webhook_deliveries WHERE status = 'PENDING') AS deliveries`);
  return due as Due;
}
