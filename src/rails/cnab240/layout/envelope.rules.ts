import { bankText } from './bank-text.rules.ts';
import { type CnabAccount, cnabProfile } from './profiles.rules.ts';
import { code, dateDigits, digits, type Field, record, zeros } from './record.rules.ts';

/** A moment as clocks in São Paulo show it: `2026-11-17` and `18:30:00`. */
export interface LocalMoment {
  date: string;
  time: string;
}

const NAME_LENGTH = 30;
const CNPJ_LENGTH = 14;
const FILE_BATCH = '0000';
const LAST_BATCH = '9999';

export function fileHeader(account: CnabAccount, fileNumber: number, madeAt: LocalMoment): string {
  const profile = cnabProfile(account.profile);
  const fields: Field[] = [
    [1, 8, `${profile.bankCode}${FILE_BATCH}0`],
    [18, 18, documentType(account)],
    [19, 32, digits(account.beneficiary.document, 14)],
    ...accountFields(account, 33),
    [103, 132, bankText(profile.bankName, NAME_LENGTH).padEnd(NAME_LENGTH)],
    [143, 143, '1'],
    [144, 151, dateDigits(madeAt.date)],
    [152, 157, madeAt.time.replaceAll(':', '')],
    [158, 163, digits(fileNumber, 6)],
    [164, 166, profile.fileVersion],
    [167, 171, zeros(5)],
  ];
  return record(fields, profile.remessa.header?.(account) ?? []);
}

export function batchHeader(account: CnabAccount, batch: number, fileNumber: number, madeAt: LocalMoment): string {
  const profile = cnabProfile(account.profile);
  const fields: Field[] = [
    [1, 9, `${profile.bankCode}${digits(batch, 4)}1R`],
    [10, 11, '01'],
    [14, 16, profile.batchVersion],
    [18, 18, documentType(account)],
    [19, 33, digits(account.beneficiary.document, 15)],
    ...accountFields(account, 34),
    [184, 191, digits(fileNumber, 8)],
    [192, 199, dateDigits(madeAt.date)],
    [200, 207, zeros(8)],
  ];
  return record(fields, profile.remessa.batchHeader?.(account) ?? []);
}

/** `records` counts the header and this trailer, too. */
export function batchTrailer(
  account: CnabAccount,
  batch: number,
  { records, titles, amountCents }: { records: number; titles: number; amountCents: number },
): string {
  const { bankCode, remessa } = cnabProfile(account.profile);
  const fields: Field[] = [
    [1, 8, `${bankCode}${digits(batch, 4)}5`],
    [18, 23, digits(records, 6)],
    [24, 29, digits(titles, 6)],
    [30, 46, digits(amountCents, 17)],
    [47, 115, zeros(69)],
  ];
  return record(fields, remessa.batchTrailer ?? []);
}

export function fileTrailer(account: CnabAccount, { batches, records }: { batches: number; records: number }): string {
  const { bankCode, remessa } = cnabProfile(account.profile);
  const fields: Field[] = [
    [1, 8, `${bankCode}${LAST_BATCH}9`],
    [18, 23, digits(batches, 6)],
    [24, 29, digits(records, 6)],
    [30, 35, zeros(6)],
  ];
  return record(fields, remessa.fileTrailer ?? []);
}

/** Agreement, branch, account and name stand beside each other, in the batch's header one column later. */
function accountFields(account: CnabAccount, from: number): Field[] {
  const { agreement, branch, branchDigit, beneficiary } = account;
  return [
    [from, from + 19, code(agreement, 20)],
    [from + 20, from + 24, digits(branch, 5)],
    [from + 25, from + 25, branchDigit || ' '],
    [from + 26, from + 37, digits(account.account, 12)],
    [from + 38, from + 38, account.accountDigit || ' '],
    [from + 40, from + 69, bankText(beneficiary.name, NAME_LENGTH).padEnd(NAME_LENGTH)],
  ];
}

function documentType({ beneficiary }: CnabAccount): string {
  return beneficiary.document.length === CNPJ_LENGTH ? '2' : '1';
}
