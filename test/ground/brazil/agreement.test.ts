import * as brazilianUtils from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { parsePix } from 'pix-utils';
import * as validationBr from 'validation-br';
import { describe, expect, test } from 'vitest';
import {
  barcodeOfDigitableLine,
  buildBarcode,
  digitableLineOf,
  formatDigitableLine,
} from '../../../src/ground/brazil/boleto.rules.ts';
import { buildDynamicBrCode, buildStaticBrCode } from '../../../src/ground/brazil/brcode.rules.ts';
import { addDays, bankHolidays, easterSunday } from '../../../src/ground/brazil/calendar.rules.ts';
import { isCnpj, isCpf } from '../../../src/ground/brazil/documents.rules.ts';
import { sandboxBank } from '../../../src/ground/brazil/sandbox-bank.rules.ts';
import { anyText } from '../../support/suite/any-text.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';

/** Libraries that others wrote judge what we build. */

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcxyzABCXYZ0189'), minLength, maxLength });
const texts = fc.oneof(anyText({ maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }));

function expectPixAccepted(code: string): void {
  expect(brazilianUtils.isValidPixPayload(code)).toBe(true);
  expect(validationBr.isPixCopyPaste(code)).toBe(true);
}

describe('BR Code', () => {
  test('static codes', () => {
    const amounts = fc.integer({ min: 1, max: 999_999_999_999 });
    fc.assert(
      fc.property(
        fc.uuid(),
        texts,
        texts,
        amounts,
        letters(1, 25),
        (key, merchantName, merchantCity, amountCents, txid) => {
          const code = buildStaticBrCode({ key, merchantName, merchantCity, amountCents, txid });
          expectPixAccepted(code);
          expect(brazilianUtils.getPixPayloadInfo(code)).toMatchObject({ key, txid, amount: amountCents / 100 });
          expect(parsePix(code)).toMatchObject({
            type: 'STATIC',
            pixKey: key,
            txid,
            transactionAmount: amountCents / 100,
          });
        },
      ),
    );
  });

  test('dynamic codes', () => {
    fc.assert(
      fc.property(letters(26, 35), texts, texts, (id, merchantName, merchantCity) => {
        const url = `pix.example.com/qr/v2/${id}`;
        const code = buildDynamicBrCode({ url: `https://${url}`, merchantName, merchantCity, postalCode: '01310-100' });
        expectPixAccepted(code);
        expect(brazilianUtils.getPixPayloadInfo(code)).toMatchObject({ url, pointOfInitiation: 'dynamic' });
        expect(parsePix(code)).toMatchObject({ type: 'DYNAMIC', url });
      }),
    );
  });
});

describe('boleto', () => {
  const accounts = fc.record({ agency: digits(4), account: digits(8), wallet: digits(2) });
  const dueDates = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2025-02-22', days));
  const figures = fc.record({
    account: accounts,
    ourNumber: fc.integer({ min: 1, max: 9_999_999_999 }),
    dueDate: dueDates,
    amountCents: fc.integer({ min: 1, max: 9_999_999_999 }),
  });
  const barcodes = figures.map(({ account, ourNumber, dueDate, amountCents }) => ({
    dueDate,
    amountCents,
    barcode: buildBarcode({
      bankCode: sandboxBank.bankCode,
      dueDate,
      amountCents,
      freeField: sandboxBank.freeFieldOf(account, ourNumber),
    }),
  }));

  test('lines and barcodes of the sandbox bank', () => {
    fc.assert(
      fc.property(barcodes, ({ barcode, dueDate, amountCents }) => {
        const line = digitableLineOf(barcode);
        expect(validationBr.isBoleto(barcode)).toBe(true);
        expect(validationBr.isBoleto(line)).toBe(true);
        expect(brazilianUtils.isValidBoleto(line)).toBe(true);
        expect(brazilianUtils.formatBoleto(line)).toBe(formatDigitableLine(line));
        const referenceDate = new Date(`${dueDate}T12:00:00`);
        const info = brazilianUtils.getBoletoInfo(line, { referenceDate });
        expect(info).toMatchObject({ amount: amountCents, bankCode: sandboxBank.bankCode });
        expect(info?.expirationDate?.toDateString()).toBe(referenceDate.toDateString());
      }),
    );
  });

  test('verdicts on lines with one digit changed', () => {
    const mistakes = fc.record({ slip: barcodes, position: fc.integer({ min: 0, max: 46 }), digit: digits(1) });
    fc.assert(
      fc.property(mistakes, ({ slip, position, digit }) => {
        const line = digitableLineOf(slip.barcode);
        const mutant = line.slice(0, position) + digit + line.slice(position + 1);
        const ours = barcodeOfDigitableLine(mutant).ok;
        // We also refuse a factor between 0001 and 0999, which no calendar day has.
        const impossibleFactor = /^0(?!000)/.test(mutant.slice(33, 37));
        expect(ours).toBe(brazilianUtils.isValidBoleto(mutant) && !impossibleFactor);
        expect(ours).toBe(validationBr.isBoleto(mutant) && !impossibleFactor);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  test('no real bank owns the code of the sandbox', () => {
    expect(brazilianUtils.getBankByCode(sandboxBank.bankCode)).toBeNull();
  });
});

describe('documents', () => {
  test('CPF', () => {
    fc.assert(
      fc.property(digits(11), (text) => {
        expect(isCpf(text)).toBe(brazilianUtils.isValidCpf(text));
      }),
    );
    for (let count = 0; count < 50; count += 1) {
      const cpf = brazilianUtils.generateCpf();
      expect([cpf, isCpf(cpf), validationBr.isCPF(cpf)]).toEqual([cpf, true, true]);
    }
  });

  test('CNPJ, with letters too', () => {
    for (let count = 0; count < 50; count += 1) {
      const numeric = brazilianUtils.generateCnpj();
      const alphanumeric = brazilianUtils.generateCnpj({ version: 2 });
      expect([numeric, isCnpj(numeric), validationBr.isCNPJ(numeric)]).toEqual([numeric, true, true]);
      expect([alphanumeric, isCnpj(alphanumeric)]).toEqual([alphanumeric, true]);
    }
  });
});

test('holidays: theirs without Easter Sunday, plus the carnival Monday they leave out', () => {
  for (let year = 2000; year <= 2099; year += 1) {
    const theirs = brazilianUtils
      .getHolidays(year)
      .filter(({ type }) => type !== 'religious')
      .map(({ date }) => date.toLocaleDateString('sv-SE'));
    const carnivalMonday = addDays(easterSunday(year), -48);
    expect(bankHolidays(year)).toEqual([...new Set([...theirs, carnivalMonday])].sort());
  }
});
