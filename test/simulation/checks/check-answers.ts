import { demand } from '../demand.ts';
import { type Answer, isFinal, isSuccess, madeBy, type SentRequest, statusIn } from '../requests.ts';
import type { World } from '../world.ts';
import { judgeOrder } from './model-boleto.ts';
import type { Snapshot } from './snapshot.ts';

const FOUND_AGAIN = 'I3 every answer 2xx is found again';
const SAME = 'a repeat with the same key gives the same result';
const ONCE = 'one request has one result';

/** I3, and what an Idempotency-Key promises. */
export function checkAnswers(world: World, snapshot: Snapshot): void {
  for (const request of world.requests) {
    if (request.wish.kind === 'payout') continue;
    checkFound(request, snapshot);
    checkSame(request);
    checkTwin(request, snapshot);
    checkOnce(request, snapshot);
    checkRefusal(request, world);
  }
  for (const id of world.cancelled) {
    const status = snapshot.payments.find((payment) => payment.id === id)?.status;
    demand(FOUND_AGAIN, status === 3, () => `payment ${id} was answered as cancelled and is ${status}`);
  }
}

function checkFound({ name, wish, answers }: SentRequest, { payments, refunds }: Snapshot): void {
  for (const answer of answers.filter(isSuccess)) {
    const { paymentId, refundId } = madeBy(answer);
    const payment = payments.find(({ id }) => id === paymentId);
    const refund = refunds.find(({ id }) => id === refundId);
    const isThere =
      wish.kind === 'order'
        ? payment?.amount_cents === wish.body.total && payment.metadata.request === name
        : wish.kind === 'retry'
          ? payment?.retry_of === wish.paymentId
          : wish.kind !== 'payout' &&
            refund?.status === 'REFUNDED' &&
            refund.payment_id === wish.paymentId &&
            refund.description === name;
    demand(FOUND_AGAIN, isThere, () => `${name} was answered ${JSON.stringify(answer.body)}`);
  }
}

function checkSame({ name, key, answers }: SentRequest): void {
  const successes = answers.filter(isSuccess);
  const made = new Set(successes.map((answer) => JSON.stringify(madeBy(answer))));
  demand(SAME, key === null || made.size <= 1, () => `${name} made ${[...made].join(' and ')}`);
  const replayed = new Set(
    successes.filter((answer) => answer.isReplayed).map((answer) => JSON.stringify(answer.body)),
  );
  demand(SAME, replayed.size <= 1, () => `${name} was replayed as ${[...replayed].join(' and ')}`);
  checkNotBack(name, successes);
}

/** What is kept under a key is what somebody was answered who asked by it, unless the answer went astray. */
export async function checkKeptAnswers({ db, requests }: World): Promise<void> {
  const kept = await db.look<{ key: string; status: string }>(
    `SELECT key, response_body #>> '{transaction,status}' AS status FROM idempotency_keys
     WHERE response_body IS NOT NULL AND subject_kind = 'payment'`,
  );
  const byKey = new Map(requests.map((request) => [request.key, request]));
  for (const { key, status } of kept) {
    const { answers = [], timesSent = 0, name } = byKey.get(key) ?? {};
    const told = answers.filter((answer) => isSuccess(answer) && !answer.isReplayed).map(statusIn);
    const isUnheard = told.length === 0 || answers.length < timesSent || answers.some((answer) => !isFinal(answer));
    demand(SAME, isUnheard || told.includes(status), () => `${name} was answered ${told}, and ${status} is kept`);
  }
}

/** What was told as ended is not told as pending when it is asked for again. */
function checkNotBack(name: string, successes: readonly Answer[]): void {
  const statuses = successes.map((answer) => ({ ...answer, told: statusIn(answer) }));
  const ended = statuses.findIndex(({ isReplayed, told }) => !isReplayed && told !== 'PENDING');
  const back =
    ended < 0 ? undefined : statuses.slice(ended).find(({ isReplayed, told }) => isReplayed && told === 'PENDING');
  demand(SAME, !back, () => `${name} was answered ${statuses[ended]?.told} and then replayed as PENDING`);
}

/** The refusals that a request gets when its own repeat was faster. */
const REFUSED_BY_ITSELF = ['TRANSACTION_ALREADY_REFUNDED', 'REFUND_VALUE_EXCEEDS_ORIGINAL', 'TRANSACTION_NOT_FAILED'];

/**
 * Of two equal requests at once, one does the work and the other waits or repeats the answer; it is not refused for
 * its twin's work.
 */
function checkTwin({ name, key, wish, answers }: SentRequest, { payments, refunds }: Snapshot): void {
  const refusal = answers.find(({ code }) => code !== null && REFUSED_BY_ITSELF.includes(code));
  if (key === null || !refusal || wish.kind === 'order' || wish.kind === 'payout') return;
  const success =
    answers.some(isSuccess) || refunds.some((refund) => refund.description === name && refund.status === 'REFUNDED');
  // Other requests came and went; it may have been refused because of them.
  const others =
    wish.kind === 'retry'
      ? payments.filter((payment) => payment.retry_root !== null).length > 1
      : refunds.some((refund) => refund.payment_id === wish.paymentId && refund.status === 'REFUSED');
  demand(SAME, !success || others, () => `${name} was refused with ${refusal.code} because of its own twin`);
}

/** A day that was still to come when the order was drawn, and is over by the time it is taken. */
const isDay = (field: string) => field === 'payment.due_date' || field.endsWith('.until');

/**
 * An order is refused for its split or its terms only where the model refuses it for the same reason, under terms that
 * stood at some time.
 */
function checkRefusal({ name, wish, answers }: SentRequest, { terms }: World): void {
  if (wish.kind !== 'order') return;
  const reasons = answers
    .map(({ code, field }) => (code?.startsWith('SPLIT_') ? code : code === 'VALIDATION_ERROR' ? field : null))
    .filter((reason) => reason !== null && !isDay(reason));
  for (const reason of reasons) {
    const isRight = terms.history.some((companies) => judgeOrder(wish.body, companies).refusal === reason);
    demand('an order is refused for its reason', isRight, () => `${name} was refused for ${reason}`);
  }
}

function checkOnce({ name, wish, answers, timesSent }: SentRequest, { payments, refunds }: Snapshot): void {
  if (wish.kind === 'retry') return;
  const made =
    wish.kind === 'order'
      ? payments.filter((payment) => payment.metadata.request === name && payment.retry_of === null)
      : refunds.filter((refund) => refund.description === name && refund.status === 'REFUNDED');
  demand(ONCE, made.length <= 1, () => `${name} made ${made.map(({ id }) => id).join(' and ')}`);
  const last = answers.at(-1);
  // A process that died may have begun again after the refusal of another; then no answer was wrong.
  if (last && isFinal(last) && !isSuccess(last) && answers.length === timesSent)
    demand(ONCE, made.length === 0, () => `${name} was refused with ${last.code} and made ${made[0]?.id}`);
}
