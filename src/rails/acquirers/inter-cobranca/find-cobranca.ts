import { addDays, daysBefore, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { AcquirerCharge, AcquirerStatus, ChargeAtAcquirer, QueryResult } from '../acquirer.ts';
import { shortReferenceOf } from '../bank-boletos/short-reference.rules.ts';
import {
  type ClearAnswer,
  describeAnswer,
  isNotFound,
  isSuccess,
  misread,
  unclear,
} from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { waitUntil } from '../bank-connection/pauses.ts';
import { type Inter, isLastPage, listCall } from './inter.ts';
import { readCobranca, readListing } from './inter-cobranca.wire.ts';

/** A charge whose answer was lost is looked for among those of so many days. */
const SEARCHED_DAYS = 90;
const FOUND_PER_PAGE = 100;

export async function queryCobranca(inter: Inter, charge: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  const { reference, transactionId } = charge;
  const seuNumero = shortReferenceOf(reference);
  if (seuNumero === null) return { outcome: 'not_found' };
  return transactionId === null
    ? findByNumber(inter, reference, seuNumero, deadline)
    : queryByCode(inter, { reference, transactionId }, deadline);
}

export async function queryByCode(
  inter: Inter,
  { reference, transactionId }: { reference: string; transactionId: string },
  deadline: Deadline,
): Promise<QueryResult> {
  const path = `/cobrancas/${encodeURIComponent(transactionId)}`;
  const answer = await inter.calls.send({ class: 'queries', method: 'GET', path }, deadline);
  if (!answer.isClear) return unclear(answer);
  // The bank has given it this code: that it does not show it says nothing of the charge.
  if (isNotFound(answer)) return { outcome: 'unknown', because: 'answered', reason: describeAnswer(answer) };
  return isSuccess(answer) ? readOne(inter, answer, answer.body, reference) : unclear(answer);
}

function readOne(inter: Inter, answer: ClearAnswer, body: unknown, reference: string): QueryResult {
  const { name: provider, account } = inter;
  const seuNumero = shortReferenceOf(reference) ?? '';
  const reading = readCobranca(body, { reference, seuNumero, provider, account });
  return reading.ok ? { outcome: 'found', charge: reading.value } : misread(answer, reading.field);
}

/** By our own number, which the bank keeps and does not demand to be unique. */
export async function findByNumber(
  inter: Inter,
  reference: string,
  seuNumero: string,
  deadline: Deadline,
): Promise<QueryResult> {
  const today = saoPauloDateOf(inter.now());
  const answer = await inter.calls.send(
    listCall(
      // A day more: the bank's clock may be ahead.
      {
        dataInicial: daysBefore(today, SEARCHED_DAYS),
        dataFinal: addDays(today, 1),
        filtrarDataPor: 'EMISSAO',
        seuNumero,
      },
      { page: 0, size: FOUND_PER_PAGE },
    ),
    deadline,
  );
  if (!answer.isClear || !isSuccess(answer)) return unclear(answer);
  const listing = readListing(answer.body);
  if (!listing.ok) return misread(answer, listing.field);
  const { items, oddItems, pages, count } = listing.value;
  const ours = items
    .filter((item) => item.seuNumero === seuNumero)
    .map(({ body }) => readOne(inter, answer, body, reference));
  const found = ours.flatMap((one) => (one.outcome === 'found' ? [one.charge] : []));
  const [best] = found.sort((one, other) => rankOf(one) - rankOf(other));
  if (best) return { outcome: 'found', charge: best };
  const [unreadable] = ours;
  if (unreadable) return unreadable;
  // What could not be read, or stands on another page, may be the one.
  const [odd] = oddItems;
  if (odd !== undefined) return misread(answer, odd);
  if (!isLastPage(pages, 0, count, FOUND_PER_PAGE))
    return { outcome: 'unknown', because: 'answered', reason: 'the bank lists more than was asked for' };
  return { outcome: 'not_found' };
}

const BEST_FIRST: readonly AcquirerStatus[] = ['PAID', 'WAITING_PAYMENT', 'WAITING_CONFIRMATION'];

/** Should the bank have several: the one that has money, then one that can be paid, then one that may still be. */
function rankOf({ status }: AcquirerCharge): number {
  const rank = BEST_FIRST.indexOf(status);
  return rank < 0 ? BEST_FIRST.length : rank;
}

/** The last that the bank has said of it: as soon as it is so, or when the looks are over. */
export async function look(
  inter: Inter,
  charge: AcquirerCharge,
  deadline: Deadline,
  isSo: (charge: AcquirerCharge) => boolean,
): Promise<AcquirerCharge> {
  let last = charge;
  for (const waitMs of inter.looksMs) {
    if (isSo(last) || deadline.signal.aborted) return last;
    if (!(await waitUntil(performance.now() + waitMs, deadline))) return last;
    // Right after it was taken, a charge may not be shown yet.
    const known = await queryByCode(inter, last, deadline);
    if (known.outcome === 'found') last = known.charge;
  }
  return last;
}
