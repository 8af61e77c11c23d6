import type { Deps } from '../../ground/deps.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { findCompanyOfMerchant } from './companies.sql.ts';
import { unknownCompany } from './company.rules.ts';

/** The id of the merchant's own company named in the path; anybody else's is as unknown. */
export async function companyInPath(deps: Pick<Deps, 'db'>, merchantId: number, params: unknown): Promise<number> {
  const companyId = readPathId(params);
  if (!(await findCompanyOfMerchant(deps.db, merchantId, companyId))) throw unknownCompany(companyId);
  return companyId;
}
