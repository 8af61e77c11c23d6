import { MIGRATION_LOCK } from '../../ground/db/migrate.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import { hashPassword } from '../../parties/accounts/passwords/passwords.ts';
import { insertUser } from '../../parties/accounts/users.sql.ts';
import { createCompanyWithPlans, DEFAULT_PLANS, storeAccessToken } from '../../parties/companies/create-company.ts';
import type { PaymentPlan } from '../../parties/companies/seller.ts';
import { hasAnyMerchant, insertMerchant } from '../../parties/merchants/merchants.sql.ts';

export const DEMO_LOGIN = { email: 'demo@vintem.dev', password: 'vintem-demo' };

interface DemoCompany {
  name: string;
  document: string;
  token: string;
  pixFeeBasisPoints?: number;
  boletoFeeCents?: number;
}

interface DemoMerchant {
  name: string;
  email: string;
  companies: DemoCompany[];
}

const DEMO_MERCHANTS: readonly DemoMerchant[] = [
  {
    name: 'Demo',
    email: DEMO_LOGIN.email,
    companies: [
      {
        name: 'Loja Demo',
        document: '11222333000181',
        token: 'est_demo_loja',
        pixFeeBasisPoints: 100,
        boletoFeeCents: 349,
      },
      { name: 'Marketplace Demo', document: '11444777000161', token: 'est_demo_marketplace' },
    ],
  },
  {
    name: 'Parceiro',
    email: 'parceiro@vintem.dev',
    companies: [{ name: 'Parceiro Demo', document: '12345678000195', token: 'est_demo_parceiro' }],
  },
];

/** Gives an empty sandbox somebody to log in with. A database that has any merchant is left alone. */
export async function createDemoData(db: DbPool, now: Date): Promise<boolean> {
  if (await hasAnyMerchant(db)) return false;
  const passwordHash = await hashPassword(DEMO_LOGIN.password);
  return withTransaction(db, async (tx) => {
    // Several processes may start on one empty database: the first makes the data, the others find it.
    await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (await hasAnyMerchant(tx)) return false;
    for (const merchant of DEMO_MERCHANTS) await createDemoMerchant(tx, merchant, passwordHash, now);
    return true;
  });
}

async function createDemoMerchant(tx: Tx, merchant: DemoMerchant, passwordHash: string, now: Date): Promise<void> {
  const merchantId = await insertMerchant(tx, { name: merchant.name, isDemo: true, now });
  const { name, email } = merchant;
  await insertUser(tx, { merchantId, name, email, passwordHash, role: 'OWNER', now });
  for (const company of merchant.companies) {
    const { name, document, token } = company;
    const address = { addressLine: 'Av. Paulista, 1000', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
    const companyId = await createCompanyWithPlans(
      tx,
      { merchantId, name, document, ...address, now },
      plansOf(company),
    );
    await storeAccessToken(tx, companyId, token, now);
  }
}

function plansOf(company: DemoCompany): PaymentPlan[] {
  return DEFAULT_PLANS.map((plan) =>
    plan.payment_type === 'pix'
      ? { ...plan, fee_basis_points: company.pixFeeBasisPoints ?? 0 }
      : { ...plan, fee_fixed_cents: company.boletoFeeCents ?? 0 },
  );
}
