import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'vintem';
const AUDIENCE = 'vintem-api';
const ALGORITHM = 'HS256';
/** Verified tokens kept per process; the oldest goes first. */
const MAX_REMEMBERED = 10_000;

export interface SessionClaims {
  userId: number;
  userVersion: number;
}

export interface SessionTokens {
  issue(claims: SessionClaims, now: Date): Promise<string>;
  /** Null for anything but a token of ours that is in force. */
  read(token: string, now: Date): Promise<SessionClaims | null>;
}

export function createSessionTokens(secret: string, lifetimeSeconds: number): SessionTokens {
  const key = new TextEncoder().encode(secret);
  // Checking a signature costs more than the rest of a small read, and a token is good until it expires.
  const remembered = new Map<string, { claims: SessionClaims; expiresAtMs: number }>();

  return {
    issue(claims, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ ver: claims.userVersion })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(claims.userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key);
    },

    async read(token, now) {
      const known = remembered.get(token);
      if (known && known.expiresAtMs > now.getTime()) return known.claims;
      const verified = await verify(token, key, now);
      if (!verified) return null;
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
      remembered.set(token, verified);
      return verified.claims;
    },
  };
}

async function verify(token: string, key: Uint8Array, now: Date) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'ver'],
    });
    const claims = { userId: Number(payload.sub), userVersion: Number(payload['ver']) };
    if (!Number.isSafeInteger(claims.userId) || !Number.isSafeInteger(claims.userVersion)) return null;
    return { claims, expiresAtMs: (payload.exp as number) * 1000 };
  } catch {
    // Whatever is wrong with the token, the answer is the same: it is not one of ours in force.
    return null;
  }
}
