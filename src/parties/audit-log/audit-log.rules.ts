import type { Actor, Asker } from '../../ground/actor.rules.ts';

/** What is told about. Orders are not: the payment itself tells of them. */
export const AUDIT_ACTIONS = [
  'login.succeeded',
  'login.failed',
  'session.ended',
  'sessions.ended',
  'password.changed',
  'password.reset_asked',
  'password.reset_voided',
  'profile.changed',
  'totp.enabled',
  'totp.disabled',
  'totp.codes_renewed',
  'totp.required',
  'user.invited',
  'user.joined',
  'user.changed',
  'user.removed',
  'invitation.revoked',
  'merchant.invited',
  'merchant.created',
  'merchant.changed',
  'api_key.created',
  'api_key.revoked',
  'api_key.taken_over',
  'api_key.refused',
  'access_token.created',
  'access_token.revoked',
  'refund.requested',
  'reversal.requested',
  'refund.settled',
  'payout.requested',
  'payout.approved',
  'payout.refused',
  'payout.cancelled',
  'payout.settled',
  'payout.returned',
  'payouts.resumed',
  'payouts.exported',
  'payout_finding.resolved',
  'payout_schedule.changed',
  'destination.created',
  'destination.removed',
  'destination.blocked',
  'transaction.canceled',
  'boleto.due_date_changed',
  'divergence.resolved',
  'divergence.booked',
  'receipt.bound',
  'receipt.booked',
  'receipt.closed',
  'comparison.asked',
  'payout_list.exported',
  'company.created',
  'company.changed',
  'split.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.disabled',
  'webhook.removed',
  'webhook.secret_rotated',
  'webhooks.rekeyed',
  'payment_link.created',
  'payment_link.changed',
  'customer.exported',
  'customer.anonymised',
  'transactions.exported',
  'statement.exported',
  'audit_log.exported',
  'acquirer.changed',
  'acquirer.removed',
  'acquirer.webhook_registered',
  'acquirers.rekeyed',
  'bank_file.sent',
  'bank_file.received',
  'bank_file.downloaded',
  'personal_data.revealed',
  'audit.asked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OBJECTS = [
  'user',
  'session',
  'invitation',
  'merchant',
  'api_key',
  'access_token',
  'transaction',
  'customer',
  'refund',
  'divergence',
  'payout',
  'destination',
  'receipt',
  'company',
  'webhook',
  'payment_link',
  'acquirer',
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];

/** Short values that say what changed: no secret, nothing about a payer. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly (string | number)[]>;

/** What differs between the two sides of a change: `role` as it is now, and `role_before`. */
export function bothSides(before: AuditDetails, after: AuditDetails): AuditDetails {
  const differing = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return Object.fromEntries(
    differing.flatMap((name) => [
      [name, after[name] ?? null],
      [`${name}_before`, before[name] ?? null],
    ]),
  );
}

export interface AuditEntry {
  /** Null: of the installation, or of nobody who is known. */
  merchantId: number | null;
  action: AuditAction;
  object?: { kind: AuditObject; id: number | string };
  details?: AuditDetails;
  /** Where the context does not know it: who has just logged in, or was turned away before. */
  actor?: Actor;
  address?: string;
}

/**
 * What somebody can repeat as often as they like is counted: the same by the same from the same address is one
 * row a minute.
 */
const COUNTED = new Set<AuditAction>([
  'login.succeeded',
  'login.failed',
  'api_key.refused',
  'transactions.exported',
  'statement.exported',
  'audit_log.exported',
  'payouts.exported',
]);
/** What strangers do: those from many addresses share one row once so many of a minute have one of their own. */
const STRANGERS = new Set<AuditAction>(['login.failed', 'api_key.refused']);
export const MOST_STRANGERS_PER_MINUTE = 20;
/** How many of the accounts that were tried from an address are named. */
export const MOST_USERS_NAMED = 10;

const MINUTE_MS = 60_000;

export interface CountedAs {
  minute: Date;
  key: string;
  isByStranger: boolean;
}

/** How an entry is counted, or null where each is a row of its own. */
export function countedAs(entry: AuditEntry, { actor, address }: Asker, at: Date): CountedAs | null {
  if (!COUNTED.has(entry.action)) return null;
  const object = entry.object ? `${entry.object.kind} ${entry.object.id}` : '';
  // The accounts that were tried from one address are gathered in one row; all else tells entries apart.
  const { users: _, ...details } = entry.details ?? {};
  return {
    minute: new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS),
    key: `${actor.kind} ${actor.id ?? ''} ${address ?? ''} ${object} ${JSON.stringify(details)}`,
    isByStranger: STRANGERS.has(entry.action),
  };
}
