import { listEntriesOfSubject } from '../../../books/ledger/ledger.sql.ts';
import { OLD_SENT_MINUTES, UNSENT_MINUTES } from '../../../care/doctor/payouts.rules.ts';
import { maskName } from '../../../gateway/instruments/masked-payer.rules.ts';
import { listPayoutsById, searchFindings } from '../../../gateway/payouts/all-payouts.sql.ts';
import type { PayoutFinding } from '../../../gateway/payouts/findings.sql.ts';
import { SERVICE } from '../../../gateway/payouts/hold-payouts.ts';
import type { ListedPayout } from '../../../gateway/payouts/interface/payout-list.sql.ts';
import { payoutDetails, payoutRecord } from '../../../gateway/payouts/interface/payouts.wire.ts';
import { waitOf } from '../../../gateway/payouts/payout-wait.rules.ts';
import { listReturns, listSteps, traceOf } from '../../../gateway/payouts/payouts.sql.ts';
import { OPERATOR } from '../../../gateway/payouts/settle-by-operator.ts';
import { BANK } from '../../../gateway/payouts/settle-payout.ts';
import { railOf } from '../../../gateway/payouts/simulate-payout.ts';
import { standsStill } from '../../../gateway/payouts/standstill.sql.ts';
import { ApiError } from '../../../ground/errors.ts';
import { payoutSubject } from '../../../ground/subjects/subject.rules.ts';
import type { AllDeps } from '../../all-deps.ts';

const MINUTE_MS = 60_000;
const MOST_FINDINGS = { page: 1, limit: 100 };
const NO_PERSON = new Set([SERVICE, BANK, OPERATOR]);

/** A payout as its merchant sees it, with what only operators see; nobody is asked and nothing changes. */
export async function readEveryPayout(deps: AllDeps, id: number) {
  const { db } = deps;
  const [payout] = await listPayoutsById(db, [id]);
  if (!payout) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${id} does not exist`);
  const [steps, returns, entries, findings, isStill, now] = await Promise.all([
    listSteps(db, id),
    listReturns(db, id),
    listEntriesOfSubject(db, payoutSubject(id)),
    searchFindings(db, { isOpen: false, payoutId: id }, MOST_FINDINGS),
    standsStill(db),
    deps.clock.now(),
  ]);
  const rail = railOf(deps, payout);
  const { status, checks_done: checksDone } = payout;
  const wait = waitOf({ status, trace: traceOf(payout), checksDone }, rail, isStill);
  const details = payoutDetails(payout, { wait, canDecide: false, steps, returns });
  return {
    ...everyPayout(payout, now),
    waits_for: details.waits_for,
    history: details.history.map((step) => ({ ...step, by: NO_PERSON.has(step.by) ? step.by : maskName(step.by) })),
    returns: details.returns,
    journal: entries.map(({ account, companyId, amountCents, tag, availableAt }) => ({
      account,
      company_id: companyId,
      amount: amountCents,
      tag,
      available_at: availableAt.toISOString(),
    })),
    findings: findings.rows.map(seenFinding),
    can_settle: status === 'SENT',
    can_return: status === 'PAID' && rail?.isByHand === true,
  };
}

/** In a list. What a merchant's person wrote, and who they are, stays out. */
export function everyPayout(payout: ListedPayout, now: Date) {
  const { description: _, requested_by: __, approved_by: ___, ...record } = payoutRecord(payout);
  const { merchant_id, acquirer, reference } = payout;
  return { ...record, merchant_id, acquirer, reference, is_old: isOld(payout, now) };
}

/** As the doctor has it. */
function isOld({ status, sent_at, approved_at, requested_at }: ListedPayout, now: Date): boolean {
  const minutesSince = (time: Date) => (now.getTime() - time.getTime()) / MINUTE_MS;
  if (status === 'REQUESTED') return minutesSince(approved_at ?? requested_at) >= UNSENT_MINUTES;
  return status === 'SENT' && minutesSince(sent_at ?? requested_at) >= OLD_SENT_MINUTES;
}

export function seenFinding({ our_cents: ours, bank_cents: bank, detected_at, resolved_at, ...rest }: PayoutFinding) {
  const times = { detected_at: detected_at.toISOString(), resolved_at: resolved_at?.toISOString() ?? null };
  return { ...rest, ours, bank, ...times };
}
