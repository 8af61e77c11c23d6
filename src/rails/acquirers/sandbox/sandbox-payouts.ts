import type { HolderAnswer, ListedPayouts, PayoutCapability, QueriedPayout } from '../payout.ts';
import { isNotFound } from './sandbox-acquirer.wire.ts';
import { type Answer, type Call, misread, unknownStatus } from './sandbox-call.ts';
import { payoutToWire, readHolder, readPayout, readPayoutRefusal, readSent } from './sandbox-payouts.wire.ts';

export type SandboxPayoutAction = 'pay' | 'fail' | 'return';

export interface SandboxPayoutBody {
  /** Of a return: a part of it. */
  amount?: number;
  notify?: boolean;
}

/** What came of it, or why it cannot happen. */
export type PlayedPayout = QueriedPayout | { outcome: 'refused'; reason: string };

/** All that a rail may offer. */
export type SandboxPayouts = Required<Omit<PayoutCapability, 'isByHand'>>;

export function payoutsThrough(call: Call): SandboxPayouts {
  return {
    isKeyedByReference: true,
    async send(request) {
      const { reference, isRepeat } = request;
      const answer = await call('PUT', payoutPath(reference), payoutToWire(request));
      const refusal = answer.isClear && answer.statusCode === 422 ? readPayoutRefusal(answer.body) : null;
      if (refusal !== null && !isRepeat) return { outcome: 'rejected', reason: refusal };
      const sent = readPayoutAnswer(answer, reference);
      // What was just sent cannot be missing.
      return sent.outcome === 'not_found' ? unknownStatus(404) : sent;
    },
    async query({ reference }) {
      return readPayoutAnswer(await call('GET', payoutPath(reference)), reference);
    },
    async holderOf(destination, { name, document }) {
      return readHolderAnswer(await call('POST', '/payout-holder', { destination, sender: { name, document } }));
    },
    async sent({ from, to, page }) {
      const period = `from=${encodeURIComponent(from.toISOString())}&to=${encodeURIComponent(to.toISOString())}`;
      return readSentAnswer(await call('GET', `/payouts?${period}&page=${page}`));
    },
  };
}

/** The hand of the receiving bank: only a sandbox has one. */
export async function playPayoutThrough(
  call: Call,
  reference: string,
  action: SandboxPayoutAction,
  body: SandboxPayoutBody,
): Promise<PlayedPayout> {
  const answer = await call('POST', `/control${payoutPath(reference)}/${action}`, body);
  const refusal = answer.isClear && answer.statusCode === 409 ? readPayoutRefusal(answer.body) : null;
  return refusal === null ? readPayoutAnswer(answer, reference) : { outcome: 'refused', reason: refusal };
}

function payoutPath(reference: string): string {
  return `/payouts/${encodeURIComponent(reference)}`;
}

/** Another amount than we asked for is reported as it is: the money has moved, and whoever settles it compares. */
function readPayoutAnswer(answer: Answer, reference: string): QueriedPayout {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (answer.statusCode === 404 && isNotFound(answer.body)) return { outcome: 'not_found' };
  if (answer.statusCode !== 200 && answer.statusCode !== 201) return unknownStatus(answer.statusCode);
  const reading = readPayout(answer.body, reference);
  return reading.ok ? { outcome: 'found', payout: reading.value } : misread(answer, reading.field);
}

function readHolderAnswer(answer: Answer): HolderAnswer {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (answer.statusCode === 404 && isNotFound(answer.body)) return { outcome: 'not_found' };
  if (answer.statusCode !== 200) return unknownStatus(answer.statusCode);
  const reading = readHolder(answer.body);
  return reading.ok ? { outcome: 'found', holder: reading.value } : misread(answer, reading.field);
}

function readSentAnswer(answer: Answer): ListedPayouts {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (answer.statusCode !== 200) return unknownStatus(answer.statusCode);
  const reading = readSent(answer.body);
  return reading.ok ? { outcome: 'found', ...reading.value } : misread(answer, reading.field);
}
