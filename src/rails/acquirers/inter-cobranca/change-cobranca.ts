import type { AcquirerCharge, ChangeResult, ChargeAtAcquirer, QueryResult } from '../acquirer.ts';
import { describeAnswer, isRefusal, isSuccess, misread, unclear } from '../bank-connection/bank-answers.ts';
import type { BankCall } from '../bank-connection/bank-calls.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { withoutPersonalData } from '../bank-connection/problem.wire.ts';
import { look, queryByCode, queryCobranca } from './find-cobranca.ts';
import type { Inter } from './inter.ts';
import { readEditBody, readEditedBody } from './inter-bodies.ts';

const REASON_TO_CANCEL = 'Cancelado pelo emissor';
/** It answers 406 to whoever wants JSON of a call that answers nothing. */
const ACCEPT_ANYTHING = { accept: '*/*' };
const ACCEPTED = 202;
const NO_CONTENT = 204;

/** The bank cancels later: it is looked at for some seconds, and then told as what is on its way. */
export async function cancelCobranca(inter: Inter, charge: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  const known = await codeOf(inter, charge, deadline);
  if (known.outcome !== 'found') return known;
  const { reference } = charge;
  const { transactionId } = known;
  const answer = await inter.calls.send(
    {
      class: 'charges',
      method: 'POST',
      path: `/cobrancas/${encodeURIComponent(transactionId)}/cancelar`,
      headers: ACCEPT_ANYTHING,
      body: { motivoCancelamento: REASON_TO_CANCEL },
    },
    deadline,
  );
  if (!answer.isClear) return unclear(answer);
  if (isRefusal(answer)) return queryByCode(inter, { reference, transactionId }, deadline);
  if (answer.statusCode !== ACCEPTED && answer.statusCode !== NO_CONTENT) return unclear(answer);
  const after = await queryByCode(inter, { reference, transactionId }, deadline);
  if (after.outcome !== 'found') return after;
  const last = await look(inter, after.charge, deadline, (one) => !isOpen(one));
  return { outcome: 'found', charge: isOpen(last) ? { ...last, requestedChange: { kind: 'cancel' } } : last };
}

function isOpen({ status }: AcquirerCharge): boolean {
  return status === 'WAITING_PAYMENT' || status === 'WAITING_CONFIRMATION';
}

/** Not in the bank's own library, and called "beta" by its documentation. It takes up to half an hour. */
export async function changeDueDate(
  inter: Inter,
  charge: ChargeAtAcquirer,
  dueDate: string,
  deadline: Deadline,
): Promise<ChangeResult> {
  const known = await codeOf(inter, charge, deadline);
  if (known.outcome === 'not_found') return { outcome: 'refused', reason: 'the bank does not know the charge' };
  if (known.outcome === 'unknown') return known;
  const { transactionId } = known;
  const path = `/cobrancas/${encodeURIComponent(transactionId)}`;
  // Few are allowed a minute: what they have to wait for must not hold up new slips.
  const call: BankCall = { class: 'changes', method: 'PATCH', path, body: { dataVencimento: dueDate } };
  const answer = await inter.calls.send(call, deadline);
  if (!answer.isClear) return unclear(answer);
  if (isRefusal(answer)) return { outcome: 'refused', reason: describeAnswer(answer) };
  if (answer.statusCode !== ACCEPTED && !isSuccess(answer)) return unclear(answer);
  const edited = readEditedBody(answer.body);
  if (!edited.ok) return misread(answer, edited.field);
  const { status, mensagem, codigoEdicao } = edited.value;
  const named = codigoEdicao === undefined ? {} : { changeId: String(codigoEdicao) };
  if (status === 'FALHA') return { outcome: 'refused', reason: withoutPersonalData(mensagem ?? status) };
  if (status === 'PROCESSANDO') return { outcome: 'requested', ...named };
  const after = await queryByCode(inter, { reference: charge.reference, transactionId }, deadline);
  // It is done: that it cannot be read now changes nothing of that.
  return after.outcome === 'found' ? { outcome: 'changed', charge: after.charge } : { outcome: 'requested', ...named };
}

/**
 * The charge with what the bank says of a change that it took its time for. Only that it was refused is new: what was
 * done is shown by the charge itself, and a bank that does not tell has a day before it counts as refused.
 */
export async function withRefusedChange(
  inter: Inter,
  { change }: ChargeAtAcquirer,
  known: QueryResult,
  deadline: Deadline,
): Promise<QueryResult> {
  if (!change || known.outcome !== 'found' || known.charge.dueDate === change.dueDate || !isOpen(known.charge))
    return known;
  const path = `/cobrancas/edicao/${encodeURIComponent(change.id)}`;
  const answer = await inter.calls.send({ class: 'changes', method: 'GET', path }, deadline);
  const edit = answer.isClear && isSuccess(answer) ? readEditBody(answer.body) : null;
  const isRefused = edit?.ok === true && edit.value.status === 'FALHA';
  return isRefused ? { outcome: 'found', charge: { ...known.charge, requestedChange: null } } : known;
}

type Code = { outcome: 'found'; transactionId: string } | Exclude<QueryResult, { outcome: 'found' }>;

async function codeOf(inter: Inter, charge: ChargeAtAcquirer, deadline: Deadline): Promise<Code> {
  if (charge.transactionId !== null) return { outcome: 'found', transactionId: charge.transactionId };
  const known = await queryCobranca(inter, charge, deadline);
  return known.outcome === 'found' ? { outcome: 'found', transactionId: known.charge.transactionId } : known;
}
