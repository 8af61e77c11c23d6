import type { ChangeResult, ChargeAtAcquirer, ChargeRequest, ChargeResult, QueryResult } from '../acquirer.ts';
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
import { calendarToWire, cobvToWire } from './cobv.wire.ts';

/** The two kinds of charges that API Pix knows: to be paid at once, and by a day. */
export interface CobKind {
  path: '/cob' | '/cobv';
  resource: 'cob' | 'cobv';
  patchResource: 'patchCob' | 'patchCobv';
  classOf(method: PixCall['method']): PixCall['class'];
  toWire(request: ChargeRequest, pixKey: string): object;
}

export const COB: CobKind = {
  path: '/cob',
  resource: 'cob',
  patchResource: 'patchCob',
  classOf: (method) => (method === 'GET' ? 'queries' : 'charges'),
  toWire: cobToWire,
};

/** Paused apart from the rest: a bank that is in trouble with these still sells. */
export const COBV: CobKind = {
  path: '/cobv',
  resource: 'cobv',
  patchResource: 'patchCobv',
  classOf: () => 'slips',
  toWire: cobvToWire,
};

function cobCall(kind: CobKind, method: 'GET' | 'PUT' | 'PATCH', txid: string, body?: object): PixCall {
  const resource = method === 'PATCH' ? kind.patchResource : kind.resource;
  const path = `${kind.path}/${encodeURIComponent(txid)}`;
  return { class: kind.classOf(method), method, resource, path, ...(body && { body }) };
}

/**
 * Under our own txid. What may have been sent before is asked about first: a bank may take the same txid for a
 * revision. A refusal, too, is asked about: it may only mean that the txid is used, by this very charge.
 */
export async function putCob(
  bank: Bank,
  kind: CobKind,
  request: ChargeRequest,
  deadline: Deadline,
): Promise<ChargeResult> {
  const { reference } = request;
  if (!TXID.test(reference)) return { outcome: 'refused', charge: null, reason: 'the reference is no txid' };
  if (request.isRepeat) {
    const known = await queryCob(bank, kind, atBank(reference), deadline);
    if (known.outcome !== 'not_found') return asChargeResult(known, request);
  }
  const answer = await bank.calls.send(
    cobCall(kind, 'PUT', reference, kind.toWire(request, bank.access.pixKey)),
    deadline,
  );
  if (!answer.isClear) return unclear(answer);
  if (isSuccess(answer)) return asChargeResult(readCobAnswer(bank, kind, answer, reference), request);
  if (!isRefusal(answer)) return unclear(answer);
  const known = await queryCob(bank, kind, atBank(reference), deadline);
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

export async function queryCob(
  bank: Bank,
  kind: CobKind,
  { reference }: ChargeAtAcquirer,
  deadline: Deadline,
): Promise<QueryResult> {
  if (!TXID.test(reference)) return { outcome: 'not_found' };
  const answer = await bank.calls.send(cobCall(kind, 'GET', reference), deadline);
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer)) return { outcome: 'not_found' };
  return isSuccess(answer) ? readCobAnswer(bank, kind, answer, reference) : unclear(answer);
}

/** What is not to be removed any more is asked about: the answer is the state that resulted. */
export async function cancelCob(
  bank: Bank,
  kind: CobKind,
  charge: ChargeAtAcquirer,
  deadline: Deadline,
): Promise<QueryResult> {
  const { reference } = charge;
  if (!TXID.test(reference)) return { outcome: 'not_found' };
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const answer = await bank.calls.send(cobCall(kind, 'PATCH', reference, body), deadline);
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer)) return { outcome: 'not_found' };
  if (isSuccess(answer)) return readCobAnswer(bank, kind, answer, reference);
  return isRefusal(answer) ? queryCob(bank, kind, charge, deadline) : unclear(answer);
}

/** Due on another day; the rest of its terms stays. A refusal may only mean that it cannot be paid any more. */
export async function changeCobv(bank: Bank, request: ChargeRequest, deadline: Deadline): Promise<ChangeResult> {
  const { reference } = request;
  const answer = await bank.calls.send(
    cobCall(COBV, 'PATCH', reference, { calendario: calendarToWire(request) }),
    deadline,
  );
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer) || isRefusal(answer)) return { outcome: 'refused', reason: describeAnswer(answer) };
  if (!isSuccess(answer)) return unclear(answer);
  const read = readCobAnswer(bank, COBV, answer, reference);
  return read.outcome === 'found'
    ? { outcome: 'changed', charge: read.charge }
    : { outcome: 'unknown', reason: 'the answer cannot be read' };
}

function readCobAnswer(
  { name, access, profile }: Bank,
  { resource }: CobKind,
  answer: ClearAnswer,
  txid: string,
): QueryResult {
  const pixKeys = [access.pixKey, ...(access.formerPixKeys ?? [])];
  const reading = readCob(answer.body, { txid, pixKeys, profile, provider: name, isDue: resource === 'cobv' });
  return reading.ok ? { outcome: 'found', charge: reading.value } : misread(answer, reading.field);
}

function atBank(reference: string): ChargeAtAcquirer {
  return { reference, transactionId: null, endToEndId: null };
}
