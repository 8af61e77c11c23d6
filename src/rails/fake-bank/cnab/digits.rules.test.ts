import { expect, it } from 'vitest';
import { modulo10, modulo11, modulo11WithP, modulo11WithX, sicoobDigit } from './digits.rules.ts';

/** Numbers that banks or public tests have printed with their digits. */

it('Banco do Brasil', () => {
  expect(modulo11WithX('12345600001')).toBe('7');
  expect(modulo11WithX('12340000001')).toBe('1');
  expect(modulo11WithX('05009401448')).toBe('1');
  expect(modulo11WithX('1234')).toBe('3');
});

it('Bradesco and BTG, with a P', () => {
  expect(modulo11WithP('0400000000453')).toBe('1');
  expect(modulo11WithP('0400000000468')).toBe('P');
  expect(modulo11WithP('0951920001648')).toBe('1');
  expect(modulo11WithP('0100000006380')).toBe('4');
  expect(modulo11WithP('0110000000023')).toBe('8');
});

it('Itaú', () => {
  expect(modulo10('0057' + '12345' + '110' + '12345678')).toBe('8');
  expect(modulo10('1234' + '56789' + '109' + '00223350')).toBe('2');
  expect(modulo10('4807' + '52792' + '109' + '05040495')).toBe('9');
  expect(modulo10('123456789')).toBe('7');
});

it('Santander, Caixa and Sicredi', () => {
  expect(modulo11('000000000456')).toBe('1');
  expect(modulo11('000000000443')).toBe('0');
  expect(modulo11('000009000026')).toBe('9');
  expect(modulo11('14000000000000006')).toBe('5');
  expect(modulo11('14222333777777777')).toBe('2');
  expect(modulo11('0156' + '05' + '85305' + '19200010')).toBe('2');
  expect(modulo11('0718' + '62' + '01309' + '22200008')).toBe('8');
});

it('Sicoob', () => {
  expect(sicoobDigit('4277' + '0000172278' + '0000004')).toBe('0');
  expect(sicoobDigit('4277' + '0000172278' + '0012349')).toBe('2');
  expect(sicoobDigit('4134' + '0000148180' + '0000110')).toBe('4');
});
