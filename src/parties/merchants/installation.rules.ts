/**
 * Whom operators belong to: the installation itself. It is a row of merchants, so that logins, sessions, second
 * factors, links, keys and the audit log know one kind of person; it sells nothing, and nobody lists it.
 */
export const INSTALLATION = 0;

/** Where somebody logs in: at the dashboard for a merchant, or at the operator's console for the installation. */
export type Entrance = 'dashboard' | 'console';

export function entranceOf({ merchant_id }: { merchant_id: number }): Entrance {
  return merchant_id === INSTALLATION ? 'console' : 'dashboard';
}
