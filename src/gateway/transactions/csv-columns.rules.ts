/** What a file of transactions can hold, in this order unless another is asked for. */
export const CSV_COLUMNS = [
  'id',
  'order_number',
  'external_id',
  'company_id',
  'status',
  'failure_reason',
  'payment_type',
  'amount',
  'refunded_amount',
  'customer_name',
  'customer_email',
  'created_at',
  'paid_at',
  'updated_at',
  'expires_at',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];
