import { openSecret, opensSecret, sealSecret } from '../../ground/secret-box.ts';
import type { StoredConfig } from './configs.sql.ts';

/** What an adapter of that kind needs, as it was given by the operator; only the adapter knows its shape. */
export interface AcquirerConfig {
  name: string;
  kind: StoredConfig['kind'];
  profile: string;
  access: unknown;
  /** What the address of its callbacks ends in; stays the same when the rest is replaced. */
  callbackSecret: string;
}

/** The key to encrypt with, and the one before it, which opens what is not encrypted anew yet. */
export interface ConfigKeys {
  current: Buffer;
  previous: Buffer | null;
}

export function sealConfig(key: Buffer, { access, callbackSecret }: AcquirerConfig): string {
  return sealSecret(key, JSON.stringify({ access, callbackSecret }));
}

/** Null when neither key opens it. */
export function openConfig(keys: ConfigKeys, { name, kind, profile, sealed }: StoredConfig): AcquirerConfig | null {
  const key = [keys.current, keys.previous].find((one) => one !== null && opensSecret(one, sealed));
  if (!key) return null;
  const { access, callbackSecret } = JSON.parse(openSecret(key, sealed)) as {
    access: unknown;
    callbackSecret: string;
  };
  return { name, kind, profile, access, callbackSecret };
}
