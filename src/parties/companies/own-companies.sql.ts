import type { Db } from '../../ground/db/pool.ts';
import type { Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import type { PaymentPlan, StandingParticipant } from './seller.ts';

/** What a merchant may read of its own companies. */

export interface OwnCompany {
  id: number;
  name: string;
  document: string;
  status: string;
  active_tokens: number;
}

const LISTED = `c.id, c.name, c.document, c.status, (
    SELECT count(*) FROM company_access_tokens t WHERE t.company_id = c.id AND t.status = 'ACTIVE') AS active_tokens`;

export async function listOwnCompaniesOfMerchant(
  db: Db,
  merchantId: number,
  paging: Paging,
): Promise<ListPage<OwnCompany>> {
  const list = {
    ids: 'SELECT id FROM companies WHERE merchant_id = $1',
    orderBy: 'id',
    direction: 'ASC',
    total: 'SELECT count(*) FROM companies WHERE merchant_id = $1',
    rows: `SELECT ${LISTED} FROM page JOIN companies c USING (id) WHERE c.merchant_id = $1`,
  } as const;
  return readPage(db, list, [merchantId], paging);
}

/** Of a participant of another merchant nothing is read but its name. */
export interface ListedFixedParticipant extends Omit<StandingParticipant, 'company'> {
  company_id: number;
  name: string;
}

export interface OwnCompanyDetails extends OwnCompany {
  address_line: string;
  city: string;
  state: string;
  zip_code: string;
  retention_basis_points: number;
  retention_days: number;
  created_at: Date;
  reminder_days: number[] | null;
  plans: PaymentPlan[];
  split: ListedFixedParticipant[];
}

export async function findOwnCompanyOfMerchant(
  db: Db,
  merchantId: number,
  companyId: number,
): Promise<OwnCompanyDetails | null> {
  const [company] = await db.query<OwnCompanyDetails>(
    `SELECT ${LISTED}, c.address_line, c.city, c.state, c.zip_code, c.retention_basis_points, c.retention_days,
       c.created_at, c.reminder_days,
       (SELECT coalesce(jsonb_agg(to_jsonb(p) - 'company_id' ORDER BY p.payment_type DESC), '[]')
        FROM company_payment_plans p WHERE p.company_id = c.id) AS plans,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'company_id', s.participant_company_id, 'name', partner.name, 'merchantType', s.merchant_type,
          'type', s.type, 'chargeFee', s.charge_fee, 'discountGrossAmount', s.discount_gross_amount,
          'amountSplit', s.amount_split) ORDER BY s.position), '[]')
        FROM company_split_participants s JOIN companies partner ON partner.id = s.participant_company_id
        WHERE s.company_id = c.id) AS split
     FROM companies c WHERE c.id = $2 AND c.merchant_id = $1`,
    [merchantId, companyId],
  );
  return company ?? null;
}
