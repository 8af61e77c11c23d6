import type { ChargeAtAcquirer, ChargeRequest, ChargeResult, QueryResult } from '../acquirer.ts';
import {
  type ClearAnswer,
  describeAnswer,
  isNotFound,
  isRefusal,
  isSuccess,
  misread,
  unclear,
} from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { cobToWire, readCob, TXID } from './bacen-pix.wire.ts';
import type { Bank, PixCall } from './bank.ts';

function cobCall(method: 'GET' | 'PUT' | 'PATCH', txid: string, body?: object): PixCall {
  const resource = method === 'PATCH' ? 'patchCob' : 'cob';
  const path = `/cob/${encodeURIComponent(txid)}`;
  return { class: method === 'GET' ? 'queries' : 'charges', method, resource, path, ...(body && { body }) };
}

/**
 * Under our own txid. What may have been sent before is asked about first: a bank may take the same txid for a
 * revision. A refusal, too, is asked about: it may only mean that the txid is used, by this very charge.
 */
export async function chargePix(bank: Bank, request: ChargeRequest, deadline: Deadline): Promise<ChargeResult> {
  const { reference } = request;
  if (!TXID.test(reference)) return { outcome: 'refused', charge: null, reason: 'the reference is no txid' };
  if (request.isRepeat) {
    const known = await queryCob(bank, atBank(reference), deadline);
    if (known.outcome !== 'not_found') return asChargeResult(known, request);
  }
  const answer = await bank.calls.send(cobCall('PUT', reference, cobToWire(request, bank.access.pixKey)), deadline);
  if (!answer.isClear) return unclear(answer);
  if (isSuccess(answer)) return asChargeResult(readCobAnswer(bank, answer, reference), request);
  if (!isRefusal(answer)) return unclear(answer);
  const known = await queryCob(bank, atBank(reference), deadline);
  if (known.outcome !== 'not_found') return asChargeResult(known, request);
  return { outcome: 'refused', charge: null, reason: describeAnswer(answer) };
}

function asChargeResult(result: QueryResult, request: ChargeRequest): ChargeResult {
  if (result.outcome === 'not_found') return { outcome: 'unknown', reason: 'the bank does not know the charge' };
  if (result.outcome === 'unknown') return result;
  const { charge } = result;
  if (charge.paidAt === null && charge.amountCents !== request.amountCents)
    return { outcome: 'unknown', reason: 'the answer has another amount' };
  if (charge.status === 'WAITING_PAYMENT' && charge.instrument.pixQrCode === null)
    return { outcome: 'unknown', reason: 'the answer contains no code to pay' };
  return { outcome: 'accepted', charge };
}

export async function queryCob(bank: Bank, { reference }: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  if (!TXID.test(reference)) return { outcome: 'not_found' };
  const answer = await bank.calls.send(cobCall('GET', reference), deadline);
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer)) return { outcome: 'not_found' };
  return isSuccess(answer) ? readCobAnswer(bank, answer, reference) : unclear(answer);
}

/** What is not to be removed any more is asked about: the answer is the state that resulted. */
export async function cancelCob(bank: Bank, charge: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  const { reference } = charge;
  if (!TXID.test(reference)) return { outcome: 'not_found' };
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const answer = await bank.calls.send(cobCall('PATCH', reference, body), deadline);
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer)) return { outcome: 'not_found' };
  if (isSuccess(answer)) return readCobAnswer(bank, answer, reference);
  return isRefusal(answer) ? queryCob(bank, charge, deadline) : unclear(answer);
}

function readCobAnswer({ name, access, profile }: Bank, answer: ClearAnswer, txid: string): QueryResult {
  const pixKeys = [access.pixKey, ...(access.formerPixKeys ?? [])];
  const reading = readCob(answer.body, { txid, pixKeys, profile, provider: name });
  return reading.ok ? { outcome: 'found', charge: reading.value } : misread(answer, reading.field);
}

function atBank(reference: string): ChargeAtAcquirer {
  return { reference, transactionId: null, endToEndId: null };
}
