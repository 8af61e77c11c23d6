import { BANK, isWaiting } from './bank/acquirer-charge.ts';
import {
  attentiveJobs,
  BACKGROUND_NAMES,
  backgroundJob,
  cancelJobs,
  dailyTotalsJob,
  dispatchJob,
  guarded,
  idleNotificationJobs,
  type KnownPayment,
  notifyJobs,
  orderJobs,
  refundJobs,
  repeatJobs,
  resendJobs,
  retryJobs,
  syncJobs,
} from './commands.ts';
import type { Random } from './random.ts';
import { endpointJobs, feedJobs, resolveJobs, termsJobs } from './side-commands.ts';
import type { Job, World } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_AT_ONCE = 6;
/** How often the commands of one group choose the same payment: only then can they race. */
const FOCUS_CHANCE = 0.75;

const CROWD_CHANCE = 0.15;
/** So many times the feed is read beside a crowd: until the last of it has ended. */
const CROWD_READS = 25;

/** A seed follows few payments through much, rather than many through little. */
const ENOUGH_PAYMENTS = 5;

/** The commands of one group, which run at the same time. */
export function drawGroup(world: World, payments: readonly KnownPayment[]): Job[] {
  const { random } = world;
  if (payments.length > 1 && random.chance(CROWD_CHANCE)) return crowdJobs(world, payments);
  const focus = payments.length > 0 ? drawFocus(random, payments.slice(-8)) : null;
  const wanted = random.pickWeighted([
    [3, 1],
    [3, 2],
    [2, 3],
    [1, 4],
  ] as const);
  const jobs: Job[] = [];
  for (let tries = 0; jobs.length < wanted && tries < 10; tries++) {
    const payment = payments.length === 0 ? null : focus && random.chance(FOCUS_CHANCE) ? focus : random.pick(payments);
    jobs.push(...drawCommand(world, payment, payments.length));
  }
  return jobs.slice(0, MAX_AT_ONCE);
}

/**
 * Several payments of one merchant change at once, and somebody reads the feed meanwhile: the order in which their
 * news are written is not the order in which they are committed.
 */
function crowdJobs(world: World, payments: readonly KnownPayment[]): Job[] {
  const { random } = world;
  const { merchant_id } = random.pick(payments);
  const own = random.shuffle(payments.filter((payment) => payment.merchant_id === merchant_id)).slice(0, 3);
  const changes = own.flatMap((payment) => {
    const charge = world.acquirer.charges.get(payment.reference);
    if (payment.status === 1 && charge && isWaiting(charge)) world.acquirer.pay(charge);
    return payment.status === 2 ? refundJobs(world, payment).slice(0, 1) : syncJobs(world, payment);
  });
  return [...changes, ...feedJobs(world, merchant_id, random.int(1, 5), CROWD_READS)];
}

/** Prefers approved payments, because they have money. */
function drawFocus(random: Random, payments: readonly KnownPayment[]): KnownPayment {
  return random.pickWeighted(
    payments.map((payment) => [payment.status === 2 ? 4 : payment.status === 1 ? 2 : 1, payment] as const),
  );
}

/** Where reads lag, much is read soon after it was written. */
const lags = ({ faults }: World) => faults.acquirer.readLagMs > 0;

type Draw = () => Job[];

function drawCommand(world: World, payment: KnownPayment | null, payments: number): Job[] {
  const { random } = world;
  const always: [number, Draw][] = [
    [payments === 0 ? 30 : payments < ENOUGH_PAYMENTS ? 9 : 3, () => orderJobs(world)],
    [40 * world.faults.acquirer.paidAtOnce, () => [...orderJobs(world).slice(0, 1), ...attentiveJobs(world)]],
    [6, () => repeatJobs(world)],
    [6, () => notifyJobs(world, random.int(1, 6))],
    [1, () => idleNotificationJobs(world, random.chance(0.7) ? payment : null)],
    [10, () => [backgroundJob(world, random.pick(BACKGROUND_NAMES))]],
    [4, () => [dispatchJob(world, random.int(1, 3))]],
    [world.faults.comparesDays ? 2 : 0, () => [dailyTotalsJob(world)]],
    [1.5, () => termsJobs(world)],
    [1.5, () => endpointJobs(world)],
    [6, () => feedJobs(world, random.pick(world.terms.present).merchantId, random.int(1, 5))],
  ];
  return random.pickWeighted(payment === null ? always : [...always, ...aboutPayment(world, payment)])();
}

function aboutPayment(world: World, payment: KnownPayment): [number, Draw][] {
  const draws: [number, Draw][] = [
    [lags(world) ? 14 : 3, () => syncJobs(world, payment)],
    [1, () => resendJobs(world, payment)],
    [
      payment.status === 1
        ? 3
        : payment.refunding_cents > 0
          ? 10
          : payment.status === 2
            ? 8 * world.faults.unaskedRefund
            : 0.3,
      () => bankJobs(world, payment),
    ],
  ];
  if (payment.status === 1) {
    draws.push(
      [14, () => payJobs(world, payment)],
      [10, () => [...payJobs(world, payment), ...syncJobs(world, payment)]],
    );
    draws.push([3, () => cancelJobs(world, payment)]);
  }
  if (payment.status === 2) draws.push([34, () => refundJobs(world, payment)]);
  if (payment.status === 2 || payment.status === 4) {
    draws.push([6 * (world.faults.paidTwice + world.faults.paymentUndone), () => surpriseJobs(world, payment)]);
  }
  if (payment.status === 3) draws.push([7, () => retryJobs(world, payment)], [6, () => payJobs(world, payment)]);
  const divergence = payment.open_divergence;
  if (divergence !== null)
    draws.push([4, () => resolveJobs(world, { id: divergence, merchant_id: payment.merchant_id })]);
  // Some requests ask for what is not allowed.
  draws.push(
    [0.5, () => refundJobs(world, payment)],
    [0.5, () => cancelJobs(world, payment)],
    [0.5, () => retryJobs(world, payment)],
  );
  return draws;
}

/** An event at the acquirer, at one moment among the steps of the others. */
function atAcquirer(world: World, name: string, event: () => string): Job[] {
  return [guarded(world, name, (_deps, actor) => world.scheduler.step(actor, name, async () => event()))];
}

function payJobs(world: World, payment: KnownPayment): Job[] {
  const { random, faults, acquirer } = world;
  const isLateAllowed = random.chance(faults.latePayment);
  const differenceCents = random.chance(faults.wrongAmount) ? random.pick([-100, -1, 1, 250]) : 0;
  return atAcquirer(world, `payer of ${payment.id}`, () => {
    const charge = acquirer.charges.get(payment.reference);
    if (!charge) return 'has nothing to pay';
    if (!isWaiting(charge) && !((charge.status === 'CANCELLED' || charge.status === 'FAILED') && isLateAllowed))
      return `stays away: ${charge.status}`;
    return `paid ${acquirer.pay(charge, differenceCents)}`;
  });
}

/** The payer pays a second time, or the bank undoes a payment. */
function surpriseJobs(world: World, payment: KnownPayment): Job[] {
  const { random, faults, acquirer } = world;
  const isTwice = random.chance(faults.paidTwice);
  const isUndone = !isTwice && random.chance(faults.paymentUndone);
  const isGivenBack = random.chance(faults.unaskedRefund);
  return atAcquirer(world, `surprise for ${payment.id}`, () => {
    const charge = acquirer.charges.get(payment.reference);
    if (charge?.status !== 'PAID' && charge?.status !== 'REFUNDED') return 'none';
    if (isTwice) acquirer.pay(charge);
    if (isTwice && isGivenBack && charge.issuer === BANK)
      return `paid again, ${acquirer.takeBack(charge, 1)} taken back`;
    // A PIX is final: the banks take it back by another way, which has a name.
    else if (isUndone && charge.status === 'PAID' && charge.issuer !== BANK) acquirer.undo(charge);
    else return 'none';
    return isTwice ? 'paid again' : 'undone';
  });
}

function bankJobs(world: World, payment: KnownPayment): Job[] {
  const { random, faults, acquirer } = world;
  const part = random.pick([1, 0.5, 0.1]);
  const isUnasked = random.chance(faults.unaskedRefund);
  const isRefused = random.chance(0.4);
  const end = random.pick(['FAILED', 'CANCELLED'] as const);
  return atAcquirer(world, `bank of ${payment.id}`, () => {
    const charge = acquirer.charges.get(payment.reference);
    if (!charge) return 'knows nothing';
    const refund = [...acquirer.refunds.values()].find(
      (other) => other.status === 'PROCESSING' && other.chargeReference === payment.reference,
    );
    if (refund) {
      acquirer.settleRefund(refund, isRefused);
      return `ended refund ${refund.refundId}: ${refund.status}`;
    }
    if (isWaiting(charge) && isRefused) {
      const status = charge.issuer === BANK ? 'CANCELLED' : end;
      acquirer.end(charge, status);
      return status;
    }
    if (charge.status !== 'PAID' || !isUnasked) return 'does nothing';
    return `took back ${acquirer.takeBack(charge, part)} unasked`;
  });
}

/** Time passes between groups; business time sometimes alone, as the sandbox's clock allows. */
export function passTime(world: World): string | null {
  const { random, clock } = world;
  const [kind, least, most] = random.pickWeighted([
    [lags(world) ? 20 : 6, ['none', 0, 0]],
    [5, ['all', SECOND_MS, 2 * MINUTE_MS]],
    [3, ['all', MINUTE_MS, 40 * MINUTE_MS]],
    [1, ['all', HOUR_MS, 6 * HOUR_MS]],
    [2, ['business', HOUR_MS, 3 * DAY_MS]],
    [0.7, ['business', 3 * DAY_MS, 20 * DAY_MS]],
    [0.3, ['business', 20 * DAY_MS, 95 * DAY_MS]],
  ] as const);
  if (kind === 'none') return null;
  const ms = random.int(least, most);
  if (kind === 'all') clock.advance(ms);
  else clock.advanceBusinessOnly(ms);
  return `${kind === 'all' ? 'time' : 'business time'} moves ${Math.round(ms / SECOND_MS)} s`;
}
