import type { RequestListener } from 'node:http';
import { expect } from 'vitest';
import { eventually } from '../../support/contract.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from './receivers.ts';

/** A receiver that is registered: what a merchant has after the first step of the documentation. */
export interface Hook {
  id: number;
  secret: string;
  receiver: Receiver;
}

export interface DeliveryLog {
  id: number;
  event_id: string;
  event: string;
  transaction_id: number | null;
  status: string;
  resend: boolean;
  created_at: string;
  next_attempt_at: string | null;
  attempts: {
    attempted_at: string;
    status_code: number | null;
    duration_ms: number;
    error: string | null;
    response_body: string | null;
  }[];
}

const ANSWER_OK: RequestListener = (_request, response) => response.end('ok');

/** Registers a receiver; without a listener it answers 200. */
export async function openHook(
  gateway: TestGateway,
  changes: Record<string, unknown> = {},
  listener: RequestListener = ANSWER_OK,
  token = gateway.token,
): Promise<Hook> {
  return registerHook(gateway, await startReceiver(listener), changes, token);
}

export async function registerHook(
  gateway: TestGateway,
  receiver: Receiver,
  changes: Record<string, unknown> = {},
  token = gateway.token,
): Promise<Hook> {
  const answer = await gateway.post('/webhooks', { url: receiver.url, ...changes }, token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id: answer.body.id, secret: answer.body.secret, receiver };
}

export async function logOf(gateway: TestGateway, webhookId: number, token = gateway.token): Promise<DeliveryLog[]> {
  const answer = await gateway.get(`/webhooks/${webhookId}/deliveries?limit=100`, token);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Waits until the newest delivery of the webhook fits. */
export async function newestDelivery(
  gateway: TestGateway,
  webhookId: number,
  fits: object,
  withinMs?: number,
): Promise<DeliveryLog> {
  return eventually(async () => {
    const [newest] = await logOf(gateway, webhookId);
    expect(newest).toMatchObject(fits);
    return newest as DeliveryLog;
  }, withinMs);
}

export async function untilReceived(receiver: Receiver, count: number, withinMs?: number): Promise<ReceivedRequest[]> {
  await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(count), withinMs);
  return receiver.requests;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
export const eventOf = (request: ReceivedRequest | undefined): any => JSON.parse(request?.body ?? 'null');

export async function testHook(gateway: TestGateway, webhookId: number): Promise<void> {
  expect((await gateway.post(`/webhooks/${webhookId}/test`)).status).toBe(202);
}

/** Longer than a poll for due deliveries takes: what was going to arrive has arrived. */
export const QUIET_MS = 800;
/**
 * The second attempt is due 5 to 5.5 s after the event, and half of that after a first one that was late. This one was
 * made before now.
 */
export function expectSecondAttempt(delivery: DeliveryLog): void {
  const due = sinceEvent(delivery, delivery.next_attempt_at);
  expect(due).toBeGreaterThanOrEqual(5_000);
  expect(due).toBeLessThanOrEqual(Math.max(5_500, Date.now() - Date.parse(delivery.created_at) + 2_500));
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds from the event to that time. */
export function sinceEvent(delivery: { created_at: string }, time: string | null | undefined): number {
  return Date.parse(time ?? '') - Date.parse(delivery.created_at);
}

export async function failingSince(gateway: TestGateway, hook: Hook): Promise<Date | null> {
  const [row] = await gateway.database.db.query<{ failing_since: Date | null }>(
    'SELECT failing_since FROM webhook_endpoints WHERE id = $1',
    [hook.id],
  );
  return row?.failing_since ?? null;
}
