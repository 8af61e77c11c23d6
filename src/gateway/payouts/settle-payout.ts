import { postJournal } from '../../books/ledger/post-journal.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import { payoutSubject } from '../../ground/subjects/subject.rules.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import {
  type AcquirerPayout,
  isDestinationDead,
  type PayoutAnswer,
  type PayoutReturn,
} from '../../rails/acquirers/payout.ts';
import { blockDestination } from '../destinations/destinations.sql.ts';
import { isDocument } from '../destinations/holder.rules.ts';
import { DEAD_DESTINATION } from '../destinations/prove-holder.ts';
import { type EndDeps, tellOfPayout, undoPayout } from './end-payout.ts';
import { insertFinding } from './findings.sql.ts';
import type { Payout } from './payout.ts';
import { payoutReturnJournal } from './payout-journals.rules.ts';
import { judgePayoutAnswer, nextReturnLookAt } from './payout-outcome.rules.ts';
import { payoutPaid, payoutReturned } from './payouts.events.rules.ts';
import {
  addReturned,
  insertReturn,
  insertStep,
  listReturns,
  lockPayout,
  noteTrace,
  setEnded,
  traceOf,
} from './payouts.sql.ts';
import { findPayoutTerms } from './terms/payout-terms.sql.ts';

/** How steps name whoever gave the bank's word. */
export const BANK = 'banco';
const UNTOLD = 'o banco não informou o motivo';

/**
 * What the bank says of a payout takes effect: paid, given back to the company, come back later, or noted while it is
 * under way. Safe to repeat: a payout ends once, each return is booked once, and what the answer means is judged under
 * the lock.
 */
export function settlePayout(deps: EndDeps, payoutId: number, answer: PayoutAnswer): Promise<Payout> {
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    // Read under the lock: an earlier reading could be older than its last change.
    const now = await deps.clock.now(tx);
    const settled = payout.status === 'SENT' ? await judge(deps, tx, payout, answer, now) : payout;
    if (answer.outcome !== 'found') return settled;
    await tellContradiction(deps, tx, settled, answer.payout, now);
    if (settled.status !== 'PAID' && settled.status !== 'RETURNED') return settled;
    return bookReturns(deps, tx, settled, answer.payout.returns, { by: BANK, now });
  });
}

async function judge(deps: EndDeps, tx: Tx, payout: Payout, answer: PayoutAnswer, now: Date): Promise<Payout> {
  const { trace, end } = judgePayoutAnswer(traceOf(payout), answer, now);
  const noted = await noteTrace(tx, payout.id, trace, answer.outcome === 'rejected' ? answer.reason : null);
  if (answer.outcome === 'rejected')
    deps.log.warn({ payoutId: payout.id, answered: answer.answered ?? answer.reason }, 'the bank turned a payout away');
  if (isDestinationDead(answer)) await block(deps, tx, noted, DEAD_DESTINATION, now);
  if (end === null) return noted;
  if (end === 'PAID') return confirmPaid(deps, tx, noted, answer.outcome === 'found' ? answer.payout : null, BANK, now);
  const reason = (answer.outcome === 'found' ? answer.payout.reason : noted.refusal_reason) ?? UNTOLD;
  return undoPayout(deps, tx, noted, { status: 'FAILED', step: { step: 'FAILED', at: now, by: BANK, reason } });
}

/**
 * Its end stands, by an earlier word of the bank or by the operator's, and now the bank says the opposite: money that
 * was given back has left, or money that was called paid has not.
 */
async function tellContradiction(
  deps: EndDeps,
  tx: Tx,
  payout: Payout,
  told: AcquirerPayout,
  now: Date,
): Promise<void> {
  const isPaidAfterAll = payout.status === 'FAILED' && told.status === 'PAID';
  const isRefusedAfterAll = payout.status === 'PAID' && told.status === 'REFUSED';
  if (!isPaidAfterAll && !isRefusedAfterAll) return;
  const kind = isPaidAfterAll ? 'PAID_AFTER_ALL' : 'MISSING_AT_BANK';
  if (!(await insertFinding(tx, { payout, kind, bankCents: isPaidAfterAll ? told.amountCents : 0, at: now }))) return;
  deps.log.error(
    { payoutId: payout.id, status: payout.status, bank: told.status },
    'the bank contradicts the end of a payout',
  );
}

/** Books and status follow what was asked for; another sum at the bank is for the operator to look at. */
export async function confirmPaid(
  deps: EndDeps,
  tx: Tx,
  payout: Payout,
  told: AcquirerPayout | null,
  by: string,
  now: Date,
): Promise<Payout> {
  const paid = await setEnded(tx, payout.id, {
    status: 'PAID',
    at: now,
    endToEndId: told?.endToEndId ?? null,
    reason: null,
    nextCheckAt: nextReturnLookAt(now, now),
  });
  await insertStep(tx, payout.id, { step: 'PAID', at: now, by, reason: null });
  await tellOfPayout(deps, tx, paid, payoutPaid(paid, now), now);
  if (told?.holder?.document) await judgeHolder(deps, tx, paid, told.holder.document, now);
  if (told && told.amountCents !== payout.amount_cents) {
    if (await insertFinding(tx, { payout, kind: 'AMOUNT_DIFFERS', bankCents: told.amountCents, at: now }))
      deps.log.error(
        { payoutId: payout.id, asked: payout.amount_cents, sent: told.amountCents },
        'the bank sent another amount than asked for',
      );
  }
  return paid;
}

/**
 * Some banks name the holder only once they have paid. That it was somebody else's changes nothing about the payout:
 * nothing more goes there, and the operator has to know.
 */
async function judgeHolder(deps: EndDeps, tx: Tx, payout: Payout, document: string, now: Date): Promise<void> {
  const { toOthers } = await findPayoutTerms(tx, payout.company_id);
  const company = await findCompanyOfMerchant(tx, payout.merchant_id, payout.company_id);
  if (toOthers || !company || isDocument(document, company.document)) return;
  await block(deps, tx, payout, 'a chave PIX é de outro titular', now);
  if (await insertFinding(tx, { payout, kind: 'HOLDER_DIFFERS', bankCents: payout.amount_cents, at: now }))
    deps.log.error({ payoutId: payout.id }, 'the bank paid a payout to somebody else’s account');
}

/** Nothing more goes there; entered anew, it is looked at anew. */
export async function block(deps: EndDeps, tx: Tx, payout: Payout, reason: string, now: Date): Promise<void> {
  if (!(await blockDestination(tx, payout.destination_id, reason, now))) return;
  await recordAudit(deps, tx, {
    merchantId: payout.merchant_id,
    action: 'destination.blocked',
    object: { kind: 'destination', id: payout.destination_id },
    details: { company_id: payout.company_id, payout_id: payout.id, reason },
  });
}

/**
 * Each once, by the bank's name of it. More than was sent cannot come back: what is open is booked, and that there is
 * more is told, once.
 */
export async function bookReturns(
  deps: EndDeps,
  tx: Tx,
  payout: Payout,
  returns: readonly PayoutReturn[],
  { by, now }: { by: string; now: Date },
): Promise<Payout> {
  let state = payout;
  const known = new Set((await listReturns(tx, payout.id)).map(({ return_id }) => return_id));
  for (const came of returns) {
    if (known.has(came.id)) continue;
    known.add(came.id);
    const openCents = state.amount_cents - state.returned_cents;
    if (came.amountCents > openCents) await tellExcess(deps, tx, state, came.amountCents, now);
    const amountCents = Math.min(came.amountCents, openCents);
    if (amountCents > 0) state = await bookReturn(deps, tx, state, { ...came, amountCents }, { by, now });
  }
  return state;
}

async function tellExcess(deps: EndDeps, tx: Tx, payout: Payout, cameCents: number, now: Date): Promise<void> {
  const bankCents = payout.returned_cents + cameCents;
  if (await insertFinding(tx, { payout, kind: 'RETURN_EXCEEDS', bankCents, at: now }))
    deps.log.error(
      { payoutId: payout.id, sent: payout.amount_cents, returned: bankCents },
      'more came back than was sent',
    );
}

async function bookReturn(
  deps: EndDeps,
  tx: Tx,
  payout: Payout,
  { id, amountCents, reason, returnedAt }: PayoutReturn,
  { by, now }: { by: string; now: Date },
): Promise<Payout> {
  const came = { return_id: id, amount_cents: amountCents, reason, returned_at: returnedAt };
  const returnId = await insertReturn(tx, payout.id, came, now);
  const state = await addReturned(tx, payout.id, amountCents, reason);
  const journal = payoutReturnJournal(payout.company_id, amountCents, now);
  const cause = { id: returnId, subject: payoutSubject(payout.id), acquirer: payout.acquirer };
  await postJournal(tx, { ...cause, kind: 'payout_return' }, journal, now);
  await insertStep(tx, payout.id, { step: 'RETURNED', at: now, by, reason });
  await tellOfPayout(deps, tx, state, payoutReturned(state, { amountCents, reason }, now), now);
  return state;
}
