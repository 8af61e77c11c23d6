import { describe, expect, it } from 'vitest';
import { countdownText, isSoonOver } from './countdown.rules.ts';
import { dateText, dayText, moneyText, timeText } from './formats.rules.ts';

describe('formats of the payer’s page', () => {
  it.each([
    [10_050, 'R$\u00a0100,50', 'R$100.50'],
    [123_456_789, 'R$\u00a01.234.567,89', 'R$1,234,567.89'],
    [1, 'R$\u00a00,01', 'R$0.01'],
  ])('%i cents', (cents, portuguese, english) => {
    expect(moneyText('pt-BR', cents)).toBe(portuguese);
    expect(moneyText('en', cents)).toBe(english);
  });

  it('writes moments as São Paulo reads them, wherever the machine stands', () => {
    const late = new Date('2026-11-16T02:30:00Z');
    expect(`${dateText('pt-BR', late)} ${timeText('pt-BR', late)}`).toBe('15/11/2026 23:30');
    expect(`${dateText('en', late)} ${timeText('en', late)}`).toBe('Nov 15, 2026 23:30');
    expect(timeText('pt-BR', new Date('2026-11-15T03:05:00Z'))).toBe('00:05');
  });

  it('keeps a calendar day the day it is', () => {
    expect(dayText('pt-BR', '2026-12-31')).toBe('31/12/2026');
    expect(dayText('en', '2026-01-01')).toBe('Jan 1, 2026');
  });

  it.each([
    [1_799, '29:59'],
    [60, '01:00'],
    [0, '00:00'],
    [-5, '00:00'],
    [3_723, '1:02:03'],
  ])('%i seconds left', (seconds, text) => {
    expect(countdownText(seconds)).toBe(text);
  });

  it('hurries in the last quarter only', () => {
    expect([451, 450, 1].map((left) => isSoonOver(left, 1_800))).toEqual([false, true, true]);
  });
});
