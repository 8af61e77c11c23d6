/** By which day a payment counts: when it was made, or when it was paid. */
export type ReportBasis = 'created' | 'paid';

export interface ReportScope {
  merchantId: number;
  basis: ReportBasis;
  companyId: number | undefined;
  paymentType: string | undefined;
}

export interface ReportFigures {
  count: number;
  amount_cents: number;
  approved_count: number;
  approved_cents: number;
  failed_count: number;
  refunded_cents: number;
}

export interface ReportRow extends ReportFigures {
  /** A day as YYYY-MM-DD, or the beginning of an hour. */
  date: string;
  payment_type: string;
}

const NOTHING: ReportFigures = {
  count: 0,
  amount_cents: 0,
  approved_count: 0,
  approved_cents: 0,
  failed_count: 0,
  refunded_cents: 0,
};

export function addUp(rows: readonly ReportFigures[]): ReportFigures {
  return rows.reduce(
    (sum, row) => ({
      count: sum.count + row.count,
      amount_cents: sum.amount_cents + row.amount_cents,
      approved_count: sum.approved_count + row.approved_count,
      approved_cents: sum.approved_cents + row.approved_cents,
      failed_count: sum.failed_count + row.failed_count,
      refunded_cents: sum.refunded_cents + row.refunded_cents,
    }),
    NOTHING,
  );
}
