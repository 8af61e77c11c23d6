import { addDays, saoPauloDateOf } from '../brazil/calendar.rules.ts';
import { findCompanyOfMerchant, type PaymentType } from '../companies/companies.sql.ts';
import { findEnabledPlan } from '../companies/find-paying-company.ts';
import type { Deps } from '../deps.ts';
import { hasOpenDivergence } from '../divergences/divergences.sql.ts';
import { ApiError } from '../errors.ts';
import type { ClaimKey } from '../idempotency/with-idempotency.ts';
import { DEFAULT_DUE_DAYS } from '../payments/check-schedule.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { FAILED, STATUS_NAMES } from '../payments/status.rules.ts';
import { dividePayment, listedAs } from '../splits/divide-payment.ts';
import { listDynamicParticipants } from '../splits/splits.sql.ts';
import { issuePayment } from './issue-payment.ts';

const UNIQUE_VIOLATION = '23505';
const ONE_LIVE_RETRY = 'payments_one_live_retry';

/** A new payment for the order of a failed one. The split is checked anew; a due date that has passed gets the default. */
export async function retryPayment(deps: Deps, failed: Payment, claim: ClaimKey): Promise<Payment> {
  if (failed.status !== FAILED) throw notFailed(`transaction is ${STATUS_NAMES[failed.status]}; only FAILED can be retried`);
  const orderRoot = failed.retry_root ?? failed.id;
  if (await hasOpenDivergence(deps.db, orderRoot)) throw notFailed('money of this order is in dispute; resolve its divergence first');
  const company = await findCompanyOfMerchant(deps.db, failed.merchant_id, failed.company_id);
  if (company?.status !== 'ACTIVE') throw new ApiError('ACCESS_TOKEN_INVALID', 'the establishment of this transaction is inactive');
  const plan = await findEnabledPlan(deps.db, company.id, failed.payment_type as PaymentType);
  const participants = (await listDynamicParticipants(deps.db, failed.id)).map((participant) => listedAs('dynamic', participant));
  const now = await deps.clock.now();
  const draft = {
    company,
    plan,
    division: await dividePayment(deps.db, company, plan, failed.amount_cents, participants),
    amountCents: failed.amount_cents,
    customer: {
      document: failed.customer_document,
      name: failed.customer_name,
      email: failed.customer_email,
      phone: failed.customer_phone,
      address: failed.customer_address,
      ip: failed.customer_ip,
    },
    items: failed.items,
    shipping: failed.shipping,
    metadata: failed.metadata,
    paymentLinkId: failed.payment_link_id,
    dueDate: dueDateOf(failed.due_date, saoPauloDateOf(now)),
    retryOf: failed.id,
    retryRoot: orderRoot,
  };
  try {
    return await issuePayment(deps, draft, now, claim);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    // Two retries at once: the index lets one pass.
    if (code === UNIQUE_VIOLATION && constraint === ONE_LIVE_RETRY) throw notFailed('this order has a retry that is open or paid');
    throw error;
  }
}

function dueDateOf(former: string | null, today: string): string | null {
  if (former === null) return null;
  return former >= today ? former : addDays(today, DEFAULT_DUE_DAYS);
}

function notFailed(detail: string): ApiError {
  return new ApiError('TRANSACTION_NOT_FAILED', detail);
}
