import { type Connection, isSameBank } from '../bank-connection/connection.ts';
import type { ProfileName } from './profiles.ts';

/** All that is needed to call one bank for one PIX key. */
export interface BankAccess extends Connection {
  profile: ProfileName;
  pixKey: string;
  /** What `pixKey` was before, under the same name: charges for it may still be paid, and given back. */
  formerPixKeys?: readonly string[];
  /** What some banks want besides. */
  appKey: string | null;
  account: string | null;
}

const MOST_FORMER_KEYS = 20;

/** What is stored in place of `before`: charges that were issued for another key of ours are still ours. */
export function succeeding(before: BankAccess | null, access: BankAccess): BankAccess {
  const keys = before ? [before.pixKey, ...(before.formerPixKeys ?? [])] : [];
  const former = [...new Set(keys)].filter((key) => key !== access.pixKey).slice(0, MOST_FORMER_KEYS);
  return former.length > 0 ? { ...access, formerPixKeys: former } : access;
}

/**
 * What was charged by the one can be asked about and given back by the other: the same bank, and the same key or the
 * same client of it, who has another key since.
 */
export function reachesTheSame(before: BankAccess, access: BankAccess): boolean {
  return isSameBank(before, access) && (before.pixKey === access.pixKey || before.clientId === access.clientId);
}
