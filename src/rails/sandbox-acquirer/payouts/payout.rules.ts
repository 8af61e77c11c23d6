/** What the acquirer knows of a payout, and how each event changes it. */

export type PayoutStatus = 'PROCESSING' | 'PAID' | 'REFUSED';

export interface PayoutReturn {
  id: string;
  amount: number;
  reason: string;
  returnedAt: string;
}

export type PayoutAction = 'pay' | 'fail' | 'return';

export const PAYOUT_ACTIONS: readonly PayoutAction[] = ['pay', 'fail', 'return'];

/** What will happen to it by itself. */
export interface Plan {
  step: PayoutAction;
  at: Date;
}

/** The part of a payout that events change. */
export interface PayoutState {
  status: PayoutStatus;
  reason: string | null;
  endToEndId: string | null;
  paidAt: Date | null;
  returns: readonly PayoutReturn[];
  returnedCents: number;
  next: Plan | null;
}

export interface Payout extends PayoutState {
  reference: string;
  payoutId: string;
  amountCents: number;
  isKeyUnknown: boolean;
  holder: Holder;
  createdAt: Date;
}

export interface Holder {
  name: string;
  document: string;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

const REASONS = {
  refused: 'recusado pelo banco recebedor',
  returned: 'devolvido pelo banco recebedor',
};

/** How a merchant tries out what banks do: by the cents of the amount. */
const REFUSED_SOON = 1;
const REFUSED_LATER = 2;
const RETURNED = 3;
const ANSWER_LOST = 4;
const SLOW = 5;

function centsOf(amountCents: number): number {
  return amountCents % 100;
}

export function planOf(amountCents: number, now: Date): Plan {
  const plan = (step: PayoutAction, afterMs: number): Plan => ({ step, at: new Date(now.getTime() + afterMs) });
  switch (centsOf(amountCents)) {
    case REFUSED_SOON:
      return plan('fail', SECOND_MS);
    case REFUSED_LATER:
      return plan('fail', 30 * SECOND_MS);
    case SLOW:
      return plan('pay', HOUR_MS);
    default:
      return plan('pay', 2 * SECOND_MS);
  }
}

/** It is taken, and whoever sent it does not hear so. */
export function isAnswerLost(amountCents: number): boolean {
  return centsOf(amountCents) === ANSWER_LOST;
}

export interface Event {
  action: PayoutAction;
  /** Of a return; null: all that is left. */
  amountCents: number | null;
  /** Drawn for what may need it: the id of a PIX, or of its return. */
  id: string;
  now: Date;
}

/** Null: nothing changes, it has happened before. A text: why it cannot happen. */
export function stateAfter(payout: Payout, { action, amountCents, id, now }: Event): PayoutState | string | null {
  if (action === 'return') return stateAfterReturn(payout, amountCents, id, now);
  const status = action === 'pay' ? 'PAID' : 'REFUSED';
  if (payout.status === status) return null;
  if (payout.status !== 'PROCESSING') return `a payout that is ${payout.status} does not change any more`;
  if (status === 'REFUSED') return { ...payout, status, reason: REASONS.refused, next: null };
  const willReturn = centsOf(payout.amountCents) === RETURNED;
  const next: Plan | null = willReturn ? { step: 'return', at: new Date(now.getTime() + 5 * SECOND_MS) } : null;
  return { ...payout, status, endToEndId: id, paidAt: now, next };
}

function stateAfterReturn(
  payout: Payout,
  amountCents: number | null,
  id: string,
  now: Date,
): PayoutState | string | null {
  if (payout.status !== 'PAID') return `a payout that is ${payout.status} cannot come back`;
  const leftCents = payout.amountCents - payout.returnedCents;
  if (leftCents === 0 && amountCents === null) return null;
  const amount = amountCents ?? leftCents;
  if (amount > leftCents) return `${amount} is more than the ${leftCents} cents that have not come back`;
  const came = { id, amount, reason: REASONS.returned, returnedAt: now.toISOString() };
  const next = amount === leftCents ? null : payout.next;
  return { ...payout, returns: [...payout.returns, came], returnedCents: payout.returnedCents + amount, next };
}

export type Destination =
  | { kind: 'pix_key'; keyType: string; key: string }
  | { kind: 'bank_account'; holderDocument: string };

/** Keys with these names do not exist, or are somebody else's: how a merchant tries that out. */
const UNKNOWN_KEY = 'desconhecida@vintem.dev';
const FOREIGN_KEY = 'outro@vintem.dev';
const SOMEBODY_ELSE: Holder = { name: 'Outro Titular', document: '52998224725' };

/**
 * Whose it is; null: nobody has that key. A document is its own holder's; of all other keys the sandbox believes that
 * they are the sender's.
 */
export function holderOf(
  destination: Destination,
  sender: Holder,
  onDemand: 'unknown_key' | 'another_holder' | null,
): Holder | null {
  if (onDemand === 'another_holder') return SOMEBODY_ELSE;
  if (onDemand === 'unknown_key') return null;
  // The name that somebody typed for an account goes no further, least of all into a row.
  if (destination.kind === 'bank_account') return { name: 'Titular da conta', document: destination.holderDocument };
  const { key, keyType } = destination;
  if (key === UNKNOWN_KEY) return null;
  if (key === FOREIGN_KEY) return SOMEBODY_ELSE;
  const isDocument = keyType === 'cpf' || keyType === 'cnpj';
  return isDocument && key !== sender.document ? { name: 'Titular da chave', document: key } : sender;
}
