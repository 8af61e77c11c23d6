import type { ApiAnswer, TestGateway } from './gateway.ts';
import type { TestCompany } from './money.ts';

/** One of each kind, none of which names a document but the accounts, by values that stand nowhere else. */
export const KINDS = {
  cpf: { type: 'pix_key', key_type: 'cpf', key: '390.533.447-05' },
  cnpj: { type: 'pix_key', key_type: 'cnpj', key: '12.ABC.345/01DE-35' },
  email: { type: 'pix_key', key_type: 'email', key: 'Zulmira.Canaria@Recebe.Example' },
  phone: { type: 'pix_key', key_type: 'phone', key: '+55 41 91234-5678' },
  random: { type: 'pix_key', key_type: 'random', key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' },
  account: {
    type: 'bank_account',
    ispb: '60746948',
    agency: '123',
    account: '8246017-X',
    account_type: 'checking',
    holder_name: 'Zulmira Canária de Souza',
    holder_document: '390.533.447-05',
  },
} as const;

export const addDestination = (
  gateway: TestGateway,
  company: Pick<TestCompany, 'id' | 'session'>,
  body: object,
): Promise<ApiAnswer> => gateway.post(`/companies/${company.id}/destinations`, body, company.session);

/** As the operator does it: money may go to other documents than the company's own. */
export async function allowOthers(gateway: TestGateway, company: Pick<TestCompany, 'id'>): Promise<void> {
  await gateway.database.db.query(
    `INSERT INTO payout_terms (company_id, merchant_id, to_others)
     SELECT id, merchant_id, true FROM companies WHERE id = $1
     ON CONFLICT (company_id) DO UPDATE SET to_others = true`,
    [company.id],
  );
}
