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
import type {
  ListedPayouts,
  PayoutAtAcquirer,
  PayoutCapability,
  PayoutRequest,
  QueriedPayout,
  SentPayout,
} from '../payout.ts';
import type { Bank, PixCall } from './bank.ts';
import { saysDeadKey } from './dead-key.rules.ts';
import type { SendingStyle } from './profiles.ts';
import { payoutToWire, readSent, readSentList } from './sending.wire.ts';

const PER_PAGE = 100;
const UNTOLD = 'o banco não informou o motivo';

const id = encodeURIComponent;

/**
 * Under our own id, which the bank takes as the key of a payout. A refusal is asked about: what the bank then does not
 * show may still be there, where its reads lag; of a repeat that is no more than unknown.
 */
export async function sendPayout(
  bank: Bank,
  style: SendingStyle,
  request: PayoutRequest,
  deadline: Deadline,
): Promise<SentPayout> {
  const { reference, isRepeat } = request;
  const call: PixCall = {
    class: 'payouts',
    method: 'PUT',
    resource: 'sending',
    path: `${style.send}/${id(reference)}`,
    body: payoutToWire(request, bank.access.pixKey),
  };
  const answer = await bank.calls.send(call, deadline);
  if (!answer.isClear) return unclear(answer);
  if (isSuccess(answer)) return readAnswer(answer, reference);
  if (!isRejection(answer)) return unclear(answer);
  const known = await queryPayout(bank, style, request, deadline);
  if (known.outcome !== 'not_found') return known;
  const answered = describeAnswer(answer);
  const reason = answer.problem?.reason ?? UNTOLD;
  const isDestinationDead = saysDeadKey(reason);
  if (isRepeat) return { outcome: 'unknown', because: 'answered', reason: answered, isDestinationDead };
  return { outcome: 'rejected', reason, answered, isDestinationDead };
}

export async function queryPayout(
  bank: Bank,
  style: SendingStyle,
  { reference }: PayoutAtAcquirer,
  deadline: Deadline,
): Promise<QueriedPayout> {
  const path = `${style.sent}/id-envio/${id(reference)}`;
  const answer = await bank.calls.send({ class: 'payouts', method: 'GET', resource: 'sending', path }, deadline);
  if (!answer.isClear) return unclear(answer);
  if (isNotFound(answer)) return { outcome: 'not_found' };
  return isSuccess(answer) ? readAnswer(answer, reference) : unclear(answer);
}

function readAnswer(answer: ClearAnswer, reference: string) {
  const reading = readSent(answer.body, reference);
  return reading.ok ? ({ outcome: 'found', payout: reading.value } as const) : misread(answer, reading.field);
}

export async function listSent(
  bank: Bank,
  style: SendingStyle,
  { from, to, page }: Parameters<NonNullable<PayoutCapability['sent']>>[0],
  deadline: Deadline,
): Promise<ListedPayouts> {
  const query = {
    inicio: from.toISOString(),
    fim: to.toISOString(),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(PER_PAGE),
  };
  const call: PixCall = { class: 'queries', method: 'GET', resource: 'sending', path: style.sent, query };
  const answer = await bank.calls.send(call, deadline);
  if (!answer.isClear || !isSuccess(answer)) return unclear(answer);
  const reading = readSentList(answer.body);
  if (!reading.ok) return misread(answer, reading.field);
  const { payouts, count, pages, oddItems } = reading.value;
  return { outcome: 'found', payouts, isLast: pages === null ? count < PER_PAGE : page + 1 >= pages, oddItems };
}
