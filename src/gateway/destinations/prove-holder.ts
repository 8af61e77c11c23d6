import type { PayoutCapability, PayoutDestination, PayoutRequest } from '../../rails/acquirers/payout.ts';
import { isDocument } from './holder.rules.ts';

/** Money does not go there, and the reason is told in Portuguese. */
export interface Unfit {
  what: 'fail';
  reason: string;
  /** Nothing more goes there. */
  isBlocked: boolean;
}

/** Why a destination that nobody has, as the bank says when money is sent there, takes nothing more. */
export const DEAD_DESTINATION = 'chave ou conta desconhecida no banco';

export interface WantedHolder {
  document: string;
  /** The destination names that document itself: where the bank names nobody, that is proof enough. */
  isNamed: boolean;
}

/**
 * Null: it is theirs. A bank that names holders is asked about every key; a document that is not told proves nothing.
 */
export async function proveHolder(
  rail: PayoutCapability,
  destination: PayoutDestination,
  sender: PayoutRequest['sender'],
  { document: wanted, isNamed }: WantedHolder,
): Promise<Unfit | { what: 'wait'; reason: string } | null> {
  const unnamed: Unfit | null = isNamed ? null : fail('o banco não informa o titular da chave', false);
  if (!rail.holderOf || destination.kind === 'bank_account') return unnamed;
  const answer = await rail.holderOf(destination, sender);
  if (answer.outcome === 'unknown') return { what: 'wait', reason: answer.reason };
  if (answer.outcome === 'not_found') return fail('chave PIX desconhecida', true);
  const { document } = answer.holder;
  if (document === null) return unnamed;
  return isDocument(document, wanted) ? null : fail('a chave PIX é de outro titular', true);
}

function fail(reason: string, isBlocked: boolean): Unfit {
  return { what: 'fail', reason, isBlocked };
}
