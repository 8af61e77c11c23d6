import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { ChargeRequest, ChargeResult, QueryResult } from '../acquirer.ts';
import { beginningOf } from '../bank-boletos/short-reference.rules.ts';
import { describeAnswer, isSuccess, unclear } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { findByPayer, readAnswer } from './find-boleto.ts';
import { isRefused, type Sicoob, whoAsks } from './sicoob.ts';
import { orderProblem, orderToWire } from './sicoob-order.wire.ts';

/**
 * The bank registers at once and numbers the slip itself. It would take the same order twice: what may have been sent
 * before is asked about first, by its payer and due date.
 */
export async function registerBoleto(
  sicoob: Sicoob,
  request: ChargeRequest,
  deadline: Deadline,
): Promise<ChargeResult> {
  const { reference, dueDate, isRepeat, payer } = request;
  const beginning = beginningOf(reference);
  if (beginning === null) return { outcome: 'refused', charge: null, reason: 'the reference is none of ours' };
  const problem = orderProblem(request);
  if (problem !== null || dueDate === null)
    return { outcome: 'refused', charge: null, reason: `${problem?.field}: ${problem?.reason}` };
  const traits = { payerDocument: payer.document, dueDate };
  if (isRepeat) {
    const known = await findByPayer(sicoob, reference, traits, deadline);
    if (known.outcome !== 'not_found') return asChargeResult(known, request);
  }
  const numeroContaCorrente = sicoob.access.accountNumber;
  const today = saoPauloDateOf(sicoob.now());
  const body = orderToWire(request, beginning, { ...whoAsks(sicoob), numeroContaCorrente, dueDate, today });
  const answer = await sicoob.calls.send({ class: 'charges', method: 'POST', path: '/boletos', body }, deadline);
  if (!answer.isClear) return unclear(answer);
  if (isSuccess(answer)) return asChargeResult(await readAnswer(sicoob, answer, reference, deadline), request);
  if (!isRefused(answer)) return unclear(answer);
  const reason = describeAnswer(answer);
  return isRepeat ? { outcome: 'unknown', because: 'answered', reason } : { outcome: 'refused', charge: null, reason };
}

function asChargeResult(result: QueryResult, request: ChargeRequest): ChargeResult {
  if (result.outcome === 'not_found') return { outcome: 'unknown', reason: 'the bank does not know the slip' };
  if (result.outcome === 'unknown') return result;
  const { charge } = result;
  if (charge.paidAt === null && charge.amountCents !== request.amountCents)
    return { outcome: 'unknown', reason: 'the answer has another amount' };
  if (charge.status === 'WAITING_PAYMENT' && charge.instrument.boleto === null)
    return { outcome: 'unknown', reason: 'the answer contains no line to pay by' };
  return { outcome: 'accepted', charge };
}
