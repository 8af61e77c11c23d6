import { type CsvValue, csvHead, csvLine } from '../../ground/lists/csv.rules.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';

/** What whoever pays has to type, in clear: this alone leaves us so. */
export interface LineToPay {
  /** One of the two: a boleto that is given back is in the list, too. */
  payoutId: number | null;
  refundId: number | null;
  amountCents: number;
  description: string | null;
  reference: string;
  /** Null where nobody is to pay it from this list, or cannot: `note` says why. */
  destination: PayoutDestination | null;
  note: string | null;
}

export interface ListToPay {
  number: number;
  lines: LineToPay[];
}

const COLUMNS = [
  'list',
  'payout_id',
  'amount',
  'type',
  'key_type',
  'key',
  'ispb',
  'agency',
  'account',
  'account_type',
  'holder_name',
  'holder_document',
  'description',
  'reference',
  'refund_id',
  'note',
];

/** What whoever pays types in: keys and accounts in clear, for nobody else. */
export function listCsv({ number, lines }: ListToPay): string {
  return csvHead(COLUMNS) + lines.map((line) => csvLine(cellsOf(number, line))).join('');
}

export interface ListSums {
  count: number;
  cents: number;
  /** In the file, and nobody can pay them from it: their note says why. */
  unpayable: number;
}

export function sumsOf({ lines }: ListToPay): ListSums {
  const toPay = lines.filter(({ destination }) => destination !== null);
  return {
    count: toPay.length,
    cents: toPay.reduce((sum, { amountCents }) => sum + amountCents, 0),
    unpayable: lines.length - toPay.length,
  };
}

function cellsOf(list: number, line: LineToPay): CsvValue[] {
  const { payoutId, refundId, amountCents, destination, description, reference, note } = line;
  const where = destinationCells(destination);
  return [list, payoutId, { cents: amountCents }, ...where, description, reference, refundId, note];
}

const NOWHERE = Array.from({ length: 9 }, () => null);

function destinationCells(destination: PayoutDestination | null): (string | null)[] {
  if (!destination) return NOWHERE;
  if (destination.kind === 'pix_key')
    return ['pix_key', destination.keyType, destination.key, null, null, null, null, null, null];
  const { ispb, agency, account, accountType, holderName, holderDocument } = destination;
  return ['bank_account', null, null, ispb, agency, account, accountType, holderName, holderDocument];
}
