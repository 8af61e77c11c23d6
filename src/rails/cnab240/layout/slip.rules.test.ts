import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../test/support/cnab240/accounts.ts';
import {
  barcodeOfDigitableLine,
  buildBarcode,
  digitableLineOf,
  mod10,
  parseBarcode,
} from '../../../ground/brazil/boleto.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabAccount, type CnabProfileName, cnabProfile } from './profiles.rules.ts';
import { lastSequence, slipOf } from './slip.rules.ts';

interface Vector {
  profile: CnabProfileName;
  bank: string;
  wallet: string;
  inputs: Readonly<Record<string, string | undefined>>;
  dueDate: string | null;
  cents: number | null;
  ourNumber: string;
  ourNumberDigit: string | null;
  freeField: string | null;
  barcode: string | null;
  line: string | null;
  source: string;
}

/** Slips of banks' papers and of the tests of three open projects; each names its source. */
const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../test/support/cnab240/boleto-vectors.json', import.meta.url), 'utf8'),
) as Vector[];

/** An account as the vector has it: also one that no operator may configure any more. */
function accountOfVector({ profile, wallet, inputs }: Vector): CnabAccount {
  const {
    agreement,
    beneficiary,
    branch = '0000',
    account = '0',
    accountDigit,
    cooperative = '',
    client = '',
  } = inputs;
  return {
    ...accountOf(profile),
    wallet,
    agreement: agreement ?? beneficiary ?? '',
    branch,
    account,
    accountDigit: accountDigit ?? (profile === 'itau' ? mod10(branch + account) : '0'),
    cooperative,
    client: inputs['clientCode'] ?? client,
    post: inputs['post'] ?? '',
    byte: inputs['byte'] ?? '',
  };
}

describe('published slips', () => {
  it('are the 163 that were gathered', () => {
    expect(VECTORS).toHaveLength(163);
    expect(new Set(VECTORS.map(({ profile }) => profile))).toEqual(new Set(CNAB_PROFILE_NAMES));
    expect(VECTORS.every(({ source }) => source !== '')).toBe(true);
  });

  it.each(VECTORS.map((vector, index) => ({ ...vector, index })))(
    '$index: $profile $wallet $ourNumber, due $dueDate',
    (vector) => {
      const { cents, dueDate, inputs } = vector;
      const profile = cnabProfile(vector.profile);
      const { yourNumber } = inputs;
      const number = profile.numberOf(accountOfVector(vector), {
        sequence: Number(inputs['sequence']),
        year: 2000 + Number(inputs['year'] ?? 0),
        amountCents: cents ?? 1,
        ...(yourNumber === undefined ? {} : { yourNumber }),
      });
      expect(profile.bankCode).toBe(vector.bank);
      expect(number.digits).toBe(vector.ourNumber);
      // The two slips of Itaú's fifteen digits do not tell a digit.
      if (yourNumber === undefined) expect(number.digit).toBe(vector.ourNumberDigit);
      if (vector.freeField !== null) expect(number.freeField).toBe(vector.freeField);
      expect(number.freeField).toMatch(/^\d{25}$/);
      expect(number.inFile).toHaveLength(20);
      if (vector.barcode === null || dueDate === null || cents === null) return;
      const parsed = parseBarcode(vector.barcode);
      expect(parsed).toMatchObject({ ok: true, barcode: { amountCents: cents, freeField: number.freeField } });
      expect(digitableLineOf(vector.barcode)).toBe(vector.line);
      // One of them leaves the amount to the payer, which ours never do.
      if (cents === 0) return;
      expect(
        buildBarcode({ bankCode: profile.bankCode, dueDate, amountCents: cents, freeField: number.freeField }),
      ).toBe(vector.barcode);
    },
  );
});

describe('a slip', () => {
  const due = { dueDate: '2026-11-30', amountCents: 12_345, year: 2026 };

  it.each<[CnabProfileName, number, string, string, string]>([
    ['bb', 5, '001-9', '12345670000000005', '1234-3 / 00123456-0'],
    ['bradesco', 1, '237-2', '09/00000000001-1', '1234-3 / 0123456-0'],
    ['itau', 223_350, '341-7', '109/00223350-2', '1234/56789-7'],
    ['santander', 456, '033-7', '000000000456-1', '1234/1234567'],
    ['caixa', 6, '104-0', '14000000000000006-5', '1825/123456-0'],
    ['sicoob', 4, '756-0', '0000004-0', '4277 / 172278'],
    ['sicredi', 3, '748-X', '26/200003-3', '0156.05.85305'],
    ['btg', 6_380, '208-1', '001/6380-4', '0050/0388685'],
  ])('of %s and %i is printed with %s, %s and %s', (name, sequence, code, ourNumber, beneficiaryCode) => {
    const slip = slipOf(accountOf(name), sequence, due);
    expect(`${slip.bankCode}-${slip.bankCodeCheckDigit}`).toBe(code);
    expect(slip).toMatchObject({ ourNumber, beneficiaryCode, sequence });
    expect(barcodeOfDigitableLine(slip.digitableLine)).toEqual({ ok: true, barcode: slip.barcode });
  });

  it('of two numbers is never the same, and the last number is the last that there is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CNAB_PROFILE_NAMES), fc.integer({ min: 1, max: 99_998 }), (name, sequence) => {
        const account = accountOf(name);
        const [one, next] = [slipOf(account, sequence, due), slipOf(account, sequence + 1, due)];
        expect(one.barcode).not.toBe(next.barcode);
        expect(one.ourNumberDigits).not.toBe(next.ourNumberDigits);
      }),
    );
    for (const name of CNAB_PROFILE_NAMES) {
      const account = accountOf(name);
      const last = lastSequence(account);
      expect(slipOf(account, last, due).sequence).toBe(last);
      expect(() => slipOf(account, last + 1, due)).toThrow(RangeError);
    }
  });

  it('of Sicredi has the year in its number', () => {
    const account = accountOf('sicredi');
    expect(slipOf(account, 5, { ...due, year: 2027 }).ourNumberDigits).toBe('27200005');
    expect(slipOf({ ...account, post: 'A1' }, 5, due).barcode.slice(34, 36)).toBe('00');
  });
});
