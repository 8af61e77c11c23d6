import { createHmac, timingSafeEqual } from 'node:crypto';
import { Pool } from 'undici';
import {
  type Acquirer,
  type CallHeaders,
  type ChargeRequest,
  type ChargeResult,
  type NotificationReading,
  type QueriedRefund,
  type QueryResult,
  type RefundCapability,
  SANDBOX,
  type TotalsResult,
} from '../acquirer.ts';
import type { StartLimit } from '../time-limit.ts';
import {
  chargeToWire,
  isNotFound,
  readCharge,
  readNotificationReference,
  readRefund,
  readRefusal,
  readTotals,
} from './sandbox-acquirer.wire.ts';
import { type Answer, type Call, createCall, misread, unknownStatus } from './sandbox-call.ts';
import {
  type PlayedPayout,
  payoutsThrough,
  playPayoutThrough,
  type SandboxPayoutAction,
  type SandboxPayoutBody,
  type SandboxPayouts,
} from './sandbox-payouts.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 128;
const NOTIFICATION_TOLERANCE_SECONDS = 300;

export interface SandboxAcquirerClientOptions {
  baseUrl: string;
  apiKey: string;
  notificationSecret: string;
  timeoutMs?: number | undefined;
  startLimit?: StartLimit;
  realNow?: () => Date;
  callHeaders?: CallHeaders;
}

export type SandboxControlAction = 'pay' | 'fail' | 'cancel' | 'expire' | 'refund';

export interface SandboxControlBody {
  paid_at?: string;
  amount?: number;
  notify?: boolean;
}

/** What the sandbox acquirer offers besides what every acquirer must. */
type Offered = 'refunds' | 'totals' | 'readNotification';

export interface SandboxAcquirerClient extends Omit<Acquirer, Offered | 'payouts'>, Required<Pick<Acquirer, Offered>> {
  readonly payouts: SandboxPayouts;
  /** Tells the acquirer what the payer or the bank does; only a sandbox can do this. */
  control(reference: string, action: SandboxControlAction, body: SandboxControlBody): Promise<QueryResult>;
  /** The same of a payout. */
  controlPayout(reference: string, action: SandboxPayoutAction, body: SandboxPayoutBody): Promise<PlayedPayout>;
  close(): Promise<void>;
}

export function createSandboxAcquirerClient(options: SandboxAcquirerClientOptions): SandboxAcquirerClient {
  const { origin, pathname } = new URL(options.baseUrl);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const realNow = options.realNow ?? (() => new Date());
  const pool = new Pool(origin, { connections: MAX_CONNECTIONS, pipelining: 1 });
  const call = createCall(pool, pathname.replace(/\/$/, ''), { ...options, timeoutMs });

  const charge = async (request: ChargeRequest) =>
    readChargeAnswer(await call('PUT', chargePath(request.reference), chargeToWire(request)), request);

  return {
    name: SANDBOX,
    timeoutMs,
    charges: { pix: charge, invoice: charge },
    async query({ reference }) {
      return readQueryAnswer(await call('GET', chargePath(reference)), reference);
    },
    async cancel({ reference }) {
      return readQueryAnswer(await call('POST', `${chargePath(reference)}/cancel`, {}), reference);
    },
    async changeDueDate({ reference }, dueDate) {
      const answer = await call('PATCH', chargePath(reference), { dueDate });
      const refusal = answer.isClear && answer.statusCode === 422 ? readRefusal(answer.body) : null;
      if (refusal) return { outcome: 'refused', reason: refusal.reason };
      const found = readQueryAnswer(answer, reference);
      if (found.outcome === 'found') return { outcome: 'changed', charge: found.charge };
      return found.outcome === 'unknown' ? found : { outcome: 'refused', reason: 'the acquirer knows no such charge' };
    },
    refunds: refundsThrough(call),
    payouts: payoutsThrough(call),
    totals: async (day) => readTotalsAnswer(await call('GET', `/totals/${day}`)),
    async control(reference, action, body) {
      return readQueryAnswer(await call('POST', `/control${chargePath(reference)}/${action}`, body), reference);
    },
    controlPayout: (reference, action, body) => playPayoutThrough(call, reference, action, body),
    async ping() {
      const answer = await call('GET', '/health');
      return answer.isClear && answer.statusCode === 200;
    },
    readNotification: (headers, rawBody) => readNotification(options.notificationSecret, realNow(), headers, rawBody),
    close: () => pool.destroy(),
  };
}

function refundsThrough(call: Call): RefundCapability {
  return {
    async send({ reference, charge, amountCents, description, isRepeat }) {
      const path = `${chargePath(charge.reference)}/refunds/${encodeURIComponent(reference)}`;
      const sent = readRefundAnswer(await call('PUT', path, { amount: amountCents, description }), reference);
      if (sent.outcome !== 'not_found') return sent;
      const reason = 'it does not know the charge';
      return isRepeat ? { outcome: 'unknown', because: 'answered', reason } : { outcome: 'rejected', reason };
    },
    async query({ reference }) {
      return readRefundAnswer(await call('GET', `/refunds/${encodeURIComponent(reference)}`), reference);
    },
  };
}

function chargePath(reference: string): string {
  return `/charges/${encodeURIComponent(reference)}`;
}

function readChargeAnswer(answer: Answer, request: ChargeRequest): ChargeResult {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (answer.statusCode === 422) {
    const refusal = readRefusal(answer.body);
    const kept = refusal && readCharge(refusal.charge, request.reference);
    if (refusal) return { outcome: 'refused', charge: kept?.ok ? kept.value : null, reason: refusal.reason };
  }
  if (answer.statusCode !== 200 && answer.statusCode !== 201) return unknownStatus(answer.statusCode);
  const reading = readCharge(answer.body, request.reference);
  if (!reading.ok) return misread(answer, reading.field);
  const charge = reading.value;
  if (charge.amountCents !== request.amountCents)
    return { outcome: 'unknown', reason: 'the answer has another amount' };
  const { pixQrCode, boleto } = charge.instrument;
  const hasInstrument = (request.paymentType === 'pix' ? pixQrCode : boleto) !== null;
  if (charge.status === 'WAITING_PAYMENT' && !hasInstrument)
    return { outcome: 'unknown', reason: 'the answer contains neither a PIX code nor a boleto' };
  return { outcome: 'accepted', charge };
}

function readQueryAnswer(answer: Answer, reference: string): QueryResult {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  // A 404 without the acquirer's own code may come from a proxy in between.
  if (answer.statusCode === 404 && isNotFound(answer.body)) return { outcome: 'not_found' };
  if (answer.statusCode !== 200) return unknownStatus(answer.statusCode);
  const reading = readCharge(answer.body, reference);
  return reading.ok ? { outcome: 'found', charge: reading.value } : misread(answer, reading.field);
}

/**
 * Another amount than we asked for is reported as it is: the money has moved, and the code that settles
 * the refund compares.
 */
function readRefundAnswer(answer: Answer, reference: string): QueriedRefund {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (answer.statusCode === 404 && isNotFound(answer.body)) return { outcome: 'not_found' };
  if (answer.statusCode !== 200 && answer.statusCode !== 201) return unknownStatus(answer.statusCode);
  const reading = readRefund(answer.body, reference);
  return reading.ok ? { outcome: 'found', refund: reading.value } : misread(answer, reading.field);
}

function readTotalsAnswer(answer: Answer): TotalsResult {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  const totals = answer.statusCode === 200 ? readTotals(answer.body) : null;
  return totals ? { outcome: 'found', totals } : unknownStatus(answer.statusCode);
}

function readNotification(
  secret: string,
  now: Date,
  headers: Record<string, string | string[] | undefined>,
  rawBody: string,
): NotificationReading {
  const timestamp = headers['x-acquirer-timestamp'];
  const signature = headers['x-acquirer-signature'];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp))
    return { ok: false, reason: 'no usable timestamp' };
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature))
    return { ok: false, reason: 'no usable signature' };
  const content = `${timestamp}.${rawBody}`;
  const expected = createHmac('sha256', secret).update(content).digest();
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), expected))
    return { ok: false, reason: 'the signature does not match' };
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (ageSeconds > NOTIFICATION_TOLERANCE_SECONDS) return { ok: false, reason: 'the timestamp is too far from now' };
  const reference = readNotificationReference(rawBody);
  return reference === null ? { ok: false, reason: 'the body names no reference' } : { ok: true, reference, content };
}
