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
  // Of boletos alone; programs that count columns find what they know where it was.
  'due_date',
  'last_payable_date',
  'paid_amount',
  'fine_paid',
  'interest_paid',
  'discount_given',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Cents for programs, reais for spreadsheets. */
export const MONEY_COLUMNS = [
  'amount',
  'refunded_amount',
  'paid_amount',
  'fine_paid',
  'interest_paid',
  'discount_given',
] as const satisfies readonly CsvColumn[];
