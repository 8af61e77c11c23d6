import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { Direction, Paging } from '../../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../../ground/lists/page.sql.ts';
import { lockMerchant } from '../../../parties/merchants/merchants.sql.ts';

export interface Endpoint {
  id: number;
  company_id: number | null;
  url: string;
  events: string[];
  description: string | null;
  status: 'ACTIVE' | 'DISABLED';
  created_at: Date;
  updated_at: Date;
  /** Real time, as the next two: the first failure since the last success. */
  failing_since: Date | null;
  /** Give or take some seconds. */
  last_attempt_at: Date | null;
  /** Null while it is on. */
  disabled_at: Date | null;
  disabled_reason: 'FAILING' | 'GONE' | 'BY_HAND' | null;
}

const COLUMNS = `id, company_id, url, events, description, status, created_at, updated_at, failing_since,
  last_attempt_at, CASE WHEN status = 'DISABLED' THEN disabled_at END AS disabled_at,
  CASE WHEN status = 'DISABLED' THEN disabled_reason END AS disabled_reason`;

export interface NewEndpoint {
  merchantId: number;
  companyId: number | null;
  url: string;
  events: readonly string[];
  description: string | null;
  secretSealed: string;
  now: Date;
}

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<Endpoint> {
  const [row] = await tx.query<Endpoint>(
    `INSERT INTO webhook_endpoints
       (merchant_id, company_id, url, events, description, secret_sealed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${COLUMNS}`,
    [
      endpoint.merchantId,
      endpoint.companyId,
      endpoint.url,
      endpoint.events,
      endpoint.description,
      endpoint.secretSealed,
      endpoint.now,
    ],
  );
  return row as Endpoint;
}

export async function findEndpointOfMerchant(db: Db, merchantId: number, id: number): Promise<Endpoint | null> {
  const [row] = await db.query<Endpoint>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE id = $1 AND merchant_id = $2 AND deleted_at IS NULL`,
    [id, merchantId],
  );
  return row ?? null;
}

/** As it is until the transaction ends; orders, whose deliveries refer to it, do not wait for that. */
export async function lockEndpointOfMerchant(tx: Tx, merchantId: number, id: number): Promise<Endpoint | null> {
  const [row] = await tx.query<Endpoint>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE id = $1 AND merchant_id = $2 AND deleted_at IS NULL
     FOR NO KEY UPDATE`,
    [id, merchantId],
  );
  return row ?? null;
}

/** Locks the merchant until the transaction ends, so that two registrations cannot both be the last one that fits. */
export async function countEndpointsInTurn(tx: Tx, merchantId: number): Promise<number> {
  await lockMerchant(tx, merchantId);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM webhook_endpoints WHERE merchant_id = $1 AND deleted_at IS NULL',
    [merchantId],
  );
  return row?.count ?? 0;
}

export async function listEndpointsOfMerchant(
  db: Db,
  merchantId: number,
  paging: Paging & { direction: Direction },
): Promise<ListPage<Endpoint>> {
  const own = 'FROM webhook_endpoints WHERE merchant_id = $1 AND deleted_at IS NULL';
  const list = {
    ids: `SELECT id ${own}`,
    orderBy: 'created_at',
    direction: paging.direction,
    total: `SELECT count(*) ${own}`,
    rows: `SELECT ${COLUMNS} FROM page JOIN webhook_endpoints USING (id)`,
  };
  return readPage(db, list, [merchantId], paging);
}

/**
 * Part of a statement of another owner: the endpoints whose owners should know, as `kind, merchant_id, subject_id,
 * since`. Who switches an endpoint off knows it already.
 */
export const endpointsInTrouble = (at: { failingBefore: string; beganAfter: string }) => `
  SELECT 'endpoint_failing' AS kind, merchant_id, id AS subject_id, failing_since AS since FROM webhook_endpoints
  WHERE failing_since IS NOT NULL AND deleted_at IS NULL AND status = 'ACTIVE'
    AND failing_since <= ${at.failingBefore} AND failing_since > ${at.beganAfter}
  UNION ALL
  SELECT 'endpoint_disabled', merchant_id, id, disabled_at FROM webhook_endpoints
  WHERE failing_since IS NOT NULL AND deleted_at IS NULL AND status = 'DISABLED'
    AND disabled_reason IN ('FAILING', 'GONE') AND disabled_at > ${at.beganAfter}`;

export interface EndpointChange {
  url?: string | undefined;
  events?: readonly string[] | undefined;
  /** Null removes it. */
  description?: string | null | undefined;
  status?: 'ACTIVE' | 'DISABLED' | undefined;
}

/**
 * Fields that are not given stay as they are. Switching an endpoint on again forgets how long it had been failing; what
 * still waits from before is given up first. No delivery is changed here, because there may be millions.
 */
export async function updateEndpointOfMerchant(
  tx: Tx,
  merchantId: number,
  id: number,
  change: EndpointChange,
  at: { now: Date; realNow: Date },
): Promise<Endpoint | null> {
  const [row] = await tx.query<Endpoint>(
    `UPDATE webhook_endpoints SET url = coalesce($3, url), events = coalesce($4, events),
       description = CASE WHEN $8 THEN $5 ELSE description END,
       status = coalesce($6, status),
       failing_since = CASE WHEN $6 = 'ACTIVE' THEN NULL ELSE failing_since END, updated_at = $7,
       disabled_at = CASE WHEN $6 = 'DISABLED' AND status = 'ACTIVE' THEN $9 ELSE disabled_at END,
       disabled_reason = CASE WHEN $6 = 'DISABLED' AND status = 'ACTIVE' THEN 'BY_HAND' ELSE disabled_reason END,
       gives_up_before = CASE WHEN $6 = 'ACTIVE' AND status = 'DISABLED'
         AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'PENDING')
         THEN $9 ELSE gives_up_before END
     WHERE id = $1 AND merchant_id = $2 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    [
      id,
      merchantId,
      change.url ?? null,
      change.events ?? null,
      change.description ?? null,
      change.status ?? null,
      at.now,
      change.description !== undefined,
      at.realNow,
    ],
  );
  return row ?? null;
}

/** Marks the endpoint as removed: nobody sees it any more, and a job deletes its deliveries and then the row. */
export async function removeEndpointOfMerchant(
  tx: Tx,
  merchantId: number,
  id: number,
  at: { now: Date; realNow: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE webhook_endpoints SET deleted_at = $3, status = 'DISABLED', gives_up_before = $4
     WHERE id = $1 AND merchant_id = $2 AND deleted_at IS NULL RETURNING id`,
    [id, merchantId, at.now, at.realNow],
  );
  return rows.length > 0;
}

/**
 * The old secret continues to sign until the given real time, and each secret before it until its own time. Null when
 * the endpoint does not exist, or has so many old secrets that one more would make the signature header too long.
 */
export async function rotateSecretOfMerchant(
  tx: Tx,
  merchantId: number,
  id: number,
  secret: { sealed: string; previousUntil: Date; realNow: Date; now: Date; maxPrevious: number },
): Promise<Endpoint | null> {
  const stillSigning =
    'FROM unnest(previous_secrets_sealed, previous_secrets_until) AS p(sealed, until) WHERE p.until > $6';
  const [row] = await tx.query<Endpoint>(
    `UPDATE webhook_endpoints SET secret_sealed = $3, updated_at = $5,
       previous_secrets_sealed = secret_sealed || ARRAY(SELECT p.sealed ${stillSigning} ORDER BY p.until DESC),
       previous_secrets_until = $4::timestamptz || ARRAY(SELECT p.until ${stillSigning} ORDER BY p.until DESC)
     WHERE id = $1 AND merchant_id = $2 AND deleted_at IS NULL AND (SELECT count(*) ${stillSigning}) < $7
     RETURNING ${COLUMNS}`,
    [id, merchantId, secret.sealed, secret.previousUntil, secret.now, secret.realNow, secret.maxPrevious],
  );
  return row ?? null;
}
