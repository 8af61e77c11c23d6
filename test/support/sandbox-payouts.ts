import { randomBytes } from 'node:crypto';
import type { Destination } from '../../src/gateway/destinations/destination.ts';
import type { Payout, PayoutStep } from '../../src/gateway/payouts/payout.ts';
import { findPayout, listSteps } from '../../src/gateway/payouts/payouts.sql.ts';
import { requestPayout } from '../../src/gateway/payouts/request-payout.ts';
import { sealSecret } from '../../src/ground/secret-box.ts';
import type { PayoutDestination } from '../../src/rails/acquirers/payout.ts';
import type { TestGateway } from './gateway.ts';
import { createPayment, readPayment, sandbox, type TestCompany } from './money.ts';

/** Money out, asked for as a person would, and looked at in the rows. Companies of tests have this document. */
export const OWN_KEY: PayoutDestination = { kind: 'pix_key', keyType: 'cnpj', key: '11222333000181' };

type Company = Pick<TestCompany, 'id'>;

export function emailKey(key = 'caixa@padaria.example'): PayoutDestination {
  return { kind: 'pix_key', keyType: 'email', key };
}

/** One that may be used at once, unless the test changes it. */
export async function addDestination(
  gateway: TestGateway,
  company: Company,
  destination: PayoutDestination = OWN_KEY,
  changes: Partial<Pick<Destination, 'is_own' | 'usable_at' | 'blocked_at' | 'block_reason' | 'refund_of'>> = {},
): Promise<number> {
  const text = JSON.stringify(destination);
  const isKey = destination.kind === 'pix_key';
  const namesDocument = !isKey || destination.keyType === 'cpf' || destination.keyType === 'cnpj';
  const row = {
    is_own: namesDocument ? true : null,
    usable_at: new Date(0),
    blocked_at: null,
    block_reason: null,
    refund_of: null,
    ...changes,
  };
  const [stored] = await gateway.database.db.query<{ id: number }>(
    `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint, is_own,
       usable_at, blocked_at, block_reason, refund_of, created_at, created_by)
     SELECT merchant_id, id, $2, $3, '{}', $4, $5, $6, $7, $8, $9, $10, now(), 'teste' FROM companies WHERE id = $1
     RETURNING id`,
    [
      company.id,
      destination.kind,
      isKey ? destination.keyType : null,
      sealSecret(gateway.vintem.deps.destinationKeys.current, text),
      // The same may be added again: that it is refused is tested where destinations are made.
      randomBytes(32),
      row.is_own,
      row.usable_at,
      row.blocked_at,
      row.block_reason,
      row.refund_of,
    ],
  );
  return (stored as { id: number }).id;
}

export interface TestTerms {
  fee?: number;
  minimum?: number;
  most?: number;
  day?: number;
  toOthers?: boolean;
  needsApproval?: boolean;
  acquirer?: string;
}

export async function setPayoutTerms(gateway: TestGateway, company: Company, terms: TestTerms): Promise<void> {
  await gateway.database.db.query(
    `INSERT INTO payout_terms (company_id, merchant_id, acquirer, fee_cents, minimum_cents, most_cents, day_cents,
       to_others, needs_approval)
     SELECT id, merchant_id, $2, $3, $4, $5, $6, $7, $8 FROM companies WHERE id = $1`,
    [
      company.id,
      terms.acquirer ?? null,
      terms.fee ?? 0,
      terms.minimum ?? 1,
      terms.most ?? null,
      terms.day ?? null,
      terms.toOthers ?? false,
      terms.needsApproval ?? false,
    ],
  );
}

/** A sale that is paid and approved, also where no job runs; its id. */
export async function fund(gateway: TestGateway, company: TestCompany, cents: number): Promise<number> {
  const id = await createPayment(gateway, company, cents);
  await sandbox(gateway, company, id, 'pay', { notify: false });
  const { status } = await readPayment(gateway, company, id, '?payment_type=PIX');
  if (status !== 2) throw new Error(`payment ${id} has the status ${status}`);
  return id;
}

/** Held, and not sent yet where no job runs. */
export async function askForPayout(
  gateway: TestGateway,
  company: Company,
  amountCents: number,
  destinationId?: number,
): Promise<Payout> {
  const [owner] = await gateway.database.db.query<{ merchant_id: number }>(
    'SELECT merchant_id FROM companies WHERE id = $1',
    [company.id],
  );
  const { payout } = await requestPayout(
    gateway.vintem.deps,
    (owner as { merchant_id: number }).merchant_id,
    {
      companyId: company.id,
      amountCents,
      destinationId: destinationId ?? (await addDestination(gateway, company)),
      description: null,
      askedByUser: null,
    },
    null,
  );
  return payout;
}

export async function readPayout(gateway: TestGateway, id: number): Promise<Payout> {
  const payout = await findPayout(gateway.database.db, id);
  if (!payout) throw new Error(`no payout ${id}`);
  return payout;
}

export async function stepsOf(gateway: TestGateway, id: number): Promise<PayoutStep['step'][]> {
  return (await listSteps(gateway.database.db, id)).map(({ step }) => step);
}

/** What was told of it, in its order. */
export async function eventsOf(gateway: TestGateway, id: number): Promise<string[]> {
  const rows = await gateway.database.db.query<{ kind: string }>(
    "SELECT kind FROM events WHERE subject_kind = 'payout' AND subject_id = $1 ORDER BY sequence",
    [id],
  );
  return rows.map(({ kind }) => kind);
}

/** The sums of its journals by cause and account, in the order in which they were booked. */
export async function bookingsOf(gateway: TestGateway, id: number): Promise<string[]> {
  const rows = await gateway.database.db.query<{ text: string }>(
    `SELECT j.cause_kind || ' ' || e.account || ' ' || sum(e.amount_cents) AS text
     FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
     WHERE j.subject_kind = 'payout' AND j.subject_id = $1
     GROUP BY j.id, j.cause_kind, e.account ORDER BY j.id, e.account`,
    [id],
  );
  return rows.map(({ text }) => text);
}

/** What the bank has of it: none, or one row for its reference. */
export function bankPayoutsOf(gateway: TestGateway, { reference }: Pick<Payout, 'reference'>) {
  return gateway.database.db.query<{ status: string; amount_cents: number; returned_cents: number }>(
    'SELECT status, amount_cents, returned_cents FROM sandbox_acquirer.payouts WHERE reference = $1',
    [reference],
  );
}
