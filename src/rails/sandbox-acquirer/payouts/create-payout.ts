import { randomBytes } from 'node:crypto';
import { maskDocument } from '../../../ground/brazil/documents.rules.ts';
import type { Deps } from '../deps.ts';
import type { FaultKind } from '../fault.rules.ts';
import { ServiceError } from '../service-error.ts';
import { holderOf, type Payout, planOf } from './payout.rules.ts';
import type { PayoutBody } from './payout.schemas.ts';
import { findPayout, insertPayout } from './payouts.sql.ts';

/** Safe to repeat: the reference is the identity of the payout, whatever has become of it since. */
export async function createPayout(
  deps: Deps,
  reference: string,
  body: PayoutBody,
  onDemand: FaultKind | null,
): Promise<{ payout: Payout; isNew: boolean }> {
  const known = await findPayout(deps.db, reference);
  if (known) return { payout: samePayout(known, body), isNew: false };
  if (onDemand === 'reject') throw new ServiceError('refused', 'pagamentos suspensos');
  const stored = await insertPayout(deps.db, await newPayout(deps, reference, body, onDemand));
  if (stored) return { payout: stored, isNew: true };
  // Another call with the same reference was faster.
  const first = await findPayout(deps.db, reference);
  if (!first) throw new Error(`payout ${reference} is neither new nor known`);
  return { payout: samePayout(first, body), isNew: false };
}

async function newPayout(
  deps: Deps,
  reference: string,
  { amount, destination, sender }: PayoutBody,
  onDemand: FaultKind | null,
): Promise<Payout> {
  const now = await deps.clock.now();
  const holder = holderOf(destination, sender, onDemand === 'unknown_key' ? onDemand : null);
  const refusal = holder === null ? 'chave PIX desconhecida' : onDemand === 'refuse' ? 'recusado pelo banco' : null;
  const isLeftAlone = refusal !== null || onDemand === 'processing';
  return {
    reference,
    payoutId: `sbxp_${randomBytes(16).toString('hex')}`,
    amountCents: amount,
    status: refusal === null ? 'PROCESSING' : 'REFUSED',
    reason: refusal,
    isKeyUnknown: holder === null,
    holder: { name: holder?.name ?? '', document: maskDocument(holder?.document ?? '') },
    endToEndId: null,
    paidAt: null,
    returns: [],
    returnedCents: 0,
    createdAt: now,
    next: isLeftAlone ? null : planOf(amount, now),
  };
}

function samePayout(payout: Payout, { amount }: PayoutBody): Payout {
  if (payout.amountCents !== amount)
    throw new ServiceError('conflict', 'this reference belongs to a payout of another amount');
  return payout;
}
