import type { AuditEntry } from '../audit-log/audit-log.rules.ts';

/** Whom an entry of the audit log is about. */
export function aboutUser({
  id,
  merchant_id,
}: {
  id: number;
  merchant_id: number;
}): Pick<AuditEntry, 'merchantId' | 'object'> {
  return { merchantId: merchant_id, object: { kind: 'user', id } };
}
