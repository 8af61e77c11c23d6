import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barcodeOfDigitableLine, buildBarcode, digitableLineOf } from './boleto.rules.ts';
import { SANDBOX_MAX_OUR_NUMBER, sandboxBank } from './sandbox-bank.rules.ts';

const ACCOUNT = { agency: '0001', account: '00123456', wallet: '17' };
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

test('the free field and the printed forms', () => {
  expect(sandboxBank.freeFieldOf(ACCOUNT, 4_271)).toBe('0001001234561700000042711');
  expect(sandboxBank.ourNumberCheckDigit(ACCOUNT, 4_271)).toBe('1');
  expect(sandboxBank.formatOurNumber(ACCOUNT, 4_271)).toBe('17/0000004271-1');
  expect(sandboxBank.formatAgencyAccount(ACCOUNT)).toBe('0001 / 0012345-6');
  expect(sandboxBank.formatWallet(ACCOUNT)).toBe('17');
});

test('the bank code carries its modulo 11 digit', () => {
  const sum = [...sandboxBank.bankCode]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  expect(sandboxBank.bankCodeDisplay).toBe(`${sandboxBank.bankCode}-${(11 - (sum % 11)) % 10}`);
});

test('account and nosso número are found again behind a typed line', () => {
  const accounts = fc.record({ agency: digits(4), account: digits(8), wallet: digits(2) });
  fc.assert(
    fc.property(accounts, fc.integer({ min: 1, max: SANDBOX_MAX_OUR_NUMBER }), (account, ourNumber) => {
      const freeField = sandboxBank.freeFieldOf(account, ourNumber);
      const line = digitableLineOf(
        buildBarcode({ bankCode: sandboxBank.bankCode, dueDate: '2026-11-16', amountCents: 100, freeField }),
      );
      const result = barcodeOfDigitableLine(line);
      if (!result.ok) throw new Error(result.reason);
      expect(sandboxBank.readFreeField(result.barcode.slice(19))).toEqual({ account, ourNumber });
    }),
  );
});

test('a free field of another bank is not read', () => {
  expect(sandboxBank.readFreeField('0001001234561700000042712')).toBeNull();
  expect(sandboxBank.readFreeField('0'.repeat(25))).toBeNull();
  expect(sandboxBank.readFreeField('123')).toBeNull();
});

test.each([
  ['agency', { ...ACCOUNT, agency: '1' }, 1],
  ['account', { ...ACCOUNT, account: '123' }, 1],
  ['wallet', { ...ACCOUNT, wallet: 'AB' }, 1],
  ['nosso número zero', ACCOUNT, 0],
  ['nosso número of eleven digits', ACCOUNT, SANDBOX_MAX_OUR_NUMBER + 1],
])('refuses a wrong %s', (_name, account, ourNumber) => {
  expect(() => sandboxBank.freeFieldOf(account, ourNumber)).toThrow(RangeError);
});
