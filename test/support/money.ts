import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { withTransaction } from '../../src/ground/db/transaction.ts';
import {
  type FixedParticipant,
  replaceFixedSplit,
  updateCompanySettings,
} from '../../src/parties/companies/companies.sql.ts';
import { createCompanyWithPlans, DEFAULT_PLANS, storeAccessToken } from '../../src/parties/companies/create-company.ts';
import type { PaymentPlan } from '../../src/parties/companies/seller.ts';
import { eventually, referenceOf } from './contract.ts';
import type { ApiAnswer, TestGateway } from './gateway.ts';
import { orderOf } from './orders.ts';

/**
 * Companies, payments and refunds for tests of money. Every test opens companies of its own, so that no
 * balance is shared.
 */

type PlanChange = Partial<Omit<PaymentPlan, 'payment_type'>>;

export interface CompanyTerms {
  /** Whose it is: the merchant that `gateway.token` logs in, or the other one. */
  of?: 'demo' | 'partner';
  pix?: PlanChange;
  invoice?: PlanChange;
  retention?: { basisPoints: number; days: number };
}

export interface TestCompany {
  id: number;
  name: string;
  /** The establishment's access token. */
  token: string;
  /** The JWT of its merchant. */
  session: string;
}

export const ONE_PERCENT = { fee_basis_points: 100 };
/** Half of a payment is fee, and a refund does not bring it back: such a company can lose money. */
export const LOSSY = { fee_basis_points: 5000, fee_on_refund: 'kept' } as const;

export async function openCompany(gateway: TestGateway, terms: CompanyTerms = {}): Promise<TestCompany> {
  const isDemo = (terms.of ?? 'demo') === 'demo';
  const name = `Loja ${randomBytes(4).toString('hex')}`;
  const token = newToken();
  const plans = DEFAULT_PLANS.map((plan) => ({
    ...plan,
    ...(plan.payment_type === 'pix' ? terms.pix : terms.invoice),
  }));
  const now = new Date();
  const id = await withTransaction(gateway.database.db, async (tx) => {
    const [user] = await tx.query<{ merchant_id: number }>('SELECT merchant_id FROM users WHERE email = $1', [
      isDemo ? 'demo@vintem.dev' : 'parceiro@vintem.dev',
    ]);
    const address = { addressLine: 'Rua A, 1', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
    const merchantId = (user as { merchant_id: number }).merchant_id;
    const companyId = await createCompanyWithPlans(
      tx,
      { merchantId, name, document: '11222333000181', ...address, now },
      plans,
    );
    const { basisPoints, days } = terms.retention ?? { basisPoints: 0, days: 0 };
    const settings = { name, status: 'ACTIVE', retention_basis_points: basisPoints, retention_days: days } as const;
    await updateCompanySettings(tx, companyId, settings, now);
    await storeAccessToken(tx, companyId, token, now);
    return companyId;
  });
  return { id, name, token, session: isDemo ? gateway.token : gateway.otherToken };
}

export interface Terms {
  merchantType: 'PRIMARY' | 'SECONDARY';
  type: 'PERCENTAGE' | 'FIXED';
  chargeFee: boolean;
  discountGrossAmount: boolean;
  amountSplit: number;
}

const THIRTY_PERCENT: Terms = {
  merchantType: 'SECONDARY',
  type: 'PERCENTAGE',
  chargeFee: false,
  discountGrossAmount: true,
  amountSplit: 3000,
};

/** An element of `splitParticipants`: 30 % of the gross, unless the test changes it. */
export function participant(company: Pick<TestCompany, 'token'>, changes: Partial<Terms> = {}) {
  return { accessToken: company.token, ...THIRTY_PERCENT, ...changes };
}

/** Sets the fixed split of the establishment, which applies to every payment. */
export async function fixSplit(
  gateway: TestGateway,
  owner: TestCompany,
  listed: readonly (readonly [TestCompany, Partial<Terms>])[],
) {
  const participants = listed.map(
    ([company, changes]): FixedParticipant => ({ participantCompanyId: company.id, ...THIRTY_PERCENT, ...changes }),
  );
  await withTransaction(gateway.database.db, (tx) => replaceFixedSplit(tx, owner.id, participants));
}

/** What a token stands for may be kept for five seconds; a new one shows what is so now. */
export async function renewToken(gateway: TestGateway, company: TestCompany): Promise<void> {
  company.token = newToken();
  await withTransaction(gateway.database.db, (tx) => storeAccessToken(tx, company.id, company.token, new Date()));
}

function newToken(): string {
  return `est_${randomBytes(12).toString('hex')}`;
}

export function order(
  gateway: TestGateway,
  owner: TestCompany,
  totalCents: number,
  changes: Record<string, unknown> = {},
) {
  return gateway.post('/payments/order', orderOf(totalCents, { access_token: owner.token, ...changes }), owner.session);
}

/** Creates a pending payment and returns its id. */
export async function createPayment(
  gateway: TestGateway,
  owner: TestCompany,
  totalCents: number,
  changes: Record<string, unknown> = {},
): Promise<number> {
  const created = await order(gateway, owner, totalCents, changes);
  expect(created).toMatchObject({
    status: 200,
    body: { success: true, transaction: { status: 'PENDING', amount: totalCents } },
  });
  return created.body.transaction.id;
}

export const BOLETO = { payment: { type: 'invoice', installments: 1 } };

/** Does what the payer or the bank would do. */
export async function sandbox(
  gateway: TestGateway,
  owner: TestCompany,
  id: number,
  action: 'pay' | 'fail' | 'cancel' | 'expire' | 'refund',
  body: Record<string, unknown> = {},
): Promise<void> {
  // Where nobody works on notices, the answer would wait for one in vain.
  const notify = gateway.hasWorker;
  expect(await gateway.post(`/sandbox/transactions/${id}/${action}`, { notify, ...body }, owner.session)).toMatchObject(
    { status: 200 },
  );
}

/** Creates an approved payment and returns its id. */
export async function createPaid(
  gateway: TestGateway,
  owner: TestCompany,
  totalCents: number,
  changes: Record<string, unknown> = {},
  paying: { paid_at?: string } = {},
): Promise<number> {
  const id = await createPayment(gateway, owner, totalCents, changes);
  await sandbox(gateway, owner, id, 'pay', paying);
  const asksBank = gateway.hasWorker ? '' : `?payment_type=${'payment' in changes ? 'BILLET' : 'PIX'}`;
  // The answer to the payer waits for the notice, but not for ever.
  await eventually(async () => expect(await readPayment(gateway, owner, id, asksBank)).toMatchObject({ status: 2 }));
  return id;
}

export async function readPayment(gateway: TestGateway, owner: TestCompany, id: number, query = '') {
  const answer = await gateway.get(`/transactions/${id}${query}`, owner.session);
  expect(answer.status).toBe(200);
  return answer.body;
}

export interface Balance {
  available: number;
  future: number;
  retention: number;
}

export async function balanceOf(gateway: TestGateway, company: TestCompany): Promise<Balance> {
  const answer = await gateway.post('/balance/list', { companyIds: [company.id] }, company.session);
  expect(answer.status).toBe(200);
  return answer.body;
}

export const settled = (available: number): Balance => ({ available, future: 0, retention: 0 });

/** What each has available, in this order. */
export function availableOf(gateway: TestGateway, ...companies: TestCompany[]): Promise<number[]> {
  return Promise.all(companies.map(async (company) => (await balanceOf(gateway, company)).available));
}

/** `amount` is in reais, as in the interface; without it the whole payment is refunded. */
export function refundPix(
  gateway: TestGateway,
  owner: TestCompany,
  id: number,
  amount?: number,
  changes: Record<string, unknown> = {},
) {
  const body = { transaction_id: id, ...(amount === undefined ? {} : { amount }), ...changes };
  return gateway.post('/payments/pix/refund', body, owner.session);
}

export function reverse(gateway: TestGateway, owner: TestCompany, id: number, changes: Record<string, unknown> = {}) {
  return gateway.post('/payments/reversal', { transaction_id: id, ...changes }, owner.session);
}

export function expectRefunded(answer: ApiAnswer): void {
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
}

/**
 * Takes this much (at least 250 cents) from what a company with LOSSY fees has available: a sale that it refunds
 * at a loss.
 */
export async function loseMoney(gateway: TestGateway, company: TestCompany, cents: number): Promise<void> {
  const before = await balanceOf(gateway, company);
  const id = await createPaid(gateway, company, 2 * cents);
  expectRefunded(await refundPix(gateway, company, id));
  expect((await balanceOf(gateway, company)).available).toBe(before.available - cents);
}

/** Makes the acquirer misbehave once, or `times`, when it is called about this payment. */
export async function orderFault(
  gateway: TestGateway,
  paymentId: number,
  operation: string,
  kind: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const fault = { operation, kind, reference: await referenceOf(gateway, paymentId), ...changes };
  expect((await gateway.acquirer('POST', '/control/faults', fault)).status).toBe(201);
}

export async function advance(gateway: TestGateway, seconds: number): Promise<Date> {
  const answer = await gateway.post('/sandbox/clock', { advance_seconds: seconds });
  expect(answer.status).toBe(200);
  return new Date(answer.body.now);
}

/** Moves business time to just after that instant (within a second or two). */
export async function advanceTo(gateway: TestGateway, instant: string): Promise<void> {
  const now = await advance(gateway, 0);
  const seconds = Math.ceil((Date.parse(instant) - now.getTime()) / 1000);
  expect(seconds).toBeGreaterThanOrEqual(0);
  await advance(gateway, seconds);
}

export interface StoredEntry {
  cause: 'approval' | 'refund' | 'refund_refused';
  account: string;
  company_id: number | null;
  amount_cents: number;
  available_at: Date;
  tag: string;
  position: number | null;
}

export function entriesOf(gateway: TestGateway, paymentId: number): Promise<StoredEntry[]> {
  return gateway.database.db.query<StoredEntry>(
    `SELECT j.cause_kind AS cause, e.account, e.company_id, e.amount_cents, e.available_at, e.tag, e.position
     FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
     WHERE j.subject_kind = 'payment' AND j.subject_id = $1 ORDER BY e.id`,
    [paymentId],
  );
}

export interface StoredRefund {
  id: number;
  reference: string;
  status: string;
  amount_cents: number;
}

export function refundsOf(gateway: TestGateway, paymentId: number): Promise<StoredRefund[]> {
  return gateway.database.db.query<StoredRefund>(
    'SELECT id, reference, status, amount_cents FROM refunds WHERE payment_id = $1 ORDER BY id',
    [paymentId],
  );
}

/** What the acquirer did with the refunds of a payment. */
export async function acquirerRefundsOf(gateway: TestGateway, paymentId: number) {
  return gateway.database.db.query<{
    reference: string;
    amount_cents: number;
    status: string;
    description: string | null;
  }>(
    `SELECT reference, amount_cents, status, description FROM sandbox_acquirer.refunds WHERE charge_reference = $1
     ORDER BY created_at`,
    [await referenceOf(gateway, paymentId)],
  );
}

/** An answer that knows less than our books is an old one for ten minutes. */
export async function outwaitOldAnswers(gateway: TestGateway): Promise<void> {
  expect((await gateway.post('/sandbox/clock', { advance_seconds: 11 * 60 })).status).toBe(200);
}
