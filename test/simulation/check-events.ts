import { demand } from './demand.ts';
import type { Snapshot, StoredEvent, StoredPayment } from './snapshot.ts';
import type { World } from './world.ts';

const MOVES = 'I5 statuses moved only legally';
const EVENTS = 'I6 each change has exactly one event';
const DELIVERED = 'I6 every event is delivered at least once';
const LEGAL = new Set(['null>1', '1>2', '1>3', '1>4', '2>4']);

export function checkStatuses({ payments, moves, refunds }: Snapshot): void {
  for (const { payment_id, old_status, new_status } of moves) {
    demand(MOVES, LEGAL.has(`${old_status}>${new_status}`), () => `payment ${payment_id} went from ${old_status} to ${new_status}`);
  }
  for (const payment of payments) {
    const own = moves.filter((move) => move.payment_id === payment.id);
    demand(MOVES, own.at(-1)?.new_status === payment.status, () => `payment ${payment.id} is ${payment.status} without having moved there`);
    demand('everything comes to an end', payment.status !== 1, () => `payment ${payment.id} is still PENDING`);
    const refunded = refunds.filter((refund) => refund.payment_id === payment.id && refund.status === 'REFUNDED');
    const sum = refunded.reduce((total, refund) => total + refund.amount_cents, 0);
    demand(
      'I4 refunds stay within the amount',
      sum <= payment.amount_cents,
      () => `payment ${payment.id}: ${sum} of ${payment.amount_cents}`,
    );
    const isWhole = sum === payment.amount_cents;
    demand(MOVES, (payment.status === 4) === isWhole, () => `payment ${payment.id} is ${payment.status} with ${sum} refunded`);
  }
  for (const refund of refunds)
    demand('everything comes to an end', refund.status !== 'PROCESSING', () => `refund ${refund.id} is still under way`);
}

const EVENT_OF_MOVE: Record<string, string> = { '1>2': 'payment.approved', '1>3': 'payment.failed' };

/** Events are told from the changes themselves: creation, each move, each refund. */
export function checkEvents(world: World, snapshot: Snapshot): void {
  for (const payment of snapshot.payments) {
    const events = snapshot.events.filter((event) => event.payment_id === payment.id);
    const moves = snapshot.moves.filter((move) => move.payment_id === payment.id);
    const told = moves
      .map(({ old_status, new_status }) => EVENT_OF_MOVE[`${old_status}>${new_status}`])
      .filter((kind) => kind !== undefined);
    const refunds = snapshot.refunds.filter((refund) => refund.payment_id === payment.id && refund.status === 'REFUNDED');
    const expected = ['payment.created', ...told, ...refunds.map(() => 'payment.refunded')];
    const actual = events.map((event) => event.kind).filter((kind) => kind !== 'divergence.opened');
    demand(EVENTS, actual.join() === expected.join(), () => `payment ${payment.id}: ${actual.join()}, expected ${expected.join()}`);
    const isGapless = events.every((event, index) => event.sequence === index + 1);
    demand(EVENTS, isGapless, () => `payment ${payment.id} has events ${events.map((event) => event.sequence).join()}`);
    checkRefundEvents(payment, events, refunds);
    checkDivergenceEvents(snapshot, payment, events);
    for (const event of events) checkDelivery(world, event);
  }
  demand(DELIVERED, world.receivers.contradictions.length === 0, () => world.receivers.contradictions.join());
  const ids = new Set(snapshot.events.map((event) => event.id));
  for (const [url, received] of world.receivers.received) {
    for (const id of received.keys()) demand(EVENTS, ids.has(id), () => `${url} was told of event ${id}, which does not exist`);
  }
}

function checkRefundEvents(
  payment: StoredPayment,
  events: readonly StoredEvent[],
  refunds: readonly { id: number; amount_cents: number }[],
): void {
  let total = 0;
  const told = new Set<number>();
  for (const event of events.filter(({ kind }) => kind === 'payment.refunded')) {
    const payload = JSON.parse(event.payload) as { refund_id: number; refund_amount: number; total_refunded_amount: number };
    const refund = refunds.find(({ id }) => id === payload.refund_id);
    total += payload.refund_amount;
    const isRight =
      refund?.amount_cents === payload.refund_amount && payload.total_refunded_amount === total && !told.has(payload.refund_id);
    demand(EVENTS, isRight, () => `payment ${payment.id}: ${event.payload}`);
    told.add(payload.refund_id);
  }
}

/** Each divergence is told once, with what was seen. */
function checkDivergenceEvents({ divergences }: Snapshot, payment: StoredPayment, events: readonly StoredEvent[]): void {
  const told = events
    .filter(({ kind }) => kind === 'divergence.opened')
    .map(({ payload }) => JSON.parse(payload) as { divergence_id: number; kind: string; difference: number })
    .map(({ divergence_id, kind, difference }) => `${divergence_id} ${kind} ${difference}`);
  const stored = divergences
    .filter(({ payment_id }) => payment_id === payment.id)
    .map(({ id, kind, difference_cents }) => `${id} ${kind} ${difference_cents}`);
  demand(EVENTS, told.join() === stored.join(), () => `payment ${payment.id}: told ${told.join()}, stored ${stored.join()}`);
}

function checkDelivery({ fixtures, receivers }: World, event: StoredEvent): void {
  for (const endpoint of fixtures.endpoints) {
    const isOwn = endpoint.merchantId === event.merchant_id && (endpoint.companyId === null || endpoint.companyId === event.company_id);
    if (!isOwn || !endpoint.events.includes(event.kind)) continue;
    const isDelivered = receivers.received.get(endpoint.url)?.has(event.id) ?? false;
    demand(DELIVERED, isDelivered, () => `${endpoint.url} never heard of ${event.kind} of payment ${event.payment_id}`);
  }
}
