const PAGES: Readonly<Record<string, string>> = {
  DIVERGENCE_OPEN: '/divergences',
  AUDIT_FINDINGS: '/audits',
  AUDIT_OLD: '/audits',
  SEAL_OLD: '/audits',
  COMPARISON_DIFFERS: '/comparisons',
  UNKNOWN_RECEIPTS: '/receipts',
  REFUND_OLD: '/refunds',
  PAYOUT_OLD: '/payouts',
  PAYOUT_UNSENT: '/payouts',
  PAYOUTS_STAND_STILL: '/payouts',
  PAYOUT_FINDINGS: '/payouts',
  ACQUIRER_KEY_WRONG: '/acquirers',
  ACQUIRER_UNKNOWN: '/acquirers',
  ACQUIRER_UNUSED: '/acquirers',
  NO_ACQUIRER: '/acquirers',
  CERTIFICATE_ENDS: '/acquirers',
  CERTIFICATE_EXPIRED: '/acquirers',
  CERTIFICATE_UNREADABLE: '/acquirers',
  COMPANY_NO_RAIL: '/merchants',
  PAYOUT_NO_RAIL: '/merchants',
};

/** Where a finding can be looked into here; null where only whoever has the machine can. */
export function pageOfFinding(code: string): string | null {
  return PAGES[code] ?? null;
}
