import { insertDestination } from '../../../src/gateway/destinations/destinations.sql.ts';
import { sealDestination } from '../../../src/gateway/destinations/seal-destination.ts';
import { upsertPayoutTerms } from '../../../src/gateway/payouts/terms/payout-terms.sql.ts';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import type { PayoutDestination } from '../../../src/rails/acquirers/payout.ts';
import { PAYING, STRANGERS_KEY } from '../bank/payout-bank.ts';
import type { SimDatabase } from '../database.ts';
import { type SimCompany, WEBHOOK_KEY } from '../fixtures.ts';
import type { Random } from '../random.ts';

/** What a company may pay out by; the model computes with these. */
export interface SimPayer {
  companyId: number;
  merchantId: number;
  issuer: string;
  feeCents: number;
  mostCents: number | null;
  dayCents: number | null;
  needsApproval: boolean;
  destinationIds: number[];
}

/** Every company with terms of its own: a key that is its document, and one whose holder the bank has to name. */
export function createPayers(db: SimDatabase, random: Random, companies: readonly SimCompany[], now: Date) {
  return withTransaction(db.real, async (tx) => {
    const payers: SimPayer[] = [];
    for (const company of companies) payers.push(await createPayer(tx, random, company, now));
    return payers;
  });
}

async function createPayer(tx: Tx, random: Random, { id, merchantId }: SimCompany, now: Date): Promise<SimPayer> {
  const of = { merchantId, companyId: id };
  const terms = {
    issuer: random.pick(PAYING),
    feeCents: random.pick([0, 0, random.int(1, 200)]),
    mostCents: random.chance(0.2) ? random.int(300, 30_000) : null,
    dayCents: random.chance(0.5) ? random.pick([random.int(300, 3_000), random.int(1_000, 30_000)]) : null,
    needsApproval: random.chance(0.35),
  };
  const { issuer: acquirer, ...agreed } = terms;
  await upsertPayoutTerms(tx, of, { ...agreed, acquirer, minimumCents: 1, toOthers: false });
  const email = random.chance(0.25) ? STRANGERS_KEY : 'caixa@loja.example';
  const keys: PayoutDestination[] = [
    { kind: 'pix_key', keyType: 'cnpj', key: '11222333000181' },
    { kind: 'pix_key', keyType: 'email', key: email },
  ];
  const destinationIds: number[] = [];
  for (const key of keys) destinationIds.push(await createDestination(tx, of, key, now));
  return { ...of, ...terms, destinationIds };
}

async function createDestination(
  tx: Tx,
  of: { merchantId: number; companyId: number },
  key: PayoutDestination,
  now: Date,
): Promise<number> {
  if (key.kind !== 'pix_key') throw new Error('only keys');
  const made = await insertDestination(tx, {
    ...of,
    kind: 'pix_key',
    keyType: key.keyType,
    masked: { type: 'pix_key', key_type: key.keyType, key: '***' },
    ...sealDestination(WEBHOOK_KEY, key),
    isOwn: key.keyType === 'cnpj' ? true : null,
    refundOf: null,
    createdAt: now,
    createdBy: 'simulation',
    usableAt: now,
  });
  return made.id;
}
