import { formatDocument } from '../../../ground/brazil/documents.rules.ts';
import { registerCompany } from '../../../parties/companies/register-company.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readId } from '../values.ts';

export const companyCreate = command({
  name: 'create',
  description: 'Create a company (establishment) of a merchant; it starts without fees and without tokens',
  examples: [
    `vintem company create --merchant 3 --name Livraria --document 45.723.174/0001-10 --address 'Rua da Aurora, 325' ` +
      '--city Recife --state PE --zip 50050-000',
  ],
  args: {
    merchant: { type: 'string', required: true, valueHint: 'id', description: 'id of its merchant' },
    name: { type: 'string', required: true, description: 'name shown to payers' },
    document: { type: 'string', required: true, description: 'CNPJ or CPF, with or without punctuation' },
    address: { type: 'string', required: true, description: 'street and number' },
    city: { type: 'string', required: true, description: 'city' },
    state: { type: 'string', required: true, description: 'two letters, e.g. SP' },
    zip: { type: 'string', required: true, description: 'postal code (CEP)' },
  },
  async run(args) {
    const merchantId = readId('--merchant', args.merchant);
    const { name, document, city, state } = args;
    const details = { name, document, addressLine: args.address, city, state, zipCode: args.zip };
    const company = await withDatabase((deps) => registerCompany(deps, merchantId, details));
    return {
      lines: [
        `company ${company.companyId} created: ${company.name}, ${formatDocument(company.document)}`,
        `next: vintem company token create --company ${company.companyId}`,
      ],
      json: { company_id: company.companyId, merchant_id: merchantId, name: company.name, document: company.document },
    };
  },
});
