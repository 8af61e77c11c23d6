import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { merchantExists } from '../merchants/merchants.sql.ts';
import { type CompanyDetails, readCompanyDetails } from './company.rules.ts';
import { createCompanyWithPlans } from './create-company.ts';

/** Registers a company of an existing merchant with the default plans; the operator sets its fees afterwards. */
export async function registerCompany(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  merchantId: number,
  wanted: CompanyDetails,
): Promise<CompanyDetails & { companyId: number }> {
  const details = readCompanyDetails(wanted, deps.config.documentCheck);
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    if (!(await merchantExists(tx, merchantId))) throw invalidField('merchant', `${merchantId} does not exist`);
    const companyId = await createCompanyWithPlans(tx, { merchantId, ...details, now });
    await recordAudit(deps, tx, {
      merchantId,
      action: 'company.created',
      object: { kind: 'company', id: companyId },
      details: { name: details.name },
    });
    return { ...details, companyId };
  });
}
