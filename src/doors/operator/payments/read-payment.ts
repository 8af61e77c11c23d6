import { setTimeout as sleep } from 'node:timers/promises';
import { listEntriesOfSubject } from '../../../books/ledger/ledger.sql.ts';
import { chargeAtAcquirer } from '../../../gateway/payments/acquirer-data.rules.ts';
import { findCheck } from '../../../gateway/payments/checks/checks.sql.ts';
import type { Payment } from '../../../gateway/payments/payment.ts';
import { findPayment, findRetryOf } from '../../../gateway/payments/payments.sql.ts';
import { PENDING } from '../../../gateway/payments/status.rules.ts';
import { listRefunds } from '../../../gateway/refunds/refunds.sql.ts';
import { listShares } from '../../../gateway/splits/splits.sql.ts';
import { transactionDetails } from '../../../gateway/transactions/transactions.wire.ts';
import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { paymentSubject } from '../../../ground/subjects/subject.rules.ts';
import { listEventsOfSubject } from '../../../news/events/events.sql.ts';
import { findMerchantName } from '../../../parties/merchants/merchants.sql.ts';
import type { AcquirerCharge } from '../../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { maskPayer } from '../mask.rules.ts';
import { whyPending } from './why-pending.rules.ts';

const EVENTS = { page: 1, limit: 100 };

export async function findAnyPayment({ db }: Pick<Deps, 'db'>, id: number): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${id} does not exist`);
  return payment;
}

/** Who looks at a payment does not wait longer for its bank. */
const ASK_MS = 2_000;

/** What the bank says of it just now; null: nothing, or not in time. Nothing is concluded from it here. */
async function askBank({ acquirers, log }: Deps & WithAcquirers, payment: Payment): Promise<AcquirerCharge | null> {
  try {
    const asked = acquirers.find(payment.acquirer)?.query(chargeAtAcquirer(payment));
    const answer = await Promise.race([asked, sleep(ASK_MS, null, { ref: false })]);
    return answer?.outcome === 'found' ? answer.charge : null;
  } catch (error) {
    // A bank that takes files answers out of tables, which can fail; what is known without it is shown all the same.
    log.warn({ err: error, paymentId: payment.id }, 'acquirer query failed');
    return null;
  }
}

/** A payment as its merchant sees it, with what only operators see; nothing changes. */
export async function readPayment(deps: Deps & WithAcquirers, id: number, mayAsk: () => boolean) {
  const { db, config } = deps;
  const payment = await findAnyPayment(deps, id);
  const subject = paymentSubject(id);
  const [shares, refunds, retriedBy, check, entries, merchantName, { events }, now, charge] = await Promise.all([
    listShares(db, id),
    listRefunds(db, id),
    findRetryOf(db, id),
    findCheck(db, id),
    listEntriesOfSubject(db, subject),
    findMerchantName(db, payment.merchant_id),
    listEventsOfSubject(db, subject, 'DESC', EVENTS),
    deps.clock.now(),
    mayAsk() ? askBank(deps, payment) : null,
  ]);
  const isPending = payment.status === PENDING;
  const besides = { shares, refunds, retriedBy, trouble: isPending ? (check?.trouble ?? null) : null };
  const today = payment.payment_type === 'invoice' ? saoPauloDateOf(now) : null;
  const details = transactionDetails(config.publicUrl, payment, besides, charge, today);
  const acquirer_status = details.acquirer_status && { ...details.acquirer_status, payer: null };
  return {
    merchant: { id: payment.merchant_id, name: merchantName },
    acquirer: payment.acquirer,
    reference: payment.reference,
    // A slip names its payer to whoever has its address.
    transaction: {
      ...details,
      customer: maskPayer(details.customer),
      metadata: null,
      boleto_url: null,
      acquirer_status,
    },
    check: check && { ...check, next_at: check.next_at.toISOString(), trouble: troubleOf(check.trouble) },
    why_pending: isPending ? whyOf(payment, check?.trouble ?? null, now) : null,
    journal: entries.map(({ account, companyId, amountCents, tag, availableAt }) => ({
      account,
      company_id: companyId,
      amount: amountCents,
      tag,
      available_at: availableAt.toISOString(),
    })),
    events: events.map(({ payload }) => JSON.parse(payload) as EventHead).map(headOf),
  };
}

interface EventHead {
  id: string;
  event: string;
  sequence: number;
  created_at: string;
}

/** What an event tells about the payer stays out. */
const headOf = ({ id, event, sequence, created_at }: EventHead) => ({ id, event, sequence, created_at });

type Trouble = NonNullable<Awaited<ReturnType<typeof findCheck>>>['trouble'];

const troubleOf = (trouble: Trouble) => trouble && { ...trouble, since: trouble.since.toISOString() };

function whyOf(payment: Payment, trouble: Trouble, now: Date) {
  const { since, ...why } = whyPending({
    isIssued: payment.acquirer_data !== null,
    createdAt: payment.created_at,
    expiresAt: payment.expires_at,
    trouble,
    now,
  });
  return { ...why, since: since?.toISOString() ?? null };
}
