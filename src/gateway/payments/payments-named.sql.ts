import type { Db } from '../../ground/db/pool.ts';
import type { Payment } from './payment.ts';
import { PAYMENT_COLUMNS } from './payments.sql.ts';

const MOST_IDS = 9_007_199_254_740_991;

/** For operators, who hear an id, an order number, a reference or an endToEndId, whoever's payment it is. */
export async function findPaymentsNamed(
  db: Db,
  typed: string,
  acquirers: readonly string[],
): Promise<Payment[]> {
  const name = typed.trim();
  const id = /^\d{1,16}$/.test(name) && Number(name) <= MOST_IDS ? Number(name) : null;
  return db.query<Payment>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE id IN (
       SELECT $2::bigint UNION SELECT id FROM payments WHERE order_number = $1
       UNION SELECT id FROM payments WHERE reference = $1
       UNION SELECT payment_id FROM payment_receipts WHERE acquirer = ANY ($3) AND end_to_end_id = $1)
     ORDER BY id DESC`,
    [name, id, acquirers],
  );
}
