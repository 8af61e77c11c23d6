import type { Db } from '../../ground/db/pool.ts';
import type { Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import { countedUsers, merchantHasUser } from '../accounts/users.sql.ts';
import { countedCompanies, merchantHasCompany } from '../companies/operator.sql.ts';
import { LISTED_MERCHANTS } from '../merchants/merchants.sql.ts';

/** Operators may see every merchant. No route of a merchant may use this file. */

export interface SeenMerchant {
  id: number;
  name: string;
  status: 'ACTIVE' | 'INACTIVE';
  requires_otp: boolean;
  is_demo: boolean;
  created_at: Date;
  companies: number;
  people: number;
}

const { columns, from } = LISTED_MERCHANTS;
const SEEN = `${columns}, ${countedCompanies('merchant.id')} AS companies, ${countedUsers('merchant.id')} AS people`;

export interface MerchantSearch {
  /** Part of a name, of the merchant or of a company; a whole id, document or e-mail of somebody's. */
  q?: string | undefined;
  status?: 'ACTIVE' | 'INACTIVE' | undefined;
}

export async function listAllMerchants(
  db: Db,
  { q, status }: MerchantSearch,
  paging: Paging,
): Promise<ListPage<SeenMerchant>> {
  const found = `merchant.id::text = $2 OR merchant.name ILIKE $1
    OR ${merchantHasCompany('merchant.id', '$1', '$3')} OR ${merchantHasUser('merchant.id', '$4')}`;
  const own = [from, ...(q === undefined ? [] : [`(${found})`]), ...(status ? [`merchant.status = '${status}'`] : [])];
  const list = {
    ids: `SELECT merchant.id ${own.join(' AND ')}`,
    orderBy: 'id',
    direction: 'DESC',
    total: `SELECT count(*) ${own.join(' AND ')}`,
    rows: `SELECT ${SEEN} ${from} AND merchant.id IN (SELECT id FROM page)`,
  } as const;
  const text = q?.trim() ?? '';
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const params = q === undefined ? [] : [pattern, text, text.replaceAll(/[\s./-]/g, ''), text.toLowerCase()];
  return readPage(db, list, params, paging);
}

export async function findAnyMerchant(db: Db, id: number): Promise<SeenMerchant | null> {
  const [row] = await db.query<SeenMerchant>(`SELECT ${SEEN} ${from} AND merchant.id = $1`, [id]);
  return row ?? null;
}
