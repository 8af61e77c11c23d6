import type { ChargeRequest } from '../acquirers/acquirer.ts';
import { acquirerDataOf, applyAcquirerStatus, chargeRefused, newsOf } from '../alignment/apply-acquirer-status.ts';
import { saoPauloDateOf } from '../brazil/calendar.rules.ts';
import { findCompanyOfMerchant, type PayingCompany, type PaymentPlan } from '../companies/companies.sql.ts';
import { foldName } from '../customers/customers.rules.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { ClaimKey } from '../idempotency/with-idempotency.ts';
import { expiryOf, firstCheckAt } from '../payments/check-schedule.rules.ts';
import type { OrderAddress, OrderItem, Payment, Shipping } from '../payments/payment.ts';
import { fillAcquirerData, findPayment, insertPayment, recordChargeSent } from '../payments/payments.sql.ts';
import { FAILED, PENDING } from '../payments/status.rules.ts';
import type { Division } from '../splits/split.ts';
import { paymentSubject } from '../subjects/subject.rules.ts';
import { recordEvent } from '../webhooks/deliveries/record-event.ts';

const RETRY_AFTER_SECONDS = 5;

/** What is to be paid, whether it comes from an order or from a failed payment tried again. Checked already. */
export interface PaymentDraft {
  company: PayingCompany;
  plan: PaymentPlan;
  division: Division;
  amountCents: number;
  customer: { document: string; name: string; email: string; phone: string; address: OrderAddress | null; ip: string | null };
  items: OrderItem[];
  shipping: Shipping;
  metadata: Record<string, string>;
  paymentLinkId: string | null;
  dueDate: string | null;
  retryOf: number | null;
  retryRoot: number | null;
}

/**
 * Row first, under our own reference; then the acquirer, outside any transaction; then what it issued. If we die in
 * between, the safety net asks the acquirer about that reference: a payment is never charged twice and never lost.
 */
export async function issuePayment(deps: Deps, draft: PaymentDraft, now: Date, claim: ClaimKey): Promise<Payment> {
  const paymentType = draft.plan.payment_type;
  const payment = await withTransaction(deps.db, async (tx) => {
    const stored = await insertPayment(tx, {
      merchantId: draft.company.merchant_id,
      companyId: draft.company.id,
      orderNumber: deps.ids.orderNumber(saoPauloDateOf(now)),
      reference: deps.ids.reference(),
      publicToken: deps.ids.publicToken(),
      paymentType,
      amountCents: draft.amountCents,
      customer: { ...draft.customer, nameFolded: foldName(draft.customer.name) },
      items: draft.items,
      shipping: draft.shipping,
      metadata: draft.metadata,
      paymentLinkId: draft.paymentLinkId,
      retryOf: draft.retryOf,
      retryRoot: draft.retryRoot,
      updatesCustomer: draft.retryOf === null,
      feeCents: draft.division.feeCents,
      feeOnRefund: draft.plan.fee_on_refund,
      shares: draft.division.shares,
      dueDate: draft.dueDate,
      expiresAt: expiryOf(paymentType, now, draft.dueDate),
      acquirer: deps.acquirer.name,
      nextCheckAt: firstCheckAt(now),
      now,
    });
    await claim(tx, paymentSubject(stored.id));
    return stored;
  });
  return charge(deps, payment, chargeRequestOf(payment, draft.company));
}

/**
 * Goes on with a payment whose first request never learned how it ended. The charge is sent again under the same reference,
 * which the acquirer takes once, however often it comes.
 */
export async function resumePayment(deps: Deps, payment: Payment): Promise<Payment> {
  if (payment.status !== PENDING || payment.response_data_subacquirer_integration !== null) return payment;
  const company = await findCompanyOfMerchant(deps.db, payment.merchant_id, payment.company_id);
  if (!company) throw new Error(`payment ${payment.id} has no company`);
  const now = await deps.clock.now();
  const sent = await withTransaction(deps.db, (tx) => recordChargeSent(tx, payment.id, now));
  // It was read before: meanwhile it may have been issued or given up, and what is given up is never charged.
  if (!sent) return (await findPayment(deps.db, payment.id)) ?? payment;
  return charge(deps, sent, chargeRequestOf(sent, company));
}

function chargeRequestOf(payment: Payment, company: PayingCompany): ChargeRequest {
  const address = payment.customer_address;
  return {
    reference: payment.reference,
    paymentType: payment.payment_type === 'invoice' ? 'invoice' : 'pix',
    amountCents: payment.amount_cents,
    description: payment.order_number,
    payer: {
      name: payment.customer_name,
      document: payment.customer_document,
      email: payment.customer_email,
      address: address && {
        line1: address.line_1 ?? null,
        line2: address.line_2 ?? null,
        zipCode: address.zip_code ?? null,
        city: address.city ?? null,
        state: address.state ?? null,
      },
    },
    beneficiary: { name: company.name, document: company.document, city: company.city },
    expiresAt: payment.expires_at,
    dueDate: payment.due_date,
  };
}

async function charge(deps: Deps, payment: Payment, request: ChargeRequest): Promise<Payment> {
  const result = await deps.acquirer.charge(request);
  switch (result.outcome) {
    case 'accepted': {
      const data = acquirerDataOf(result.transaction);
      const issued = await withTransaction(deps.db, async (tx) => {
        const stored = await fillAcquirerData(tx, payment.id, data);
        await recordEvent(deps, tx, stored, { kind: 'payment.created' });
        return stored;
      });
      deps.poke('deliver-webhooks');
      // Given up while the charge was on its way: what can be paid must be cancelled.
      if (issued.status === FAILED) await applyAcquirerStatus(deps, issued, newsOf(result.transaction));
      return issued;
    }
    case 'refused': {
      const news = result.transaction ? newsOf(result.transaction) : chargeRefused(payment);
      return (await applyAcquirerStatus(deps, payment, news)).payment;
    }
    case 'unknown':
      deps.log.warn({ paymentId: payment.id, reason: result.reason }, 'charge with unknown outcome');
      throw new ApiError('ACQUIRER_UNAVAILABLE', 'the acquirer did not answer; the payment is settled in the background', {
        details: { transaction_id: payment.id },
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
  }
}
