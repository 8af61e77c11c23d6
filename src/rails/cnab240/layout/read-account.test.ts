import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILES, accountOf } from '../../../../test/support/cnab240/accounts.ts';
import { AccessFileError } from '../../acquirers/acquirer-kind.ts';
import { overlaps, warningsOf } from './account-checks.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName } from './profiles.rules.ts';
import { readCnabAccount } from './read-account.ts';

describe('the file of a billing account', () => {
  it.each(CNAB_PROFILE_NAMES)('of %s is read', (name) => {
    expect(accountOf(name)).toMatchObject({ profile: name, branch: expect.stringMatching(/^\d{4}$/), inbox: null });
  });

  it('has defaults for what may be left out', () => {
    expect(accountOf('bb')).toMatchObject({ variation: '019', account: '00123456', sendAt: null });
    expect([accountOf('bb').paymentPlace, accountOf('caixa').paymentPlace]).toEqual([
      null,
      'Preferencialmente nas casas lotéricas até o valor limite',
    ]);
    expect(accountOf('sicoob')).toMatchObject({ cooperative: '4277', client: '172278' });
    expect(accountOf('sicredi')).toMatchObject({ cooperative: '0156', byte: '2', branchDigit: '' });
    expect(accountOf('itau')).toMatchObject({ agreement: '' });
  });

  it('may say more', () => {
    const folders = {
      outbox: '/var/cnab/out',
      inbox: '/var/cnab/in',
      send_at: '18:05',
      payment_place: 'Em todo lugar',
    };
    expect(accountOf('bb', { ...folders, variation: '027', our_number_first: '0000000010' })).toMatchObject({
      outbox: '/var/cnab/out',
      inbox: '/var/cnab/in',
      sendAt: { hour: 18, minute: 5 },
      paymentPlace: 'Em todo lugar',
      variation: '027',
      ourNumberFirst: 10,
    });
  });

  const person = { name: 'Padaria', document: '52998224725' };

  it.each<[CnabProfileName, Record<string, unknown>, string]>([
    ['bb', { profile: 'nubank' }, 'profile must be one of bb, bradesco, itau'],
    ['bb', { profile: 'constructor' }, 'profile must be one of'],
    ['bb', { colour: 'blue' }, 'unknown member "colour"'],
    ['bb', { transmission_code: '1' }, 'transmission_code has no meaning for the profile bb'],
    ['bb', { branch: 1234 }, 'branch must be a text'],
    ['bb', { branch: '12345' }, 'branch must be at most 4 digits, without the check digit'],
    ['bb', { branch_digit: undefined }, 'branch_digit is missing'],
    ['bb', { account_digit: '10' }, 'account_digit must be one digit, X or P'],
    ['itau', { account: '567890' }, 'account must be at most 5 digits'],
    ['bb', { agreement: '12345' }, 'agreement must be 4, 6, 7 or 8 digits'],
    ['caixa', { agreement: '1000000' }, 'agreement must be the 6 or 7 digits of the beneficiary code'],
    ['santander', { transmission_code: undefined }, 'transmission_code is missing'],
    ['sicredi', { byte: '1' }, 'byte must be a digit from 2 to 9'],
    ['sicredi', { post: undefined }, 'post is missing'],
    ['bb', { wallet: '18' }, 'wallet 18 of bb is without registration, which banks no longer take'],
    ['bb', { wallet: '99' }, 'wallet must be 11, 12, 17 at bb'],
    ['itau', { wallet: '112' }, 'wallet 112 of itau is numbered by the bank: no slip could be drawn before it answers'],
    ['itau', { wallet: '196' }, 'wallet 196 of itau is without registration'],
    ['bradesco', { wallet: '06' }, 'wallet 06 of bradesco is without registration'],
    ['santander', { wallet: '102' }, 'wallet 102 of santander is without registration'],
    ['caixa', { wallet: '24' }, 'wallet 24 of caixa is without registration'],
    ['sicredi', { wallet: '3' }, 'wallet 3 of sicredi is without registration'],
    ['bb', { wallet: 'constructor' }, 'wallet must be digits'],
    ['bb', { our_number_first: undefined }, 'our_number_first is missing'],
    ['bb', { our_number_first: 0 }, 'our_number_first must be a whole number from 1 on'],
    ['bb', { our_number_first: '1e3' }, 'our_number_first must be a whole number from 1 on'],
    ['bb', { our_number_first: 9, our_number_last: 8 }, 'our_number_last is less than our_number_first'],
    ['bb', { our_number_last: 10_000_000_000 }, 'our_number_last is greater than 9999999999'],
    ['bb', { agreement: '123456' }, 'our_number_last is greater than 99999, the last number that the agreement has'],
    ['sicredi', { our_number_last: 100_000 }, 'our_number_last is greater than 99999'],
    ['bb', { beneficiary: undefined }, 'beneficiary is missing'],
    ['bb', { beneficiary: 'Padaria' }, 'beneficiary must be one JSON object'],
    ['bb', { beneficiary: { ...person, city: 'x' } }, 'unknown member "beneficiary.city"'],
    ['bb', { beneficiary: { ...person, name: '' } }, 'beneficiary.name must be one line'],
    ['bb', { beneficiary: { ...person, name: '日本' } }, 'beneficiary.name has no letter that a bank takes'],
    ['bb', { beneficiary: { ...person, document: '52998224726' } }, 'beneficiary.document is not a CPF or CNPJ'],
    ['bb', { beneficiary: { ...person, document: '12ABC34501DE35' } }, 'beneficiary.document has letters'],
    ['bb', { beneficiary: { name: 'Padaria' } }, 'beneficiary.document is missing'],
    ['bb', { send_at: '24:00' }, 'send_at must be a time such as 18:30'],
    ['bb', { outbox: '' }, 'outbox must be the path of a folder'],
    ['bb', { send_at: '18:30' }, 'send_at has no meaning without outbox'],
    ['bb', { outbox: '/var/bank', inbox: '/var/bank/' }, 'inbox and outbox must be two folders'],
    ['bb', { payment_place: 'a\nb' }, 'payment_place must be one line'],
  ])('of %s with %j is refused: %s', (name, changes, message) => {
    expect(() => accountOf(name, changes)).toThrow(AccessFileError);
    expect(() => accountOf(name, changes)).toThrow(message);
    expect(() => accountOf(name, changes)).toThrow(/^[^\n]+$/);
  });

  it.each([null, 'text', 7, []])('that is %j is refused', (members) => {
    expect(() => readCnabAccount(members)).toThrow('the file must be one JSON object');
  });
});

describe('check digits of branch and account', () => {
  it.each(CNAB_PROFILE_NAMES.filter((name) => name !== 'santander'))('of the example of %s are right', (name) => {
    expect(warningsOf(accountOf(name))).toEqual([]);
  });

  it.each<[CnabProfileName, Record<string, unknown>, string[]]>([
    ['bb', { branch_digit: '1' }, ['branch_digit is 1, and the rule that is known for it gives 3']],
    ['bb', { account_digit: 'X' }, ['account_digit is X, and the rule that is known for it gives 0']],
    ['bradesco', { account_digit: 'P' }, ['account_digit is P, and the rule that is known for it gives 0']],
    ['itau', { account_digit: '0' }, ['account_digit is 0, and the rule that is known for it gives 7']],
    ['caixa', { account: '00312345678' }, ['account_digit is 0, and the rule that is known for it gives 1']],
    ['santander', {}, ['account_digit is 9, and the rule that is known for it gives 4']],
    ['santander', { account_digit: '4' }, []],
    ['santander', { account: '123456789' }, []],
  ])('that a known rule would not give at %s are told, and stay', (name, changes, warnings) => {
    expect(warningsOf(accountOf(name, changes))).toEqual(warnings);
    expect(accountOf(name, changes)).toMatchObject({
      accountDigit: changes['account_digit'] ?? ACCOUNT_FILES[name]['account_digit'],
    });
  });

  it('are followed by what else is doubtful', () => {
    expect(warningsOf(accountOf('caixa', { agreement: '1242119' }))).toEqual([expect.stringContaining('7 digits')]);
  });
});

describe('two accounts', () => {
  const of = (name: CnabProfileName, first: number, last: number, more: Record<string, unknown> = {}) =>
    accountOf(name, { our_number_first: first, our_number_last: last, ...more });

  it('overlap when a number could be given by both', () => {
    expect(overlaps(of('bb', 1, 100), of('bb', 100, 200))).toBe(true);
    expect(overlaps(of('bb', 100, 200), of('bb', 1, 100))).toBe(true);
    expect(overlaps(of('bb', 50, 60), of('bb', 1, 100))).toBe(true);
    expect(overlaps(of('bb', 1, 100), of('bb', 101, 200))).toBe(false);
    expect(overlaps(of('bb', 1, 100), of('bb', 1, 100, { wallet: '11' }))).toBe(false);
    expect(overlaps(of('bb', 1, 100), of('bb', 1, 100, { agreement: '7654321' }))).toBe(false);
    expect(overlaps(of('bradesco', 1, 9), of('bradesco', 1, 9, { agreement: '04567890' }))).toBe(true);
    expect(overlaps(of('itau', 1, 9), of('itau', 1, 9, { account: '56780' }))).toBe(false);
    expect(overlaps(of('itau', 1, 9), of('itau', 1, 9))).toBe(true);
    expect(overlaps(of('sicredi', 1, 9), of('sicredi', 1, 9, { byte: '3' }))).toBe(false);
    expect(overlaps(of('bradesco', 1, 9), of('btg', 1, 9))).toBe(false);
  });
});
