import type { WithApprovals } from '../../gateway/alignment/approvals.ts';
import type { WithOrderWrites } from '../../gateway/orders/batch-writes.ts';
import { type Created, resumePayment } from '../../gateway/orders/issue-payment.ts';
import { orderThroughLink } from '../../gateway/payment-links/order-through-link.ts';
import type { PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import type { Payment } from '../../gateway/payments/payment.ts';
import { findPayment } from '../../gateway/payments/payments.sql.ts';
import { createdTransaction } from '../../gateway/payments/payments.wire.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { findKey } from '../../ground/idempotency/keys.sql.ts';
import { Kept, withIdempotency } from '../../ground/idempotency/with-idempotency.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import { isIpAddress } from '../../ground/text/ip-address.rules.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { ReadForm, SentForm } from './link-form.rules.ts';

/** Nobody reads the head of an answer that only leads elsewhere. */
const NO_HEAD = { code: () => ({ header: () => {} }) };

/**
 * The payment that the form makes, or has made before. A form is sent twice by whoever is in a hurry: the
 * second is led to the payment of the first, whose page shows the code as soon as there is one.
 */
export async function orderByForm(
  deps: Deps & WithApprovals & WithAcquirers & WithOrderWrites,
  link: PaymentLink,
  { key, values }: SentForm,
  { customer, ...wanted }: ReadForm,
  address: string,
): Promise<Payment> {
  const { publicUrl } = deps.config;
  const ip = isIpAddress(address) ? address : null;
  const holder = addressKeyOf(address);
  // Apart from the merchant's own keys: a stranger chose this one.
  const ownKey = key === null ? undefined : `link:${link.public_id}:${key}`;
  const keyed = { method: 'POST', url: `/l/${link.slug}`, headers: { 'idempotency-key': ownKey }, body: values };
  const answerTo = ({ payment, isAnswerKept }: Created) => {
    const answer = createdTransaction(publicUrl, payment);
    return isAnswerKept ? new Kept(answer) : answer;
  };
  try {
    const { transaction } = await withIdempotency(deps, link.merchant_id, keyed, NO_HEAD, {
      start: async (claim) =>
        answerTo(await orderThroughLink(deps, link, { ...wanted, customer: { ...customer, ip } }, holder, claim)),
      resume: async ({ id }) => createdTransaction(publicUrl, await resumePayment(deps, await paymentOf(deps, id))),
    });
    return await paymentOf(deps, transaction.id);
  } catch (error) {
    const stored = error instanceof ApiError ? await findStored(deps, link, error, ownKey) : null;
    if (stored === null) throw error;
    return paymentOf(deps, stored);
  }
}

/** A payment that exists although its outcome is still open. */
async function findStored(
  deps: Deps,
  link: PaymentLink,
  { code, context }: ApiError,
  key: string | undefined,
): Promise<number | null> {
  if (code === 'ACQUIRER_UNAVAILABLE') return (context.details?.['transaction_id'] as number | undefined) ?? null;
  if (code !== 'IDEMPOTENCY_IN_PROGRESS' || key === undefined) return null;
  const known = await findKey(deps.db, link.merchant_id, key, deps.clock.realNow());
  return known?.work.id ?? null;
}

async function paymentOf(deps: Deps, id: number): Promise<Payment> {
  const payment = await findPayment(deps.db, id);
  if (!payment) throw new Error(`payment ${id} does not exist`);
  return payment;
}
