import { ApiError } from '../../../ground/errors.ts';
import type { PayoutDestination } from '../../../rails/acquirers/payout.ts';
import { isRemovedDocument } from '../../customers/removed.rules.ts';
import type { Destination, MaskedDestination } from '../../destinations/destination.ts';
import { documentOf } from '../../destinations/destination-shape.rules.ts';
import type { PayoutTerms } from '../../payouts/terms/payout-terms.rules.ts';

/** How a refund reaches the payer where the acquirer of its payment gives nothing back. */
export interface RefundWay {
  /** The rail of the company's payouts. */
  acquirer: string;
  /** Null: the PIX key that is the payer's document. */
  destinationId: number | null;
  masked: MaskedDestination;
  /** It may go to somebody else than the payer, and is bound by these as a payout is; null: only to the payer. */
  toOthers: PayoutTerms | null;
}

const CPF_LENGTH = 11;

/** The key that every bank offers first. Null where the payer's data were removed. */
export function payerKeyOf(document: string): PayoutDestination | null {
  if (isRemovedDocument(document)) return null;
  return { kind: 'pix_key', keyType: document.length === CPF_LENGTH ? 'cpf' : 'cnpj', key: document };
}

/** Nothing was taken, or all of it was given back. The reason is in Portuguese, as people read it. */
export function refusedByReason(detail: string, reason: string, refundId?: number): ApiError {
  return new ApiError('REFUND_REFUSED', `${detail}; nothing was debited`, {
    message: `A devolução foi recusada: ${reason}. Nada foi debitado`,
    ...(refundId !== undefined && { details: { refund_id: refundId } }),
  });
}

/**
 * Whose a destination is, before anything is asked: `unnamed` where only the bank can tell. A key that is a CPF or CNPJ
 * belongs to that document by the rules of the directory, and a bank compares the document of an account itself.
 */
export function ownerOf(destination: PayoutDestination, payerDocument: string): 'payer' | 'somebody else' | 'unnamed' {
  const named = documentOf(destination);
  if (!named) return 'unnamed';
  return named.document === payerDocument ? 'payer' : 'somebody else';
}

/** What is wrong with a destination for the refund of this payment, whoever asks. */
export function refuseForRefund({ refund_of, blocked_at, block_reason }: Destination, paymentId: number): void {
  const invalid = (reason: string) =>
    new ApiError('DESTINATION_INVALID', `refund_to: ${reason}`, { field: 'refund_to' });
  if (refund_of !== paymentId) throw invalid('the destination was not made for the refund of this transaction');
  if (blocked_at !== null) throw invalid(`the destination is blocked: ${block_reason}`);
}

/**
 * Money to somebody else than the payer is a payout in all but its name: its permission, the hold and four eyes. The
 * limits are judged under the debit lock. A refund does not wait for a second person, so that it is refused there.
 */
export function refuseToOthers(
  destination: Destination,
  { needsApproval }: Pick<PayoutTerms, 'needsApproval'>,
  mayPayOut: boolean,
  now: Date,
): void {
  if (!mayPayOut)
    throw new ApiError(
      'FORBIDDEN',
      'refund_to: not proven to be the payer’s; to anybody else this needs the permission "payout"',
      { details: { permission: 'payout' } },
    );
  if (needsApproval)
    throw refusedByReason(
      'refund_to: payouts of this company wait for a second person, and a refund to somebody else cannot wait',
      'os saques deste estabelecimento precisam de aprovação, e uma devolução a outra pessoa não pode esperar por ela',
    );
  if (destination.usable_at > now)
    throw new ApiError(
      'DESTINATION_ON_HOLD',
      `refund_to: the destination can be used from ${destination.usable_at.toISOString()}`,
      { field: 'refund_to', details: { usable_at: destination.usable_at.toISOString() } },
    );
}
