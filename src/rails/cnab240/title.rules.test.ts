import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../test/support/cnab240/accounts.ts';
import { readRemessa } from '../../../test/support/cnab240/read-remessa.ts';
import { changesOf, TITLE } from '../../../test/support/cnab240/titles.ts';
import { CNAB_PROFILE_NAMES } from './layout/profiles.rules.ts';
import { remessaLines } from './layout/remessa.rules.ts';
import { remessaProblem } from './layout/remessa-problem.rules.ts';
import type { TitleTerms } from './layout/title.rules.ts';
import type { WaitingOrder } from './stored-title.rules.ts';
import { movedTo, remessaTitleOf } from './title.rules.ts';

const MADE_AT = { date: '2026-11-17', time: '18:30:05' };

function orderOf({ dueDate, amountCents, ...terms }: TitleTerms, changes: Partial<WaitingOrder> = {}): WaitingOrder {
  return {
    ...{ id: 1, acquirer: 'bank', reference: 'pay_01J9', sequence: 5, year: 2026, our_number: '5' },
    ...{ document_number: '5', issued_on: '2026-11-17', due_date: dueDate, amount_cents: amountCents, terms },
    ...{ status: 'REGISTERED', reason: null, registered_at: null, requested_change: null },
    ...{ paid_cents: null, charges_cents: null, discount_cents: null, paid_on: null, credit_on: null },
    ...{ history: [], created_at: new Date('2026-11-17T13:00:00Z') },
    ...{ order_id: 1, movement: 'entry', order_due_date: null },
    ...changes,
  };
}

describe.each(CNAB_PROFILE_NAMES)('%s', (name) => {
  it('any other due date of a boleto that the bank takes is refused by name, or can be written and read', () => {
    const account = accountOf(name);
    fc.assert(
      fc.property(changesOf(name), ({ ordered, dueDate }) => {
        fc.pre(remessaProblem(account, ordered) === null);
        const order = orderOf(ordered, { movement: 'new_due_date', order_due_date: dueDate });
        const { due_date, terms } = movedTo(order, dueDate);
        if (remessaProblem(account, { ...terms, dueDate: due_date, amountCents: ordered.amountCents })) return;
        const titles = [remessaTitleOf(order)];
        const lines = [...remessaLines(account, { fileNumber: 1, madeAt: MADE_AT, titles })];
        const written = lines.filter((line) => typeof line === 'string');
        expect(written).toHaveLength(lines.length);
        expect(readRemessa(name, written)).toMatchObject([{ dueDate, movement: '06' }]);
      }),
    );
  });
});

it('has as many days after the new due date as after the old one', () => {
  const order = orderOf({ ...TITLE, dueDate: '2026-11-30', lastPayableDate: '2026-12-30' });
  expect(remessaTitleOf({ ...order, movement: 'new_due_date', order_due_date: '2027-03-01' })).toMatchObject({
    dueDate: '2027-03-01',
    lastPayableDate: '2027-03-31',
  });
});
