import type { MovementKind } from '../../rails/cnab240/layout/movement-kinds.rules.ts';
import type { Doing, PlannedLine, Remark } from '../../rails/cnab240/retornos/plan.rules.ts';
import type { StoredTitle, TitleStatus } from '../../rails/cnab240/stored-title.rules.ts';
import { isMoney, receivedOf } from '../../rails/cnab240/title.rules.ts';
import { isExplained, type ReceivedFigures, receivedFigures } from '../boleto-terms/received.rules.ts';

/** What a line of a retorno would do, as somebody reads it before it is applied. Nothing of it says who pays. */
export interface PreviewLine {
  line: number;
  code: string;
  kind: MovementKind;
  does: Doing;
  ourNumber: string | null;
  /** Of the payment whose title it is. */
  reference: string | null;
  statusBefore: TitleStatus | null;
  statusAfter: TitleStatus | null;
  paidCents: number;
  feeCents: number;
  paidOn: string | null;
  creditOn: string | null;
  /** Of what the title would be paid by then, and whether its terms allow that sum; null: it is no payment of one. */
  booked: (ReceivedFigures & { isExplained: boolean }) | null;
  /** Why the bank refuses, in Portuguese. */
  reason: string | null;
  remark: Remark | null;
}

export function previewLineOf({ movement, does, before, after, remark }: PlannedLine): PreviewLine {
  const { line, code, kind, ourNumber, paidCents, feeCents, paidOn, creditOn } = movement;
  const isRefusal = kind === 'rejected' || kind === 'instruction_refused';
  return {
    ...{ line, code, kind, does, ourNumber, paidCents, feeCents, paidOn, creditOn },
    reference: before?.reference ?? null,
    statusBefore: before?.status ?? null,
    statusAfter: (after ?? before)?.status ?? null,
    booked: after && isMoney(movement) ? bookedOf(after) : null,
    reason: isRefusal ? (after?.reason ?? null) : null,
    remark: remark?.code ?? null,
  };
}

/** As its payment books it once it is asked about, by the same rules. */
function bookedOf(title: StoredTitle): PreviewLine['booked'] {
  const { amount_cents: amountCents, due_date: dueDate, terms, paid_cents, paid_on } = title;
  if (paid_cents === null || paid_on === null) return null;
  const { fine, interest, discounts } = terms;
  const slip = { amountCents, dueDate, terms: { fine, interest, discounts, payableDaysAfterDue: 0 } };
  return {
    ...receivedFigures(slip, paid_cents, paid_on, receivedOf(title)),
    isExplained: isExplained(slip, paid_cents, paid_on),
  };
}
