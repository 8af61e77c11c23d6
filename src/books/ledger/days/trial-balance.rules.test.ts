import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_KINDS } from '../accounts.rules.ts';
import { trialBalanceCsv } from './day-files.wire.ts';
import { type AccountMovement, trialBalanceOf } from './trial-balance.rules.ts';

const [FROM, TO] = ['2026-11-15', '2026-11-17'];
const moved = (day: string | null, account: AccountMovement['account'], cents: number, acquirer = '') => ({
  ...{ day, account, acquirer },
  debit_cents: Math.max(0, -cents),
  credit_cents: Math.max(0, cents),
});

describe('a trial balance', () => {
  it('begins with what was before, and goes on from day to day', () => {
    const lines = trialBalanceOf(
      [
        moved(null, 'company_main', 900),
        moved(null, 'acquirer_clearing', -900, 'efi'),
        moved('2026-11-16', 'acquirer_clearing', -100, 'efi'),
        moved('2026-11-16', 'platform_fee', 100),
      ],
      FROM,
      TO,
    );
    const figures = lines.map((line) => [
      ...[line.day.slice(-2), line.account, line.acquirer],
      ...[line.openingCents, line.debitCents, line.creditCents, line.balanceCents],
    ]);
    expect(figures).toEqual([
      ['15', 'company_main', null, 900, 0, 0, 900],
      ['15', 'acquirer_clearing', 'efi', -900, 0, 0, -900],
      ['16', 'company_main', null, 900, 0, 0, 900],
      ['16', 'acquirer_clearing', 'efi', -900, 100, 0, -1000],
      ['16', 'platform_fee', null, 0, 0, 100, 100],
      ['17', 'company_main', null, 900, 0, 0, 900],
      ['17', 'acquirer_clearing', 'efi', -1000, 0, 0, -1000],
      ['17', 'platform_fee', null, 100, 0, 0, 100],
    ]);
    expect(trialBalanceOf([], FROM, TO)).toEqual([]);
  });

  it('of journals that sum to zero has debits that are its credits, and balances that are zero', () => {
    const days = fc.constantFrom(null, '2026-11-15', '2026-11-16', '2026-11-17');
    const account = fc.constantFrom(...ACCOUNT_KINDS);
    const journals = fc.array(fc.tuple(days, account, account, fc.integer({ min: 1, max: 10_000 })), { maxLength: 30 });
    fc.assert(
      fc.property(journals, (all) => {
        const key = (of: AccountMovement) => `${of.day} ${of.account}`;
        const summed = new Map<string, AccountMovement>();
        for (const [day, from, to, cents] of all)
          for (const each of [moved(day, from, -cents), moved(day, to, cents)]) {
            const known = summed.get(key(each)) ?? { ...each, debit_cents: 0, credit_cents: 0 };
            known.debit_cents += each.debit_cents;
            known.credit_cents += each.credit_cents;
            summed.set(key(each), known);
          }
        const lines = trialBalanceOf([...summed.values()], FROM, TO);
        for (const day of new Set(lines.map((line) => line.day))) {
          const ofDay = lines.filter((line) => line.day === day);
          const sum = (name: 'openingCents' | 'debitCents' | 'creditCents' | 'balanceCents') =>
            ofDay.reduce((total, line) => total + line[name], 0);
          expect([sum('openingCents'), sum('balanceCents')]).toEqual([0, 0]);
          expect(sum('debitCents')).toBe(sum('creditCents'));
          for (const line of ofDay)
            expect(line.balanceCents).toBe(line.openingCents + line.creditCents - line.debitCents);
        }
      }),
    );
  });

  it('is a file with a line that adds up each day', () => {
    const lines = trialBalanceOf([moved(null, 'company_main', 900), moved(null, 'platform_fee', -900)], TO, TO);
    expect(trialBalanceCsv(lines, 'rfc4180').split('\r\n')).toEqual([
      'day,account,acquirer,opening_balance,debits,credits,balance',
      '2026-11-17,company_main,,900,0,0,900',
      '2026-11-17,platform_fee,,-900,0,0,-900',
      '2026-11-17,total,,0,0,0,0',
      '',
    ]);
    expect(trialBalanceCsv(lines, 'excel-br')).toContain('2026-11-17;company_main;;9,00;0,00;0,00;9,00');
  });
});
