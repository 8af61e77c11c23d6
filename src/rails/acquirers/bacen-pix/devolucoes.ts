import type {
  ChargeAtAcquirer,
  QueriedRefund,
  QueryResult,
  RefundAtAcquirer,
  RefundRequest,
  SentRefund,
} from '../acquirer.ts';
import {
  type ClearAnswer,
  describeAnswer,
  isNotFound,
  isRejection,
  isSuccess,
  misread,
  unclear,
} from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import type { Unknown } from '../unknown.ts';
import { devolucaoToWire, readDevolucao } from './bacen-pix.wire.ts';
import type { Bank, PixCall } from './bank.ts';
import { COB, queryCob } from './cobs.ts';

function devolucaoCall(method: 'GET' | 'PUT', endToEndId: string, id: string, body?: object): PixCall {
  const path = `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`;
  return { class: 'refunds', method, resource: 'pix', path, ...(body && { body }) };
}

/**
 * Under our own id. A refusal is asked about: banks answer a repeated id in two ways, and one of them is an error. What
 * the bank then does not show may still be there, where its reads lag: of a repeat that is no more than unknown.
 */
export async function sendDevolucao(bank: Bank, request: RefundRequest, deadline: Deadline): Promise<SentRefund> {
  const { reference: id, amountCents, description } = request;
  const endToEndId = await findEndToEndId(bank, request.charge, deadline);
  if (endToEndId.outcome === 'unknown') return endToEndId;
  if (endToEndId.outcome === 'not_found') return refused(request, 'the bank does not know the charge');
  if (endToEndId.id === null) return refused(request, 'nobody has paid the charge');
  const call = devolucaoCall('PUT', endToEndId.id, id, devolucaoToWire(amountCents, description));
  const answer = await bank.calls.send(call, deadline);
  if (!answer.isClear) return unclear(answer);
  if (isSuccess(answer)) return readDevolucaoAnswer(answer, id);
  if (!isRejection(answer)) return unclear(answer);
  const known = await askAboutDevolucao(bank, endToEndId.id, id, deadline);
  return known.outcome === 'not_found' ? refused(request, describeAnswer(answer)) : known;
}

function refused({ isRepeat }: RefundRequest, reason: string): SentRefund {
  return isRepeat ? { outcome: 'unknown', because: 'answered', reason } : { outcome: 'rejected', reason };
}

export async function queryDevolucao(bank: Bank, refund: RefundAtAcquirer, deadline: Deadline): Promise<QueriedRefund> {
  const endToEndId = await findEndToEndId(bank, refund.charge, deadline);
  if (endToEndId.outcome !== 'found') return endToEndId;
  if (endToEndId.id === null) return { outcome: 'not_found' };
  return askAboutDevolucao(bank, endToEndId.id, refund.reference, deadline);
}

async function askAboutDevolucao(bank: Bank, e2eid: string, id: string, deadline: Deadline): Promise<QueriedRefund> {
  const answer = await bank.calls.send(devolucaoCall('GET', e2eid, id), deadline);
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer)) return { outcome: 'not_found' };
  return isSuccess(answer) ? readDevolucaoAnswer(answer, id) : unclear(answer);
}

function readDevolucaoAnswer(answer: ClearAnswer, id: string): Extract<QueriedRefund, { outcome: 'found' }> | Unknown {
  const reading = readDevolucao(answer.body, id);
  return reading.ok ? { outcome: 'found', refund: reading.value } : misread(answer, reading.field);
}

type EndToEndId = { outcome: 'found'; id: string | null } | Exclude<QueryResult, { outcome: 'found' }>;

/** A return needs the id of the payment, which is known once anybody has asked about the paid charge. */
async function findEndToEndId(bank: Bank, charge: ChargeAtAcquirer, deadline: Deadline): Promise<EndToEndId> {
  if (charge.endToEndId !== null) return { outcome: 'found', id: charge.endToEndId };
  const known = await queryCob(bank, COB, charge, deadline);
  return known.outcome === 'found' ? { outcome: 'found', id: known.charge.endToEndId } : known;
}
