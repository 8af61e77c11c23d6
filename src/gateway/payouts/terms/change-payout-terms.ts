import type { Tx } from '../../../ground/db/transaction.ts';
import type { OtherSides } from '../../../parties/companies/change-company.ts';
import { checkPayoutTerms, namesOfTerms, type PayoutTerms, sidesOfTerms } from './payout-terms.rules.ts';
import { findPayoutTerms, upsertPayoutTerms } from './payout-terms.sql.ts';

/** Payouts that were asked for keep their fee and their rail. The caller has locked the company. */
export async function changePayoutTerms(
  tx: Tx,
  company: { companyId: number; merchantId: number },
  change: Partial<PayoutTerms>,
): Promise<OtherSides> {
  const before = await findPayoutTerms(tx, company.companyId);
  const after = { ...before, ...change };
  checkPayoutTerms(after);
  await upsertPayoutTerms(tx, company, after);
  return { changed: namesOfTerms(change), before: sidesOfTerms(before), after: sidesOfTerms(after) };
}
