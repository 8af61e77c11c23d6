import { formatDocument } from '../../../ground/brazil/documents.rules.ts';
import { type ListedCompany, listEveryCompany } from '../../../parties/companies/operator.sql.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const companyList = command({
  name: 'list',
  description: 'List the companies of every merchant',
  examples: ['vintem company list'],
  args: {},
  async run() {
    const companies = await withDatabase((deps) => listEveryCompany(deps.db));
    return { lines: companies.length > 0 ? companies.map(describe) : ['there are no companies yet'], json: companies };
  },
});

function describe(company: ListedCompany): string {
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
  ].join(' | ');
}
