import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../test/support/cnab240/accounts.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName, cnabProfile } from './profiles.rules.ts';

/** Figures of the banks' papers: code, printed digit, versions, digits of the sequence, wallets that can be had. */
const PAPERS: Readonly<Record<CnabProfileName, readonly unknown[]>> = {
  bb: ['001', '9', '084', '043', 10, '11 12 17'],
  bradesco: ['237', '2', '084', '042', 11, '03 04 09 19'],
  itau: ['341', '7', '040', '030', 8, '109 110 111 126 131 138 145 146 168'],
  santander: ['033', '7', '040', '030', 12, '101'],
  caixa: ['104', '0', '101', '060', 15, '14'],
  sicoob: ['756', '0', '081', '040', 7, '01'],
  sicredi: ['748', 'X', '081', '040', 5, '1'],
  btg: ['208', '1', '083', '060', 11, '01'],
};

/** Days after the due date, discounts, and what only amounts or only percents are taken of. */
const LIMITS: Readonly<Record<CnabProfileName, object>> = {
  bb: { daysAfterDue: null, discounts: 1, documentNumberLength: 15 },
  bradesco: { daysAfterDue: null, discounts: 3, takesMonthlyInterest: true },
  itau: {
    ...{ daysAfterDue: 99, discounts: 3, takesMonthlyInterest: false, takesDiscountPercents: false },
    ...{ documentNumberLength: 10, payerNameLength: 30 },
  },
  santander: { daysAfterDue: 99, discounts: 2 },
  caixa: { daysAfterDue: null, discounts: 3, documentNumberLength: 11 },
  sicoob: { daysAfterDue: null, discounts: 3 },
  sicredi: { daysAfterDue: 60, discounts: 3, takesFineAmounts: false },
  btg: { daysAfterDue: null, discounts: 3 },
};

describe.each(CNAB_PROFILE_NAMES)('the profile %s', (name) => {
  const profile = cnabProfile(name);

  it('has the figures of its papers', () => {
    const wallets = Object.entries(profile.wallets).flatMap(([wallet, use]) => ('refused' in use ? [] : [wallet]));
    expect([
      profile.bankCode,
      profile.bankCodeDigit,
      profile.fileVersion,
      profile.batchVersion,
      profile.sequenceDigits(accountOf(name)),
      wallets.sort().join(' '),
    ]).toEqual(PAPERS[name]);
    expect(profile.limits).toMatchObject(LIMITS[name]);
    expect(profile.numbersByYear ?? false).toBe(name === 'sicredi');
  });

  it('reads the numbers that it writes, and has movements of two digits', () => {
    const account = accountOf(name);
    const number = profile.numberOf(account, { sequence: 4_321, year: 2026, amountCents: 1 });
    // Santander's columns and Caixa's digit are elsewhere in a retorno than in a remessa.
    const text = name === 'caixa' ? `0${number.digits}${number.digit}` : number.inFile.replace(/^0+ +/, '').trim();
    expect(profile.retorno.readNumber(account, text)).toEqual({
      sequence: 4_321,
      yearOfCentury: name === 'sicredi' ? 26 : null,
      digit: number.digit,
    });
    expect(Object.keys(profile.retorno.kinds).every((code) => /^\d{2}$/.test(code))).toBe(true);
  });
});

it('agreements of Banco do Brasil leave what is left of the number to the sequence', () => {
  const digitsOf = (agreement: string) => {
    const account = accountOf('bb', { agreement, our_number_last: 1 });
    return cnabProfile('bb').sequenceDigits(account);
  };
  expect(['1234', '123456', '1234567', '12345678'].map(digitsOf)).toEqual([7, 5, 10, 9]);
});
