import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Direction, Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { JOIN_COUNTS } from './link-counts.sql.ts';
import { isSlug, type LinkState, type LinkTime, type PaymentLink } from './payment-links.rules.ts';

const PAYMENTS_LEFT = 'link.max_payments - counted.open_count - counted.paid_count';
const UNITS_LEFT = 'link.stock - counted.held_units';
/** Nobody can buy fewer. */
const FEWEST_UNITS = `coalesce((link.quantity ->> 'min')::bigint, 1)`;

/**
 * The one place that says what state a link is in; $1 is the time. A bill whose one payment is open is not sold out: it
 * leads to that payment.
 */
const STATE = `CASE
    WHEN link.status = 'DISABLED' THEN 'DISABLED'
    WHEN link.expires_at <= $1 THEN 'EXPIRED'
    WHEN link.max_payments = 1 AND counted.open_count > 0 THEN 'ACTIVE'
    WHEN ${PAYMENTS_LEFT} < 1 OR ${UNITS_LEFT} < ${FEWEST_UNITS} THEN 'SOLD_OUT'
    ELSE 'ACTIVE' END`;

const STORED = `merchant_id, company_id, public_id, slug, title, description, methods, items, shipping, open_amount,
  quantity, max_payments, stock, expires_at, due_days, fine, interest, payable_days_after_due, collect_address,
  success_url, inactive_message, metadata`;

/** Needs `FROM payment_links link` and the times as $1 and $2. More may be open and paid than fit. */
const LINK = `link.id, ${STORED.replaceAll(/\w+/g, 'link.$&')}, link.created_at, link.updated_at,
  ${STATE} AS state, counted.open_count, counted.paid_count, counted.paid_cents,
  CASE WHEN link.max_payments IS NOT NULL THEN greatest(0, ${PAYMENTS_LEFT}) END AS payments_left,
  CASE WHEN link.stock IS NOT NULL THEN greatest(0, ${UNITS_LEFT}) END AS units_left,
  greatest(0, coalesce(-(${UNITS_LEFT}), 0)) AS units_over`;

export interface NewLink
  extends Omit<
    PaymentLink,
    | 'id'
    | 'state'
    | 'open_count'
    | 'paid_count'
    | 'paid_cents'
    | 'payments_left'
    | 'units_left'
    | 'units_over'
    | 'updated_at'
  > {}

const SLUG_IS_TAKEN = 'ON CONFLICT ON CONSTRAINT payment_links_slug_key DO NOTHING';

/** Null when another link has the slug. */
export async function insertLink(tx: Tx, link: NewLink): Promise<{ public_id: string } | null> {
  const [row] = await tx.query<{ public_id: string }>(
    `INSERT INTO payment_links (${STORED}, created_at, updated_at)
     SELECT ${STORED}, created_at, created_at FROM jsonb_populate_record(NULL::payment_links, $1::jsonb)
     ${SLUG_IS_TAKEN} RETURNING public_id`,
    [JSON.stringify(link)],
  );
  return row ?? null;
}

export async function findLinkOfMerchant(
  db: Db,
  merchantId: number,
  publicId: string,
  { now, boletosSince }: LinkTime,
): Promise<PaymentLink | null> {
  const [row] = await db.query<PaymentLink>(
    `SELECT ${LINK} FROM payment_links link ${JOIN_COUNTS} WHERE link.merchant_id = $3 AND link.public_id = $4`,
    [now, boletosSince, merchantId, publicId],
  );
  return row ?? null;
}

/** For its public page: the slug is all that a stranger knows of a link. */
export async function findLinkBySlug(
  db: Db,
  slug: string,
  { now, boletosSince }: LinkTime,
): Promise<PaymentLink | null> {
  const [row] = await db.query<PaymentLink>(
    `SELECT ${LINK} FROM payment_links link ${JOIN_COUNTS} WHERE link.slug = $3`,
    [now, boletosSince, slug],
  );
  return row ?? null;
}

/** Whether there is a page at that address. */
export async function isSlugOfLink(db: Db, slug: string): Promise<boolean> {
  if (!isSlug(slug)) return false;
  const rows = await db.query('SELECT merchant_id FROM payment_links WHERE slug = $1', [slug]);
  return rows.length > 0;
}

/** Whether a slug is taken by a link of the merchant's own. */
export async function hasLinkWithSlug(db: Db, merchantId: number, slug: string): Promise<boolean> {
  const rows = await db.query('SELECT id FROM payment_links WHERE merchant_id = $1 AND slug = $2', [merchantId, slug]);
  return rows.length > 0;
}

/**
 * Until the transaction ends, whoever else wants a place waits. What is counted is read by the next statement: this one
 * would count as of before it waited.
 */
export async function lockLinkOfMerchant(
  tx: Tx,
  merchantId: number,
  publicId: string,
): Promise<Pick<PaymentLink, 'max_payments'> | null> {
  const [row] = await tx.query<Pick<PaymentLink, 'max_payments'>>(
    'SELECT max_payments FROM payment_links WHERE merchant_id = $1 AND public_id = $2 FOR UPDATE',
    [merchantId, publicId],
  );
  return row ?? null;
}

export interface LinkSearch extends Paging {
  direction: Direction;
  company_id?: number | undefined;
  status?: LinkState | undefined;
}

export async function searchLinksOfMerchant(
  db: Db,
  merchantId: number,
  search: LinkSearch,
  { now, boletosSince }: LinkTime,
): Promise<ListPage<PaymentLink>> {
  const conditions = ['link.merchant_id = $3', '($4::bigint IS NULL OR link.company_id = $4)'];
  const isCounted = search.status !== undefined;
  if (isCounted) conditions.push(`${STATE} = $5`);
  const found = `SELECT link.id FROM payment_links link ${isCounted ? JOIN_COUNTS : ''}
    WHERE ${conditions.join(' AND ')}`;
  return readPage<PaymentLink>(
    db,
    {
      with: `found AS MATERIALIZED (${found})`,
      ids: 'SELECT id FROM found WHERE true',
      orderBy: 'id',
      direction: search.direction,
      total: 'SELECT count(*) FROM found',
      rows: `SELECT ${LINK} FROM page JOIN payment_links link ON link.merchant_id = $3 AND link.id = page.id
        ${JOIN_COUNTS}`,
    },
    [now, boletosSince, merchantId, search.company_id ?? null, ...(isCounted ? [search.status] : [])],
    search,
  );
}

/** What may change; what is left out stays. */
export type LinkChange = Partial<
  Pick<
    PaymentLink,
    | ('title' | 'description' | 'max_payments' | 'stock' | 'expires_at' | 'success_url' | 'inactive_message')
    | ('fine' | 'interest' | 'payable_days_after_due')
  > & { status: 'ACTIVE' | 'DISABLED' }
>;

const CHANGEABLE = [
  ...(['title', 'description', 'status', 'max_payments', 'stock'] as const),
  ...(['expires_at', 'success_url', 'inactive_message'] as const),
  ...(['fine', 'interest', 'payable_days_after_due'] as const),
] satisfies (keyof LinkChange)[];

export async function updateLinkOfMerchant(
  tx: Tx,
  merchantId: number,
  publicId: string,
  change: LinkChange,
  now: Date,
): Promise<void> {
  const set = CHANGEABLE.map(
    (name) => `${name} = CASE WHEN $3::jsonb ? '${name}' THEN changed.${name} ELSE link.${name} END`,
  );
  await tx.query(
    `UPDATE payment_links link SET ${set.join(', ')}, updated_at = $4
     FROM jsonb_populate_record(NULL::payment_links, $3::jsonb) AS changed
     WHERE link.merchant_id = $1 AND link.public_id = $2`,
    [merchantId, publicId, JSON.stringify(change), now],
  );
}

/** What a payer saw of a link. */
export interface NamedLink {
  id: string;
  slug: string;
  title: string;
}

export async function listLinksOfMerchant(
  db: Db,
  merchantId: number,
  publicIds: readonly string[],
): Promise<NamedLink[]> {
  return db.query(
    `SELECT public_id AS id, slug, title FROM payment_links
     WHERE merchant_id = $1 AND public_id = ANY ($2::text[])`,
    [merchantId, publicIds],
  );
}

const MOST_COUNTED = 1_001;

/** How many links of the company could be paid by their time and switch; counted up to a limit. */
export async function countOpenLinks(db: Db, merchantId: number, companyId: number, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM payment_links link WHERE link.merchant_id = $1 AND link.company_id = $2 AND link.status = 'ACTIVE'
         AND (link.expires_at IS NULL OR link.expires_at > $3) LIMIT ${MOST_COUNTED}) AS open`,
    [merchantId, companyId, now],
  );
  return row?.count ?? 0;
}
