import { hasOpenDivergenceOfCustomer } from '../../gateway/divergences/divergences.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';

export interface Anonymisation {
  anonymised_at: Date;
  /** Only while the law asks for it; for the operator, never for the interface. */
  kept_document: string | null;
  keep_document_until: string | null;
  wiped_through: number | null;
  /** Null while payments of the customer still hold data. */
  wiped_at: Date | null;
}

const COLUMNS = 'anonymised_at, kept_document, keep_document_until, wiped_through, wiped_at';

export async function findAnonymisation(db: Db, merchantId: number, customerId: number): Promise<Anonymisation | null> {
  const [row] = await db.query<Anonymisation>(
    `SELECT ${COLUMNS} FROM customer_anonymisations WHERE merchant_id = $1 AND customer_id = $2`,
    [merchantId, customerId],
  );
  return row ?? null;
}

/** Whoever wipes payments of the customer holds this. */
export async function lockAnonymisation(tx: Tx, merchantId: number, customerId: number): Promise<Anonymisation> {
  const [row] = await tx.query<Anonymisation>(
    `SELECT ${COLUMNS} FROM customer_anonymisations WHERE merchant_id = $1 AND customer_id = $2 FOR UPDATE`,
    [merchantId, customerId],
  );
  if (!row) throw new Error(`customer ${customerId} was not anonymised`);
  return row;
}

export interface NewAnonymisation {
  merchantId: number;
  customerId: number;
  keptDocument: string | null;
  keepDocumentUntil: string | null;
  at: Date;
}

export async function insertAnonymisation(tx: Tx, added: NewAnonymisation): Promise<void> {
  await tx.query(
    `INSERT INTO customer_anonymisations (merchant_id, customer_id, anonymised_at, kept_document, keep_document_until)
     VALUES ($1, $2, $3, $4, $5)`,
    [added.merchantId, added.customerId, added.at, added.keptDocument, added.keepDocumentUntil],
  );
}

/** `through` is the last payment that was wiped; `at` is null while there are more. */
export async function moveAnonymisation(
  tx: Tx,
  merchantId: number,
  customerId: number,
  { through, at }: { through: number | null; at: Date | null },
): Promise<void> {
  await tx.query(
    `UPDATE customer_anonymisations SET wiped_through = coalesce($3, wiped_through), wiped_at = $4
     WHERE merchant_id = $1 AND customer_id = $2`,
    [merchantId, customerId, through, at],
  );
}

export interface CustomerOfMerchant {
  merchantId: number;
  customerId: number;
}

/** Of all merchants, those whose payments are not all wiped. */
export async function listUnfinished(db: Db, limit: number): Promise<CustomerOfMerchant[]> {
  return db.query(
    `SELECT merchant_id AS "merchantId", customer_id AS "customerId" FROM customer_anonymisations
     WHERE wiped_at IS NULL ORDER BY merchant_id, customer_id LIMIT $1`,
    [limit],
  );
}

/** Nobody may need these any more. Money in dispute keeps one, however long the dispute takes. */
export async function removeKeptDocuments(tx: Tx, today: string): Promise<Chunk<null>> {
  const rows = await tx.query(
    `UPDATE customer_anonymisations SET kept_document = NULL WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM customer_anonymisations a WHERE kept_document IS NOT NULL AND keep_document_until <= $1
         AND NOT ${hasOpenDivergenceOfCustomer('a.merchant_id', 'a.customer_id')}
       ORDER BY keep_document_until LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED))
     RETURNING customer_id`,
    [today],
  );
  return { count: rows.length, last: null };
}

/** Null while another process has its turn. */
export async function lockRetentionRound(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ after: number }>(
    'SELECT after_customer_id AS after FROM customer_retention_round FOR UPDATE SKIP LOCKED',
  );
  return row?.after ?? null;
}

export async function moveRetentionRound(tx: Tx, afterCustomerId: number): Promise<void> {
  await tx.query('UPDATE customer_retention_round SET after_customer_id = $1', [afterCustomerId]);
}
