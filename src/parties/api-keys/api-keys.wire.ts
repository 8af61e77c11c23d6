import { stateOfKey } from './api-key.rules.ts';
import type { ListedKey } from './api-keys.sql.ts';

export function apiKey(key: ListedKey, at: Date) {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    hint: key.hint,
    status: stateOfKey(key, at),
    created_at: key.createdAt.toISOString(),
    created_by: { id: key.createdBy, name: key.creatorName },
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    addresses: key.addresses,
  };
}
