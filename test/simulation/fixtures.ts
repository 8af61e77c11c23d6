import { type Tx, withTransaction } from '../../src/ground/db/transaction.ts';
import { sealSecret } from '../../src/ground/secret-box.ts';
import { createSecret } from '../../src/news/webhooks/deliveries/signature.ts';
import { insertEndpoint } from '../../src/news/webhooks/endpoints/endpoints.sql.ts';
import {
  type FixedParticipant,
  replaceFixedSplit,
  updateCompanySettings,
} from '../../src/parties/companies/companies.sql.ts';
import { createCompanyWithPlans, storeAccessToken } from '../../src/parties/companies/create-company.ts';
import type { PaymentPlan } from '../../src/parties/companies/seller.ts';
import { insertMerchant } from '../../src/parties/merchants/merchants.sql.ts';
import type { SimDatabase } from './database.ts';
import { drawFixedSplit, drawPlan, drawRetention } from './draw-terms.ts';
import type { Random } from './random.ts';

/** An establishment and what it agreed to; the reference model computes with these. */
export interface SimCompany {
  id: number;
  merchantId: number;
  token: string;
  plans: Record<'pix' | 'invoice', PaymentPlan>;
  retentionBasisPoints: number;
  retentionDays: number;
  fixedSplit: FixedParticipant[];
}

export const WEBHOOK_KEY = Buffer.alloc(32, 7);
const EVENT_KINDS = ['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded'];

const IDENTITIES = `SELECT string_agg(format('SELECT setval(%L, 1, false)',
   pg_get_serial_sequence(attrelid::regclass::text, attname)), ';') AS sql
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE attidentity <> '' AND relnamespace = 'public'::regnamespace`;
const TABLES = `SELECT string_agg(quote_ident(relname), ',' ORDER BY relname) AS names FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migrations'`;
/** Which stands for the installation, and is there from the start. */
const INSTALLATION_ROW = `INSERT INTO merchants (id, name, created_at) OVERRIDING SYSTEM VALUE
  VALUES (0, 'Operação', '1970-01-01 00:00:00+00')`;
/**
 * TRUNCATE makes new files for every table and index, which takes longer than a whole seed; rows that are dead cost
 * little for a while.
 */
const SEEDS_PER_TRUNCATE = 25;

/**
 * The empty database at the start of each seed, with ids that begin at 1. Triggers guard the books against this, so
 * they are off for it.
 */
export async function createEraser(db: SimDatabase): Promise<() => Promise<void>> {
  const [identities] = await db.look<{ sql: string }>(IDENTITIES);
  const [tables] = await db.look<{ names: string }>(TABLES);
  const names = tables?.names ?? '';
  const deletes = names.split(',').map((table) => `DELETE FROM ${table}`);
  let seeds = 0;
  return async () => {
    const empty = seeds++ % SEEDS_PER_TRUNCATE === 0 ? `TRUNCATE ${names}` : deletes.join(';');
    await db.script(
      `SET session_replication_role = replica; ${empty}; ${INSTALLATION_ROW}; ${identities?.sql};
       RESET session_replication_role`,
    );
  };
}

/** Two merchants, four establishments with terms of their own, three receivers. */
export async function createFixtures(db: SimDatabase, random: Random, now: Date): Promise<SimCompany[]> {
  return withTransaction(db.real, async (tx) => {
    const companies: SimCompany[] = [];
    const merchants = [
      await insertMerchant(tx, { name: 'Um', isDemo: false, now }),
      await insertMerchant(tx, { name: 'Dois', isDemo: false, now }),
    ] as const;
    for (const merchantId of [merchants[0], merchants[0], merchants[0], merchants[1]]) {
      companies.push(await createCompany(tx, random, merchantId, `est_sim_${companies.length}`, now));
    }
    const companyIds = companies.map(({ id }) => id);
    for (const company of companies) {
      company.fixedSplit = drawFixedSplit(random, companyIds);
      await replaceFixedSplit(tx, company.id, company.fixedSplit);
    }
    const endpoints = [
      { merchantId: merchants[0], companyId: null, url: 'https://um.example/all', events: EVENT_KINDS },
      {
        merchantId: merchants[0],
        companyId: companies[0]?.id ?? 0,
        url: 'https://um.example/one',
        events: EVENT_KINDS.slice(1),
      },
      { merchantId: merchants[1], companyId: null, url: 'https://dois.example/all', events: EVENT_KINDS },
    ];
    const secretSealed = sealSecret(WEBHOOK_KEY, createSecret(Buffer.alloc(32, 1)));
    for (const endpoint of endpoints) await insertEndpoint(tx, { ...endpoint, description: null, secretSealed, now });
    return companies;
  });
}

async function createCompany(
  tx: Tx,
  random: Random,
  merchantId: number,
  token: string,
  now: Date,
): Promise<SimCompany> {
  const plans = { pix: drawPlan(random, 'pix'), invoice: drawPlan(random, 'invoice') };
  const { retentionBasisPoints, retentionDays } = drawRetention(random);
  const address = { addressLine: 'Rua A, 1', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
  const company = { merchantId, name: `Loja ${token}`, document: '11222333000181', ...address, now };
  const id = await createCompanyWithPlans(tx, company, [plans.pix, plans.invoice]);
  const retention = { retention_basis_points: retentionBasisPoints, retention_days: retentionDays };
  await updateCompanySettings(tx, id, { name: company.name, status: 'ACTIVE', ...retention }, now);
  await storeAccessToken(tx, id, token, now);
  return { id, merchantId, token, plans, retentionBasisPoints, retentionDays, fixedSplit: [] };
}
