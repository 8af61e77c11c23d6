import { approvePayout, cancelPayout, refusePayout } from '../../../src/gateway/payouts/decide-payout.ts';
import type { PayoutStatus } from '../../../src/gateway/payouts/payout.ts';
import { ask, guarded, type KnownPayment, newRequest, noteRequest, refundJobs } from '../commands.ts';
import type { Wish } from '../requests.ts';
import type { Job, World } from '../world.ts';
import type { SimPayer } from './payout-fixtures.ts';
import { payoutWorkerJob, resumeJob, sendPayoutsJob } from './payout-work.ts';

/** A payout as the database shows it between two commands. */
export interface KnownPayout {
  id: number;
  merchant_id: number;
  company_id: number;
  reference: string;
  status: PayoutStatus;
  requested_by_user: number;
}

/** What payouts are drawn from. */
export interface PayoutGround {
  payouts: readonly KnownPayout[];
  /** What each company has at this moment. */
  available: ReadonlyMap<number, number>;
}

/** The people who ask and approve. */
const PEOPLE = [1, 2] as const;
const PAYOUT_CHANCE = 0.55;
const MOST_AT_ONCE = 4;
const SPREE = 3;
const SPREE_PAUSE_MS = 1_500;

export async function readPayoutGround({ db, clock }: World): Promise<PayoutGround> {
  const payouts = await db.look<KnownPayout>(
    'SELECT id, merchant_id, company_id, reference, status, requested_by_user FROM payouts ORDER BY id',
  );
  const sums = await db.look<{ company_id: number; cents: number }>(
    `SELECT company_id, sum(amount_cents)::bigint AS cents FROM ledger_entries
     WHERE company_id IS NOT NULL AND available_at <= $1 GROUP BY company_id`,
    [clock.businessNow()],
  );
  return { payouts, available: new Map(sums.map(({ company_id, cents }) => [company_id, cents])) };
}

/** What happens to payouts beside the other commands of a group. */
export function drawPayoutJobs(
  world: World,
  { payouts, available }: PayoutGround,
  payments: readonly KnownPayment[],
): Job[] {
  const { drawing: random } = world.money;
  if (!random.chance(PAYOUT_CHANCE)) return [];
  const rich = world.money.payers.filter(({ companyId }) => (available.get(companyId) ?? 0) > 0);
  const payer = random.pick(rich.length > 0 ? rich : world.money.payers);
  const open = payouts.filter(({ status }) => status === 'AWAITING_APPROVAL' || status === 'REQUESTED');
  const recent = payouts.slice(-6);
  const jobs = random.pickWeighted([
    [rich.length > 0 ? 10 : 0.5, () => askJobs(world, payer, available.get(payer.companyId) ?? 0)],
    [rich.length > 0 ? 5 : 0, () => competingJobs(world, payer, available.get(payer.companyId) ?? 0, payments)],
    [rich.length > 0 ? 7 : 0, () => spreeJobs(world, random.pick(limited(rich)), available)],
    [open.length > 0 ? 6 : 0, () => cancelPayoutJobs(world, random.pick(open))],
    [open.length > 0 ? 6 : 0, () => [...cancelPayoutJobs(world, random.pick(open)), sendPayoutsJob(world)]],
    [open.length > 0 ? 8 : 0, () => decisionJobs(world, random.pick(open))],
    [recent.length > 0 ? 0.5 : 0, () => cancelPayoutJobs(world, random.pick(recent))],
    [payouts.length > 0 ? 8 : 0.2, () => [sendPayoutsJob(world)]],
    [payouts.length > 0 ? 4 : 0, () => [sendPayoutsJob(world), sendPayoutsJob(world)]],
    [payouts.length > 0 ? 8 : 0, () => [payoutWorkerJob(world)]],
    [payouts.length > 0 ? 6 : 0, () => bankPayoutJobs(world)],
    [world.lost ? 2 : 0, () => [resumeJob(world)]],
  ] as const)();
  return jobs.slice(0, MOST_AT_ONCE);
}

function drawAmount({ drawing: random }: World['money'], payer: SimPayer, available: number): number {
  const cents = random.pick([
    available,
    available - payer.feeCents,
    Math.ceil(available / 2),
    Math.ceil(available / 3),
    random.int(1, Math.max(1, 2 * available)),
    ...(payer.dayCents === null ? [] : [payer.dayCents, Math.ceil(payer.dayCents / 2)]),
  ]);
  return Math.max(1, cents);
}

function drawWish({ drawing: random }: World['money'], payer: SimPayer, amountCents: number): Wish {
  return {
    kind: 'payout',
    companyId: payer.companyId,
    amountCents,
    destinationId: random.chance(0.7) ? (payer.destinationIds[0] ?? 0) : (payer.destinationIds[1] ?? 0),
    askedByUser: random.pick(PEOPLE),
  };
}

function askJobs(world: World, payer: SimPayer, available: number): Job[] {
  const wish = drawWish(world.money, payer, drawAmount(world.money, payer, available));
  return newRequest(world, payer.merchantId, wish);
}

/** Those whose days have a limit, where there are any. */
function limited(payers: readonly SimPayer[]): readonly SimPayer[] {
  const those = payers.filter(({ dayCents }) => dayCents !== null);
  return those.length > 0 ? those : payers;
}

/** A system takes part after part of what may leave on a day, while a worker sends what was asked for before. */
function spreeJobs(world: World, payer: SimPayer, available: ReadonlyMap<number, number>): Job[] {
  const { drawing: random } = world.money;
  const most = Math.min(available.get(payer.companyId) ?? 0, payer.dayCents ?? Number.POSITIVE_INFINITY);
  const part = Math.max(1, Math.floor(most * random.pick([0.35, 0.45, 0.55])) - payer.feeCents);
  const requests = Array.from({ length: SPREE }, () =>
    noteRequest(world, payer.merchantId, drawWish(world.money, payer, part)),
  );
  const asking = guarded(world, `payouts of company ${payer.companyId}, ${SPREE} times ${part}`, async (deps) => {
    const answers: string[] = [];
    for (const request of requests) {
      answers.push(await ask(deps, request));
      await new Promise<void>((resolve) => setTimeout(resolve, SPREE_PAUSE_MS));
    }
    return answers.join(', ');
  });
  return [asking, payoutWorkerJob(world)];
}

/** Something waits to be sent when the backup is made. */
export async function payoutsBeforeBackup(world: World): Promise<Job[]> {
  const { available } = await readPayoutGround(world);
  const rich = world.money.payers.filter(({ companyId }) => (available.get(companyId) ?? 0) > 1);
  return rich.flatMap((payer) => {
    const cents = Math.ceil((available.get(payer.companyId) ?? 0) / 3);
    const wish = drawWish(world.money, payer, Math.min(cents, payer.dayCents ?? cents, payer.mostCents ?? cents));
    return newRequest(world, payer.merchantId, wish).slice(0, 1);
  });
}

/** Two payouts and a refund meet at one balance. */
function competingJobs(world: World, payer: SimPayer, available: number, payments: readonly KnownPayment[]): Job[] {
  const paid = payments.filter(({ status, merchant_id }) => status === 2 && merchant_id === payer.merchantId);
  const refund = paid.length > 0 ? refundJobs(world, world.money.drawing.pick(paid)).slice(0, 1) : [];
  return [...askJobs(world, payer, available), ...refund, ...askJobs(world, payer, available)];
}

function cancelPayoutJobs(world: World, { id, merchant_id }: KnownPayout): Job[] {
  return [
    guarded(world, `cancel payout ${id}`, async (deps) => {
      await cancelPayout(deps, { merchantId: merchant_id, payoutId: id, reason: null });
      world.money.cancelled.add(id);
      return '200';
    }),
  ];
}

export function decisionJobs(world: World, payout: KnownPayout, isApproved = world.money.drawing.chance(0.7)): Job[] {
  const { id, merchant_id: merchantId, requested_by_user } = payout;
  const userId = world.money.drawing.chance(0.8) ? 3 - requested_by_user : requested_by_user;
  return [
    guarded(world, `${isApproved ? 'approve' : 'refuse'} payout ${id} by ${userId}`, async (deps) => {
      const decide = isApproved ? approvePayout : refusePayout;
      const { status } = await decide(deps, { merchantId, payoutId: id, reason: null }, { userId });
      if (userId === requested_by_user) return `BROKEN: ${userId} decided on a payout of their own`;
      if (!isApproved) world.money.cancelled.add(id);
      return status;
    }),
  ];
}

/** The bank ends what it works on, or something comes back. */
function bankPayoutJobs(world: World): Job[] {
  const { drawing: random } = world.money;
  const { payoutBank } = world.acquirer;
  const underWay = payoutBank.payouts.filter(({ status }) => status === 'PROCESSING');
  const paid = payoutBank.payouts.filter(({ status }) => status === 'PAID');
  const isRefused = random.chance(0.3);
  const part = random.pick([1, 1, 0.5, 0.2]);
  const payout = underWay.length > 0 ? random.pick(underWay) : paid.length > 0 ? random.pick(paid) : null;
  if (!payout) return [];
  const name = `bank of payout ${payout.reference}`;
  return [
    guarded(world, name, (_deps, actor) =>
      world.scheduler.step(actor, name, async () => {
        if (payout.status === 'PAID') return `came back: ${payoutBank.giveBack(payout, part)}`;
        payoutBank.settle(payout, isRefused);
        return payout.status;
      }),
    ),
  ];
}
