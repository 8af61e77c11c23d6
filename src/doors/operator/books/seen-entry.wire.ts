import { maskEmail } from '../../../gateway/destinations/destination-mask.rules.ts';
import { maskName } from '../../../gateway/instruments/masked-payer.rules.ts';
import type { AuditDetails } from '../../../parties/audit-log/audit-log.rules.ts';
import type { LoggedEntry } from '../../../parties/audit-log/audit-log.sql.ts';
import { loggedEntry } from '../../../parties/audit-log/audit-log.wire.ts';

/** As operators see it: who of them it was, and of everybody else no more than an id and initials. */
export function seenEntry(row: LoggedEntry) {
  const isOperator = row.actor_kind === 'operator';
  const name =
    row.actor_name === null || isOperator || row.actor_kind === 'job' ? row.actor_name : maskName(row.actor_name);
  return {
    ...loggedEntry(row),
    actor: { kind: row.actor_kind, id: row.actor_id, name },
    details: maskDetails(row.details),
    address: isOperator ? row.address : null,
  };
}

const isEmail = (value: unknown): value is string => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);

function maskDetails(details: AuditDetails): AuditDetails {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key, isEmail(value) ? maskEmail(value) : value]),
  );
}
