import type { BankForm, FormField, Members } from '../../acquirers/bank-form.rules.ts';
import type { ExtraName, Profile } from './profile.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabAccount, cnabProfile } from './profiles.rules.ts';
import { EXTRA_MEMBERS, EXTRA_NAMES } from './read-account.ts';

const text = (name: string, isRequired = true): FormField => ({ name, form: 'text', isRequired, shown: 'value' });
const number = (name: string): FormField => ({ name, form: 'number', isRequired: true, shown: 'value' });

/** Files go through somebody's hands, or through folders that only the operator's file names. */
export function accountForms(): BankForm[] {
  return CNAB_PROFILE_NAMES.map((profile) => ({ profile, isReachable: true, fields: fieldsOf(cnabProfile(profile)) }));
}

function fieldsOf({ account: shape, wallets }: Profile): FormField[] {
  const taken = Object.entries(wallets).flatMap(([wallet, use]) => ('refused' in use ? [] : [wallet]));
  return [
    text('beneficiary.name'),
    { ...text('beneficiary.document'), shown: 'end' },
    text('beneficiary.address', false),
    text('branch'),
    ...(shape.needsBranchDigit ? [text('branch_digit')] : []),
    text('account'),
    ...(shape.needsAccountDigit ? [text('account_digit')] : []),
    ...(shape.agreement ? [text('agreement')] : []),
    { name: 'wallet', form: 'choice', isRequired: true, shown: 'value', choices: taken.sort() },
    number('our_number_first'),
    number('our_number_last'),
    ...EXTRA_NAMES.flatMap((extra) => {
      const own = shape.extras?.[extra];
      return own ? [text(EXTRA_MEMBERS[extra], own.fallback === null)] : [];
    }),
    text('payment_place', false),
  ];
}

/** What a file would say of the account; what the bank has no use for, or knows itself, is left out. */
export function accountMembers(account: CnabAccount): Members {
  const { profile, beneficiary, sendAt, paymentPlace } = account;
  const { name, document, address } = beneficiary;
  const usual = cnabProfile(profile);
  const given = {
    branch_digit: account.branchDigit,
    account_digit: account.accountDigit,
    agreement: account.agreement,
    ...Object.fromEntries(EXTRA_NAMES.map((extra) => [EXTRA_MEMBERS[extra], saidOf(account, extra, usual)])),
    payment_place: paymentPlace === usual.paymentPlace ? '' : (paymentPlace ?? ''),
    outbox: account.outbox ?? '',
    inbox: account.inbox ?? '',
    send_at: sendAt === null ? '' : `${twoDigits(sendAt.hour)}:${twoDigits(sendAt.minute)}`,
  };
  return {
    profile,
    beneficiary: { name, document, ...(address !== null && { address }) },
    branch: account.branch,
    account: account.account,
    wallet: account.wallet,
    our_number_first: account.ourNumberFirst,
    our_number_last: account.ourNumberLast,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
  };
}

/** '' where it is what the bank takes without being told: it then follows what it is the same as. */
function saidOf(account: CnabAccount, extra: ExtraName, { account: shape }: Profile): string {
  const fallback = shape.extras?.[extra]?.fallback ?? null;
  const untold = typeof fallback === 'object' && fallback !== null ? account[fallback.sameAs] : fallback;
  return account[extra] === untold ? '' : account[extra];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
