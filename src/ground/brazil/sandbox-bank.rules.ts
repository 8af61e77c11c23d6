import { FREE_FIELD_LENGTH, mod10 } from './boleto.rules.ts';

/** What a bank decides about its boletos; everything else is the same for all banks. */
export interface BankLayout {
  /** Three digits at the head of the barcode. */
  readonly bankCode: string;
  /** Code with its check digit, as printed beside the bank's name: `999-7`. */
  readonly bankCodeDisplay: string;
  readonly bankName: string;
  freeFieldOf(account: BankAccount, ourNumber: number): string;
  /** Null when another bank made the free field. */
  readFreeField(freeField: string): { account: BankAccount; ourNumber: number } | null;
  ourNumberCheckDigit(account: BankAccount, ourNumber: number): string;
  formatOurNumber(account: BankAccount, ourNumber: number): string;
  formatAgencyAccount(account: BankAccount): string;
  formatWallet(account: BankAccount): string;
}

export interface BankAccount {
  /** Four digits. */
  agency: string;
  /** Eight digits, the last one being the account's own check digit. */
  account: string;
  /** Two digits: the kind of collection agreed with the bank. */
  wallet: string;
}

/** Ten digits. */
export const SANDBOX_MAX_OUR_NUMBER = 9_999_999_999;

const AGENCY_LENGTH = 4;
const ACCOUNT_LENGTH = 8;
const WALLET_LENGTH = 2;
const OUR_NUMBER_LENGTH = 10;

/**
 * The bank of the sandbox. No bank in the list that our tests consult has its code 999,
 * so that its slips are well formed and yet belong to no real bank.
 * Free field: agency 4, account 8, wallet 2, nosso número 10, modulo 10 of those 24.
 */
export const sandboxBank: BankLayout = {
  bankCode: '999',
  bankCodeDisplay: '999-7',
  bankName: 'Banco Sandbox',
  freeFieldOf,
  readFreeField,
  ourNumberCheckDigit: (account, ourNumber) => freeFieldOf(account, ourNumber).slice(-1),
  formatOurNumber(account, ourNumber) {
    const digits = freeFieldOf(account, ourNumber).slice(-OUR_NUMBER_LENGTH - 1);
    return `${account.wallet}/${digits.slice(0, -1)}-${digits.slice(-1)}`;
  },
  formatAgencyAccount(account) {
    assertAccount(account);
    return `${account.agency} / ${account.account.slice(0, -1)}-${account.account.slice(-1)}`;
  },
  formatWallet(account) {
    assertAccount(account);
    return account.wallet;
  },
};

function freeFieldOf(account: BankAccount, ourNumber: number): string {
  assertAccount(account);
  if (!Number.isSafeInteger(ourNumber) || ourNumber <= 0 || ourNumber > SANDBOX_MAX_OUR_NUMBER) {
    throw new RangeError(`nosso número must be between 1 and ${SANDBOX_MAX_OUR_NUMBER}`);
  }
  const digits = account.agency + account.account + account.wallet + String(ourNumber).padStart(OUR_NUMBER_LENGTH, '0');
  return digits + mod10(digits);
}

function readFreeField(freeField: string): { account: BankAccount; ourNumber: number } | null {
  if (freeField.length !== FREE_FIELD_LENGTH || !/^\d+$/.test(freeField)) return null;
  if (mod10(freeField.slice(0, -1)) !== freeField.slice(-1)) return null;
  const accountEnd = AGENCY_LENGTH + ACCOUNT_LENGTH;
  const walletEnd = accountEnd + WALLET_LENGTH;
  const ourNumber = Number(freeField.slice(walletEnd, -1));
  if (ourNumber === 0) return null;
  return {
    account: {
      agency: freeField.slice(0, AGENCY_LENGTH),
      account: freeField.slice(AGENCY_LENGTH, accountEnd),
      wallet: freeField.slice(accountEnd, walletEnd),
    },
    ourNumber,
  };
}

function assertAccount(account: BankAccount): void {
  if (!/^\d{4}$/.test(account.agency)) throw new RangeError('agency must have 4 digits');
  if (!/^\d{8}$/.test(account.account)) throw new RangeError('account must have 8 digits');
  if (!/^\d{2}$/.test(account.wallet)) throw new RangeError('wallet must have 2 digits');
}
