import { SCOPES, type Scope } from '../accounts/permissions.rules.ts';

/** Enough for every system of a merchant to have its own. */
export const MOST_LIVE_KEYS = 20;
/** Of those that have ended, so many are still listed: whoever makes and revokes for ever fills nothing. */
export const KEPT_ENDED_KEYS = 50;
export const MOST_ADDRESSES = 20;

export const KEY_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type KeyState = (typeof KEY_STATES)[number];

const PREFIX = 'vk_';
/** What cannot be a key is never looked for. */
const KEY = /^vk_[0-9a-f]{64}$/;
const HINT_LENGTH = 4;
/** Used again within this, a key is not written. */
const USED_EVERY_MS = 60_000;

export const isKey = (text: string) => KEY.test(text);
/** These characters are enough to tell two keys apart in a list, and too few to use one. */
export const hintOfKey = (key: string) => `…${key.slice(-HINT_LENGTH)}`;
/** Somebody has pasted a key where it would be shown for ever. */
export const holdsKey = (text: string) => text.includes(PREFIX);

/** Each once, in the order in which they are documented. */
export const tidyScopes = (scopes: readonly Scope[]) => SCOPES.filter((scope) => scopes.includes(scope));

export function stateOfKey(key: { revokedAt: Date | null; expiresAt: Date | null }, at: Date): KeyState {
  if (key.revokedAt) return 'REVOKED';
  return key.expiresAt && key.expiresAt <= at ? 'EXPIRED' : 'ACTIVE';
}

export function isUsedLongAgo(lastUsedAt: Date | null, at: Date): boolean {
  return lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS;
}
