import type { Db } from '../../ground/db/pool.ts';
import type { FixedParticipant } from '../../parties/companies/companies.sql.ts';
import { findActiveCompanies } from '../../parties/companies/operator.sql.ts';
import { checkFixedParticipants, type SplitTerms } from './participants.rules.ts';
import { toStore } from './splits.wire.ts';

export type OperatorsParticipant = SplitTerms & { company_id: number };

/**
 * A fixed split as an operator names it, by companies of any merchant: runs the checks of an order's split, except
 * those that need the total of the order. `pathOf` says where each participant stands in what was asked.
 */
export async function resolveFixedSplit(
  db: Db,
  listed: readonly OperatorsParticipant[],
  pathOf: (index: number) => string,
): Promise<FixedParticipant[]> {
  const active = await findActiveCompanies(
    db,
    listed.map((participant) => participant.company_id),
  );
  const found = listed.map(({ company_id, ...terms }, index) => {
    const company = active.find(({ companyId }) => companyId === company_id) ?? null;
    return { ...terms, company, source: 'fixed', path: pathOf(index), namedBy: 'company_id' } as const;
  });
  return checkFixedParticipants(found).map(toStore);
}
