import type { AcquirerData } from './payment.ts';
import { PAYMENT_COLUMNS } from './payments.sql.ts';

/** What its acquirer issued for a payment, as a row of a record set. */
export interface IssuedPayment {
  payment_id: number;
  issued: AcquirerData;
}

/**
 * Part of the statement that finishes orders. Fills what is still absent of the record set `issued`, as
 * `fillAcquirerData` does, and never touches the status. Gives `asked_issues` and `issued_payments`: the payments as
 * they are stored then.
 */
export const issuePayments = (issued: string) => `
  asked_issues AS (
    SELECT * FROM jsonb_to_recordset(${issued}) AS i(payment_id bigint, issued jsonb)
  ), issued_payments AS (
    UPDATE payments SET response_data_subacquirer_integration =
      i.issued || jsonb_strip_nulls(coalesce(response_data_subacquirer_integration, '{}'))
    FROM asked_issues i WHERE id = i.payment_id RETURNING ${PAYMENT_COLUMNS}
  )`;
