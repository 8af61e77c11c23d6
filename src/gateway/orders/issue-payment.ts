import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { type KeyClaim, keyAnswerOf, newKeyOf } from '../../ground/idempotency/keys.sql.ts';
import { KeyTaken } from '../../ground/idempotency/with-idempotency.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import type { PayingCompany } from '../../parties/companies/seller.ts';
import type { AcquirerCharge, ChargeRequest, ChargeResult } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { answerOf, chargeRefused, issuedDataOf } from '../alignment/answer.rules.ts';
import { applyAcquirerStatus } from '../alignment/apply-acquirer-status.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import { foldName } from '../customers/customers.rules.ts';
import { chargeRequestOf } from '../payments/charge-request.rules.ts';
import type { NewPayment } from '../payments/new-payments.sql.ts';
import type { Payment, StoredRegistration } from '../payments/payment.ts';
import { findPayment, recordChargeSent } from '../payments/payments.sql.ts';
import { createdTransaction } from '../payments/payments.wire.ts';
import { noteCodeSent } from '../payments/slip-pix-codes/slip-pix-codes.sql.ts';
import { FAILED, PENDING } from '../payments/status.rules.ts';
import { createdEventOf } from '../payments/tell-of-payments.ts';
import { withSlipPix } from '../slip-pix/issue-slip-pix.ts';
import type { WithOrderWrites } from './batch-writes.ts';
import type { Order, OrderTerms } from './order.ts';
import type { IssueRows, OrderRows } from './orders.sql.ts';

const RETRY_AFTER_SECONDS = 5;
const WAITING: StoredRegistration = { status: 'WAITING', registeredAt: null, reason: null };

/**
 * Row first, under our own reference; then the acquirer, outside any transaction; then what it issued. If we die in
 * between, the safety net asks the acquirer about that reference: a payment is never charged twice and never lost.
 */
export async function issuePayment(
  deps: Deps & WithApprovals & WithAcquirers & WithOrderWrites,
  order: Order,
  terms: OrderTerms,
  at: Date,
  claim: KeyClaim | null,
  store: StoreOrder = deps.orderWrites.store,
): Promise<Created> {
  const rows = rowsOf(deps, order, terms, at, claim);
  refuseUnfit(deps, rows.payment, order.seller.company);
  const payment = await store(rows);
  if (!payment) throw new KeyTaken();
  return charge(deps, payment, chargeRequestOf(payment, order.seller.company, false), at, claim);
}

/** What the bank would not take of it is told before anything is stored. */
function refuseUnfit({ acquirers }: WithAcquirers, payment: NewPayment, company: PayingCompany): void {
  const issued = { ...payment, received_by: null };
  const problem = acquirers.ofPayment(issued).termsProblem?.(chargeRequestOf(payment, company, false));
  if (problem) throw invalidField(problem.field, problem.reason);
}

/**
 * The first write of an order; null: another request has its key. A door that has more to decide in the same
 * transaction brings its own.
 */
export type StoreOrder = (order: OrderRows) => Promise<Payment | null>;

/** The payment of an order, and whether the answer to it is stored under the order's key already. */
export interface Created {
  payment: Payment;
  isAnswerKept: boolean;
}

function rowsOf(deps: Deps, order: Order, terms: OrderTerms, at: Date, claim: KeyClaim | null): OrderRows {
  const { customer, seller } = order;
  const reference = deps.ids.reference();
  return {
    payment: {
      merchant_id: seller.company.merchant_id,
      company_id: seller.company.id,
      order_number: deps.ids.orderNumber(saoPauloDateOf(at)),
      reference,
      public_token: deps.ids.publicToken(),
      payment_type: order.paymentType,
      installments: 1,
      amount_cents: order.totalCents,
      fee_cents: terms.feeCents,
      fee_on_refund: terms.feeOnRefund,
      customer_document: customer.document,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
      customer_address: customer.address,
      customer_ip: customer.ip,
      items: order.items,
      shipping: order.shipping,
      metadata: order.metadata,
      payment_link_id: order.paymentLinkId,
      external_id: order.externalId,
      ordered_by_merchant: order.isByMerchant,
      retry_of: order.retry?.of ?? null,
      retry_root: order.retry?.root ?? null,
      due_date: terms.dueDate,
      boleto_terms: order.boletoTerms,
      expires_at: terms.expiresAt,
      created_at: at,
      updated_at: at,
      charge_sent_at: at,
      acquirer: terms.acquirer,
      pix_acquirer: terms.pixAcquirer,
    },
    customer: {
      reference,
      merchant_id: seller.company.merchant_id,
      document: customer.document,
      name: customer.name,
      name_folded: foldName(customer.name),
      email: customer.email,
      phone: customer.phone,
      created_at: at,
      is_update: order.updatesCustomer,
    },
    shares: terms.shares.map((share) => ({ ...share, reference })),
    key: claim && newKeyOf(claim, reference),
  };
}

/**
 * Goes on with a payment whose first request never learned how it ended. The charge is sent again under the same
 * reference, which the acquirer takes once, however often it comes.
 */
export async function resumePayment(
  deps: Deps & WithApprovals & WithAcquirers & WithOrderWrites,
  payment: Payment,
): Promise<Payment> {
  if (payment.status !== PENDING || payment.acquirer_data !== null) return payment;
  const company = await findCompanyOfMerchant(deps.db, payment.merchant_id, payment.company_id);
  if (!company) throw new Error(`payment ${payment.id} has no company`);
  const at = await deps.clock.now();
  const sent = await withTransaction(deps.db, async (tx) => {
    const recorded = await recordChargeSent(tx, payment.id, at);
    if (recorded?.pix_acquirer) await noteCodeSent(tx, payment.id, at);
    return recorded;
  });
  // It was read before: meanwhile it may have been issued or given up, and what is given up is never charged.
  if (!sent) return (await findPayment(deps.db, payment.id)) ?? payment;
  return (await charge(deps, sent, chargeRequestOf(sent, company, true), at, null)).payment;
}

/** By the acquirer it was stored with: another might charge a second time what the first has charged already. */
async function sendCharge(deps: Deps & WithAcquirers, payment: Payment, request: ChargeRequest): Promise<ChargeResult> {
  const send = deps.acquirers.ofPayment(payment).charges[request.paymentType];
  return send
    ? send(request)
    : { outcome: 'unknown', reason: `${payment.acquirer} does not charge ${request.paymentType} any more` };
}

async function charge(
  deps: Deps & WithAcquirers & WithApprovals & WithOrderWrites,
  payment: Payment,
  request: ChargeRequest,
  at: Date,
  claim: KeyClaim | null,
): Promise<Created> {
  const send = () => sendCharge(deps, payment, request);
  const result = await deps.traces.about(payment.id, 'charge', send, ({ outcome }) => outcome);
  switch (result.outcome) {
    case 'accepted': {
      const charged = await withSlipPix(deps, payment, request, result.charge);
      const issued = await deps.orderWrites.issue(issueRowsOf(deps, payment, charged, at, claim));
      if (issued.hasDeliveries) deps.poke('deliver-webhooks');
      // Given up while the charge was on its way: what can be paid must be cancelled.
      if (issued.payment.status === FAILED) await applyAcquirerStatus(deps, issued.payment, answerOf(result.charge));
      return issued;
    }
    case 'refused': {
      deps.log.warn({ paymentId: payment.id, reason: result.reason }, 'the acquirer refused a charge');
      const answer = result.charge ? answerOf(result.charge) : chargeRefused(payment);
      return { payment: (await applyAcquirerStatus(deps, payment, answer)).payment, isAnswerKept: false };
    }
    case 'unknown':
      deps.log.warn({ paymentId: payment.id, reason: result.reason }, 'charge with unknown outcome');
      throw new ApiError(
        'ACQUIRER_UNAVAILABLE',
        'the acquirer did not answer; the payment is settled in the background',
        {
          details: { transaction_id: payment.id },
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      );
  }
}

function issueRowsOf(
  deps: Deps,
  payment: Payment,
  charge: AcquirerCharge,
  at: Date,
  claim: KeyClaim | null,
): IssueRows {
  const issued = issuedDataOf(charge);
  return {
    payment,
    issued,
    registration: charge.registration?.status === 'WAITING' ? WAITING : null,
    event: createdEventOf(deps, payment, at),
    answer:
      claim &&
      keyAnswerOf(claim, payment.id, createdTransaction(deps.config.publicUrl, { ...payment, acquirer_data: issued })),
  };
}
