import { UF_CODES } from '../../../ground/brazil/documents.rules.ts';
import { bankText } from './bank-text.rules.ts';
import type { Limits, Profile } from './profile.rules.ts';
import { type CnabAccount, cnabProfile } from './profiles.rules.ts';
import { daysUntilWriteOff, discountCents, writtenInterest } from './terms.rules.ts';
import type { TitlePayer, TitleTerms } from './title.rules.ts';

/** What a bank does not take of a title: the field of the order at fault, and why. */
export interface RemessaProblem {
  field: string;
  reason: string;
}

const WHOLE = 10_000;
const ANY_TEXT = 40;

/** Null where the bank's file can carry the title. Asked before anything is stored: then the order can be refused. */
export function remessaProblem(account: CnabAccount, title: TitleTerms): RemessaProblem | null {
  const profile = cnabProfile(account.profile);
  return (
    payerProblem(title.payer) ??
    fineProblem(profile.limits, title) ??
    interestProblem(profile, title) ??
    discountProblem(profile.limits, title) ??
    daysProblem(profile.limits, title)
  );
}

function payerProblem(payer: TitlePayer): RemessaProblem | null {
  if (bankText(payer.name, ANY_TEXT) === '') return problem('customer.name', 'has no letter that the bank takes');
  if (/[A-Z]/.test(payer.document))
    return problem('customer.document', "has letters, and the bank's files have room for digits only");
  if (!/^(\d{11}|\d{14})$/.test(payer.document)) return problem('customer.document', 'must be a CPF or CNPJ');
  const needed = 'is needed by the bank';
  if (bankText(payer.address, ANY_TEXT) === '') return problem('customer.address.line_1', needed);
  if (payer.zipCode === '') return problem('customer.address.zip_code', needed);
  if (!/^\d{8}$/.test(payer.zipCode)) return problem('customer.address.zip_code', 'must be a CEP of 8 digits');
  if (bankText(payer.city, ANY_TEXT) === '') return problem('customer.address.city', needed);
  if (payer.state === '') return problem('customer.address.state', needed);
  if (!UF_CODES.some((uf) => uf === payer.state)) return problem('customer.address.state', 'must be a UF');
  return null;
}

function fineProblem(limits: Limits, { fine, amountCents }: TitleTerms): RemessaProblem | null {
  if (fine === null) return null;
  if ('percentHundredths' in fine)
    return fine.percentHundredths < WHOLE ? null : problem('payment.fine.percent', 'must be less than 100 %');
  if (!limits.takesFineAmounts) return problem('payment.fine.amount', 'the bank takes a fine in percent only');
  return fine.amountCents < amountCents ? null : problem('payment.fine.amount', 'must be less than the amount');
}

function interestProblem(profile: Profile, title: TitleTerms): RemessaProblem | null {
  if (writtenInterest(profile, title)?.value !== 0) return null;
  const isMonthly = title.interest !== null && 'monthlyPercentHundredths' in title.interest;
  return isMonthly
    ? problem('payment.interest.monthly_percent', 'is less than a cent a day, and the bank takes an amount a day only')
    : problem('payment.interest.daily_amount', 'must be at least a cent');
}

function discountProblem(limits: Limits, title: TitleTerms): RemessaProblem | null {
  const field = 'payment.discounts';
  if (title.discounts.length > limits.discounts)
    return problem(field, limits.discounts === 1 ? 'the bank takes one' : `the bank takes ${limits.discounts}`);
  const amounts = title.discounts.map((discount) => discountCents(title, discount));
  if (amounts.some((cents) => cents < 1)) return problem(field, 'must be at least a cent');
  const isTooLarge = amounts.some((cents) => cents * 100 > title.amountCents * limits.largestDiscountPercent);
  return isTooLarge ? problem(field, `may take at most ${limits.largestDiscountPercent} % of the amount`) : null;
}

function daysProblem({ daysAfterDue }: Limits, title: TitleTerms): RemessaProblem | null {
  if (daysAfterDue === null || daysUntilWriteOff(title) <= daysAfterDue) return null;
  return problem(
    'payment.payable_days_after_due',
    `the bank takes at most ${daysAfterDue} days after the due date, weekends and holidays included`,
  );
}

function problem(field: string, reason: string): RemessaProblem {
  return { field, reason };
}
