/**
 * The accounts of the books. A company's balance is its main and its retained account; a positive sum is money it
 * may come to withdraw. `acquirer_clearing` stands for the acquirer (negative: what it owes us), `platform_fee` for
 * what we earned, `platform_expense` for what banks took from us (negative).
 */
export const ACCOUNT_KINDS = [
  'company_main',
  'company_retained',
  'acquirer_clearing',
  'platform_fee',
  'platform_expense',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** An account is its kind and, for the two kinds that companies have, whose it is. */
export type Account =
  | { readonly account: 'company_main' | 'company_retained'; readonly companyId: number }
  | { readonly account: 'acquirer_clearing' | 'platform_fee' | 'platform_expense'; readonly companyId: null };

export const CLEARING: Account = { account: 'acquirer_clearing', companyId: null };
export const PLATFORM_EXPENSE: Account = { account: 'platform_expense', companyId: null };
export const PLATFORM_FEE: Account = { account: 'platform_fee', companyId: null };

export function mainOf(companyId: number): Account {
  return { account: 'company_main', companyId };
}

export function retainedOf(companyId: number): Account {
  return { account: 'company_retained', companyId };
}
