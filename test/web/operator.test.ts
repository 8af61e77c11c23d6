import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, stateOf } from '../../web/operator/acquirers/acquirer-state.ts';
import type { SeenAcquirer } from '../../web/operator/acquirers/acquirers.queries.ts';
import { changesBetween } from '../../web/operator/companies/changes.ts';
import type { Company } from '../../web/operator/companies/companies.queries.ts';
import { railsChange, railsOf, textOfDays } from '../../web/operator/companies/rails-draft.ts';
import {
  divideAmong,
  isId,
  isSameSplit,
  linesOf,
  newLine,
  splitChange,
} from '../../web/operator/companies/split-draft.ts';
import { divide, termsChange, termsOf } from '../../web/operator/companies/terms-draft.ts';
import { bearerOf, sidesOf } from '../../web/operator/divergences/booking.ts';
import { findingInPortuguese } from '../../web/operator/home/finding-words.ts';
import { NEW_TERMS } from '../../web/ui/splits/split-terms-fields.tsx';

const COMPANY: Company = {
  id: 1,
  merchant_id: 1,
  name: 'Loja Demo',
  document: '11222333000181',
  status: 'ACTIVE',
  plans: [
    {
      payment_type: 'pix',
      fee_fixed: 0,
      fee_basis_points: 100,
      fee_on_refund: 'returned',
      settlement_days: 0,
      enabled: true,
      acquirer: null,
    },
  ],
  retention: { basis_points: 0, days: 0 },
  payer_receipts: true,
  confirm_above: null,
  late_caps: true,
  reminder_days: [],
  payouts: {
    acquirer: 'efi',
    fee: 0,
    minimum: 100,
    most: null,
    day: null,
    to_others: false,
    needs_approval: false,
  },
  split: [],
  would_stop: { access_tokens: 1, payment_links: 0, splits: 0, pending_payments: 0 },
  choices: { pix: ['efi'], invoice: [], payouts: ['efi'] },
};

describe('terms', () => {
  const before = termsOf(COMPANY);

  it('of 100 reais by PIX, the shop gets 99 and the platform 1', () => {
    expect(divide(10_000, before.pix, before.retention)).toEqual({ platform: 100, shop: 9_900, retained: 0 });
  });

  it('hold back a part of what the shop gets', () => {
    const retention = { basis_points: 1_000, days: 30 };
    expect(divide(10_000, before.pix, retention)).toEqual({ platform: 100, shop: 9_900, retained: 990 });
  });

  it('divide every amount without a cent more or less', () => {
    const share = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), share, fc.nat(50_000), share, (total, part, fixed, held) => {
        const plan = { ...before.pix, fee_basis_points: part, fee_fixed: fixed };
        const divided = divide(total, plan, { basis_points: held, days: 1 });
        if (!divided) throw new Error('every figure is there');
        expect(divided.shop + divided.platform).toBe(total);
        expect(divided.shop).toBeGreaterThanOrEqual(divided.retained);
        expect(divided.retained).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('say nothing while a figure is missing', () => {
    expect(divide(10_000, { ...before.pix, fee_fixed: undefined }, before.retention)).toBeNull();
  });

  it('are changed by what is another than before, and by nothing else', () => {
    expect(changesBetween(before, before)).toEqual([]);
    const after = { ...before, pix: { ...before.pix, fee_basis_points: 150 }, payouts: { fee: 250 } };
    const changes = changesBetween(before, after);
    expect(changes).toEqual([
      { group: 'pix', field: 'fee_basis_points', before: 100, after: 150 },
      { group: 'payouts', field: 'fee', before: 0, after: 250 },
    ]);
    expect(termsChange(changes)).toEqual({ pix: { fee_basis_points: 150 }, payout_fee: 250 });
  });
});

describe('rules of an establishment', () => {
  const before = railsOf(COMPANY);

  it('are asked for as the interface takes them, and "none" is a value', () => {
    const after = {
      ...before,
      own: { ...before.own, name: 'Loja Nova' },
      pix: { ...before.pix, acquirer: 'efi' },
      payouts: { ...before.payouts, acquirer: null, most: 100_000 },
    };
    expect(railsChange(changesBetween(before, after))).toEqual({
      name: 'Loja Nova',
      pix: { acquirer: 'efi' },
      payouts: { acquirer: null, most: 100_000 },
    });
  });
});

describe('reminders', () => {
  it('are days in their order, and off is none of them', () => {
    const before = railsOf({ ...COMPANY, reminder_days: [3, -3] });
    expect(before.own.reminders).toBe('-3,3');
    expect(railsOf(COMPANY).own.reminders).toBe('off');
    const changed = (days: number[]) =>
      railsChange(changesBetween(before, { ...before, own: { ...before.own, reminders: textOfDays(days) } }));
    expect(changed([0, -3])).toEqual({ reminder_days: [-3, 0] });
    expect(changed([])).toEqual({ reminder_days: [] });
    expect(changed([3, -3])).toEqual({});
  });
});

describe('a split', () => {
  const plan = COMPANY.plans[0] as Company['plans'][number];
  const line = { ...newLine([]), id: '7' };
  const nameOf = () => 'Parceiro';

  it('of 100 reais leaves 89 to the shop, 10 to who takes part, and the fee to the platform', () => {
    expect(divideAmong(10_000, COMPANY, plan, [line], nameOf)).toEqual({
      feeCents: 100,
      shares: [
        { name: 'Loja Demo', netCents: 8_900 },
        { name: 'Parceiro', netCents: 1_000 },
      ],
    });
    expect(divideAmong(10_000, COMPANY, plan, [{ ...line, type: 'FIXED', amountSplit: 10_001 }], nameOf)).toBeNull();
    expect(divideAmong(10_000, COMPANY, plan, [line, { ...line, key: 1 }], nameOf)).toBeNull();
  });

  it('is asked for by ids, whole, and only where it is another', () => {
    expect(splitChange([line])).toEqual({
      split: [
        {
          company_id: 7,
          merchantType: 'SECONDARY',
          type: 'PERCENTAGE',
          amountSplit: 1_000,
          chargeFee: false,
          discountGrossAmount: true,
        },
      ],
    });
    expect(isSameSplit([line], [{ ...line, key: 9 }])).toBe(true);
    expect(isSameSplit([line], [])).toBe(false);
    expect(['1', '', '0', '1a', '-1'].map(isId)).toEqual([true, false, false, false, false]);
    const stored = { company_id: 7, name: 'Parceiro', ...NEW_TERMS };
    expect(isSameSplit(linesOf({ ...COMPANY, split: [stored] }), [line])).toBe(true);
  });
});

describe('a booking', () => {
  it('goes from the bank to whoever gets it, or from whoever bears it to the bank', () => {
    expect(sidesOf(500, 'platform')).toEqual({ from: 'acquirer', to: 'platform' });
    expect(sidesOf(-500, 'company:7')).toEqual({ from: 'company:7', to: 'acquirer' });
  });

  it('names an establishment by its number', () => {
    expect(bearerOf({ choice: 'platform', company: 'x' })).toBe('platform');
    expect(bearerOf({ choice: 'company', company: ' 12 ' })).toBe('company:12');
    for (const company of ['', '0', '1a', '-1']) expect(bearerOf({ choice: 'company', company })).toBeNull();
  });
});

describe('a bank', () => {
  const fine = { is_usable: true, answers: true, open_circuits: [] as string[] } as SeenAcquirer;

  it('is told by what stops it first', () => {
    expect(stateOf(fine)).toBe('answers');
    expect(stateOf({ ...fine, open_circuits: ['charge'] })).toBe('spared');
    expect(stateOf({ ...fine, answers: false, open_circuits: ['charge'] })).toBe('silent');
    expect(stateOf({ ...fine, is_usable: false, answers: null })).toBe('unusable');
    expect(stateOf({ ...fine, is_usable: false, answers: null, is_starting: true })).toBe('starting');
  });

  it('has a certificate for so many days more', () => {
    const now = Date.parse('2026-11-18T12:00:00Z');
    expect(daysLeft('2026-11-24T12:00:00Z', now)).toBe(6);
    expect(daysLeft('2026-11-18T11:00:00Z', now)).toBe(-1);
  });
});

describe('what the doctor says', () => {
  const folder = fileURLToPath(new URL('../../src/care/doctor/', import.meta.url));
  const codes = readdirSync(folder)
    .filter((file) => file.endsWith('.rules.ts'))
    .flatMap((file) => [...readFileSync(folder + file, 'utf8').matchAll(/(?:stops|warns|hurts)\(\s*'([A-Z_]+)'/g)])
    .map(([, code]) => code as string);

  it('has Portuguese words, every code of it', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => findingInPortuguese(code) === null)).toEqual([]);
    expect(findingInPortuguese('QUEUE_LATE_NOTIFICATIONS')).toBe('Uma fila está atrasada');
    expect(findingInPortuguese('SOMETHING_NEW')).toBeNull();
  });
});
