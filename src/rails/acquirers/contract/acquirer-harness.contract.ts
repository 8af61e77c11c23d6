import type {
  Acquirer,
  AcquirerCharge,
  ChargeAtAcquirer,
  ChargeRequest,
  ChargeResult,
  RefundAnswer,
  RefundCapability,
} from '../acquirer.ts';
import type { PayoutDestination } from '../payout.ts';

export const MISBEHAVING_OPERATIONS = [
  'charge',
  'query',
  'cancel',
  'refund',
  'query_refund',
  'payout',
  'query_payout',
  'payout_holder',
] as const;
export type MisbehavingOperation = (typeof MISBEHAVING_OPERATIONS)[number];

export interface SignedNotification {
  headers: Record<string, string>;
  rawBody: string;
}

/** An adapter, with the means to make its acquirer do things. */
export interface AcquirerHarness {
  acquirer: Acquirer;
  /** The same adapter with a time limit that is over when its acquirer keeps it waiting. */
  impatient: Acquirer;
  /** The same adapter, with nobody listening at the other end. */
  unreachable: Acquirer;
  newReference(): string;
  /** The same order from a payer the acquirer refuses. */
  refused(request: ChargeRequest): ChargeRequest;
  pay(reference: string): Promise<void>;
  /** Makes the next call of that operation go wrong. */
  misbehave(operation: MisbehavingOperation, kind: string, delayMs?: number): Promise<void>;
  forgetFaults(): Promise<void>;
  settleRefund(refundReference: string, status: 'REFUNDED' | 'REFUSED'): Promise<void>;
  /** What the receiving bank does; for adapters that send payouts. */
  payouts?: {
    /** That nobody has. */
    deadKey: PayoutDestination;
    pay(reference: string): Promise<void>;
    fail(reference: string): Promise<void>;
    giveBack(reference: string, amountCents: number): Promise<void>;
  };
  /** As the acquirer itself would sign it. */
  signNotification(rawBody: string, ageSeconds: number): SignedNotification;
  /** Its invoices are PIX codes for the slips of others. */
  isSlipPix?: boolean;
  close(): Promise<void>;
}

export const AMOUNT_CENTS = 12_345;

export function orderOf(reference: string, overrides: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    reference,
    paymentType: 'pix',
    amountCents: AMOUNT_CENTS,
    description: 'Pedido 42',
    payer: { name: 'João da Conceição', document: '52998224725', email: 'joao@example.com', address: null },
    beneficiary: { name: 'Padaria São José', document: '11222333000181', city: 'São Paulo' },
    expiresAt: new Date(Date.now() + 30 * 60_000),
    dueDate: null,
    terms: null,
    isRepeat: false,
    ...overrides,
  };
}

const DAY_MS = 86_400_000;

export function invoiceOf(reference: string, overrides: Partial<ChargeRequest> = {}): ChargeRequest {
  const dueDate = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  const { payer } = orderOf(reference);
  const address = {
    line1: 'Av. Paulista, 1000',
    line2: 'Sala 42',
    zipCode: '01310100',
    city: 'São Paulo',
    state: 'SP',
    district: 'Bela Vista',
  };
  return orderOf(reference, { paymentType: 'invoice', dueDate, payer: { ...payer, address }, ...overrides });
}

/** An order of a type that the acquirer charges: PIX where it can. */
export function orderFor(
  { acquirer }: Pick<AcquirerHarness, 'acquirer'>,
  reference: string,
  overrides: Partial<ChargeRequest> = {},
): ChargeRequest {
  return acquirer.charges.pix ? orderOf(reference, overrides) : invoiceOf(reference, overrides);
}

export function charge(acquirer: Acquirer, request: ChargeRequest): Promise<ChargeResult> {
  const send = acquirer.charges[request.paymentType];
  if (!send) throw new Error(`${acquirer.name} does not charge ${request.paymentType}`);
  return send(request);
}

export function refundsOf(acquirer: Acquirer): RefundCapability {
  if (!acquirer.refunds) throw new Error(`${acquirer.name} makes no refunds`);
  return acquirer.refunds;
}

/** By the acquirer's last word, or by an answer that has to be followed by questions. Both give a reason. */
export function isRefused(answer: RefundAnswer): boolean {
  if (answer.outcome === 'rejected') return answer.reason !== '';
  return answer.outcome === 'found' && answer.refund.status === 'REFUSED' && Boolean(answer.refund.reason);
}

/** A charge of which we know only our own reference. */
export function unheardOf(reference: string): ChargeAtAcquirer {
  return { reference, transactionId: null, endToEndId: null };
}

export async function chargeNew(
  harness: AcquirerHarness,
  overrides: Partial<ChargeRequest> = {},
): Promise<AcquirerCharge> {
  const result = await charge(harness.acquirer, orderFor(harness, harness.newReference(), overrides));
  if (result.outcome !== 'accepted') throw new Error(`charge was not accepted: ${JSON.stringify(result)}`);
  return result.charge;
}

/** A paid charge as the acquirer reports it, with all that a refund needs. */
export async function chargePaid(harness: AcquirerHarness): Promise<AcquirerCharge> {
  const { reference } = await chargeNew(harness);
  await harness.pay(reference);
  return found(harness, reference);
}

export async function found(harness: AcquirerHarness, reference: string): Promise<AcquirerCharge> {
  const result = await harness.acquirer.query(unheardOf(reference));
  if (result.outcome !== 'found') throw new Error(`charge was not found: ${JSON.stringify(result)}`);
  return result.charge;
}
