import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Boleto, Charge, ChargeState, HistoryEntry } from './charge.rules.ts';

const COLUMNS = `
  reference, transaction_id AS "transactionId", payment_type AS "paymentType", amount_cents AS "amountCents", status,
  due_date AS "dueDate", terms, fine_cents AS "fineCents", interest_cents AS "interestCents",
  discount_cents AS "discountCents",
  refusal_reason AS "refusalReason", payer_name AS "payerName", payer_document AS "payerDocument",
  pix_qr_code AS "pixQrCode", boleto, history, received_cents AS "receivedCents", refunded_cents AS "refundedCents",
  created_at AS "createdAt", paid_at AS "paidAt"`;

export interface NewCharge {
  reference: string;
  transactionId: string;
  paymentType: Charge['paymentType'];
  amountCents: number;
  status: Charge['status'];
  refusalReason: string | null;
  description: string;
  payerName: string;
  payerDocument: string;
  expiresAt: Date;
  dueDate: string | null;
  terms: Charge['terms'];
  pixQrCode: string | null;
  boleto: Charge['boleto'];
  createdAt: Date;
}

export interface StoredCharge {
  charge: Charge;
  isNew: boolean;
}

const STORE_CHARGES = statement(
  `WITH asked AS (
     SELECT * FROM jsonb_to_recordset($1) AS c(
       "reference" text, "transactionId" text, "paymentType" text, "amountCents" bigint,
       "status" text, "refusalReason" text, "description" text, "payerName" text, "payerDocument" text,
       "expiresAt" timestamptz,
       "dueDate" date, "terms" jsonb, "pixQrCode" text, "boleto" jsonb, "history" jsonb, "createdAt" timestamptz)
   ), stored AS (
     INSERT INTO sandbox_acquirer.charges
       (reference, transaction_id, payment_type, amount_cents, status, refusal_reason, description,
        payer_name, payer_document,
        expires_at, due_date, terms, pix_qr_code, boleto, history, created_at)
     SELECT "reference", "transactionId", "paymentType", "amountCents", "status", "refusalReason", "description",
       "payerName",
       "payerDocument", "expiresAt", "dueDate", "terms", "pixQrCode", "boleto", "history", "createdAt"
     FROM asked ORDER BY "reference"
     ON CONFLICT (reference) DO NOTHING
     RETURNING ${COLUMNS}
   )
   SELECT stored.*, true AS "isNew" FROM stored
   UNION ALL
   SELECT ${COLUMNS}, false FROM sandbox_acquirer.charges WHERE reference IN (SELECT "reference" FROM asked)`,
);

/**
 * Each reference once. Where one is taken, its charge as it is known; null where that was being written at this very
 * moment. One statement is its own transaction: BEGIN and COMMIT would triple the round trips.
 */
export async function storeCharges(db: Db, charges: readonly NewCharge[]): Promise<(StoredCharge | null)[]> {
  const rows = await db.query<Charge & { isNew: boolean }>(STORE_CHARGES, [JSON.stringify(charges.map(withHistory))]);
  const byReference = new Map(rows.map(({ isNew, ...charge }) => [charge.reference, { charge, isNew }]));
  return charges.map(({ reference }) => byReference.get(reference) ?? null);
}

function withHistory(charge: NewCharge): NewCharge & { history: HistoryEntry[] } {
  return { ...charge, history: [{ status: charge.status, createdAt: charge.createdAt.toISOString() }] };
}

const FIND_CHARGE = statement(`SELECT ${COLUMNS} FROM sandbox_acquirer.charges WHERE reference = $1`);

export async function findCharge(db: Db, reference: string): Promise<Charge | null> {
  const [found] = await db.query<Charge>(FIND_CHARGE, [reference]);
  return found ?? null;
}

export async function lockCharge(tx: Tx, reference: string): Promise<Charge | null> {
  const [found] = await tx.query<Charge>(
    `SELECT ${COLUMNS} FROM sandbox_acquirer.charges WHERE reference = $1 FOR UPDATE`,
    [reference],
  );
  return found ?? null;
}

/** `entry` is null when the status stays as it is. */
export async function updateCharge(
  tx: Tx,
  reference: string,
  state: ChargeState,
  entry: HistoryEntry | null,
): Promise<Charge> {
  const [updated] = await tx.query<Charge>(
    `UPDATE sandbox_acquirer.charges
        SET status = $2, received_cents = $3, refunded_cents = $4, paid_at = $5, history = history || $6::jsonb,
          fine_cents = $7, interest_cents = $8, discount_cents = $9
      WHERE reference = $1
      RETURNING ${COLUMNS}`,
    [
      reference,
      state.status,
      state.receivedCents,
      state.refundedCents,
      state.paidAt,
      JSON.stringify(entry === null ? [] : [entry]),
      state.parts.fineCents,
      state.parts.interestCents,
      state.parts.discountCents,
    ],
  );
  if (!updated) throw new Error(`charge ${reference} vanished while it was locked`);
  return updated;
}

export async function updateDueDate(tx: Tx, reference: string, dueDate: string, boleto: Boleto): Promise<Charge> {
  const [updated] = await tx.query<Charge>(
    `UPDATE sandbox_acquirer.charges SET due_date = $2, boleto = $3 WHERE reference = $1 RETURNING ${COLUMNS}`,
    [reference, dueDate, JSON.stringify(boleto)],
  );
  return updated as Charge;
}

/** A number is used up even when the charge then proves to be a repeat: gaps in nosso número are harmless. */
export async function nextOurNumber(db: Db): Promise<number> {
  const [row] = await db.query<{ value: number }>(`SELECT nextval('sandbox_acquirer.our_number') AS value`);
  if (!row) throw new Error('the sequence of nosso número gave no value');
  return row.value;
}

/** Charges paid in that time, with what of them was given back since. */
export async function sumPaidBetween(
  db: Db,
  from: Date,
  to: Date,
): Promise<{ count: number; paid: number; refunded: number }> {
  const [row] = await db.query<{ count: number; paid: number; refunded: number }>(
    `SELECT count(*) AS count, coalesce(sum(received_cents), 0)::bigint AS paid,
       coalesce(sum(refunded_cents), 0)::bigint AS refunded
     FROM sandbox_acquirer.charges WHERE paid_at >= $1 AND paid_at <= $2`,
    [from, to],
  );
  return row ?? { count: 0, paid: 0, refunded: 0 };
}
