/**
 * - `always`.
 * - `always, by a token too`: a token counts as a password that was given when it was issued.
 * - `as a file`: only where a list is taken along as a file (`format`).
 * - `when it begins`: by a token too, and not where an Idempotency-Key only asks for an answer again; the route asks.
 * - `above the threshold`: only where the amount is above what the operator has set for the company; the route asks.
 */
export type When = 'always' | 'always, by a token too' | 'when it begins' | 'as a file' | 'above the threshold';

/**
 * The one list of what needs a password (and a second factor, where there is one) that was given a few minutes ago, by
 * method and route. It holds for whoever is logged in at the dashboard, whose screen may have been left open; keys are
 * bound by their scopes, and a token was issued for a password, which must be fresh only where money can leave for
 * good. What asks for the password in its own body every time
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
  // Where money may leave to.
  'POST /companies/:id/destinations': 'always, by a token too',
  'DELETE /companies/:id/destinations/:destinationId': 'always, by a token too',
  // Money that leaves.
  'PUT /companies/:id/payout-schedule': 'always, by a token too',
  'DELETE /companies/:id/payout-schedule': 'always',
  'POST /payments/pix/refund': 'above the threshold',
  'POST /payments/reversal': 'above the threshold',
  'POST /payouts': 'when it begins',
  'POST /payouts/:id/approve': 'always, by a token too',
  // Data of persons, as files or gone for good.
  'GET /customers/:id/export': 'always',
  'POST /customers/:id/anonymise': 'always',
  'GET /transactions': 'as a file',
  'GET /audit-log': 'as a file',
  'GET /payouts': 'as a file',
};

/** The formats of lists that are no file. */
const SHOWN = new Set([undefined, 'json']);

interface Route {
  method: string;
  url: string;
}

/** Whether this needs a fresh password whatever its amount is. */
export function isSensitive(route: Route, query: { format?: unknown }): boolean {
  const when = whenOf(route);
  if (when === 'as a file') return !SHOWN.has(query.format as string | undefined);
  return when === 'always' || when === 'always, by a token too';
}

/** Whether this needs a token that was issued a few minutes ago. */
export function isSensitiveByToken(route: Route): boolean {
  return whenOf(route) === 'always, by a token too';
}

function whenOf({ method, url }: Route): When | undefined {
  return SENSITIVE_ACTS[`${method === 'HEAD' ? 'GET' : method} ${url}`];
}

/** An amount that equals the threshold is not above it. Null: nobody is asked for any. */
export function isAboveThreshold(amountCents: number, thresholdCents: number | null): boolean {
  return thresholdCents !== null && amountCents > thresholdCents;
}
