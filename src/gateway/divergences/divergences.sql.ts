import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { paymentsOfCustomer } from '../payments/by-customer/customer-payments.sql.ts';
import { isPaymentOfAcquirer } from '../payments/payments.sql.ts';
import { type PaymentStatus, STATUS_NAMES, type StatusName } from '../payments/status.rules.ts';
import { type Difference, type DivergenceKind, type KnownDivergence, MED_REFUND, SIDE_OF } from './divergence.rules.ts';

const STATUS_NAME = `CASE d.local_status ${Object.entries(STATUS_NAMES)
  .map(([number, name]) => `WHEN ${number} THEN '${name}'`)
  .join(' ')} END`;

/**
 * A part for another owner's statement: how many divergences about this acquirer's payments nobody has dealt with yet.
 */
export const openDivergences = (acquirer: string) =>
  `(SELECT count(*) FROM divergences d
    WHERE d.resolved_at IS NULL AND ${isPaymentOfAcquirer('d.payment_id', acquirer)})`;

/** Over all merchants, up to that many: what nobody has dealt with yet. */
export async function countOpenDivergences(db: Db, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM (SELECT FROM divergences WHERE resolved_at IS NULL LIMIT $1) open',
    [most],
  );
  return row?.count ?? 0;
}

/** Part of a statement of another owner: what somebody should look at, as `kind, merchant_id, subject_id, since`. */
export const openDivergencesSince = (detectedAfter: string) =>
  `SELECT 'divergence_found' AS kind, merchant_id, id AS subject_id, detected_at AS since FROM divergences
   WHERE resolved_at IS NULL AND detected_at > ${detectedAfter}`;

export interface NewDivergence {
  merchantId: number;
  paymentId: number;
  /** The first payment of the order: a divergence about one of its payments counts for all of them. */
  orderRoot: number;
  localStatus: PaymentStatus;
  acquirerStatus: string;
  localAmountCents: number;
  difference: Difference;
  /** What the bank took back itself and had listed when this was seen. */
  returnIds: readonly string[];
  /** Who holds it, where that may not be who has the payment. */
  heldBy: string | null;
  now: Date;
}

/**
 * The unique index allows one open divergence per payment and kind. Callers hold the payment's row and have closed
 * the former one.
 */
export async function insertDivergence(tx: Tx, divergence: NewDivergence): Promise<number> {
  const { kind, here, there, differenceCents } = divergence.difference;
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO divergences (
       payment_id, kind, local_status, acquirer_status, local_amount_cents, acquirer_amount_cents,
       local_received_cents, local_refunded_cents, acquirer_received_cents, acquirer_refunded_cents,
       difference_cents, detected_at, order_root, merchant_id, return_ids, acquirer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id`,
    [
      divergence.paymentId,
      kind,
      divergence.localStatus,
      divergence.acquirerStatus,
      divergence.localAmountCents,
      there[`${SIDE_OF[kind]}Cents`],
      here.receivedCents,
      here.refundedCents,
      there.receivedCents,
      there.refundedCents,
      differenceCents,
      divergence.now,
      divergence.orderRoot,
      divergence.merchantId,
      divergence.returnIds,
      divergence.heldBy,
    ],
  );
  return (row as { id: number }).id;
}

/** Born booked and resolved: the journal of its refund has all of it. */
export async function insertMedDivergence(
  tx: Tx,
  divergence: Omit<NewDivergence, 'difference' | 'returnIds' | 'heldBy'> & { difference: Omit<Difference, 'kind'> },
  nature: string,
): Promise<number> {
  const { here, there, differenceCents } = divergence.difference;
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO divergences (
       payment_id, kind, local_status, acquirer_status, local_amount_cents, acquirer_amount_cents,
       local_received_cents, local_refunded_cents, acquirer_received_cents, acquirer_refunded_cents,
       difference_cents, detected_at, order_root, merchant_id, resolved_at, resolution, booked_at, booked_by,
       booking_reason)
     VALUES ($1, '${MED_REFUND}', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $11, $14, $11, 'acquirer', $14)
     RETURNING id`,
    [
      divergence.paymentId,
      divergence.localStatus,
      divergence.acquirerStatus,
      divergence.localAmountCents,
      there.refundedCents,
      here.receivedCents,
      here.refundedCents,
      there.receivedCents,
      there.refundedCents,
      differenceCents,
      divergence.now,
      divergence.orderRoot,
      divergence.merchantId,
      `${nature}: taken back by the bank and booked as a refund`,
    ],
  );
  return (row as { id: number }).id;
}

export interface Divergence {
  id: number;
  payment_id: number;
  kind: DivergenceKind | typeof MED_REFUND;
  local_status: StatusName;
  acquirer_status: string;
  local_amount_cents: number;
  acquirer_amount_cents: number;
  local_received_cents: number;
  local_refunded_cents: number;
  acquirer_received_cents: number;
  acquirer_refunded_cents: number;
  difference_cents: number;
  detected_at: Date;
  resolved_at: Date | null;
  resolution: string | null;
  gone_at: Date | null;
  booked_at: Date | null;
  booked_by: string | null;
  booking_reason: string | null;
  /** Who holds it; null: who has the payment. */
  acquirer: string | null;
}

const COLUMNS = `d.id, d.payment_id, d.kind, ${STATUS_NAME} AS local_status,
  d.acquirer_status, d.local_amount_cents, d.acquirer_amount_cents, d.local_received_cents, d.local_refunded_cents,
  d.acquirer_received_cents, d.acquirer_refunded_cents, d.difference_cents,
  d.detected_at, d.resolved_at, d.resolution, d.gone_at,
  d.booked_at, d.booked_by, d.booking_reason, d.acquirer`;

/** Oldest first; read under the lock on the payment's row. What the bank took back is in the books and left out. */
export async function listKnownDivergences(tx: Tx, paymentId: number): Promise<KnownDivergence[]> {
  const rows = await tx.query<Divergence & { kind: DivergenceKind }>(
    `SELECT ${COLUMNS} FROM divergences d WHERE d.payment_id = $1 AND d.kind <> '${MED_REFUND}' ORDER BY d.id`,
    [paymentId],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    gapCents: gapOf(row),
    differenceCents: row.difference_cents,
    isOpen: row.resolved_at === null,
    isBooked: row.booked_at !== null,
    isGone: row.gone_at !== null,
  }));
}

function gapOf(row: Divergence & { kind: DivergenceKind }): number {
  return SIDE_OF[row.kind] === 'refunded'
    ? row.acquirer_refunded_cents - row.local_refunded_cents
    : row.acquirer_received_cents - row.local_received_cents;
}

/** The returns that stood behind what the operator has booked. */
export async function listReturnsBookedByHand(tx: Tx, paymentId: number): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT unnest(return_ids) AS id FROM divergences WHERE payment_id = $1 AND booked_at IS NOT NULL
       AND kind = 'UNREQUESTED_REFUND'`,
    [paymentId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** What came twice went back: nothing is left for a person to do. */
export async function resolveReturned(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE divergences SET resolved_at = $2, resolution = 'the payment that came again was given back'
     WHERE id = ANY ($1::bigint[]) AND resolved_at IS NULL`,
    [ids, now],
  );
}

export async function resolveOvertaken(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE divergences SET resolved_at = $2, resolution = 'overtaken: the difference has changed'
     WHERE id = ANY ($1::bigint[]) AND resolved_at IS NULL`,
    [ids, now],
  );
}

export async function markGone(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.query('UPDATE divergences SET gone_at = $2 WHERE id = ANY ($1::bigint[]) AND gone_at IS NULL', [ids, now]);
}

export interface DivergenceFilter {
  isResolved?: boolean | undefined;
  /** Any number: a payment of another merchant, or none at all, has no divergences here. */
  paymentId?: number | undefined;
}

/** Only the merchant's own rows are read, however many others have. */
export async function listDivergencesOfMerchant(
  db: Db,
  merchantId: number,
  { isResolved, paymentId }: DivergenceFilter,
  paging: Paging,
): Promise<ListPage<Divergence>> {
  const own = [
    'FROM divergences d WHERE d.merchant_id = $1',
    ...(isResolved === undefined ? [] : [`d.resolved_at IS ${isResolved ? 'NOT NULL' : 'NULL'}`]),
    ...(paymentId === undefined ? [] : ['d.payment_id = $2']),
  ].join(' AND ');
  const list = {
    ids: `SELECT d.id ${own}`,
    orderBy: 'id',
    direction: 'DESC',
    total: `SELECT count(*) ${own}`,
    rows: `SELECT ${COLUMNS} FROM page JOIN divergences d USING (id)`,
  } as const;
  return readPage(db, list, [merchantId, ...(paymentId === undefined ? [] : [paymentId])], paging);
}

/** For the operator: divergences of every merchant, newest first, either the open ones or all. */
export async function listDivergences(
  db: Db,
  { isOpenOnly, limit }: { isOpenOnly: boolean; limit: number },
): Promise<Divergence[]> {
  return db.query(
    `SELECT ${COLUMNS} FROM divergences d WHERE d.resolved_at IS NULL OR NOT $1 ORDER BY d.id DESC LIMIT $2`,
    [isOpenOnly, limit],
  );
}

export type OwnedDivergence = Divergence & { merchant_id: number };

/** Of every merchant, or of one: for operators. */
export async function listDivergencesOfAll(
  db: Db,
  { isResolved, merchantId }: { isResolved?: boolean | undefined; merchantId?: number | undefined },
  paging: Paging,
): Promise<ListPage<OwnedDivergence>> {
  const own = [
    'FROM divergences d WHERE ($1::bigint IS NULL OR d.merchant_id = $1)',
    ...(isResolved === undefined ? [] : [`d.resolved_at IS ${isResolved ? 'NOT NULL' : 'NULL'}`]),
  ].join(' AND ');
  const list = {
    ids: `SELECT d.id ${own}`,
    orderBy: 'id',
    direction: 'DESC',
    found: `SELECT d.id ${own}`,
    rows: `SELECT ${COLUMNS}, d.merchant_id FROM page JOIN divergences d USING (id)`,
  } as const;
  return readPage(db, list, [merchantId ?? null], paging);
}

export async function findMerchantOfDivergence(db: Db, id: number): Promise<number | null> {
  const [row] = await db.query<{ merchant_id: number }>('SELECT merchant_id FROM divergences WHERE id = $1', [id]);
  return row?.merchant_id ?? null;
}

/** Whether any payment of the order has a divergence that nobody has dealt with, whichever way the money went. */
export async function hasOpenDivergence(db: Db, orderRoot: number): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM divergences WHERE order_root = $1 AND resolved_at IS NULL LIMIT 1', [
    orderRoot,
  ]);
  return rows.length > 0;
}

/** Of these payments the boletos for which the bank reports another sum, and nobody has dealt with it. */
export async function findDisputedBoletos(
  db: Db,
  payments: readonly { id: number; payment_type: string }[],
): Promise<Set<number>> {
  const boletos = payments.filter(({ payment_type }) => payment_type === 'invoice').map(({ id }) => id);
  if (boletos.length === 0) return new Set();
  const rows = await db.query<{ payment_id: number }>(
    `SELECT payment_id FROM divergences
     WHERE payment_id = ANY ($1::bigint[]) AND kind = 'AMOUNT_MISMATCH' AND resolved_at IS NULL`,
    [boletos],
  );
  return new Set(rows.map(({ payment_id }) => payment_id));
}

/** A condition for a statement of another owner: nobody has dealt yet with a divergence about a customer's payment. */
export const hasOpenDivergenceOfCustomer = (merchantId: string, customerId: string) =>
  `EXISTS (SELECT FROM divergences d WHERE d.merchant_id = ${merchantId} AND d.resolved_at IS NULL
     AND d.payment_id IN (${paymentsOfCustomer(merchantId, customerId)}))`;

/** When money of this customer was seen to differ last, whether that was dealt with or not; null: never. */
export async function findLastDivergenceOfCustomer(
  tx: Tx,
  merchantId: number,
  customerId: number,
): Promise<Date | null> {
  const [row] = await tx.query<{ last: Date | null }>(
    `SELECT max(detected_at) AS last FROM divergences d
     WHERE d.merchant_id = $1 AND d.payment_id IN (${paymentsOfCustomer('$1', '$2')})`,
    [merchantId, customerId],
  );
  return row?.last ?? null;
}

export async function findDivergence(db: Db, id: number): Promise<Divergence | null> {
  const [row] = await db.query<Divergence>(`SELECT ${COLUMNS} FROM divergences d WHERE d.id = $1`, [id]);
  return row ?? null;
}

export async function findDivergenceOfMerchant(db: Db, merchantId: number, id: number): Promise<Divergence | null> {
  const [row] = await db.query<Divergence>(
    `SELECT ${COLUMNS} FROM divergences d WHERE d.id = $1 AND d.merchant_id = $2`,
    [id, merchantId],
  );
  return row ?? null;
}

/** A resolution is final: a second one finds nothing to change. */
export async function resolveDivergenceOfMerchant(
  tx: Tx,
  merchantId: number,
  id: number,
  resolution: string,
  now: Date,
): Promise<Divergence | null> {
  const [row] = await tx.query<Divergence>(
    `UPDATE divergences d SET resolved_at = $4, resolution = $3
     WHERE d.id = $1 AND d.merchant_id = $2 AND d.resolved_at IS NULL RETURNING ${COLUMNS}`,
    [id, merchantId, resolution, now],
  );
  return row ?? null;
}

/** Marks the divergence as booked, and resolves it if it is still open. */
export async function markBooked(
  tx: Tx,
  id: number,
  booking: { by: string; reason: string; now: Date },
): Promise<Divergence> {
  const [row] = await tx.query<Divergence>(
    `UPDATE divergences d SET booked_at = $4, booked_by = $2, booking_reason = $3,
       resolved_at = coalesce(resolved_at, $4), resolution = coalesce(resolution, $3)
     WHERE d.id = $1 AND d.booked_at IS NULL RETURNING ${COLUMNS}`,
    [id, booking.by, booking.reason, booking.now],
  );
  if (!row) throw new Error(`divergence ${id} is booked already`);
  return row;
}
