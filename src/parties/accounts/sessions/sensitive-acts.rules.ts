/**
 * - `always`.
 * - `as a file`: only where a list is taken along as a file (`format`).
 * - `above the threshold`: only where the amount is above what the operator has set for the company; the route asks.
 */
export type When = 'always' | 'as a file' | 'above the threshold';

/**
 * The one list of what needs a password (and a second factor, where there is one) that was given a few minutes ago, by
 * method and route. It holds for whoever is logged in at the dashboard, whose screen may have been left open; keys are
 * bound by their scopes, and a token was issued for a password. What asks for the password in its own body every time
 * (another password, other recovery codes, switching a second factor off) needs no line.
 */
export const SENSITIVE_ACTS: Readonly<Record<string, When>> = {
  // API keys.
  'POST /api-keys': 'always',
  'DELETE /api-keys/:id': 'always',
  // Access tokens.
  'POST /companies/:id/access-tokens': 'always',
  'DELETE /companies/:id/access-tokens/:tokenId': 'always',
  // Addresses of webhooks, and their secrets.
  'POST /webhooks': 'always',
  'PATCH /webhooks/:id': 'always',
  'DELETE /webhooks/:id': 'always',
  'POST /webhooks/:id/rotate-secret': 'always',
  // Who receives a part of every payment.
  'PUT /companies/:id/split': 'always',
  // Roles and invitations.
  'PATCH /users/:id': 'always',
  'DELETE /users/:id/sessions': 'always',
  'POST /invitations': 'always',
  'DELETE /invitations/:id': 'always',
  // Second factors: the first one, too, or whoever finds an open screen makes the account theirs.
  'POST /users/me/second-factor': 'always',
  'POST /users/me/second-factor/confirm': 'always',
  'PATCH /merchant': 'always',
  // Money that leaves.
  'PUT /companies/:id/payout-schedule': 'always',
  'DELETE /companies/:id/payout-schedule': 'always',
  'POST /payments/pix/refund': 'above the threshold',
  'POST /payments/reversal': 'above the threshold',
  // Data of persons, as files or gone for good.
  'GET /customers/:id/export': 'always',
  'POST /customers/:id/anonymise': 'always',
  'GET /transactions': 'as a file',
  'GET /audit-log': 'as a file',
};

/** The formats of lists that are no file. */
const SHOWN = new Set([undefined, 'json']);

/** Whether this needs a fresh password whatever its amount is. */
export function isSensitive(route: { method: string; url: string }, query: { format?: unknown }): boolean {
  const method = route.method === 'HEAD' ? 'GET' : route.method;
  const when = SENSITIVE_ACTS[`${method} ${route.url}`];
  return when === 'always' || (when === 'as a file' && !SHOWN.has(query.format as string | undefined));
}

/** An amount that equals the threshold is not above it. Null: nobody is asked for any. */
export function isAboveThreshold(amountCents: number, thresholdCents: number | null): boolean {
  return thresholdCents !== null && amountCents > thresholdCents;
}
