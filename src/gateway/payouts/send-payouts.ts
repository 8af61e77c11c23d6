import { readEpoch } from '../../ground/db/epochs.sql.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import type { PayoutCapability, PayoutRequest } from '../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { maySendAgain } from '../../rails/acquirers/send-trace.rules.ts';
import type { Destination } from '../destinations/destination.ts';
import { findDestination } from '../destinations/destinations.sql.ts';
import { openDestination, type WithDestinationKeys } from '../destinations/open-destination.ts';
import { proveHolder, type Unfit } from '../destinations/prove-holder.ts';
import { tellOfPayout, undoPayout } from './end-payout.ts';
import { SERVICE } from './hold-payouts.ts';
import type { Payout } from './payout.ts';
import { nextPayoutCheckAt } from './payout-outcome.rules.ts';
import { payoutApproved, payoutSent } from './payouts.events.rules.ts';
import {
  claimPayoutsDue,
  findPayout,
  insertStep,
  lockPayout,
  noteRepeat,
  noteUnknownBefore,
  reschedulePayout,
  restUntilApproved,
  setApproved,
  setSent,
  traceOf,
  wakeAwaitingFromBackup,
} from './payouts.sql.ts';
import { block, settlePayout } from './settle-payout.ts';
import { standsStill } from './standstill.sql.ts';
import { findPayoutTerms } from './terms/payout-terms.sql.ts';

type SendDeps = Deps & WithAcquirers & WithDestinationKeys;

const STANDSTILL_PAUSE_MS = 60_000;
/** What came out of a backup and was not sent may be cancelled for so long before it is: until then nobody could. */
const TIME_TO_CANCEL_MS = 5 * 60_000;

/** Sends what is due, and asks about what was sent. */
export async function sendPayouts(deps: SendDeps): Promise<boolean> {
  const now = await deps.clock.now();
  const epoch = await readEpoch(deps.db);
  if (epoch > 0) await wakeAwaitingFromBackup(deps.db, epoch, now);
  const claimed = await claimPayoutsDue(deps.db, 'open', { now, realNow: deps.clock.realNow() });
  if (claimed.length === 0) return false;
  const isStill = await standsStill(deps.db);
  await finishAll(claimed.map((id) => workOn(deps, id, { epoch, isStill }, now)));
  return true;
}

interface Ground {
  epoch: number;
  isStill: boolean;
}

async function workOn(deps: SendDeps, payoutId: number, { epoch, isStill }: Ground, now: Date): Promise<void> {
  const payout = await findPayout(deps.db, payoutId);
  if (!payout) return;
  const isUnsent = payout.status === 'REQUESTED' || payout.status === 'AWAITING_APPROVAL';
  if (isUnsent && payout.epoch < epoch && !(await askAboutBefore(deps, payout, { epoch, isStill }, now))) return;
  // Not by one that this process does not have: nothing would be sent, and nobody could cancel it any more.
  const rail = deps.acquirers.find(payout.acquirer)?.payouts;
  if (payout.status === 'REQUESTED') {
    const pause = new Date(now.getTime() + STANDSTILL_PAUSE_MS);
    if (isStill || !rail) return reschedulePayout(deps.db, payoutId, pause);
    return send(deps, payout, rail, now);
  }
  if (payout.status === 'AWAITING_APPROVAL') return restUntilApproved(deps.db, payoutId);
  if (payout.status !== 'SENT') return;
  return askAbout(deps, payout, rail, isStill, now);
}

/**
 * It came out of a backup: it may have been approved and sent since then. Asked before anything is sent, also while
 * payouts stand still. False: that is all for now.
 */
async function askAboutBefore(deps: SendDeps, payout: Payout, { epoch, isStill }: Ground, now: Date): Promise<boolean> {
  const rail = deps.acquirers.find(payout.acquirer)?.payouts;
  const answer = rail ? await rail.query({ reference: payout.reference }) : null;
  // Reads may lag: that the bank knows nothing counts once the operator has compared.
  if (answer?.outcome === 'not_found' && !isStill) {
    await noteUnknownBefore(deps.db, payout.id, epoch);
    if (payout.status === 'AWAITING_APPROVAL') return true;
    await reschedulePayout(deps.db, payout.id, new Date(now.getTime() + TIME_TO_CANCEL_MS));
    return false;
  }
  if (answer?.outcome !== 'found') {
    await reschedulePayout(deps.db, payout.id, new Date(now.getTime() + STANDSTILL_PAUSE_MS));
    return false;
  }
  deps.log.warn({ payoutId: payout.id }, 'a payout had been sent before the database was put back');
  if (payout.status === 'AWAITING_APPROVAL') await markApprovedBefore(deps, payout.id);
  await markSent(deps, payout.id);
  const settled = await settlePayout(deps, payout.id, answer);
  if (settled.status === 'SENT')
    await reschedulePayout(deps.db, payout.id, nextPayoutCheckAt(0, traceOf(settled), now));
  return false;
}

/** Somebody had approved it, or the bank would not have it; who that was is lost. */
function markApprovedBefore(deps: SendDeps, payoutId: number): Promise<void> {
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout.status !== 'AWAITING_APPROVAL') return;
    const now = await deps.clock.now(tx);
    const approved = await setApproved(tx, payoutId, SERVICE, now);
    const reason = 'enviado antes da restauração do banco de dados';
    await insertStep(tx, payoutId, { step: 'APPROVED', at: now, by: SERVICE, reason });
    await tellOfPayout(deps, tx, approved, payoutApproved(approved, now), now);
  });
}

async function send(deps: SendDeps, payout: Payout, rail: PayoutCapability, now: Date): Promise<void> {
  const ready = await makeReady(deps, payout, rail);
  if (ready.what === 'wait') {
    return reschedulePayout(deps.db, payout.id, nextPayoutCheckAt(payout.checks_done, traceOf(payout), now));
  }
  if (ready.what === 'fail') return failUnsent(deps, payout, ready);
  if (!(await markSent(deps, payout.id))) return;
  const answer = await rail.send({ ...ready.request, isRepeat: false });
  const settled = await settlePayout(deps, payout.id, answer);
  if (settled.status !== 'SENT') return;
  await reschedulePayout(deps.db, payout.id, nextPayoutCheckAt(0, traceOf(settled), await deps.clock.now()));
}

type Readiness = { what: 'send'; request: Omit<PayoutRequest, 'isRepeat'> } | { what: 'wait' } | Unfit;

/** All that is known before anything is sent: whether it may still go there, and, where the bank tells, whose it is. */
async function makeReady(deps: SendDeps, payout: Payout, rail: PayoutCapability): Promise<Readiness> {
  const destination = (await findDestination(deps.db, payout.destination_id)) as Destination;
  const company = await findCompanyOfMerchant(deps.db, payout.merchant_id, payout.company_id);
  if (!company) throw new Error(`company ${payout.company_id} does not exist`);
  if (destination.blocked_at !== null)
    return { what: 'fail', reason: `destino bloqueado: ${destination.block_reason}`, isBlocked: false };
  const opened = openDestination(deps.destinationKeys, destination);
  if (!opened) {
    deps.log.error({ payoutId: payout.id }, 'a destination does not open: is ACQUIRER_KEY another than before?');
    return { what: 'wait' };
  }
  const sender = { name: company.name, document: company.document };
  const { toOthers } = await findPayoutTerms(deps.db, payout.company_id);
  if (destination.is_own === null && !toOthers) {
    // A key that names no document must be proven the company's own by the bank.
    const unfit = await proveHolder(rail, opened, sender, { document: sender.document, isNamed: false });
    if (unfit) return unfit;
  }
  const { reference, amount_cents: amountCents, description } = payout;
  return { what: 'send', request: { reference, amountCents, description, destination: opened, sender } };
}

/** Before the bank is called. False: somebody else has sent or cancelled it meanwhile. */
function markSent(deps: SendDeps, payoutId: number): Promise<boolean> {
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout.status !== 'REQUESTED') return false;
    const now = await deps.clock.now(tx);
    const sent = await setSent(tx, payoutId, now, nextPayoutCheckAt(0, traceOf(payout), now));
    await insertStep(tx, payoutId, { step: 'SENT', at: now, by: SERVICE, reason: null });
    await tellOfPayout(deps, tx, sent, payoutSent(sent, now), now);
    return true;
  });
}

function failUnsent(deps: SendDeps, { id }: Payout, { reason, isBlocked }: Unfit): Promise<void> {
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (payout.status !== 'REQUESTED') return;
    const now = await deps.clock.now(tx);
    if (isBlocked) await block(deps, tx, payout, reason, now);
    await undoPayout(deps, tx, payout, { status: 'FAILED', step: { step: 'FAILED', at: now, by: SERVICE, reason } });
  });
}

async function askAbout(
  deps: SendDeps,
  payout: Payout,
  rail: PayoutCapability | undefined,
  isStill: boolean,
  now: Date,
): Promise<void> {
  const known = rail
    ? await rail.query({ reference: payout.reference })
    : ({ outcome: 'unknown', reason: `${payout.acquirer} sends no payouts any more` } as const);
  const mayRepeat = rail?.isKeyedByReference && !isStill && maySendAgain(traceOf(payout));
  const answer =
    known.outcome === 'not_found' && rail && mayRepeat ? ((await sendAgain(deps, payout, rail)) ?? known) : known;
  const settled = await settlePayout(deps, payout.id, answer);
  if (settled.status !== 'SENT') return;
  await reschedulePayout(deps.db, payout.id, nextPayoutCheckAt(payout.checks_done + 1, traceOf(settled), now));
}

/** Under the same reference, which the bank takes as its key: however often, it is one payout there. */
async function sendAgain(deps: SendDeps, payout: Payout, rail: PayoutCapability) {
  const ready = await makeReady(deps, payout, rail);
  if (ready.what !== 'send' || !(await noteRepeat(deps.db, payout.id))) return null;
  return rail.send({ ...ready.request, isRepeat: true });
}
