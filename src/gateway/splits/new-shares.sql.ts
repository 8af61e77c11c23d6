import type { FrozenShare } from './split.ts';

/** One share of a payment that is about to be stored, tied to it by the payment's reference. */
export type NewShare = FrozenShare & { reference: string };

/**
 * Part of the statement that stores orders. Reads the record set `shares` and the CTE `admitted_payments (id,
 * reference)`; a share of a payment that is not there is left out.
 */
export const storeShares = (shares: string) => `
  stored_shares AS (
    INSERT INTO payment_shares (payment_id, position, company_id, company_name, source, merchant_type, type,
      amount_split,
      charge_fee, discount_gross_amount, share_cents, fee_cents)
    SELECT p.id, s."position", s."companyId", s."companyName", s."source", s."merchantType", s."type", s."amountSplit",
      s."chargeFee", s."discountGrossAmount", s."shareCents", s."feeCents"
    FROM admitted_payments p JOIN jsonb_to_recordset(${shares}) AS s("reference" text, "position" integer,
      "companyId" bigint,
      "companyName" text, "source" text, "merchantType" text, "type" text, "amountSplit" bigint, "chargeFee" boolean,
      "discountGrossAmount" boolean, "shareCents" bigint, "feeCents" bigint) USING (reference)
  )`;
