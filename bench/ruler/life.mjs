// A payment's whole life on the ruler's tables: the order, its approval with books and event, and the webhook that is
// taken and noted as delivered.
import { json, TWO_STATEMENTS } from './order.mjs';

const APPROVED = `
  WITH payment AS (
    UPDATE ruler.payments SET status = 2, next_check_at = NULL, updated_at = now()
    WHERE id = (:payment_id)::bigint AND status = 1 RETURNING id
  ), journal AS (
    INSERT INTO ruler.journals (payment_id, posted_at) SELECT id, now() FROM payment RETURNING id
  ), entries AS (
    INSERT INTO ruler.entries (journal_id, account, company_id, amount_cents, available_at)
    SELECT journal.id, e.account, e.company_id, e.amount_cents, now() FROM journal, (VALUES
      ('acquirer', NULL::bigint, -10000), ('company', 1, 10000), ('company', 1, -100), ('fee', NULL, 100)
    ) AS e (account, company_id, amount_cents)
  ), event AS (
    INSERT INTO ruler.events
    SELECT 'evt_paid_' || :r, 1, id, 2, ${json({
      event: 'payment.approved',
      transaction_id: 1,
      order_number: '20261115-U4GJKY7GLB',
      status: 'APPROVED',
      amount: 10000,
      payment_type: 'pix',
    })}, now() FROM payment RETURNING id
  )
  INSERT INTO ruler.deliveries (event_id, status) SELECT id, 'PENDING' FROM event RETURNING id`;

const TAKEN = `
  UPDATE ruler.deliveries SET leased_until = now() + interval '30 s'
  WHERE id = (:delivery_id)::bigint AND status = 'PENDING'`;

const DELIVERED = `
  UPDATE ruler.deliveries SET status = 'DELIVERED', leased_until = NULL, delivered_at = now()
  WHERE id = (:delivery_id)::bigint`;

export const LIFE_STATEMENTS = {
  variables: TWO_STATEMENTS.variables,
  statements: [
    ...TWO_STATEMENTS.statements,
    { sql: APPROVED, keeps: { delivery_id: 'id' } },
    { sql: TAKEN },
    { sql: DELIVERED },
  ],
};
