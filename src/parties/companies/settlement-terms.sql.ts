/**
 * Joins, to rows that name a company in `idColumn`, the terms that the company has now for the payment type in
 * `paymentType`. Both are columns or parameters of the caller's statement.
 */
export const joinSettlementTerms = (idColumn: string, paymentType: string) =>
  `JOIN companies company ON company.id = ${idColumn}
   LEFT JOIN company_payment_plans plan ON plan.company_id = company.id AND plan.payment_type = ${paymentType}`;

/**
 * Needs `joinSettlementTerms` in the same statement. Without a plan, PIX settles at once and a boleto on the
 * next business day.
 */
export const settlementTerms = (paymentType: string) =>
  `coalesce(plan.settlement_days, CASE WHEN ${paymentType} = 'pix' THEN 0 ELSE 1 END) AS "settlementDays",
   company.retention_basis_points AS "retentionBasisPoints", company.retention_days AS "retentionDays"`;
