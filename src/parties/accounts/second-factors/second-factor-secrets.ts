import { createHash, hkdfSync } from 'node:crypto';
import { openSecret, opensSecret, sealSecret } from '../../../ground/secret-box.ts';
import type { WebhookParts } from '../../../ground/webhook-sender.ts';
import type { Person } from './second-factors.sql.ts';

const KEY_BYTES = 32;
const PURPOSE = 'vintem second factor';

/**
 * A key of its own that follows from the one of webhooks: neither opens what the other sealed, and an operator keeps,
 * changes and backs up one key instead of two.
 */
export function secondFactorKey(webhookKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', webhookKey, Buffer.alloc(0), PURPOSE, KEY_BYTES));
}

export function sealSecondFactor({ key }: WebhookParts, secret: Buffer): string {
  return sealSecret(secondFactorKey(key), secret.toString('base64url'));
}

export function openSecondFactor({ key, previousKey }: WebhookParts, sealed: string): Buffer {
  const current = secondFactorKey(key);
  const isBefore = previousKey && !opensSecret(current, sealed);
  return Buffer.from(openSecret(isBefore ? secondFactorKey(previousKey) : current, sealed), 'base64url');
}

/** Eighty random bits need no slow hash; with the user in it, one guess is good against one user only. */
export function hashRecoveryCode({ id }: Person, code: string): Buffer {
  return createHash('sha256').update(`${id} ${code}`).digest();
}
