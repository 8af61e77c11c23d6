import type { CnabAccount, CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { readCnabAccount } from '../../../src/rails/cnab240/layout/read-account.ts';

const COMMON = {
  kind: 'cnab240',
  beneficiary: { name: 'Padaria São João Ltda', document: '11222333000181', address: 'Rua das Flores, 10' },
};
const numbers = (last: number) => ({ our_number_first: 1, our_number_last: last });

/** A file for each bank, as an operator would write it; check digits are right where a rule is known. */
export const ACCOUNT_FILES: Readonly<Record<CnabProfileName, Readonly<Record<string, unknown>>>> = {
  bb: {
    ...{ ...COMMON, profile: 'bb', branch: '1234', branch_digit: '3', account: '123456', account_digit: '0' },
    ...{ agreement: '1234567', wallet: '17', ...numbers(9_999_999_999) },
  },
  bradesco: {
    ...{ ...COMMON, profile: 'bradesco', branch: '1234', branch_digit: '3', account: '123456', account_digit: '0' },
    ...{ agreement: '4567890', wallet: '09', ...numbers(99_999_999_999) },
  },
  itau: {
    ...{ ...COMMON, profile: 'itau', branch: '1234', account: '56789', account_digit: '7' },
    ...{ wallet: '109', ...numbers(99_999_999) },
  },
  santander: {
    ...{ ...COMMON, profile: 'santander', branch: '1234', branch_digit: '5', account: '12345678', account_digit: '9' },
    ...{ agreement: '1234567', transmission_code: '123400001234567', wallet: '101', ...numbers(999_999_999_999) },
  },
  caixa: {
    ...{ ...COMMON, profile: 'caixa', branch: '1825', branch_digit: '4', account: '12345678', account_digit: '0' },
    ...{ agreement: '123456', wallet: '14', ...numbers(999_999_999_999_999) },
  },
  sicoob: {
    ...{ ...COMMON, profile: 'sicoob', branch: '4277', branch_digit: '3', account: '6498', account_digit: '5' },
    ...{ agreement: '172278', wallet: '01', ...numbers(9_999_999) },
  },
  sicredi: {
    ...{ ...COMMON, profile: 'sicredi', branch: '0156', account: '85305', account_digit: '4' },
    ...{ agreement: '85305', post: '05', wallet: '1', ...numbers(99_999) },
  },
  btg: {
    ...{ ...COMMON, profile: 'btg', branch: '50', account: '388685', account_digit: '3' },
    ...{ agreement: '00637576604931043053', wallet: '01', ...numbers(99_999_999_999) },
  },
};

export function accountOf(profile: CnabProfileName, changes: Readonly<Record<string, unknown>> = {}): CnabAccount {
  return readCnabAccount({ ...ACCOUNT_FILES[profile], ...changes });
}
