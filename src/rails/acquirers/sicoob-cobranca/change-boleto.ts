import { addDays, daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import type { AcquirerCharge, ChangeResult, ChargeAtAcquirer, QueryResult } from '../acquirer.ts';
import { bankDay } from '../bank-boletos/bank-days.ts';
import { describeAnswer, unclear } from '../bank-connection/bank-answers.ts';
import type { Answer } from '../bank-connection/bank-calls.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { queryBoleto } from './find-boleto.ts';
import { isRefused, NO_CONTENT, type Sicoob, whoAsks } from './sicoob.ts';

/** What is not to be written off any more is asked about: the answer is the state that resulted. */
export async function writeOff(sicoob: Sicoob, charge: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  const known = await knownOf(sicoob, charge, deadline);
  if (known.outcome !== 'found') return known;
  const answer = await sicoob.calls.send(
    { class: 'charges', method: 'POST', path: `${pathOf(known.charge)}/baixar`, body: whoAsks(sicoob) },
    deadline,
  );
  if (!answer.isClear) return unclear(answer);
  if (answer.statusCode !== NO_CONTENT && !isRefused(answer)) return unclear(answer);
  return queryBoleto(sicoob, known.charge, deadline);
}

/** One thing at a time: the last day on which it may be paid is changed by a call of its own. */
export async function changeDueDate(
  sicoob: Sicoob,
  charge: ChargeAtAcquirer,
  dueDate: string,
  deadline: Deadline,
): Promise<ChangeResult> {
  const known = await queryBoleto(sicoob, charge, deadline);
  if (known.outcome === 'not_found') return { outcome: 'refused', reason: 'the bank does not know the slip' };
  if (known.outcome === 'unknown') return known;
  const { dueDate: before } = known.charge;
  const changes = [{ prorrogacaoVencimento: { dataVencimento: dueDate } }, limitChange(known.charge, dueDate)];
  // The last day never lies before the due date, on the way neither.
  const ordered = before && dueDate > before ? changes.reverse() : changes;
  for (const change of ordered) {
    if (!change) continue;
    const body = { ...whoAsks(sicoob), ...change };
    const path = pathOf(known.charge);
    const answer = await sicoob.calls.send({ class: 'charges', method: 'PATCH', path, body }, deadline);
    const failed = failureOf(answer);
    if (failed) return failed;
  }
  const after = await queryBoleto(sicoob, known.charge, deadline);
  if (after.outcome === 'found') return { outcome: 'changed', charge: after.charge };
  // It is done: that it cannot be read now changes nothing of that.
  return { outcome: 'requested' };
}

function failureOf(answer: Answer): ChangeResult | null {
  if (!answer.isClear) return unclear(answer);
  if (isRefused(answer)) return { outcome: 'refused', reason: describeAnswer(answer) };
  return answer.statusCode === NO_CONTENT ? null : unclear(answer);
}

/** As many days after the due date as before. */
function limitChange({ dueDate, lastPayableDate }: AcquirerCharge, newDueDate: string): object | null {
  const limit = bankDay(lastPayableDate ?? '');
  if (!dueDate || limit === null) return null;
  const days = Math.max(0, daysBetween(rollToBusinessDay(dueDate), limit));
  return { prorrogacaoLimitePagamento: { dataLimitePagamento: addDays(rollToBusinessDay(newDueDate), days) } };
}

function pathOf({ transactionId }: { transactionId: string }): string {
  return `/boletos/${encodeURIComponent(transactionId)}`;
}

type Known =
  | { outcome: 'found'; charge: ChargeAtAcquirer & { transactionId: string } }
  | Exclude<QueryResult, { outcome: 'found' }>;

async function knownOf(sicoob: Sicoob, charge: ChargeAtAcquirer, deadline: Deadline): Promise<Known> {
  const { transactionId } = charge;
  if (transactionId !== null) return { outcome: 'found', charge: { ...charge, transactionId } };
  return queryBoleto(sicoob, charge, deadline);
}
