import type { ChargeRequest } from '../acquirers/acquirer.ts';
import { saoPauloDateOf } from '../brazil/calendar.rules.ts';
import { formatPhone } from '../brazil/documents.rules.ts';
import { hashAccessToken } from '../companies/access-tokens.ts';
import { findCompanyOfMerchantByToken, findPaymentPlan, type PayingCompany } from '../companies/companies.sql.ts';
import { foldName } from '../customers/customers.rules.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { acquirerDataOf, applyAcquirerStatus, chargeFailed, newsOf } from './apply-acquirer-status.ts';
import { expiryOf, firstCheckAt } from './check-schedule.rules.ts';
import { checkOrderAmounts, checkOrderShape, dueDateOf } from './order.rules.ts';
import type { Payment } from './payment.ts';
import type { OrderBody } from './payments.schemas.ts';
import { fillAcquirerData, insertPayment } from './payments.sql.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Row first, under our own reference; then the acquirer, outside any transaction; then what it issued. If we die in
 * between, the safety net asks the acquirer about that reference: a payment is never charged twice and never lost.
 */
export async function createPayment(deps: Deps, merchantId: number, order: OrderBody): Promise<Payment> {
  const now = await deps.clock.now();
  checkOrderShape(order, { today: saoPauloDateOf(now), documentCheck: deps.config.documentCheck });
  const company = await findCompanyOfMerchantByToken(deps.db, merchantId, hashAccessToken(order.access_token));
  if (!company) throw new ApiError('ACCESS_TOKEN_INVALID', 'access_token is unknown or inactive', { field: 'access_token' });
  checkOrderAmounts(order);
  await refuseDisabledType(deps, company, order.payment.type);
  const payment = await storePayment(deps, company, order, now);
  return charge(deps, payment, chargeRequestOf(payment, company, order));
}

async function refuseDisabledType(deps: Deps, company: PayingCompany, paymentType: 'pix' | 'invoice'): Promise<void> {
  const plan = await findPaymentPlan(deps.db, company.id, paymentType);
  if (plan?.enabled) return;
  throw new ApiError('PAYMENT_TYPE_NOT_ENABLED', `payment.type ${paymentType} is not enabled for this establishment`, {
    field: 'payment.type',
  });
}

function storePayment(deps: Deps, company: PayingCompany, order: OrderBody, now: Date): Promise<Payment> {
  const today = saoPauloDateOf(now);
  const { customer, payment } = order;
  const dueDate = dueDateOf(payment, today);
  const newPayment = {
    merchantId: company.merchant_id,
    companyId: company.id,
    orderNumber: deps.ids.orderNumber(today),
    reference: deps.ids.reference(),
    publicToken: deps.ids.publicToken(),
    paymentType: payment.type,
    amountCents: order.total,
    customer: {
      document: customer.document,
      name: customer.name,
      nameFolded: foldName(customer.name),
      email: customer.email,
      phone: formatPhone({
        countryCode: customer.phone.country_code,
        areaCode: customer.phone.area_code,
        number: customer.phone.number.replace(/[ -]/g, ''),
      }),
      address: customer.address ?? null,
      ip: customer.ip ?? null,
    },
    items: order.items.map(({ name, quantity, price }) => ({ name, quantity, price })),
    shipping: { name: order.shipping.name, price: order.shipping.price },
    metadata: order.metadata ?? {},
    paymentLinkId: order.payment_link_id ?? null,
    dueDate,
    expiresAt: expiryOf(payment.type, now, dueDate),
    acquirer: deps.acquirer.name,
    nextCheckAt: firstCheckAt(now),
    now,
  };
  return withTransaction(deps.db, (tx) => insertPayment(tx, newPayment));
}

function chargeRequestOf(payment: Payment, company: PayingCompany, order: OrderBody): ChargeRequest {
  const address = order.customer.address;
  return {
    reference: payment.reference,
    paymentType: order.payment.type,
    amountCents: payment.amount_cents,
    description: payment.order_number,
    payer: {
      name: order.customer.name,
      document: order.customer.document,
      email: order.customer.email,
      address: address
        ? {
            line1: address.line_1 ?? null,
            line2: address.line_2 ?? null,
            zipCode: address.zip_code ?? null,
            city: address.city ?? null,
            state: address.state ?? null,
          }
        : null,
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
      return withTransaction(deps.db, (tx) => fillAcquirerData(tx, payment.id, data));
    }
    case 'refused':
      return applyAcquirerStatus(deps, payment.id, result.transaction ? newsOf(result.transaction) : chargeFailed(payment));
    case 'unknown':
      deps.log.warn({ paymentId: payment.id, reason: result.reason }, 'charge with unknown outcome');
      throw new ApiError('ACQUIRER_UNAVAILABLE', 'the acquirer did not answer; the payment is settled in the background', {
        details: { transaction_id: payment.id },
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
  }
}
