import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Destination, MaskedDestination } from './destination.ts';

const DESTINATION = `d.id, d.merchant_id, d.company_id, d.kind, d.key_type, d.masked, d.sealed, d.is_own, d.refund_of,
  d.created_at, d.created_by, d.usable_at, d.blocked_at, d.block_reason, d.removed_at`;

export interface NewDestination {
  merchantId: number;
  companyId: number;
  kind: Destination['kind'];
  keyType: Destination['key_type'];
  masked: MaskedDestination;
  sealed: string;
  fingerprint: Buffer;
  isOwn: boolean | null;
  refundOf: number | null;
  createdAt: Date;
  createdBy: string;
  usableAt: Date;
}

export async function insertDestination(tx: Tx, added: NewDestination): Promise<Destination> {
  const [row] = await tx.query<Destination>(
    `INSERT INTO payout_destinations AS d (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint, is_own,
       refund_of, created_at, created_by, usable_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${DESTINATION}`,
    [
      added.merchantId,
      added.companyId,
      added.kind,
      added.keyType,
      JSON.stringify(added.masked),
      added.sealed,
      added.fingerprint,
      added.isOwn,
      added.refundOf,
      added.createdAt,
      added.createdBy,
      added.usableAt,
    ],
  );
  return row as Destination;
}

/** Whose: a company's own for payouts, or those that were made for the refund of one payment. */
export interface DestinationsOf {
  merchantId: number;
  companyId: number;
  refundOf: number | null;
}

const OF_COMPANY = 'd.merchant_id = $1 AND d.company_id = $2 AND d.removed_at IS NULL';

const partOf = ({ merchantId, companyId, refundOf }: DestinationsOf) =>
  refundOf === null
    ? { where: `${OF_COMPANY} AND d.refund_of IS NULL`, values: [merchantId, companyId] }
    : { where: `${OF_COMPANY} AND d.refund_of = $3`, values: [merchantId, companyId, refundOf] };

/** Newest first. There are at most as many as may be made. */
export async function listDestinationsOfCompany(db: Db, of: DestinationsOf): Promise<Destination[]> {
  const { where, values } = partOf(of);
  return db.query(`SELECT ${DESTINATION} FROM payout_destinations d WHERE ${where} ORDER BY d.id DESC`, values);
}

export async function countDestinationsOfCompany(db: Db, of: DestinationsOf): Promise<number> {
  const { where, values } = partOf(of);
  const [row] = await db.query<{ found: number }>(
    `SELECT count(*) AS found FROM payout_destinations d WHERE ${where}`,
    values,
  );
  return row?.found ?? 0;
}

/** The one in use with one of these fingerprints: a blocked one is entered anew. */
export async function findTwinOfCompany(
  db: Db,
  of: DestinationsOf,
  fingerprints: readonly Buffer[],
): Promise<number | null> {
  const { where, values } = partOf(of);
  const [row] = await db.query<{ id: number }>(
    `SELECT d.id FROM payout_destinations d
     WHERE ${where} AND d.blocked_at IS NULL AND d.fingerprint = ANY ($${values.length + 1}::bytea[])
     ORDER BY d.id LIMIT 1`,
    [...values, fingerprints],
  );
  return row?.id ?? null;
}

/** It stays, because payouts went there. Null where there is none, or it was removed before. */
export async function removeDestinationOfCompany(
  tx: Tx,
  { merchantId, companyId, destinationId }: { merchantId: number; companyId: number; destinationId: number },
  at: Date,
): Promise<Destination | null> {
  const [row] = await tx.query<Destination>(
    `UPDATE payout_destinations d SET removed_at = $4 WHERE ${OF_COMPANY} AND d.id = $3 RETURNING ${DESTINATION}`,
    [merchantId, companyId, destinationId, at],
  );
  return row ?? null;
}

/**
 * Part of a statement of another owner: whose creation people are told of, as `kind, merchant_id, subject_id, since`.
 * Removed ones, too: whoever adds one and removes it again wants nobody to know.
 */
export const destinationsCreatedSince = (createdAfter: string) =>
  `SELECT 'destination_created' AS kind, merchant_id, id AS subject_id, created_at AS since FROM payout_destinations
   WHERE created_at > ${createdAfter}`;

/** For statements of payouts: where each goes, as people see it. */
export const joinDestination = (destinationId: string) => `JOIN payout_destinations d ON d.id = ${destinationId}`;
export const MASKED_DESTINATION = 'd.masked';

const FIND_USABLE = statement(
  `SELECT ${DESTINATION} FROM payout_destinations d
   WHERE d.id = $1 AND d.company_id = $2 AND d.merchant_id = $3 AND d.removed_at IS NULL`,
);

/** Removed ones are not found; a company of another merchant has none. */
export async function findDestinationOfCompany(
  db: Db,
  { merchantId, companyId, destinationId }: { merchantId: number; companyId: number; destinationId: number },
): Promise<Destination | null> {
  const [row] = await db.query<Destination>(FIND_USABLE, [destinationId, companyId, merchantId]);
  return row ?? null;
}

const FIND = statement(`SELECT ${DESTINATION} FROM payout_destinations d WHERE d.id = $1`);

/** Removed ones too: what was asked for before is still sent there. */
export async function findDestination(db: Db, destinationId: number): Promise<Destination | null> {
  const [row] = await db.query<Destination>(FIND, [destinationId]);
  return row ?? null;
}

/** Nothing is sent there any more; entered anew, it is another. False where it was blocked before. */
export async function blockDestination(tx: Tx, destinationId: number, reason: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payout_destinations SET blocked_at = $2, block_reason = $3
     WHERE id = $1 AND blocked_at IS NULL RETURNING id`,
    [destinationId, at, reason],
  );
  return rows.length > 0;
}
