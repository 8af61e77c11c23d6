/** What a caller needs in order to use a route. */
export type Permission = Scope | 'manage' | 'own';

/** What an API key may be given, too. */
export const SCOPES = ['read', 'charge', 'refund', 'payout', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['OWNER', 'FINANCE', 'SUPPORT', 'READER'] as const;
export type Role = (typeof ROLES)[number];
/** What a user's row may hold: operators have one more, and two that are called the same. */
export type StoredRole = Role | 'ADMIN';

/**
 * - `read`: whatever the merchant has.
 * - `charge`: orders and payment links, and what follows from them until they are paid.
 * - `refund`: gives money back, and says what becomes of a divergence.
 * - `payout`: sends money out. A key has it only where somebody gave it.
 * - `webhooks`: where events are sent to, and sending them again.
 * - `manage`: access tokens, API keys, people, companies and their splits.
 * - `own`: one's own account. A key has none.
 */
const PERMISSIONS_OF_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  OWNER: ['read', 'charge', 'refund', 'payout', 'webhooks', 'manage', 'own'],
  FINANCE: ['read', 'refund', 'payout', 'own'],
  SUPPORT: ['read', 'charge', 'own'],
  READER: ['read', 'own'],
};

export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return new Set(PERMISSIONS_OF_ROLE[role]);
}

/** A key does what its scopes say, and nothing that belongs to a person. */
export function permissionsOfScopes(scopes: readonly Scope[]): ReadonlySet<Permission> {
  return new Set(scopes);
}

/** Reading needs `read` unless the route says otherwise; whatever changes something must say what it needs. */
export function permissionOfRoute(
  { method, url }: { method: string | readonly string[]; url?: string | undefined },
  permission: Permission | undefined,
): Permission {
  if (permission) return permission;
  if ([method].flat().every((name) => name === 'GET' || name === 'HEAD')) return 'read';
  throw new Error(`${method} ${url} changes something and does not say which permission that needs`);
}
