import { daysBefore, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { ChargeAtAcquirer, QueryResult } from '../acquirer.ts';
import { readItems } from '../answer-check.ts';
import { beginningOf } from '../bank-boletos/short-reference.rules.ts';
import { type ClearAnswer, isNotFound, isSuccess, misread, unclear } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import type { InvoiceTraits } from '../boleto.ts';
import { type Unknown, unreadable } from '../unknown.ts';
import { daysAround, ENTERED, PAID, readMovements } from './movements.ts';
import { NO_CONTENT, type Sicoob, whoAsksInQuery } from './sicoob.ts';
import { readEntryBody, readListedBody, readOfPayerBody } from './sicoob-bodies.ts';
import { chargeOf, type Money, type ReadSlip, readMoney, readPaid, readSlip } from './sicoob-cobranca.wire.ts';

/** A slip that nothing else is known of is looked for among those that were entered in so many times two days. */
const SEARCHED_FILES = 2;

export async function queryBoleto(sicoob: Sicoob, charge: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  const { reference, transactionId, invoice } = charge;
  const beginning = beginningOf(reference);
  if (beginning === null) return { outcome: 'not_found' };
  if (transactionId !== null) return queryByNumber(sicoob, reference, transactionId, deadline);
  return invoice
    ? findByPayer(sicoob, reference, invoice, deadline)
    : findAmongEntries(sicoob, reference, beginning, deadline);
}

async function queryByNumber(
  sicoob: Sicoob,
  reference: string,
  nossoNumero: string,
  deadline: Deadline,
): Promise<QueryResult> {
  const answer = await askAbout(sicoob, { nossoNumero }, deadline);
  // The bank has given it this number: that it does not show it says nothing of the slip.
  if (answer === null) return { outcome: 'unknown', because: 'answered', reason: 'the bank does not show the slip' };
  return 'outcome' in answer ? answer : readAnswer(sicoob, answer, reference, deadline);
}

/** Null where the bank shows no such slip. */
async function askAbout(
  sicoob: Sicoob,
  by: Record<string, string>,
  deadline: Deadline,
): Promise<ClearAnswer | Unknown | null> {
  const query = { ...whoAsksInQuery(sicoob), ...by };
  const answer = await sicoob.calls.send({ class: 'queries', method: 'GET', path: '/boletos', query }, deadline);
  if (!answer.isClear) return unclear(answer);
  if (answer.statusCode === NO_CONTENT || isNotFound(answer)) return null;
  return isSuccess(answer) ? answer : unclear(answer);
}

/** The slip in an answer, with what it brought once it was paid. */
export async function readAnswer(
  sicoob: Sicoob,
  answer: ClearAnswer,
  reference: string,
  deadline: Deadline,
): Promise<QueryResult> {
  const reading = readSlip(answer.body, reference);
  if (!reading.ok) return misread(answer, reading.field);
  const paid = reading.value.situation === 'PAID' ? await findMoney(sicoob, reading.value, deadline) : null;
  if (paid !== null && 'outcome' in paid) return paid;
  return { outcome: 'found', charge: chargeOf(reading.value, paid, { reference, provider: sicoob.name }) };
}

/** The bank's answer about a slip does not tell how much was paid, and its files do. Null while they do not. */
async function findMoney(
  sicoob: Sicoob,
  { slip, paidOn }: ReadSlip,
  deadline: Deadline,
): Promise<Money | Unknown | null> {
  if (sicoob.paidSlips.find(slip) === null) {
    const days = daysAround(paidOn ?? saoPauloDateOf(sicoob.now()));
    const movements = await readMovements(sicoob, PAID, days, readPaid, deadline);
    if (movements.outcome === 'unknown') return movements;
    sicoob.paidSlips.keep(movements.items);
  }
  const movement = sicoob.paidSlips.find(slip);
  const money = movement && readMoney(movement);
  return money?.ok ? money.value : null;
}

/** What the payer owes under that due date: the one list that has everything at once. */
export async function findByPayer(
  sicoob: Sicoob,
  reference: string,
  { payerDocument, dueDate }: InvoiceTraits,
  deadline: Deadline,
): Promise<QueryResult> {
  const { numeroCliente = '' } = whoAsksInQuery(sicoob);
  const answer = await sicoob.calls.send(
    {
      class: 'queries',
      method: 'GET',
      path: `/pagadores/${encodeURIComponent(payerDocument)}/boletos`,
      query: { numeroCliente, dataInicio: dueDate, dataFim: dueDate },
    },
    deadline,
  );
  if (!answer.isClear) return unclear(answer);
  if (answer.statusCode === NO_CONTENT || isNotFound(answer)) return { outcome: 'not_found' };
  if (!isSuccess(answer)) return unclear(answer);
  const list = readOfPayerBody(answer.body);
  if (!list.ok) return misread(answer, list.field);
  const { items, oddItems } = readItems(list.value.resultado, 'resultado', readListedBody);
  const found = items.find(({ seuNumero }) => seuNumero === beginningOf(reference));
  if (found) return queryByNumber(sicoob, reference, String(found.nossoNumero), deadline);
  // What could not be read may be the one.
  const [odd] = oddItems;
  return odd === undefined ? { outcome: 'not_found' } : misread(answer, odd);
}

/** The bank cannot be asked by our number: its files of the last days are looked through. */
async function findAmongEntries(
  sicoob: Sicoob,
  reference: string,
  beginning: string,
  deadline: Deadline,
): Promise<QueryResult> {
  let day = saoPauloDateOf(sicoob.now());
  for (let n = 0; n < SEARCHED_FILES; n++, day = daysBefore(day, 2)) {
    const entries = await readMovements(sicoob, ENTERED, daysAround(day), readEntryBody, deadline);
    if (entries.outcome === 'unknown') return entries;
    const found = entries.items.find(({ seuNumero }) => seuNumero === beginning);
    if (found) return queryByNumber(sicoob, reference, String(found.numeroTitulo), deadline);
    const [odd] = entries.oddItems;
    if (odd !== undefined) return unreadable(odd);
  }
  return { outcome: 'not_found' };
}
