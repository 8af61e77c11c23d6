import type { Static } from 'typebox';
import type { PreviewLine } from '../../../gateway/bank-files/preview.rules.ts';
import type { RetornoPreview as Preview } from '../../../gateway/bank-files/preview-retorno.ts';
import type { StoredFile } from '../../../rails/cnab240/files.sql.ts';
import type { RetornoOutcome } from '../../../rails/cnab240/retornos/tally.rules.ts';
import type { BankFile, RetornoPreview } from './files.schemas.ts';

export function bankFileBody(file: StoredFile): Static<typeof BankFile> {
  const { id, direction, number, made_on, titles, amount_cents, bytes, sha256, stored_at } = file;
  return {
    ...{ id, direction, number, day: made_on, titles, amount: amount_cents, bytes },
    sha256: sha256.toString('hex'),
    stored_at: stored_at.toISOString(),
  };
}

const countedBody = ({ count, cents }: { count: number; cents: number }) => ({ count, amount: cents });

export function outcomeBody({ kinds, does, paid, fees, unknown, missing }: RetornoOutcome) {
  return {
    ...{ kinds, does, missing },
    paid: countedBody(paid),
    fees: countedBody(fees),
    unknown: countedBody(unknown),
  };
}

/** Of each line's title the payment, where there is one. */
export function previewBody(
  preview: Preview,
  transactions: ReadonlyMap<string, number>,
): Static<typeof RetornoPreview> {
  const { checked, plan, isKnown, booked, remarks, listed, lines, hasMore } = preview;
  const { fileNumber, madeOn, titles } = checked.summary;
  const { fineCents, interestCents, discountCents, unexplained } = booked;
  return {
    ...{ plan, is_known: isKnown, number: fileNumber, day: madeOn, titles, sha256: checked.sha256.toString('hex') },
    ...outcomeBody(preview),
    booked: { fine: fineCents, interest: interestCents, discount: discountCents, unexplained },
    remarks,
    listed: listed.map(({ ourNumber, ...line }) => ({ ...line, our_number: ourNumber })),
    lines: lines.map((line) => lineBody(line, transactions)),
    has_more: hasMore,
  };
}

function lineBody(planned: PreviewLine, transactions: ReadonlyMap<string, number>) {
  const { line, code, kind, does, booked, reason, remark, reference } = planned;
  return {
    ...{ line, code, kind, does, reason, remark },
    our_number: planned.ourNumber,
    transaction_id: reference === null ? null : (transactions.get(reference) ?? null),
    status_before: planned.statusBefore,
    status_after: planned.statusAfter,
    paid: planned.paidCents,
    fine: booked?.fineCents ?? null,
    interest: booked?.interestCents ?? null,
    discount: booked?.discountCents ?? null,
    is_explained: booked?.isExplained ?? null,
    fee: planned.feeCents,
    paid_on: planned.paidOn,
    credit_on: planned.creditOn,
  };
}
