import { createHash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';

const ISSUER = 'vintem';
const AUDIENCE = 'vintem-api';
const ALGORITHM = 'HS256';
/** How many verified tokens a process keeps; the oldest is dropped first. */
const MAX_REMEMBERED = 10_000;
/** The largest version that the column of a user's version can hold. */
const MAX_VERSION = 2 ** 31 - 1;

export interface SessionClaims {
  userId: number;
  userVersion: number;
}

export interface ReadClaims extends SessionClaims {
  /** When the password was given for it. */
  issuedAt: Date;
}

export interface SessionTokens {
  issue(claims: SessionClaims, now: Date): Promise<string>;
  /** Returns null for anything but a valid token of ours. */
  read(token: string, now: Date): Promise<ReadClaims | null>;
}

export interface SessionSecrets {
  /** Signs new tokens, and is accepted. */
  secret: string;
  /** Is accepted as well, so that a change of the secret ends no session. */
  previous: string | null;
}

export function createSessionTokens({ secret, previous }: SessionSecrets, lifetimeSeconds: number): SessionTokens {
  const signing = keyOf(secret);
  const accepted = previous === null ? [signing] : [signing, keyOf(previous)];
  // Checking a signature costs more than the rest of a small read, and a token is good until it expires.
  const remembered = new Map<string, { claims: ReadClaims; expiresAtMs: number }>();

  return {
    issue(claims, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ ver: claims.userVersion })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: signing.id })
        .setSubject(String(claims.userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(signing.bytes);
    },

    async read(token, now) {
      const known = remembered.get(token);
      if (known && known.expiresAtMs > now.getTime()) return known.claims;
      const verified = await verifyWithAny(token, accepted, now);
      if (!verified) return null;
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
      remembered.set(token, verified);
      return verified.claims;
    },
  };
}

interface Key {
  id: string;
  bytes: Uint8Array;
}

/**
 * The name is a hash that tells keys apart. It reveals no more than a signature does: neither leads back to the secret.
 */
function keyOf(secret: string): Key {
  const id = createHash('sha256').update(`vintem session key ${secret}`).digest().subarray(0, 8).toString('base64url');
  return { id, bytes: new TextEncoder().encode(secret) };
}

/** Verifies by the key that the token names. A token from before keys had names is tried with each key. */
async function verifyWithAny(token: string, keys: readonly Key[], now: Date) {
  const named = nameOfKey(token);
  for (const key of keys) {
    const verified = named === undefined || named === key.id ? await verify(token, key.bytes, now) : null;
    if (verified) return verified;
  }
  return null;
}

function nameOfKey(token: string): unknown {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    // The token has no readable header: no key will verify it.
    return null;
  }
}

async function verify(token: string, key: Uint8Array, now: Date) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'iat', 'exp', 'ver'],
    });
    const issuedAt = new Date((payload.iat as number) * 1000);
    const claims = { userId: Number(payload.sub), userVersion: Number(payload['ver']), issuedAt };
    if (!Number.isSafeInteger(claims.userId) || !isVersion(claims.userVersion)) return null;
    return { claims, expiresAtMs: (payload.exp as number) * 1000 };
  } catch {
    // Whatever is wrong with the token, the answer is the same: it is not valid here.
    return null;
  }
}

function isVersion(version: number): boolean {
  return Number.isInteger(version) && version >= 0 && version <= MAX_VERSION;
}
