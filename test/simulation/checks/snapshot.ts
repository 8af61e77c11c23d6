import type { SimDatabase } from '../database.ts';

/** Everything the invariants look at, read once the world is at rest. */
export interface Snapshot {
  payments: StoredPayment[];
  shares: { payment_id: number; company_id: number; share_cents: number; fee_cents: number; merchant_type: string }[];
  refunds: StoredRefund[];
  journals: StoredJournal[];
  entries: StoredEntry[];
  events: StoredEvent[];
  divergences: StoredDivergence[];
  deliveries: { event_id: string; endpoint_id: number; is_resend: boolean; status: string }[];
  /** About no payment: money of unknown references. */
  otherEvents: { id: string; merchant_id: number }[];
  reports: StoredReport[];
  payouts: StoredPayout[];
  payoutReturns: { id: number; payout_id: number; amount_cents: number }[];
  payoutEvents: StoredPayoutEvent[];
  payoutMoves: { payout_id: number; old_status: string | null; new_status: string }[];
  moves: { payment_id: number; old_status: number | null; new_status: number }[];
}

export interface StoredPayout {
  id: number;
  company_id: number;
  reference: string;
  status: string;
  amount_cents: number;
  fee_cents: number;
  returned_cents: number;
  description: string | null;
  requested_at: Date;
  approved_at: Date | null;
  sent_at: Date | null;
}

export interface StoredPayoutEvent {
  payout_id: number;
  kind: string;
  sequence: number;
}

export interface StoredPayment {
  id: number;
  merchant_id: number;
  company_id: number;
  reference: string;
  acquirer: string;
  order_number: string;
  status: number;
  payment_type: 'pix' | 'invoice';
  amount_cents: number;
  refunded_cents: number;
  refunding_cents: number;
  fee_on_refund: 'returned' | 'kept';
  metadata: { request: string };
  retry_of: number | null;
  retry_root: number | null;
  paid_at: Date | null;
  refunded_at: Date | null;
  created_at: Date;
  due_date: string | null;
  expires_at: Date;
  /** What counts as paid, and of what it is made; null: exactly the amount, or nothing yet. */
  paid_cents: number | null;
  fine_paid_cents: number | null;
  interest_paid_cents: number | null;
  discount_given_cents: number | null;
  updated_at: Date;
  charge_sent_at: Date;
  /** The received payment that it was approved by. */
  end_to_end_id: string | null;
}

/** What the books say that was received for it, once it is paid. */
export function paidFor({ amount_cents, paid_cents }: StoredPayment): number {
  return paid_cents ?? amount_cents;
}

/** All that can be given back: what was owed for being late stays, and a discount never came. */
export function refundableOf(payment: StoredPayment): number {
  return Math.min(payment.amount_cents, paidFor(payment));
}

export interface StoredRefund {
  id: number;
  payment_id: number;
  reference: string;
  kind: string;
  status: 'PROCESSING' | 'REFUNDED' | 'REFUSED';
  amount_cents: number;
  description: string | null;
  requested_at: Date;
  settled_at: Date | null;
}

export interface StoredJournal {
  id: number;
  cause_kind:
    | 'approval'
    | 'refund'
    | 'refund_refused'
    | 'refund_confirmed'
    | 'payout'
    | 'payout_undone'
    | 'payout_return';
  cause_id: number;
  subject_kind: 'payment' | 'payout';
  /** Or the id of the payout. */
  payment_id: number;
  posted_at: Date;
}

export interface StoredEntry {
  journal_id: number;
  account: string;
  company_id: number | null;
  amount_cents: number;
  available_at: Date;
  tag: string;
}

/** A day of ours beside the same day of the acquirer's. */
export interface StoredReport {
  acquirer: string;
  day: string;
  our_count: number;
  our_paid_cents: number;
  our_refunded_cents: number;
  acquirer_count: number;
  acquirer_paid_cents: number;
  acquirer_refunded_cents: number;
  unknown_count: number;
  unknown_cents: number;
  made_at: Date;
}

export interface StoredDivergence {
  id: number;
  payment_id: number;
  kind: string;
  /** How much the acquirer's figures for received and for refunded money were above ours. */
  received_gap: number;
  refunded_gap: number;
  difference_cents: number;
  detected_at: Date;
  resolved_at: Date | null;
  gone_at: Date | null;
}

export interface StoredEvent {
  id: string;
  merchant_id: number;
  company_id: number;
  payment_id: number;
  kind: string;
  sequence: number;
  payload: string;
}

export async function readSnapshot(db: SimDatabase): Promise<Snapshot> {
  return {
    payments:
      await db.look(`SELECT id, merchant_id, company_id, reference, acquirer, order_number, status, payment_type,
         amount_cents, refunded_cents,
      refunding_cents, fee_on_refund, metadata, retry_of, retry_root, paid_at, refunded_at, created_at, due_date,
      expires_at, paid_cents, fine_paid_cents, interest_paid_cents, discount_given_cents,
      updated_at, charge_sent_at, response_data_subacquirer_integration ->> 'endToEndId' AS end_to_end_id
      FROM payments ORDER BY id`),
    shares: await db.look(
      `SELECT payment_id, company_id, share_cents, fee_cents, merchant_type FROM payment_shares
       ORDER BY payment_id, position`,
    ),
    refunds: await db.look(
      `SELECT id, payment_id, reference, kind, status, amount_cents, description, requested_at, settled_at
       FROM refunds ORDER BY id`,
    ),
    journals: await db.look(
      `SELECT id, cause_kind, cause_id, subject_kind, subject_id AS payment_id, posted_at FROM ledger_journals
       ORDER BY id`,
    ),
    entries: await db.look(
      'SELECT journal_id, account, company_id, amount_cents, available_at, tag FROM ledger_entries ORDER BY id',
    ),
    events: await db.look(`SELECT id, merchant_id, company_id, subject_id AS payment_id, kind, sequence, payload
      FROM events WHERE subject_kind = 'payment' ORDER BY subject_id, sequence`),
    otherEvents: await db.look(`SELECT id, merchant_id FROM events WHERE subject_kind IS DISTINCT FROM 'payment'`),
    divergences: await db.look(`SELECT id, payment_id, kind, acquirer_received_cents - local_received_cents
       AS received_gap,
      acquirer_refunded_cents - local_refunded_cents AS refunded_gap, difference_cents, detected_at,
      resolved_at, gone_at FROM divergences
      ORDER BY id`),
    deliveries: await db.look('SELECT event_id, endpoint_id, is_resend, status FROM webhook_deliveries ORDER BY id'),
    reports: await db.look(`SELECT acquirer, day, our_count, our_paid_cents, our_refunded_cents, acquirer_count,
       acquirer_paid_cents,
      acquirer_refunded_cents, unknown_count, unknown_cents, made_at FROM daily_comparisons
      ORDER BY acquirer, day, made_at`),
    payouts:
      await db.look(`SELECT id, company_id, reference, status, amount_cents, fee_cents, returned_cents, description,
      requested_at, approved_at, sent_at FROM payouts ORDER BY id`),
    payoutReturns: await db.look('SELECT id, payout_id, amount_cents FROM payout_returns ORDER BY id'),
    payoutEvents: await db.look(`SELECT subject_id AS payout_id, kind, sequence FROM events
      WHERE subject_kind = 'payout' ORDER BY subject_id, sequence`),
    payoutMoves: await db.look('SELECT payout_id, old_status, new_status FROM simulation_payout_moves ORDER BY id'),
    moves: await db.look('SELECT payment_id, old_status, new_status FROM simulation_status_moves ORDER BY id'),
  };
}

/** Records every status that a payment ever had, however briefly. The gateway does not know of it. */
export const STATUS_HISTORY = `
  CREATE TABLE simulation_status_moves (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id bigint NOT NULL, old_status smallint,
    new_status smallint NOT NULL);
  CREATE FUNCTION simulation_note_status() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
      INSERT INTO simulation_status_moves (payment_id, old_status, new_status)
      VALUES (NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER simulation_status AFTER INSERT OR UPDATE OF status ON payments FOR EACH ROW
    EXECUTE FUNCTION simulation_note_status();
  CREATE TABLE simulation_payout_moves (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payout_id bigint NOT NULL, old_status text,
    new_status text NOT NULL);
  CREATE FUNCTION simulation_note_payout() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
      INSERT INTO simulation_payout_moves (payout_id, old_status, new_status)
      VALUES (NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER simulation_payout AFTER INSERT OR UPDATE OF status ON payouts FOR EACH ROW
    EXECUTE FUNCTION simulation_note_payout();`;
