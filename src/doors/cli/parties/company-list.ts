import { type PayoutTerms, PLAIN_TERMS } from '../../../gateway/payouts/terms/payout-terms.rules.ts';
import { listPayoutTerms } from '../../../gateway/payouts/terms/payout-terms.sql.ts';
import { formatDocument } from '../../../ground/brazil/documents.rules.ts';
import { type ListedCompany, listEveryCompany } from '../../../parties/companies/operator.sql.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { payoutTermsJson } from './payout-options.ts';

export const companyList = command({
  name: 'list',
  description: 'List the companies of every merchant',
  examples: ['vintem company list'],
  args: {},
  async run() {
    const companies = await withDatabase(async ({ db }) => {
      const listed = await listEveryCompany(db);
      const terms = await listPayoutTerms(
        db,
        listed.map(({ id }) => id),
      );
      return listed.map((company) => ({ ...company, payouts: terms.get(company.id) ?? PLAIN_TERMS }));
    });
    return {
      lines: companies.length > 0 ? companies.map(describe) : ['there are no companies yet'],
      json: companies.map((company) => ({ ...company, payouts: payoutTermsJson(company.payouts) })),
    };
  },
});

function describe(company: ListedCompany & { payouts: PayoutTerms }): string {
  const inactive = company.merchant_status === 'ACTIVE' ? '' : ' (inactive)';
  const merchant = `merchant ${company.merchant_id} ${company.merchant_name}${inactive}`;
  const tokens = `${company.active_tokens} active token${company.active_tokens === 1 ? '' : 's'}`;
  return [
    `company ${company.id}`,
    company.name,
    formatDocument(company.document),
    company.status,
    merchant,
    tokens,
    ...(company.payouts.acquirer === null ? [] : [`payouts by ${company.payouts.acquirer}`]),
  ].join(' | ');
}
