import type { AccountAtBank } from '../account.rules.ts';
import type { Identities, Limits, Shape, TitleColumns } from '../profile.rules.ts';

/** What FEBRABAN's paper (10.6) says and most banks keep to. */

export const STANDARD_LIMITS: Limits = {
  daysAfterDue: null,
  discounts: 3,
  takesDiscountPercents: true,
  takesMonthlyInterest: true,
  takesFineAmounts: true,
  largestDiscountPercent: 99,
  documentNumberLength: 15,
  payerNameLength: 40,
  takesPunctuation: true,
};

export const STANDARD_TITLE: TitleColumns = {
  number: [38, 57],
  document: [59, 73],
  due: [74, 81],
  nominal: [82, 96],
  reference: [106, 130],
  fee: [199, 213],
  motives: [214, 223],
};

/** Branch and account where FEBRABAN has them; the batch's header has everything one column later. */
export function standardIdentities({ branch, account }: AccountAtBank): Identities {
  return {
    header: [
      { columns: [53, 57], what: 'branch', value: branch },
      { columns: [59, 70], what: 'account', value: account },
    ],
    batch: [
      { columns: [54, 58], what: 'branch', value: branch },
      { columns: [60, 71], what: 'account', value: account },
    ],
    title: [
      { columns: [18, 22], what: 'branch', value: branch },
      { columns: [24, 35], what: 'account', value: account },
    ],
  };
}

/** The same with the agreement at the head of file and batch. */
export function identitiesWithAgreement(account: AccountAtBank, lastColumn = 52): Identities {
  const standard = standardIdentities(account);
  const agreement = { what: 'agreement', value: account.agreement };
  return {
    header: [{ ...agreement, columns: [33, lastColumn] }, ...standard.header],
    batch: [{ ...agreement, columns: [34, lastColumn + 1] }, ...standard.batch],
    title: standard.title,
  };
}

export const digitsUpTo = (length: number): Shape => ({
  pattern: new RegExp(`^\\d{1,${length}}$`),
  says: `at most ${length} digits`,
});

/** A digit as banks write it: letters stand for results of two figures. */
export function writtenDigit(complement: number, ten: string, eleven = '0'): string {
  if (complement === 10) return ten;
  return complement === 11 ? eleven : String(complement);
}

/** One line for a check digit that a known rule would not give. */
export function digitWarning(member: string, typed: string, computed: string): string[] {
  if (typed === '' || typed === computed) return [];
  return [`${member} is ${typed}, and the rule that is known for it gives ${computed}`];
}
