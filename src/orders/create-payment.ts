import { saoPauloDateOf } from '../brazil/calendar.rules.ts';
import { formatPhone } from '../brazil/documents.rules.ts';
import { findEnabledPlan, findPayingCompany } from '../companies/find-paying-company.ts';
import type { Deps } from '../deps.ts';
import type { ClaimKey } from '../idempotency/with-idempotency.ts';
import type { Payment } from '../payments/payment.ts';
import { dividePayment, readParticipants } from '../splits/divide-payment.ts';
import { issuePayment } from './issue-payment.ts';
import { checkOrderAmounts, checkOrderShape, digitsOf, dueDateOf } from './order.rules.ts';
import type { OrderBody } from './orders.schemas.ts';

/** An order becomes a payment: shape, establishment, business rules, split, in this order; then it is issued. */
export async function createPayment(deps: Deps, merchantId: number, order: OrderBody, claim: ClaimKey): Promise<Payment> {
  const now = await deps.clock.now();
  const today = saoPauloDateOf(now);
  checkOrderShape(order, { today, documentCheck: deps.config.documentCheck });
  const company = await findPayingCompany(deps.db, merchantId, order.access_token);
  checkOrderAmounts(order);
  const plan = await findEnabledPlan(deps, company.id, order.payment.type);
  const participants = await readParticipants(deps.db, order.splitParticipants ?? []);
  return issuePayment(
    deps,
    {
      company,
      plan,
      division: await dividePayment(deps.db, company, plan, order.total, participants),
      amountCents: order.total,
      customer: customerOf(order.customer),
      items: order.items.map(({ name, quantity, price }) => ({ name, quantity, price })),
      shipping: { name: order.shipping.name, price: order.shipping.price },
      metadata: order.metadata ?? {},
      paymentLinkId: order.payment_link_id ?? null,
      dueDate: dueDateOf(order.payment, today),
      retryOf: null,
      retryRoot: null,
    },
    now,
    claim,
  );
}

function customerOf({ document, name, email, ip, phone, address }: OrderBody['customer']) {
  return {
    document,
    name,
    email,
    ip: ip ?? null,
    phone: formatPhone({ countryCode: phone.country_code, areaCode: phone.area_code, number: digitsOf(phone.number) }),
    address: address ? knownPartsOf(address) : null,
  };
}

/** Unknown keys of a request are ignored, so they are not stored either. */
function knownPartsOf(address: NonNullable<OrderBody['customer']['address']>) {
  const { line_1, line_2, zip_code, city, state, country } = address;
  const parts = Object.entries({ line_1, line_2, zip_code, city, state, country });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as Record<string, string>;
}
