import { type Actor, actorOfOperator, actorOfUser } from '../../ground/actor.rules.ts';
import type { AuditEntry } from '../audit-log/audit-log.rules.ts';
import { entranceOf } from '../merchants/installation.rules.ts';

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

/** How the audit log names this person. */
export function actorOf(person: { id: number; merchant_id: number; name: string }): Actor {
  return entranceOf(person) === 'console' ? actorOfOperator(person) : actorOfUser(person);
}
