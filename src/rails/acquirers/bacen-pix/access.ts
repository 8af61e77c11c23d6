import type { ProfileName } from './profiles.ts';

/** All that is needed to call one bank for one PIX key; stored encrypted, because most of it is secret. */
export interface BankAccess {
  profile: ProfileName;
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  /** Absent where the bank knows its clients by their certificate alone. */
  clientSecret: string | null;
  pixKey: string;
  /** What `pixKey` was before, under the same name: charges for it may still be paid, and given back. */
  formerPixKeys?: readonly string[];
  /** Our certificate with its chain, and its key; null where the bank's test environment asks for none. */
  certificatePem: string | null;
  privateKeyPem: string | null;
  /** Whom we believe to be the bank; null means the authorities that Node.js knows. */
  caPem: string | null;
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
  const isSameBank = bareUrl(before.baseUrl) === bareUrl(access.baseUrl);
  return isSameBank && (before.pixKey === access.pixKey || before.clientId === access.clientId);
}

function bareUrl(url: string): string {
  return url.replace(/\/+$/, '').toLowerCase();
}
