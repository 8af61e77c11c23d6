import type { AcquirerData, Payment, StoredRegistration } from './payment.ts';

/** What its acquirer issued for a payment, as a row of a record set. */
export interface IssuedPayment {
  payment_id: number;
  issued: AcquirerData;
  /** Null: registered when it was issued. */
  registration: StoredRegistration | null;
}

/** What anybody may have changed of a payment since it was stored; all else of it is as it was then. */
const CHANGEABLE = [
  'status',
  'refunded_cents',
  'refunding_cents',
  'acquirer_data',
  'charge_sent_at',
  'updated_at',
  'paid_at',
  'received_by',
  'paid_cents',
  'fine_paid_cents',
  'interest_paid_cents',
  'discount_given_cents',
  'refunded_at',
  'registration',
  'requested_change',
  'failure_reason',
] as const satisfies (keyof Payment)[];

export type PaymentAfterIssue = Pick<Payment, 'id' | (typeof CHANGEABLE)[number]>;

const COLUMNS = ['id', ...CHANGEABLE]
  .join(', ')
  .replace('acquirer_data', 'response_data_subacquirer_integration AS acquirer_data')
  .replace('registration', 'payments.registration');

/**
 * Part of the statement that finishes orders. Fills what is still absent of the record set `issued`, as
 * `fillAcquirerData` does, and never touches the status. Gives `asked_issues` and `issued_payments`: what the
 * payments are then.
 */
export const issuePayments = (issued: string) => `
  asked_issues AS (
    SELECT * FROM jsonb_to_recordset(${issued}) AS i(payment_id bigint, issued jsonb, registration jsonb)
  ), issued_payments AS (
    UPDATE payments SET response_data_subacquirer_integration =
      i.issued || jsonb_strip_nulls(coalesce(response_data_subacquirer_integration, '{}')),
      registration = coalesce(payments.registration, i.registration)
    FROM asked_issues i WHERE id = i.payment_id RETURNING ${COLUMNS}
  )`;
