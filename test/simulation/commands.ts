import { makeCheckpoints } from '../../src/books/ledger/make-checkpoints.ts';
import type { AllDeps } from '../../src/doors/all-deps.ts';
import { cancelPayment } from '../../src/gateway/alignment/cancel-payment.ts';
import { compareDailyTotals } from '../../src/gateway/alignment/compare-daily-totals.ts';
import { checkPayments } from '../../src/gateway/alignment/safety-net/check-payments.ts';
import { syncPayment } from '../../src/gateway/alignment/sync-payment.ts';
import { workNotifications } from '../../src/gateway/alignment/work-notifications.ts';
import { findPaymentOfMerchant } from '../../src/gateway/payments/payments.sql.ts';
import { checkRefunds } from '../../src/gateway/refunds/check-refunds.ts';
import { ApiError } from '../../src/ground/errors.ts';
import { forgetOldKeys } from '../../src/ground/idempotency/forget-old-keys.ts';
import { paymentSubject } from '../../src/ground/subjects/subject.rules.ts';
import { startWebhookDispatcher } from '../../src/news/webhooks/deliveries/deliver-webhooks.ts';
import { giveUpDeliveries } from '../../src/news/webhooks/deliveries/give-up-deliveries.ts';
import { resendLatestEvent } from '../../src/news/webhooks/deliveries/resend-event.ts';
import { insertNotifications } from '../../src/rails/acquirers/notifications.sql.ts';
import { type Issuer, SIMULATED } from './bank/acquirer-charge.ts';
import { dayOf } from './calendar.ts';
import { LostConnection } from './database.ts';
import { drawOrder } from './orders.ts';
import { isSettled, isSuccess, type SentRequest, send, type Wish } from './requests.ts';
import type { Actor } from './scheduler.ts';
import type { Job, Process, World } from './world.ts';

/** A payment as the database shows it between two commands. */
export interface KnownPayment {
  id: number;
  merchant_id: number;
  reference: string;
  status: number;
  payment_type: 'pix' | 'invoice';
  amount_cents: number;
  refunded_cents: number;
  refunding_cents: number;
  /** The id of a divergence about it that nobody has resolved. */
  open_divergence: number | null;
}

/** A merchant's system repeats only while its key is kept. */
export const REPEAT_WITHIN_MS = 23 * 3_600_000;
const KEYED_CHANCE = 0.85;
const DISPATCH_PAUSE_MS = 300;
const ATTENTIVE_ROUNDS = 3;
const MOST_KNOCKS = 6;
const BURST_CHANCE = 0.3;
const MOST_IN_BURST = 4;

/** A broken connection and a refusal become answers; any other error is a bug. */
export function guarded(
  world: World,
  name: string,
  body: (deps: AllDeps, actor: Actor) => Promise<string>,
  process?: Process,
): Job {
  const guardedBody = async (deps: AllDeps, actor: Actor) => {
    try {
      return await body(deps, actor);
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      if (error instanceof LostConnection) return 'connection lost';
      throw error;
    }
  };
  return world.runAs(name, guardedBody, process);
}

export function sendJob(world: World, request: SentRequest, process?: Process): Job {
  return guarded(
    world,
    `${request.wish.kind} ${request.name}${request.key === null ? '' : ' keyed'}${targetOf(request.wish)}`,
    (deps) => ask(deps, request),
    process,
  );
}

/** The merchant's system remembers the answer; the history shows its beginning. */
export async function ask(deps: AllDeps, request: SentRequest): Promise<string> {
  const answer = await send(deps, request);
  request.answers.push(answer);
  const said = answer.code ?? JSON.stringify(answer.body).slice(0, 60);
  return `${answer.status} ${said}${answer.isReplayed ? ' replayed' : ''}`;
}

function targetOf(wish: Wish): string {
  if (wish.kind === 'order') return ` ${wish.body.payment.type} ${wish.body.total}`;
  if (wish.kind === 'payout') return ` of company ${wish.companyId} ${wish.amountCents}`;
  return ` of payment ${wish.paymentId}${wish.kind === 'refund' ? ` ${wish.amountCents ?? 'all'}` : ''}`;
}

/** What a merchant's system is about to send for the first time. */
export function noteRequest(world: World, merchantId: number, wish: Wish): SentRequest {
  const name = `r${world.requests.length + 1}`;
  const key = world.random.chance(KEYED_CHANCE) ? `key-${name}` : null;
  const request: SentRequest = {
    name,
    wish,
    merchantId,
    key,
    firstSentAt: world.clock.realNow(),
    timesSent: 0,
    answers: [],
  };
  world.requests.push(request);
  return request;
}

/** Sends a new request; now and then twice at the same moment. */
export function newRequest(world: World, merchantId: number, wish: Wish, process?: Process): Job[] {
  const request = noteRequest(world, merchantId, wish);
  const times = request.key !== null && world.random.chance(0.15) ? 2 : 1;
  return Array.from({ length: times }, () => sendJob(world, request, process));
}

/** Now and then several at once in one process, which then writes them together and may die in the middle. */
export function orderJobs(world: World): Job[] {
  const process = world.random.chance(BURST_CHANCE) ? world.newProcess('burst') : undefined;
  const count = process ? world.random.int(2, MOST_IN_BURST) : 1;
  return Array.from({ length: count }, () => orderJob(world, process)).flat();
}

function orderJob(world: World, process?: Process): Job[] {
  const { company, body } = drawOrder(world.random, world.terms.present, {
    today: dayOf(world.clock.businessNow()),
    name: `r${world.requests.length + 1}`,
  });
  return newRequest(world, company.merchantId, { kind: 'order', body }, process);
}

/**
 * The same key again (a refusal is final, a success may be asked for again), or the same key for something else, which
 * must be refused.
 */
export function repeatJobs(world: World): Job[] {
  const { random } = world;
  const oldest = world.clock.realNow().getTime() - REPEAT_WITHIN_MS;
  const repeatable = world.requests.filter(
    (request) =>
      request.key !== null &&
      request.firstSentAt.getTime() > oldest &&
      (!isSettled(request) || request.answers.some(isSuccess)),
  );
  if (repeatable.length === 0) return [];
  const request = random.pick(repeatable.slice(-6));
  if (!request.answers.some(isSuccess) || random.chance(0.7)) return [sendJob(world, request)];
  return [
    guarded(world, `misuse key of ${request.name}`, async (deps) => {
      const { code } = await send(deps, request, { another: 'body' });
      const isExpected = code === 'IDEMPOTENCY_KEY_REUSED' || code === 'SERVICE_UNAVAILABLE';
      return isExpected ? `${code}` : `BROKEN: the key of ${request.name} served another body: ${code}`;
    }),
  ];
}

export function refundJobs(world: World, payment: KnownPayment): Job[] {
  const { random } = world;
  const remaining = payment.amount_cents - payment.refunded_cents - payment.refunding_cents;
  const amounts = [
    null,
    payment.amount_cents,
    remaining,
    Math.ceil(remaining / 2),
    Math.ceil(remaining / 3),
    random.int(1, payment.amount_cents),
  ];
  const amountCents = random.pick(amounts);
  const isReversal = payment.payment_type === 'invoice' ? random.chance(0.8) : random.chance(0.25);
  if (isReversal) return newRequest(world, payment.merchant_id, { kind: 'reversal', paymentId: payment.id });
  return newRequest(world, payment.merchant_id, {
    kind: 'refund',
    paymentId: payment.id,
    amountCents: amountCents === 0 ? 1 : amountCents,
  });
}

export function retryJobs(world: World, payment: KnownPayment): Job[] {
  return newRequest(world, payment.merchant_id, { kind: 'retry', paymentId: payment.id });
}

export function cancelJobs(world: World, payment: KnownPayment): Job[] {
  return [
    guarded(world, `cancel payment ${payment.id}`, async (deps) => {
      const found = await findPaymentOfMerchant(deps.db, payment.merchant_id, payment.id);
      if (!found) return 'BROKEN: a payment is gone';
      await cancelPayment(deps, found);
      world.cancelled.add(payment.id);
      return '200';
    }),
  ];
}

export function syncJobs(world: World, payment: KnownPayment): Job[] {
  return [
    guarded(world, `read payment ${payment.id}`, async (deps) => {
      const found = await findPaymentOfMerchant(deps.db, payment.merchant_id, payment.id);
      if (!found?.acquirer_data) return 'local';
      const synced = await syncPayment(deps, found);
      return `status ${synced.payment.status}`;
    }),
  ];
}

export function resendJobs(world: World, payment: KnownPayment): Job[] {
  return [
    guarded(world, `resend event of payment ${payment.id}`, async (deps) => {
      const resent = await resendLatestEvent(deps, paymentSubject(payment.id));
      return `${resent.length} resent`;
    }),
  ];
}

/** Acquirers sign each sending anew, so no two are alike. */
const signedAnew = (deps: AllDeps, acquirer: Issuer, reference: string) => ({
  acquirer,
  reference,
  contentHash: Buffer.from(deps.ids.reference(), 'hex'),
  at: deps.clock.realNow(),
});

/** Takes a notification as the route does: stores it, then acknowledges it. Unacknowledged ones come again. */
export function notifyJobs(world: World, most: number): Job[] {
  return [
    guarded(world, 'notifications', async (deps, actor) => {
      const taken = await world.scheduler.step(actor, 'knock', async () => {
        const due = world.acquirer.takeNotifications(most);
        // They stay the bank's until they are acknowledged: whoever dies on the way to the door loses none.
        world.acquirer.notifications.push(...due);
        return due;
      });
      for (const notification of taken) {
        await insertNotifications(deps.db, [signedAnew(deps, notification.issuer, notification.reference)]);
        world.acquirer.notifications = world.acquirer.notifications.filter((other) => other !== notification);
      }
      return `${taken.length} stored`;
    }),
  ];
}

/** A door and a worker that wait for news for a little while. */
export function attentiveJobs(world: World): Job[] {
  return [
    ...Array.from({ length: ATTENTIVE_ROUNDS }, () => notifyJobs(world, MOST_KNOCKS)).flat(),
    guarded(world, 'work-notifications again', async (deps) => {
      for (let round = 0; round < ATTENTIVE_ROUNDS; round++) await workNotifications(deps);
      return 'done';
    }),
  ];
}

/** A signed notification about nothing that happened: a charge that has not changed, or one that is not ours. */
export function idleNotificationJobs(world: World, payment: KnownPayment | null): Job[] {
  return [
    guarded(world, 'notification about nothing new', async (deps) => {
      const charge = payment ? world.acquirer.charges.get(payment.reference) : undefined;
      const reference = charge?.request.reference ?? 'somebody else';
      await insertNotifications(deps.db, [signedAnew(deps, charge?.issuer ?? SIMULATED, reference)]);
      return 'stored';
    }),
  ];
}

const BACKGROUND = {
  'work-notifications': workNotifications,
  'check-payments': checkPayments,
  'check-refunds': checkRefunds,
  'give-up-deliveries': giveUpDeliveries,
  // From the first entry on: nobody in a simulation has a thousand.
  'make-checkpoints': (deps: AllDeps) => makeCheckpoints(deps, 1),
  'forget-old-keys': async (deps: AllDeps) => {
    await forgetOldKeys(deps);
    return false;
  },
} as const;
export type BackgroundName = keyof typeof BACKGROUND;
export const BACKGROUND_NAMES = Object.keys(BACKGROUND) as BackgroundName[];

export function backgroundJob(world: World, name: BackgroundName): Job {
  return guarded(world, name, async (deps) => `${await BACKGROUND[name](deps)}`);
}

/** Compares one day after the other, as the loop of the jobs does, and stops when the acquirer does not answer. */
export function dailyTotalsJob(world: World): Job {
  return guarded(world, 'compare-daily-totals', async (deps) => {
    let days = 1;
    while (await compareDailyTotals(deps)) days++;
    return `${days} days`;
  });
}

/** The real dispatcher, for a little while. */
export function dispatchJob(world: World, pauses: number): Job {
  return guarded(world, 'deliver-webhooks', async (deps) => {
    const dispatcher = startWebhookDispatcher(deps);
    for (let pause = 0; pause < pauses; pause++)
      await new Promise<void>((resolve) => setTimeout(resolve, DISPATCH_PAUSE_MS));
    await dispatcher.stop();
    return 'stopped';
  });
}
