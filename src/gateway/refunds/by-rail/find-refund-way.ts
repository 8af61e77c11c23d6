import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { OrRefusal } from '../../../ground/refusals.ts';
import { findCompanyOfMerchant } from '../../../parties/companies/companies.sql.ts';
import type { PayoutDestination } from '../../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import type { Destination } from '../../destinations/destination.ts';
import { maskDestination } from '../../destinations/destination-mask.rules.ts';
import { findDestinationOfCompany } from '../../destinations/destinations.sql.ts';
import { isDocument } from '../../destinations/holder.rules.ts';
import { openDestination, type WithDestinationKeys } from '../../destinations/open-destination.ts';
import type { Payment } from '../../payments/payment.ts';
import { findPaymentOfMerchant } from '../../payments/payments.sql.ts';
import { standsStill } from '../../payouts/standstill.sql.ts';
import { findPayoutTerms } from '../../payouts/terms/payout-terms.sql.ts';
import {
  ownerOf,
  payerKeyOf,
  type RefundWay,
  refusedByReason,
  refuseForRefund,
  refuseToOthers,
} from './refund-way.rules.ts';

export type WayDeps = Pick<Deps, 'db' | 'clock' | 'log'> & WithAcquirers & WithDestinationKeys;

export interface WishedWay {
  paymentId: number;
  /** A destination that was made for this refund; null: the PIX key that is the payer's document. */
  refundTo: number | null;
  /** Whoever asks may send money to others. */
  mayPayOut: boolean;
  /** A preview asks no bank: what only the bank knows counts as proven there. */
  mayAsk: boolean;
}

/**
 * How a reversal reaches the payer where its acquirer gives nothing back; null where it does, or where there is no such
 * payment. What stands against it is a refusal that is told in its turn, after what the payment itself forbids.
 */
export async function findRefundWay(
  deps: WayDeps,
  merchantId: number,
  wished: WishedWay,
): Promise<OrRefusal<RefundWay> | null> {
  const payment = await findPaymentOfMerchant(deps.db, merchantId, wished.paymentId);
  if (!payment) return null;
  if (deps.acquirers.ofPayment(payment).refunds || payment.payment_type !== 'invoice')
    return wished.refundTo === null ? null : notUsed();
  try {
    return await find(deps, payment, wished);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function notUsed(): ApiError {
  return new ApiError('DESTINATION_INVALID', 'refund_to: this transaction goes back to whoever paid it', {
    field: 'refund_to',
  });
}

async function find(deps: WayDeps, payment: Payment, wished: WishedWay): Promise<RefundWay> {
  const { company_id: companyId, merchant_id: merchantId } = payment;
  const destinationId = wished.refundTo;
  const destination =
    destinationId === null ? null : await findDestinationOfCompany(deps.db, { merchantId, companyId, destinationId });
  if (destinationId !== null && !destination)
    throw new ApiError('DESTINATION_NOT_FOUND', `refund_to: destination ${destinationId} does not exist`, {
      field: 'refund_to',
    });
  const terms = await findPayoutTerms(deps.db, companyId);
  const acquirer = deps.acquirers.paying(terms);
  if (acquirer === null)
    throw refusedByReason(
      'the acquirer of this transaction makes no refunds, and the company has no rail for payouts',
      'o banco deste boleto não faz devoluções, e o estabelecimento não tem por onde enviar dinheiro',
    );
  if (await standsStill(deps.db))
    throw new ApiError('SERVICE_UNAVAILABLE', 'money out stands still until the operator has compared with the bank');
  if (!destination) {
    const key = payerKeyOf(payment.customer_document);
    if (!key) throw refusedByReason('the data of the payer were removed', 'os dados do pagador foram removidos');
    return { acquirer, destinationId: null, masked: maskDestination(key), toOthers: null };
  }
  refuseForRefund(destination, payment.id);
  const isPayers = await isOfPayer(deps, payment, { destination, acquirer, mayAsk: wished.mayAsk });
  if (!isPayers) refuseToOthers(destination, terms, wished.mayPayOut, await deps.clock.now());
  return { acquirer, destinationId, masked: destination.masked, toOthers: isPayers ? null : terms };
}

interface Asked {
  destination: Destination;
  acquirer: string;
  mayAsk: boolean;
}

/** By the document that it names, or by what the bank says of whose key it is. */
async function isOfPayer(deps: WayDeps, payment: Payment, { destination, acquirer, mayAsk }: Asked): Promise<boolean> {
  const opened = openDestination(deps.destinationKeys, destination);
  if (!opened) {
    deps.log.error(
      { destinationId: destination.id },
      'a destination does not open: is ACQUIRER_KEY another than before?',
    );
    throw new ApiError('SERVICE_UNAVAILABLE', 'the destination cannot be opened now');
  }
  const owner = ownerOf(opened, payment.customer_document);
  if (owner !== 'unnamed') return owner === 'payer';
  return !mayAsk || (await askHolder(deps, payment, opened, acquirer));
}

/** A bank that names nobody proves nothing: then it is as somebody else's. */
async function askHolder(
  deps: WayDeps,
  payment: Payment,
  destination: PayoutDestination,
  acquirer: string,
): Promise<boolean> {
  const rail = deps.acquirers.find(acquirer)?.payouts;
  if (!rail?.holderOf) return false;
  const company = await findCompanyOfMerchant(deps.db, payment.merchant_id, payment.company_id);
  if (!company) throw new Error(`company ${payment.company_id} does not exist`);
  const answer = await rail.holderOf(destination, { name: company.name, document: company.document });
  if (answer.outcome === 'unknown')
    throw new ApiError('ACQUIRER_UNAVAILABLE', 'the bank does not say now whose key this is; nothing was debited');
  if (answer.outcome === 'not_found') throw refusedByReason('refund_to: nobody has this key', 'chave PIX desconhecida');
  const { document } = answer.holder;
  return document !== null && isDocument(document, payment.customer_document);
}
