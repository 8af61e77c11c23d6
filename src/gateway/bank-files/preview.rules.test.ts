import { expect, it } from 'vitest';
import { TITLE } from '../../../test/support/cnab240/titles.ts';
import type { Movement } from '../../rails/cnab240/layout/movement.rules.ts';
import type { PlannedLine } from '../../rails/cnab240/retornos/plan.rules.ts';
import type { LockedTitle } from '../../rails/cnab240/stored-title.rules.ts';
import { previewLineOf } from './preview.rules.ts';

const terms = { ...TITLE, fine: { percentHundredths: 200 }, interest: { monthlyPercentHundredths: 100 } };
const after = (paid_cents: number, charges_cents: number) =>
  ({
    ...{ reference: 'pay_01J9', status: 'PAID', amount_cents: 15_000, due_date: '2026-11-19', terms },
    ...{ paid_cents, charges_cents, discount_cents: 0, paid_on: '2026-11-23', credit_on: '2026-11-24', reason: 'x' },
  }) as Partial<LockedTitle> as LockedTitle;
const line = (changes: Partial<PlannedLine>) =>
  previewLineOf({
    hash: 'a',
    movement: { line: 3, code: '06', kind: 'paid', ourNumber: '5', paidCents: 15_320, feeCents: 0 } as Movement,
    before: { reference: 'pay_01J9', status: 'REGISTERED' } as LockedTitle,
    ...{ after: null, receipt: null, remark: null, does: 'changes_title' },
    ...changes,
  });

it('a late payment shows its fine and its interest, as its payment will', () => {
  expect(line({ after: after(15_320, 320) })).toMatchObject({
    ...{ reference: 'pay_01J9', statusBefore: 'REGISTERED', statusAfter: 'PAID', reason: null, remark: null },
    booked: { paidCents: 15_320, fineCents: 300, interestCents: 20, discountCents: 0, isExplained: true },
  });
});

it('a sum that no terms explain says so', () => {
  expect(line({ after: after(99_000, 0) }).booked).toEqual({
    ...{ paidCents: 15_000, fineCents: 0, interestCents: 0, discountCents: 0, isExplained: false },
  });
});

it('what pays no title books nothing of one, and what changes nothing stays as it was', () => {
  expect(line({ before: null, does: 'keeps_receipt' })).toMatchObject({ booked: null, statusBefore: null });
  expect(line({ does: 'nothing' })).toMatchObject({ booked: null, statusAfter: 'REGISTERED' });
});
