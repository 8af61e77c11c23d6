import { addDays, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { ReceivedPage, ReceivedQuestion } from '../acquirer.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { PAID, readMovements } from './movements.ts';
import type { Sicoob } from './sicoob.ts';
import { readPaid, receivedOf } from './sicoob-cobranca.wire.ts';

/** A file covers two days at most: each page is one file. */
const DAYS_PER_PAGE = 2;

export async function listReceived(
  sicoob: Sicoob,
  { from, to, page, isReturnedOnly }: ReceivedQuestion,
  deadline: Deadline,
): Promise<ReceivedPage> {
  // Nothing of a slip is ever given back by this bank.
  if (isReturnedOnly) return { outcome: 'found', payments: [], isLast: true };
  const last = saoPauloDateOf(to);
  const first = addDays(saoPauloDateOf(from), page * DAYS_PER_PAGE);
  const end = addDays(first, DAYS_PER_PAGE - 1);
  const days = { from: first, to: end < last ? end : last };
  const movements = await readMovements(sicoob, PAID, days, readPaid, deadline);
  if (movements.outcome === 'unknown') return movements;
  const { items, oddItems } = movements;
  sicoob.paidSlips.keep(items);
  return { outcome: 'found', payments: items.flatMap(receivedOf), isLast: end >= last, oddItems };
}
