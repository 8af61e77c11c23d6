import { foldName } from './customers.rules.ts';

/**
 * For statements of other owners: the ids of a merchant's customers by what is known of them. All arguments of these
 * are parameters of that statement.
 */
export const customerWithDocument = (merchantId: string, document: string) =>
  `SELECT id FROM customers WHERE merchant_id = ${merchantId} AND document = ${document}`;

export const customersWithEmail = (merchantId: string, emails: string) =>
  `SELECT id FROM customers WHERE merchant_id = ${merchantId} AND email = ANY (${emails})`;

/** The pattern comes from `namePattern`. */
export const customersNamedLike = (merchantId: string, pattern: string) =>
  `SELECT id FROM customers WHERE merchant_id = ${merchantId} AND name_folded LIKE ${pattern}`;

/** Names that begin with this, ignoring case and accents. */
export function namePattern(beginning: string): string {
  return `${foldName(beginning).replace(/[\\%_]/g, '\\$&')}%`;
}
