import { randomUUID } from 'node:crypto';
import type { MaskedDestination } from '../../src/gateway/destinations/destination.ts';
import { sealSecret } from '../../src/ground/secret-box.ts';
import type {
  AcquirerPayout,
  PayoutCapability,
  PayoutDestination,
  PayoutRequest,
  QueriedPayout,
} from '../../src/rails/acquirers/payout.ts';
import { sandboxOf } from './banks/acquirers.ts';
import type { ApiAnswer, TestGateway } from './gateway.ts';
import { createPayment, readPayment, sandbox, type TestCompany } from './money.ts';

/** Payouts for tests: a bank in the same process, destinations and terms as rows. */

type Behaviour = (request: PayoutRequest) => Partial<AcquirerPayout> | 'lost';

export interface PayoutRail {
  capability: PayoutCapability;
  /** What it was asked to send, in this order. */
  asked: PayoutRequest[];
  /** What it does with the next ones; PAID unless told otherwise. */
  behave(how: Behaviour): void;
  /** What it says of one that it knows. */
  change(reference: string, changes: Partial<AcquirerPayout>): void;
}

/** A bank that takes our reference as its key and pays at once. */
export function payoutRail(changes: Partial<PayoutCapability> = {}): PayoutRail {
  const asked: PayoutRequest[] = [];
  const known = new Map<string, AcquirerPayout>();
  let behaviour: Behaviour = () => ({});
  const capability: PayoutCapability = {
    isKeyedByReference: true,
    async send(request) {
      const before = known.get(request.reference);
      if (before) return { outcome: 'found', payout: before };
      asked.push(request);
      const how = behaviour(request);
      const payout: AcquirerPayout = {
        reference: request.reference,
        status: 'PAID',
        amountCents: request.amountCents,
        endToEndId: `E${randomUUID().replaceAll('-', '')}`.slice(0, 32),
        paidAt: new Date(),
        reason: null,
        returns: [],
        ...(how === 'lost' ? {} : how),
      };
      known.set(request.reference, payout);
      return how === 'lost' ? { outcome: 'unknown', reason: 'the answer was lost' } : { outcome: 'found', payout };
    },
    async query({ reference }): Promise<QueriedPayout> {
      const payout = known.get(reference);
      return payout ? { outcome: 'found', payout } : { outcome: 'not_found' };
    },
    async holderOf(_destination, { name, document }) {
      return { outcome: 'found', holder: { name, document } };
    },
    ...changes,
  };
  return {
    capability,
    asked,
    behave(how) {
      behaviour = how;
    },
    change(reference, next) {
      known.set(reference, { ...(known.get(reference) as AcquirerPayout), ...next });
    },
  };
}

/** Every company that has no rail of its own pays out by it. Null: there is none. */
export function useRail({ vintem }: TestGateway, rail: PayoutRail | null): void {
  Object.assign(sandboxOf(vintem.deps), { payouts: rail?.capability });
}

const EMAIL_KEY: PayoutDestination = { kind: 'pix_key', keyType: 'email', key: 'financeiro@loja.example' };
const MASKED: MaskedDestination = { type: 'pix_key', key_type: 'email', key: 'f***@l***.example' };

export interface DestinationRow {
  is_own: boolean | null;
  refund_of: number | null;
  usable_at: Date;
  blocked_at: Date | null;
  block_reason: string | null;
  removed_at: Date | null;
}

/** The company's own document as a PIX key, usable at once, unless told otherwise. */
export async function insertDestination(
  gateway: TestGateway,
  company: Pick<TestCompany, 'id'>,
  changes: Partial<DestinationRow> = {},
): Promise<number> {
  const row = { is_own: true, usable_at: new Date(0), created_at: new Date(0), ...changes };
  const [made] = await gateway.database.db.query<{ id: number }>(
    `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint, is_own,
       refund_of, created_at, created_by, usable_at, blocked_at, block_reason, removed_at)
     SELECT merchant_id, id, 'pix_key', 'email', $2, $3, $4, $5, $6, $7, 'Maria', $8, $9, $10, $11
     FROM companies WHERE id = $1 RETURNING id`,
    [
      company.id,
      JSON.stringify(MASKED),
      sealSecret(gateway.vintem.deps.destinationKeys.current, JSON.stringify(EMAIL_KEY)),
      Buffer.from(randomUUID()),
      row.is_own,
      row.refund_of ?? null,
      row.created_at,
      row.usable_at,
      row.blocked_at ?? null,
      row.block_reason ?? null,
      row.removed_at ?? null,
    ],
  );
  return (made as { id: number }).id;
}

export interface TermsRow {
  acquirer: string;
  fee_cents: number;
  minimum_cents: number;
  most_cents: number;
  day_cents: number;
  to_others: boolean;
  needs_approval: boolean;
}

export async function setPayoutTerms(
  gateway: TestGateway,
  { id }: Pick<TestCompany, 'id'>,
  terms: Partial<TermsRow>,
): Promise<void> {
  const names = Object.keys(terms);
  const values = names.map((_, index) => `$${index + 2}`);
  await gateway.database.db.query(
    `INSERT INTO payout_terms (company_id, merchant_id${names.map((name) => `, ${name}`).join('')})
     SELECT id, merchant_id${values.map((value) => `, ${value}`).join('')} FROM companies WHERE id = $1
     ON CONFLICT (company_id) DO UPDATE SET ${names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`,
    [id, ...Object.values(terms)],
  );
}

export function askPayout(
  gateway: TestGateway,
  company: TestCompany,
  destinationId: number,
  amount: number,
  changes: Record<string, unknown> = {},
): Promise<ApiAnswer> {
  const body = { company_id: company.id, amount, destination_id: destinationId, ...changes };
  return gateway.post('/payouts', body, company.session);
}

/** A sale whose money is available, also where no worker runs. */
export async function earn(gateway: TestGateway, company: TestCompany, cents: number): Promise<number> {
  const id = await createPayment(gateway, company, cents);
  await sandbox(gateway, company, id, 'pay');
  await readPayment(gateway, company, id, '?payment_type=PIX');
  return id;
}
