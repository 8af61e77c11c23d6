/** The customer of an order that is about to be stored, tied to it by the reference of its payment. */
export interface NewCustomer {
  reference: string;
  merchant_id: number;
  document: string;
  name: string;
  name_folded: string;
  email: string;
  phone: string;
  created_at: Date;
  /**
   * False where the order's data are old or not the merchant's own: an existing record of the customer stays as it is.
   */
  is_update: boolean;
}

/**
 * Part of the statement that stores orders: one record per merchant and document; a later order updates it. Reads the
 * record set `customers` and the CTE `admitted_payments (reference)`; gives `stored_customers (id, merchant_id,
 * document)`. Several orders of one customer write its record once, and all statements take the records in the same
 * order, so that none waits for another in a circle.
 */
export const storeCustomers = (customers: string) => `
  newest_customers AS (
    SELECT DISTINCT ON (merchant_id, document) n.*
    FROM jsonb_to_recordset(${customers}) AS n(
      reference text, merchant_id bigint, document text, name text, name_folded text,
      email text, phone text, created_at timestamptz, is_update boolean)
    WHERE reference IN (SELECT reference FROM admitted_payments)
    ORDER BY merchant_id, document, is_update DESC, created_at DESC
  ), stored_customers AS (
    INSERT INTO customers AS c (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
    SELECT merchant_id, document, name, name_folded, email, phone, created_at, created_at
    FROM newest_customers ORDER BY merchant_id, document
    ON CONFLICT (merchant_id, document) DO UPDATE SET (name, name_folded, email, phone, updated_at) = (
      SELECT CASE WHEN is_update THEN n.name ELSE c.name END,
        CASE WHEN is_update THEN n.name_folded ELSE c.name_folded END,
        CASE WHEN is_update THEN n.email ELSE c.email END, CASE WHEN is_update THEN n.phone ELSE c.phone END,
        CASE WHEN is_update THEN n.created_at ELSE c.updated_at END
      FROM newest_customers n WHERE n.merchant_id = c.merchant_id AND n.document = c.document)
    RETURNING id, merchant_id, document
  )`;
