import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { ReceivedPage, ReceivedQuestion } from '../acquirer.ts';
import { isSuccess, misread, unclear } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { type Inter, isLastPage, listCall } from './inter.ts';
import { readListing, readReceived } from './inter-cobranca.wire.ts';

const LISTED_PER_PAGE = 500;

/** By days: the bank tells on which day a slip was paid, and not when. */
export async function listReceived(
  inter: Inter,
  { from, to, page, isReturnedOnly }: ReceivedQuestion,
  deadline: Deadline,
): Promise<ReceivedPage> {
  // Nothing of a slip is ever given back by this bank.
  if (isReturnedOnly) return { outcome: 'found', payments: [], isLast: true };
  const days = { dataInicial: saoPauloDateOf(from), dataFinal: saoPauloDateOf(to) };
  const answer = await inter.calls.send(
    listCall({ ...days, filtrarDataPor: 'PAGAMENTO', situacao: 'RECEBIDO' }, { page, size: LISTED_PER_PAGE }),
    deadline,
  );
  if (!answer.isClear || !isSuccess(answer)) return unclear(answer);
  const listing = readListing(answer.body);
  if (!listing.ok) return misread(answer, listing.field);
  const { pages, count } = listing.value;
  const isLast = isLastPage(pages, page, count, LISTED_PER_PAGE);
  return { outcome: 'found', ...readReceived(listing.value), isLast };
}
