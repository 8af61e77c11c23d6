import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../test/support/cnab240/accounts.ts';
import { readRemessa } from '../../../test/support/cnab240/read-remessa.ts';
import { changesOf, TITLE } from '../../../test/support/cnab240/titles.ts';
import type { Movement } from './layout/movement.rules.ts';
import type { MovementKind } from './layout/movement-kinds.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName } from './layout/profiles.rules.ts';
import { remessaLines } from './layout/remessa.rules.ts';
import { remessaProblem } from './layout/remessa-problem.rules.ts';
import type { TitleTerms } from './layout/title.rules.ts';
import type { LockedTitle, WaitingOrder } from './stored-title.rules.ts';
import { chargeOf, movedTo, remessaTitleOf, titleAfter } from './title.rules.ts';

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

const AT = new Date('2026-11-20T13:00:00Z');
const titleOf = (changes: Partial<LockedTitle> = {}): LockedTitle => ({ ...orderOf(TITLE), untold: [], ...changes });
const movementOf = (kind: MovementKind, changes: Partial<Movement> = {}): Movement => ({
  ...{ line: 3, code: '06', kind, ourNumber: '5', sequence: 5, reference: null, documentNumber: null, dueDate: null },
  ...{ nominalCents: 15_000, paidCents: 0, creditedCents: 0, chargesCents: 0, discountCents: 0, abatementCents: 0 },
  ...{ feeCents: 0, otherExpensesCents: 0, otherCreditsCents: 0, paidOn: '2026-11-19', creditOn: null, motives: [] },
  ...{ content: '', ...changes },
});
const outcome = (name: CnabProfileName, title: LockedTitle, movement: Movement) =>
  titleAfter(accountOf(name), title, movement, AT);

describe('an entry that was refused', () => {
  it.each([
    ['bb', ['63'], 'REGISTERED'],
    ['caixa', ['09'], 'REGISTERED'],
    ['itau', ['14'], 'REGISTERED'],
    ['itau', ['63'], 'REJECTED'],
    ['bb', ['48'], 'REJECTED'],
    ['bb', ['63', '48'], 'REJECTED'],
    ['bb', [], 'REJECTED'],
  ] as const)('%s, motives %s: %s', (name, motives, status) => {
    const refused = movementOf('rejected', { code: '03', motives });
    const title = outcome(name, titleOf({ status: 'SENT' }), refused);
    expect(title).toMatchObject({ status, registered_at: status === 'REGISTERED' ? AT : null });
    // What the bank has confirmed before stays so.
    expect(outcome(name, titleOf({ status: 'REGISTERED' }), refused)).toBeNull();
  });
});

describe('an instruction that was refused', () => {
  const cancel = { kind: 'cancel' } as const;
  const dueDate = { kind: 'due_date', dueDate: '2026-12-10' } as const;
  it.each([
    ['bb', '26', cancel, [], null],
    ['bb', '26', dueDate, [], null],
    // The cancellation is not in any file yet: it was the due date of before.
    ['bb', '26', cancel, ['write_off'], cancel],
    ['itau', '17', cancel, [], cancel],
    ['itau', '15', cancel, [], null],
    ['itau', '15', dueDate, [], dueDate],
    ['sicredi', '36', dueDate, [], dueDate],
  ] as const)('%s, movement %s, asked for %j, untold %j: %j waits', (name, code, requested_change, untold, waits) => {
    const refused = movementOf('instruction_refused', { code, motives: ['60'] });
    expect(outcome(name, titleOf({ requested_change, untold }), refused)?.requested_change).toEqual(waits);
  });
});

describe('money that is taken back', () => {
  const twice = titleOf({
    ...{ status: 'PAID', paid_cents: 30_320, charges_cents: 320, discount_cents: 0, paid_on: '2026-11-19' },
  });
  it('leaves what was paid a second time', () => {
    const back = movementOf('taken_back', { paidCents: 15_320, chargesCents: 320 });
    expect(outcome('caixa', twice, back)).toMatchObject({ status: 'PAID', paid_cents: 15_000, charges_cents: 0 });
  });
  it('is all of it where no sum is named, or nothing is left', () => {
    for (const paidCents of [0, 30_320, 40_000])
      expect(outcome('caixa', twice, movementOf('taken_back', { paidCents }))).toMatchObject({
        ...{ status: 'WRITTEN_OFF', paid_cents: null, paid_on: null },
      });
  });
});

it('the slip says where to pay as the bank, or the operator, wants it', () => {
  const placeAt = (name: CnabProfileName, changes = {}) =>
    chargeOf(accountOf(name, changes), titleOf()).instrument.boleto?.paymentPlace;
  expect([placeAt('bb'), placeAt('sicredi'), placeAt('bb', { payment_place: 'Em todo lugar' })]).toEqual([
    undefined,
    'Preferencialmente em canais eletrônicos da sua instituição financeira',
    'Em todo lugar',
  ]);
});
