import { type CnabAccount, cnabProfile } from './profiles.rules.ts';

/** What looks wrong in an account and may yet be right: told to the operator, never mended. */
export function warningsOf(account: CnabAccount): readonly string[] {
  return cnabProfile(account.profile).warnings?.(account) ?? [];
}

/** Whether two accounts could give the same number of the bank to two titles. */
export function overlaps(one: CnabAccount, other: CnabAccount): boolean {
  return (
    numberSpaceOf(one) === numberSpaceOf(other) &&
    one.ourNumberFirst <= other.ourNumberLast &&
    other.ourNumberFirst <= one.ourNumberLast
  );
}

/** Within what the bank tells numbers apart; where there is no agreement, the account stands for it. */
export function numberSpaceOf({
  profile,
  agreement,
  branch,
  account,
  wallet,
  cooperative,
  post,
  byte,
}: CnabAccount): string {
  const agreed = agreement === '' ? `${branch}/${account}` : agreement.replace(/^0+/, '');
  return [cnabProfile(profile).bankCode, agreed, wallet, cooperative, post, byte].join(' ');
}
