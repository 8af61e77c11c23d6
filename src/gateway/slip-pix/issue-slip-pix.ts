import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../ground/deps.ts';
import type { AcquirerCharge, ChargeRequest, ChargeResult } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { Payment } from '../payments/payment.ts';
import { noteCodeIssued } from '../payments/slip-pix-codes/slip-pix-codes.sql.ts';

/** A slip never waits longer for its PIX code: what comes later follows by itself. */
const LONGEST_WAIT_MS = 3_000;
const LATE: ChargeResult = { outcome: 'unknown', reason: 'the PIX code did not come in time' };

/**
 * The slip that was issued, with a PIX code of the company's PIX bank where that makes one in time. Whatever goes wrong
 * with the code, the slip stands: the code is asked for again, under the same name, by `follow-slip-pix`.
 */
export async function withSlipPix(
  deps: Deps & WithAcquirers,
  payment: Payment,
  request: ChargeRequest,
  slip: AcquirerCharge,
): Promise<AcquirerCharge> {
  const isWaiting = slip.status === 'WAITING_PAYMENT' || slip.status === 'WAITING_CONFIRMATION';
  if (payment.pix_acquirer === null || !isWaiting) return slip;
  const result = await inTime(deps, payment.pix_acquirer, request);
  if (result.outcome !== 'accepted' || result.charge.instrument.pixQrCode === null) {
    const reason = result.outcome === 'accepted' ? result.charge.status : result.reason;
    deps.log.warn({ paymentId: payment.id, reason }, 'a boleto was issued without its PIX code; it may follow');
    return slip;
  }
  const { instrument, dueDate } = result.charge;
  await noteCodeIssued(deps.db, payment.id, dueDate ?? payment.due_date);
  return { ...slip, instrument: { ...slip.instrument, pixQrCode: instrument.pixQrCode } };
}

async function inTime({ acquirers }: WithAcquirers, name: string, request: ChargeRequest): Promise<ChargeResult> {
  const slipPix = acquirers.find(name)?.slipPix;
  if (!slipPix) return { outcome: 'unknown', reason: `${name} makes no PIX codes for slips` };
  const waited = new AbortController();
  const late = pause(LONGEST_WAIT_MS, LATE, { signal: waited.signal }).catch(() => LATE);
  try {
    return await Promise.race([slipPix.charge(request), late]);
  } finally {
    waited.abort();
  }
}
