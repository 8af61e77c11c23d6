import { demand } from '../demand.ts';
import type { World } from '../world.ts';
import { refundableOf, type Snapshot, type StoredEvent, type StoredPayment } from './snapshot.ts';

const MOVES = 'I5 statuses moved only legally';
const EVENTS = 'I6 each change has exactly one event';
const DELIVERED = 'I6 every event is delivered at least once';
const FEED = 'the feed gives each event once and in order';
const LEGAL = new Set(['null>1', '1>2', '1>3', '1>4', '2>4']);

export function checkStatuses({ payments, moves, refunds }: Snapshot): void {
  for (const { payment_id, old_status, new_status } of moves) {
    demand(
      MOVES,
      LEGAL.has(`${old_status}>${new_status}`),
      () => `payment ${payment_id} went from ${old_status} to ${new_status}`,
    );
  }
  for (const payment of payments) {
    const own = moves.filter((move) => move.payment_id === payment.id);
    demand(
      MOVES,
      own.at(-1)?.new_status === payment.status,
      () => `payment ${payment.id} is ${payment.status} without having moved there`,
    );
    demand('everything comes to an end', payment.status !== 1, () => `payment ${payment.id} is still PENDING`);
    const refunded = refunds.filter((refund) => refund.payment_id === payment.id && refund.status === 'REFUNDED');
    const sum = refunded.reduce((total, refund) => total + refund.amount_cents, 0);
    demand(
      'I4 refunds stay within the amount',
      sum <= refundableOf(payment),
      () => `payment ${payment.id}: ${sum} of ${refundableOf(payment)}`,
    );
    const isWhole = sum === refundableOf(payment);
    demand(
      MOVES,
      (payment.status === 4) === isWhole,
      () => `payment ${payment.id} is ${payment.status} with ${sum} refunded`,
    );
  }
  for (const refund of refunds)
    demand(
      'everything comes to an end',
      refund.status !== 'PROCESSING',
      () => `refund ${refund.id} is still under way`,
    );
}

/** The other kinds do not report a change of a status. */
const TOLD_HERE = new Set(['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded']);
const EVENT_OF_MOVE: Record<string, string> = { '1>2': 'payment.approved', '1>3': 'payment.failed' };

/** The changes themselves give the expected events: creation, each move, each refund. */
export function checkEvents(world: World, snapshot: Snapshot): void {
  for (const payment of snapshot.payments) {
    const events = snapshot.events.filter((event) => event.payment_id === payment.id);
    const moves = snapshot.moves.filter((move) => move.payment_id === payment.id);
    const told = moves
      .map(({ old_status, new_status }) => EVENT_OF_MOVE[`${old_status}>${new_status}`])
      .filter((kind) => kind !== undefined);
    const refunds = snapshot.refunds.filter(
      (refund) => refund.payment_id === payment.id && refund.status === 'REFUNDED',
    );
    const expected = ['payment.created', ...told, ...refunds.map(() => 'payment.refunded')];
    const actual = events.map((event) => event.kind).filter((kind) => TOLD_HERE.has(kind));
    demand(
      EVENTS,
      actual.join() === expected.join(),
      () => `payment ${payment.id}: ${actual.join()}, expected ${expected.join()}`,
    );
    const isGapless = events.every((event, index) => event.sequence === index + 1);
    demand(EVENTS, isGapless, () => `payment ${payment.id} has events ${events.map((event) => event.sequence).join()}`);
    checkRefundEvents(payment, events, refunds);
    checkFailedRefunds(snapshot, payment, events);
    checkDivergenceEvents(snapshot, payment, events);
    for (const event of events) checkDelivery(world, snapshot, event);
  }
  demand(DELIVERED, world.receivers.contradictions.length === 0, () => world.receivers.contradictions.join());
  const ids = new Set([...snapshot.events, ...snapshot.otherEvents].map((event) => event.id));
  for (const [url, received] of world.receivers.received) {
    for (const id of received.keys())
      demand(EVENTS, ids.has(id), () => `${url} was told of event ${id}, which does not exist`);
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
    const payload = JSON.parse(event.payload) as {
      refund_id: number;
      refund_amount: number;
      total_refunded_amount: number;
    };
    const refund = refunds.find(({ id }) => id === payload.refund_id);
    total += payload.refund_amount;
    const isRight =
      refund?.amount_cents === payload.refund_amount &&
      payload.total_refunded_amount === total &&
      !told.has(payload.refund_id);
    demand(EVENTS, isRight, () => `payment ${payment.id}: ${event.payload}`);
    told.add(payload.refund_id);
  }
}

/** Each refund that was refused has one event, and no other has. */
function checkFailedRefunds({ refunds }: Snapshot, payment: StoredPayment, events: readonly StoredEvent[]): void {
  const told = events
    .filter(({ kind }) => kind === 'refund.failed')
    .map(({ payload }) => (JSON.parse(payload) as { refund_id: number }).refund_id);
  const failed = refunds.filter((refund) => refund.payment_id === payment.id && refund.status === 'REFUSED');
  const ids = failed.map(({ id }) => id).sort((one, other) => one - other);
  const isRight = told.sort((one, other) => one - other).join() === ids.join();
  demand(EVENTS, isRight, () => `payment ${payment.id}: refunds ${ids.join()} failed, told were ${told.join()}`);
}

/** Each divergence has one event, with what was seen. */
function checkDivergenceEvents(
  { divergences }: Snapshot,
  payment: StoredPayment,
  events: readonly StoredEvent[],
): void {
  const told = events
    .filter(({ kind }) => kind === 'divergence.opened')
    .map(({ payload }) => JSON.parse(payload) as { divergence_id: number; kind: string; difference: number })
    .map(({ divergence_id, kind, difference }) => `${divergence_id} ${kind} ${difference}`);
  const stored = divergences
    .filter(({ payment_id }) => payment_id === payment.id)
    .map(({ id, kind, difference_cents }) => `${id} ${kind} ${difference_cents}`);
  demand(
    EVENTS,
    told.join() === stored.join(),
    () => `payment ${payment.id}: told ${told.join()}, stored ${stored.join()}`,
  );
}

function checkDelivery({ endpoints, receivers }: World, { deliveries }: Snapshot, event: StoredEvent): void {
  for (const { id } of endpoints.present) {
    const owed = endpoints.addressesOwed(event, id);
    const isDelivered = owed?.some((url) => receivers.received.get(url)?.has(event.id)) ?? true;
    demand(
      DELIVERED,
      isDelivered,
      () => `endpoint ${id} at ${owed?.join()} never heard of ${event.kind} of payment ${event.payment_id}`,
    );
    const isSent = deliveries.some((one) => one.endpoint_id === id && one.event_id === event.id && !one.is_resend);
    demand(
      DELIVERED,
      !isSent || !endpoints.isUnwanted(event, id),
      () => `endpoint ${id} did not want ${event.kind} of ${event.payment_id}`,
    );
  }
}

/**
 * The feed as the merchants followed it while everything happened: each event once, and those of a payment
 * in their order.
 */
export function checkFeeds({ feeds, terms }: World, { events, otherEvents }: Snapshot): void {
  for (const merchantId of new Set(terms.present.map((company) => company.merchantId))) {
    const { seen } = feeds.of(merchantId);
    const own = events.filter((event) => event.merchant_id === merchantId);
    const all = [...own, ...otherEvents.filter((event) => event.merchant_id === merchantId)];
    const missed = all.filter(({ id }) => !seen.includes(id));
    demand(FEED, missed.length === 0, () => `merchant ${merchantId} missed ${missed.map(({ id }) => id).join()}`);
    demand(
      FEED,
      seen.length === all.length,
      () => `merchant ${merchantId} read ${seen.length} events of ${all.length}`,
    );
    const sequenceOf = (id: string) => own.find((event) => event.id === id);
    const last = new Map<number, number>();
    for (const event of seen.map(sequenceOf)) {
      if (!event) continue;
      demand(
        FEED,
        event.sequence > (last.get(event.payment_id) ?? 0),
        () => `merchant ${merchantId} read ${event.id} after later news`,
      );
      last.set(event.payment_id, event.sequence);
    }
  }
}
