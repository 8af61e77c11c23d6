import type { Db } from '../../ground/db/pool.ts';

const MOST_NAMED = 20;

/** Which acquirers of here can charge what. */
export interface KnownAcquirers {
  /** Who charges where a plan names nobody; null in live. */
  fallback: string | null;
  pix: readonly string[];
  invoice: readonly string[];
}

/** Of an enabled plan `p`: $1 is who charges without a name, $2 who can charge PIX, $3 who can charge boletos. */
const LEADS_SOMEWHERE =
  "coalesce(p.acquirer, $1) = ANY (CASE WHEN p.payment_type = 'pix' THEN $2::text[] ELSE $3::text[] END)";

/** Companies that have a token to take orders with, and no plan that leads to an acquirer. */
export async function listCompaniesWithoutRail(db: Db, known: KnownAcquirers): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT c.id FROM companies c JOIN merchants m ON m.id = c.merchant_id
     WHERE c.status = 'ACTIVE' AND m.status = 'ACTIVE'
       AND EXISTS (SELECT FROM company_access_tokens t WHERE t.company_id = c.id AND t.status = 'ACTIVE')
       AND NOT EXISTS (
         SELECT FROM company_payment_plans p WHERE p.company_id = c.id AND p.enabled AND ${LEADS_SOMEWHERE})
     ORDER BY c.id LIMIT ${MOST_NAMED}`,
    [known.fallback, known.pix, known.invoice],
  );
  return rows.map(({ id }) => id);
}

/** Enabled plans that name an acquirer which is not here at all. */
export async function listLostPlans(
  db: Db,
  known: readonly string[],
): Promise<{ companyId: number; acquirer: string }[]> {
  return db.query(
    `SELECT p.company_id AS "companyId", p.acquirer FROM company_payment_plans p JOIN companies c ON c.id = p.company_id
     WHERE p.enabled AND c.status = 'ACTIVE' AND p.acquirer <> ALL ($1) ORDER BY 1, 2 LIMIT ${MOST_NAMED}`,
    [known],
  );
}

export interface TroubledEndpoint {
  id: number;
  status: 'ACTIVE' | 'DISABLED';
}

/** Endpoints whose last attempt failed, on or switched off for it. */
export async function listTroubledEndpoints(db: Db): Promise<TroubledEndpoint[]> {
  return db.query(
    `SELECT id, status FROM webhook_endpoints
     WHERE failing_since IS NOT NULL AND deleted_at IS NULL
       AND (status = 'ACTIVE' OR disabled_reason IN ('FAILING', 'GONE')) ORDER BY id LIMIT ${MOST_NAMED}`,
  );
}

/** Enough of them to know whether a key is the right one. */
const MOST_OPENED = 200;

export async function listSealedSecrets(db: Db): Promise<{ id: number; secret_sealed: string }[]> {
  return db.query(
    `SELECT id, secret_sealed FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${MOST_OPENED}`,
  );
}
