import type { AllDeps } from '../../src/doors/all-deps.ts';
import { type Created, resumePayment } from '../../src/gateway/orders/issue-payment.ts';
import type { OrderBody } from '../../src/gateway/orders/orders.schemas.ts';
import { receiveOrder } from '../../src/gateway/orders/receive-order.ts';
import { retryPayment } from '../../src/gateway/orders/retry-payment.ts';
import { findPayment, findPaymentOfMerchant } from '../../src/gateway/payments/payments.sql.ts';
import { createdTransaction } from '../../src/gateway/payments/payments.wire.ts';
import { findPayoutOfMerchant } from '../../src/gateway/payouts/payouts.sql.ts';
import { requestPayout } from '../../src/gateway/payouts/request-payout.ts';
import {
  pixRefundAnswer,
  pixRefundUnderWay,
  reversalAnswer,
  reversalUnderWay,
} from '../../src/gateway/refunds/refunds.wire.ts';
import { type RequestedRefund, requestRefund, resumeRefund } from '../../src/gateway/refunds/request-refund.ts';
import { DatabaseBusy } from '../../src/ground/db/pool.ts';
import { ApiError, ERRORS } from '../../src/ground/errors.ts';
import type { Work } from '../../src/ground/idempotency/keys.sql.ts';
import {
  type IdempotentWork,
  Kept,
  Unfinished,
  withIdempotency,
} from '../../src/ground/idempotency/with-idempotency.ts';
import { LostConnection } from './database.ts';

/** What a merchant's system asks for. It keeps the key and repeats until it knows how it ended. */
export type Wish =
  | { kind: 'order'; body: OrderBody }
  | { kind: 'refund'; paymentId: number; amountCents: number | null }
  | { kind: 'reversal'; paymentId: number }
  | { kind: 'retry'; paymentId: number }
  | { kind: 'payout'; companyId: number; destinationId: number; amountCents: number; askedByUser: number };

export interface SentRequest {
  name: string;
  wish: Wish;
  merchantId: number;
  key: string | null;
  firstSentAt: Date;
  timesSent: number;
  /** The answers as they arrived; a process that died gave none. */
  answers: Answer[];
}

export interface Answer {
  status: number;
  code: string | null;
  /** The field at fault, of a request that is refused for one. */
  field: string | null;
  isReplayed: boolean;
  body: unknown;
}

const ACCEPTED = 202;

/** A final answer: the work is done, or was refused. 202 says that the bank is still working on it. */
export function isFinal(answer: Answer): boolean {
  return answer.status < 500 && answer.status !== ACCEPTED && answer.code !== 'IDEMPOTENCY_IN_PROGRESS';
}

/** The merchant's system knows the outcome and asks no more. */
export function isSettled({ answers }: SentRequest): boolean {
  const last = answers.at(-1);
  return last !== undefined && isFinal(last);
}

export function isSuccess(answer: Answer): boolean {
  return answer.status < 300 && answer.status !== ACCEPTED;
}

export function madeBy(answer: Answer): { paymentId: number; refundId: number | null } {
  const { transaction, refund } = answer.body as { transaction: { id: number }; refund?: { id: number } };
  return { paymentId: transaction.id, refundId: refund?.id ?? null };
}

export function statusIn(answer: Answer): string {
  return (answer.body as { transaction: { status: string } }).transaction.status;
}

/** Handles a request from its parsed body to its answer, as the routes do. An error outside the catalogue is thrown. */
export async function send(deps: AllDeps, request: SentRequest, changedBody?: unknown): Promise<Answer> {
  const { wish, merchantId, key } = request;
  let isReplayed = false;
  let status = 200;
  const code = (given: number) => {
    status = given;
    return { header: () => (isReplayed = true) };
  };
  const keyed = {
    method: 'POST',
    url: wish.kind === 'retry' ? `/transactions/${wish.paymentId}/retry` : `/${wish.kind}`,
    headers: key === null ? {} : { 'idempotency-key': key },
    body: changedBody ?? wish,
  };
  try {
    const body = await withIdempotency(deps, merchantId, keyed, { code }, await workOf(deps, request));
    return { status, code: null, field: null, isReplayed, body: JSON.parse(JSON.stringify(body)) };
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, context } = error;
      return { status: ERRORS[code].status, code, field: context.field ?? null, isReplayed, body: null };
    }
    if (error instanceof LostConnection || error instanceof DatabaseBusy)
      return { status: 503, code: 'SERVICE_UNAVAILABLE', field: null, isReplayed, body: null };
    throw error;
  }
}

async function workOf(deps: AllDeps, { wish, merchantId, name }: SentRequest): Promise<IdempotentWork<unknown>> {
  const { publicUrl } = deps.config;
  const answerTo = ({ payment, isAnswerKept }: Created) => {
    const answer = createdTransaction(publicUrl, payment);
    return isAnswerKept ? new Kept<unknown>(answer) : answer;
  };
  const resumeCreation = async (work: Work) => {
    const payment = work.kind === 'payment' ? await findPayment(deps.db, work.id) : null;
    if (!payment) throw new Error('a key of an order without its payment');
    return createdTransaction(publicUrl, await resumePayment(deps, payment));
  };
  switch (wish.kind) {
    case 'order':
      return {
        looksUpKeyLate: true,
        start: async (claim) =>
          answerTo(await receiveOrder(deps, merchantId, { accessToken: wish.body.access_token }, wish.body, claim)),
        resume: resumeCreation,
      };
    case 'retry': {
      const failed = await findPaymentOfMerchant(deps.db, merchantId, wish.paymentId);
      if (!failed) throw new ApiError('TRANSACTION_NOT_FOUND', 'no such payment');
      return {
        start: async (claim) => answerTo(await retryPayment(deps, failed, claim)),
        resume: resumeCreation,
      };
    }
    case 'refund': {
      const refund = {
        paymentId: wish.paymentId,
        amountCents: wish.amountCents,
        kind: 'pix_refund',
        description: name,
      } as const;
      return {
        start: async (claim) => pixRefundBody(await requestRefund(deps, merchantId, refund, claim)),
        resume: async (work) => pixRefundBody(await resumeRefund(deps, work.id)),
      };
    }
    case 'payout': {
      const { kind: _, ...asked } = wish;
      return {
        status: 201,
        start: async (claim) => (await requestPayout(deps, merchantId, { ...asked, description: name }, claim)).payout,
        resume: ({ id }) => findPayoutOfMerchant(deps.db, merchantId, id),
      };
    }
    case 'reversal': {
      const refund = { paymentId: wish.paymentId, amountCents: null, kind: 'reversal', description: name } as const;
      return {
        start: async (claim) => reversalBody(await requestRefund(deps, merchantId, refund, claim)),
        resume: async (work) => reversalBody(await resumeRefund(deps, work.id)),
      };
    }
  }
}

function pixRefundBody(requested: RequestedRefund): unknown {
  return requested.status === 'REFUNDED' ? pixRefundAnswer(requested) : new Unfinished(pixRefundUnderWay(requested));
}

function reversalBody(requested: RequestedRefund): unknown {
  return requested.status === 'REFUNDED' ? reversalAnswer(requested) : new Unfinished(reversalUnderWay(requested));
}

/** The order that a payment goes back to, also when it is a retry of a retry. */
export function orderOf(requests: readonly SentRequest[], name: string): OrderBody {
  const wish = requests.find((request) => request.name === name)?.wish;
  if (wish?.kind !== 'order') throw new Error(`${name} is not an order`);
  return wish.body;
}
