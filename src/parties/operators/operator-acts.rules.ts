export const OPERATOR_ROLES = ['ADMIN', 'FINANCE', 'SUPPORT'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * What a route of the console needs.
 * - `read`: figures, lists, and people with their data masked.
 * - `reveal`: the data of one person, with a reason that is logged.
 * - `merchants`: makes merchants and establishments, invites whoever begins one.
 * - `status`: lets a merchant in, or shuts it out.
 * - `people`: reset links, ended sessions and second factors of merchants' people, with a reason.
 * - `terms`: fees, settlement, retention.
 * - `rails`: who charges and pays out for a company, caps, rules of payouts.
 * - `acquirers`: how banks are reached.
 * - `files`: checks a bank, sends and reads its files.
 * - `money`: divergences, unknown money, ends of refunds and payouts.
 * - `books`: runs an audit or a comparison.
 * - `operators`: who else is one.
 * - `own`: one's own account. A token has none.
 */
export const OPERATOR_ACTS = [
  'read',
  'reveal',
  'merchants',
  'status',
  'people',
  'terms',
  'rails',
  'acquirers',
  'files',
  'money',
  'books',
  'operators',
  'own',
] as const;
export type OperatorAct = (typeof OPERATOR_ACTS)[number];

const ACTS_OF_ROLE: Readonly<Record<OperatorRole, readonly OperatorAct[]>> = {
  ADMIN: OPERATOR_ACTS,
  FINANCE: ['read', 'reveal', 'terms', 'files', 'money', 'books', 'own'],
  SUPPORT: ['read', 'reveal', 'status', 'people', 'own'],
};

/** What only a person does, whoever gave a program its token. */
const NOT_BY_TOKEN = new Set<OperatorAct>(['operators', 'own']);

export function actsOfRole(role: OperatorRole): ReadonlySet<OperatorAct> {
  return new Set(ACTS_OF_ROLE[role]);
}

export function actsOfToken(role: OperatorRole): ReadonlySet<OperatorAct> {
  return new Set(ACTS_OF_ROLE[role].filter((act) => !NOT_BY_TOKEN.has(act)));
}

export function isOperatorRole(text: string): text is OperatorRole {
  return (OPERATOR_ROLES as readonly string[]).includes(text);
}
