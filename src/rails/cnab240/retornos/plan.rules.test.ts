import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../test/support/cnab240/accounts.ts';
import { TITLE } from '../../../../test/support/cnab240/titles.ts';
import type { Movement } from '../layout/movement.rules.ts';
import type { MovementKind } from '../layout/movement-kinds.rules.ts';
import type { LockedTitle } from '../stored-title.rules.ts';
import { type HashedMovement, type PlannedLine, type PlanWorld, planLines, titlesAfter } from './plan.rules.ts';
import { outcomeOfKnownFile, retornoTally } from './retorno-tally.ts';

const account = accountOf('bradesco');
const { dueDate, amountCents, ...terms } = TITLE;
const title = (changes: Partial<LockedTitle> = {}): LockedTitle => ({
  ...{ id: 1, acquirer: 'bank', reference: 'pay_01J9', sequence: 5, year: 2026, our_number: '5', untold: [] },
  ...{ document_number: '5', issued_on: '2026-11-17', due_date: dueDate, amount_cents: amountCents, terms },
  ...{ status: 'SENT', reason: null, registered_at: null, requested_change: null },
  ...{ paid_cents: null, charges_cents: null, discount_cents: null, paid_on: null, credit_on: null },
  ...{ history: [], created_at: new Date('2026-11-17T13:00:00Z') },
  ...changes,
});
const said = (hash: string, kind: MovementKind, changes: Partial<Movement> = {}): HashedMovement => ({
  hash,
  movement: {
    ...{ line: 3, code: '06', kind, ourNumber: '5', sequence: 5, reference: null, documentNumber: null, dueDate: null },
    ...{ nominalCents: 15_000, paidCents: 0, creditedCents: 0, chargesCents: 0, discountCents: 0, abatementCents: 0 },
    ...{ feeCents: 0, otherExpensesCents: 0, otherCreditsCents: 0, paidOn: null, creditOn: null, motives: [] },
    content: '',
    ...changes,
  },
});
const PAID = { paidCents: 15_000, paidOn: '2026-11-19' };

function plan(movements: readonly HashedMovement[], world: Partial<PlanWorld> = {}): PlannedLine[] {
  const isNew = new Set(movements.map(({ hash }) => hash));
  const at = new Date('2026-11-20T13:00:00Z');
  const titles = new Map([['5', title()]]);
  return planLines({ account, isNew, titles, at, madeOn: '2026-11-20', ...world }, movements);
}

describe('a plan', () => {
  it('of several lines about one title goes on where the line before has left it', () => {
    const lines = plan([said('a', 'registered'), said('b', 'paid', PAID), said('c', 'paid', PAID)]);
    expect(lines.map(({ before, after }) => [before?.status, after?.status])).toEqual([
      ['SENT', 'REGISTERED'],
      ['REGISTERED', 'PAID'],
      ['PAID', 'PAID'],
    ]);
    expect(titlesAfter(lines)).toMatchObject([{ id: 1, paid_cents: 30_000 }]);
  });

  it('changes nothing that it was given', () => {
    const titles = new Map([['5', title()]]);
    plan([said('a', 'paid', PAID)], { titles });
    expect(titles).toEqual(new Map([['5', title()]]));
  });

  it.each([
    ['changes a title', said('a', 'registered'), 'changes_title'],
    ['keeps money of nobody', said('a', 'paid', { ...PAID, ourNumber: '9' }), 'keeps_receipt'],
    ['books a fee by itself', said('a', 'fee', { feeCents: 199, ourNumber: null }), 'books_fee'],
    ['does nothing about nobody’s title', said('a', 'registered', { ourNumber: '9' }), 'nothing'],
    ['does nothing by a payment of nothing', said('a', 'paid'), 'nothing'],
    ['does nothing by a code that nobody knows', said('a', 'unknown', { paidCents: 100 }), 'nothing'],
  ])('%s', (_, movement, does) => expect(plan([movement])).toMatchObject([{ does }]));

  it('has nothing left of a line that came before', () => {
    const [line] = plan([said('a', 'paid', { ...PAID, feeCents: 5 })], { isNew: new Set() });
    expect(line).toMatchObject({ does: 'came_before', before: null, after: null, receipt: null, remark: null });
  });

  it('keeps the money of a line that says another title than its number does', () => {
    const [line] = plan([said('a', 'paid', { ...PAID, documentNumber: '77' })]);
    expect(line).toMatchObject({
      ...{ does: 'keeps_receipt', before: null, remark: { code: 'about_another' } },
      receipt: { amountCents: 15_000, paidAt: new Date('2026-11-19T03:00:00Z') },
    });
  });
});

const planOf = (lines: readonly PlannedLine[], changes: Partial<Parameters<typeof retornoTally>[0]> = {}) => {
  const tally = retornoTally({ sha256: Buffer.from('a'), account, lastNumber: 6, number: 7, ...changes });
  tally.add(lines);
  return tally.outcome().plan;
};

describe('what tells one plan from another', () => {
  const paid = [said('a', 'paid', PAID)];
  const usual = planOf(plan(paid));
  const withTitle = (changes: Partial<LockedTitle>) => planOf(plan(paid, { titles: new Map([['5', title(changes)]]) }));

  it('is the file, the account, the gap before it, and all of a title that it looks at', () => {
    const others = [
      planOf(plan(paid), { sha256: Buffer.from('b') }),
      planOf(plan(paid), { account: accountOf('bradesco', { wallet: '04' }) }),
      planOf(plan(paid), { lastNumber: 5 }),
      planOf(plan(paid, { isNew: new Set() })),
      planOf(plan(paid, { titles: new Map() })),
      withTitle({ status: 'REGISTERED' }),
      withTitle({ paid_cents: 1, charges_cents: 0, discount_cents: 0, paid_on: '2026-11-18' }),
      withTitle({ requested_change: { kind: 'cancel' } }),
      withTitle({ untold: ['write_off'] }),
      withTitle({ due_date: '2026-12-01' }),
      outcomeOfKnownFile({ sha256: Buffer.from('a'), account }).plan,
    ];
    expect(new Set([usual, ...others]).size).toBe(others.length + 1);
  });

  it('is not the moment, the payer, or a file before it that leaves no gap', () => {
    const nobody = { ...terms.payer, name: 'Dados removidos' };
    expect([
      planOf(plan(paid, { at: new Date('2026-11-21T13:00:00Z') })),
      withTitle({ terms: { ...terms, payer: nobody } }),
      withTitle({ history: [{ status: 'SENT', createdAt: '2026-11-18T13:00:00Z' }] }),
      planOf(plan(paid), { lastNumber: null }),
      planOf(plan(paid), { lastNumber: 8 }),
    ]).toEqual(Array.from({ length: 5 }, () => usual));
  });
});

it('adds up what the lines do', () => {
  const tally = retornoTally({ sha256: Buffer.from('a'), account, lastNumber: 3, number: 7 });
  const isNew = new Set(['a', 'b', 'c', 'd']);
  tally.add(
    plan(
      [
        said('a', 'paid', { ...PAID, paidCents: 15_320, chargesCents: 320, feeCents: 150 }),
        said('b', 'paid', { ...PAID, ourNumber: '9', line: 5 }),
        said('c', 'fee', { feeCents: 99, ourNumber: null }),
        said('d', 'unknown', { code: '99', line: 9 }),
        said('e', 'registered'),
      ],
      { isNew },
    ),
  );
  expect(tally.outcome()).toMatchObject({
    kinds: { paid: 2, fee: 1, unknown: 1 },
    does: { changes_title: 1, keeps_receipt: 1, books_fee: 1, nothing: 1, came_before: 1 },
    paid: { count: 1, cents: 15_320, chargesCents: 320, discountCents: 0 },
    fees: { count: 2, cents: 249 },
    unknown: { count: 1, cents: 15_000 },
    repeated: 1,
    remarks: 2,
    listed: [
      { line: 5, remark: 'nobodys' },
      { line: 9, remark: 'unknown_code', code: '99' },
    ],
    missing: { from: 4, to: 6 },
  });
});
