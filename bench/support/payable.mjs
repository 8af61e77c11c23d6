// Companies with money and a place to send it to, and requests that send it there.
import { sealDestination } from '../../dist/gateway/destinations/seal-destination.js';
import { addMerchant, addPayments } from './filler.mjs';
import { AMOUNT_CENTS, jsonHeaders, logIn } from './stage.mjs';

/** For the service as well (`ACQUIRER_KEY`): what is encrypted here is opened there. */
export const DESTINATION_KEY = 'b3'.repeat(32);

/** Of each sale, so many payouts can be made. */
const PAYOUTS_OF_A_SALE = 1_000;
/** Of some, the money is still to come. */
const SALES_OF_A_COMPANY = 20;
const MASKED = { type: 'pix_key', key_type: 'cnpj', key: '**.222.333/****-**' };

/** Merchants with so many companies each, which can pay out more than any round does. */
export async function addPayable(db, name, { merchants, companies }) {
  const added = [];
  for (let number = 1; number <= merchants; number++) {
    const merchant = await addMerchant(db, `${name}-${number}`, companies);
    await addPayments(db, merchant, {
      count: companies * SALES_OF_A_COMPANY,
      lives: 'approved',
      amountCents: AMOUNT_CENTS * PAYOUTS_OF_A_SALE,
      isEven: true,
    });
    added.push({ ...merchant, destinationIds: await addDestinations(db, merchant) });
  }
  return added;
}

/** The document of each company, as a PIX key. */
async function addDestinations(db, { merchantId, companyIds }) {
  const destination = { kind: 'pix_key', keyType: 'cnpj', key: '11222333000181' };
  const { sealed, fingerprint } = sealDestination(Buffer.from(DESTINATION_KEY, 'hex'), destination);
  const rows = await db.query(
    `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint, is_own,
       created_at, created_by, usable_at)
     SELECT $1, company_id, 'pix_key', 'cnpj', $3, $4, $5, true, now(), 'bench', now()
     FROM unnest($2::bigint[]) WITH ORDINALITY AS company (company_id, place) ORDER BY place RETURNING id`,
    [merchantId, companyIds, JSON.stringify(MASKED), sealed, fingerprint],
  );
  return rows.map(({ id }) => id);
}

/** `count` payouts of their companies in turn, by people who have just logged in. */
export async function payoutsOf(url, merchants, count) {
  const turns = [];
  for (const { email, companyIds, destinationIds } of merchants) {
    const headers = jsonHeaders(await logIn(url, email));
    turns.push({ headers, companyIds, destinationIds });
  }
  return Array.from({ length: count }, (_, index) => {
    const { headers, companyIds, destinationIds } = turns[index % turns.length];
    const place = Math.floor(index / turns.length) % companyIds.length;
    const body = { company_id: companyIds[place], amount: AMOUNT_CENTS, destination_id: destinationIds[place] };
    return { path: '/payouts', headers, body: JSON.stringify(body) };
  });
}
