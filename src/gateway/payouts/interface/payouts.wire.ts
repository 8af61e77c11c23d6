import { type CsvDialect, type CsvValue, csvLine } from '../../../ground/lists/csv.rules.ts';
import type { MaskedDestination } from '../../destinations/destination.ts';
import type { PayoutStep } from '../payout.ts';
import type { PayoutWait } from '../payout-wait.rules.ts';
import type { NewReturn } from '../payouts.sql.ts';
import type { PayoutPreview } from '../simulate-payout.ts';
import type { ListedPayout } from './payout-list.sql.ts';

export function payoutRecord(payout: ListedPayout) {
  return {
    id: payout.id,
    company_id: payout.company_id,
    amount: payout.amount_cents,
    fee: payout.fee_cents,
    status: payout.status,
    destination: { id: payout.destination_id, ...payout.masked },
    requested_at: payout.requested_at.toISOString(),
    sent_at: payout.sent_at?.toISOString() ?? null,
    settled_at: payout.settled_at?.toISOString() ?? null,
    end_to_end_id: payout.end_to_end_id,
    failure_reason: payout.failure_reason,
    return_reason: payout.return_reason,
    returned_amount: payout.returned_cents,
    description: payout.description,
    requested_by: payout.requested_by,
    approved_by: payout.approved_by,
    origin: payout.origin,
  };
}

interface Besides {
  wait: PayoutWait | null;
  canDecide: boolean;
  steps: readonly PayoutStep[];
  returns: readonly NewReturn[];
}

export function payoutDetails(payout: ListedPayout, { wait, canDecide, steps, returns }: Besides) {
  return {
    ...payoutRecord(payout),
    waits_for: wait,
    can_decide: canDecide,
    history: historyOf(steps, returns),
    returns: returns.map(({ amount_cents, reason, returned_at }) => ({
      amount: amount_cents,
      reason,
      returned_at: returned_at?.toISOString() ?? null,
    })),
  };
}

/** Each return is a step, written with it: the first is of the first. */
function historyOf(steps: readonly PayoutStep[], returns: readonly NewReturn[]) {
  const cameBack = returns.map(({ amount_cents }) => amount_cents);
  return steps.map(({ step, at, by, reason }) => {
    const amount = step === 'RETURNED' ? (cameBack.shift() ?? null) : null;
    return { step, at: at.toISOString(), by, reason, amount };
  });
}

export function payoutPreview(preview: PayoutPreview) {
  return {
    success: true,
    amount: preview.amountCents,
    fee: preview.terms.feeCents,
    debited: preview.amountCents + preview.terms.feeCents,
    balance: { before: preview.availableBeforeCents, after: preview.availableAfterCents },
    waits_for: preview.wait,
    arrives_at: preview.arrivesAt?.toISOString() ?? null,
  };
}

/** What a file of payouts holds, in this order. */
export const PAYOUT_COLUMNS = [
  'id',
  'company_id',
  'status',
  'amount',
  'fee',
  'returned_amount',
  'destination',
  'description',
  'origin',
  'requested_at',
  'requested_by',
  'approved_by',
  'sent_at',
  'settled_at',
  'end_to_end_id',
  'failure_reason',
  'return_reason',
] as const;

const MONEY = new Set<string>(['amount', 'fee', 'returned_amount']);

export function csvPayout(payout: ListedPayout, dialect: CsvDialect): string {
  const record: Record<(typeof PAYOUT_COLUMNS)[number], string | number | null> = {
    ...payoutRecord(payout),
    destination: destinationText(payout.masked),
  };
  const cell = (column: (typeof PAYOUT_COLUMNS)[number]): CsvValue =>
    MONEY.has(column) ? { cents: record[column] as number } : record[column];
  return csvLine(PAYOUT_COLUMNS.map(cell), dialect);
}

function destinationText(masked: MaskedDestination): string {
  if (masked.type === 'pix_key') return `${masked.key_type} ${masked.key}`;
  return `${masked.ispb} ${masked.agency} ${masked.account}`;
}
