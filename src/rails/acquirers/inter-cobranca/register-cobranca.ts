import type { AcquirerCharge, ChargeRequest, ChargeResult, QueryResult } from '../acquirer.ts';
import { shortReferenceOf } from '../bank-boletos/short-reference.rules.ts';
import { describeAnswer, isRefusal, isSuccess, misread, unclear } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { findByNumber, look } from './find-cobranca.ts';
import type { Inter } from './inter.ts';
import { readAcceptedBody } from './inter-bodies.ts';
import { orderProblem, orderToWire } from './inter-order.wire.ts';

/**
 * The bank takes an order and issues the slip later: it is looked at for some seconds, and then told without its line.
 * What may have been sent before is asked about first. A refusal, too, is asked about: within half an hour the bank
 * refuses an equal order, which may be this very one.
 */
export async function registerCobranca(
  inter: Inter,
  request: ChargeRequest,
  deadline: Deadline,
): Promise<ChargeResult> {
  const { reference, dueDate, isRepeat } = request;
  const seuNumero = shortReferenceOf(reference);
  if (seuNumero === null) return { outcome: 'refused', charge: null, reason: 'the reference is none of ours' };
  const problem = orderProblem(request);
  if (problem !== null || dueDate === null)
    return { outcome: 'refused', charge: null, reason: `${problem?.field}: ${problem?.reason}` };
  if (isRepeat) {
    const known = await findByNumber(inter, reference, seuNumero, deadline);
    if (known.outcome !== 'not_found') return settled(inter, known, request, deadline);
  }
  const body = orderToWire(request, dueDate, seuNumero);
  const answer = await inter.calls.send({ class: 'charges', method: 'POST', path: '/cobrancas', body }, deadline);
  if (!answer.isClear) return unclear(answer);
  if (isSuccess(answer)) {
    const accepted = readAcceptedBody(answer.body);
    if (!accepted.ok) return misread(answer, accepted.field);
    const charge = waitingCharge(inter, request, accepted.value.codigoSolicitacao);
    return settled(inter, { outcome: 'found', charge }, request, deadline);
  }
  if (!isRefusal(answer)) return unclear(answer);
  const known = await findByNumber(inter, reference, seuNumero, deadline);
  if (known.outcome !== 'not_found') return settled(inter, known, request, deadline);
  const reason = describeAnswer(answer);
  return isRepeat ? { outcome: 'unknown', because: 'answered', reason } : { outcome: 'refused', charge: null, reason };
}

/** What became of it within some seconds. */
async function settled(
  inter: Inter,
  known: QueryResult,
  request: ChargeRequest,
  deadline: Deadline,
): Promise<ChargeResult> {
  if (known.outcome === 'not_found') return { outcome: 'unknown', reason: 'the bank does not know the charge' };
  if (known.outcome === 'unknown') return known;
  const charge = await look(inter, known.charge, deadline, ({ registration }) => registration?.status !== 'WAITING');
  if (charge.paidAt === null && charge.amountCents !== request.amountCents)
    return { outcome: 'unknown', reason: 'the answer has another amount' };
  if (charge.status === 'FAILED')
    return { outcome: 'refused', charge, reason: charge.registration?.reason ?? 'the bank has not issued it' };
  return { outcome: 'accepted', charge };
}

function waitingCharge(inter: Inter, request: ChargeRequest, transactionId: string): AcquirerCharge {
  return {
    transactionId,
    endToEndId: null,
    reference: request.reference,
    status: 'WAITING_CONFIRMATION',
    amountCents: request.amountCents,
    provider: inter.name,
    history: [],
    payer: null,
    paidAt: null,
    refundedAmountCents: 0,
    instrument: { pixQrCode: null, boleto: null },
    registration: { status: 'WAITING', registeredAt: null, reason: null },
    received: null,
    dueDate: request.dueDate,
  };
}
