import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSessionTokens } from './session-tokens.ts';

const OLD = randomBytes(32).toString('base64');
const NEW = randomBytes(32).toString('base64');
const CLAIMS = { userId: 7, userVersion: 3 };
const NOW = new Date('2026-11-15T12:00:00Z');
const READ = { ...CLAIMS, issuedAt: NOW };
const LIFETIME_SECONDS = 3600;

const tokens = (secret: string, previous: string | null = null) =>
  createSessionTokens({ secret, previous }, LIFETIME_SECONDS);

/** A token like ours, except for what a test changes. */
function sign(secret: string, header: object, claims: object = {}): Promise<string> {
  const seconds = NOW.getTime() / 1000;
  const ours = { sub: '7', ver: 3, iss: 'vintem', aud: 'vintem-api', iat: seconds, exp: seconds + LIFETIME_SECONDS };
  return new SignJWT({ ...ours, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(new TextEncoder().encode(secret));
}

describe('a change of secret', () => {
  it('ends no session: what the previous secret signed is read as long as it is known', async () => {
    const before = await tokens(OLD).issue(CLAIMS, NOW);
    expect(await tokens(NEW, OLD).read(before, NOW)).toEqual(READ);
    expect(await tokens(NEW).read(before, NOW)).toBeNull();
    const after = await tokens(NEW, OLD).issue(CLAIMS, NOW);
    expect(await tokens(NEW).read(after, NOW)).toEqual(READ);
    // Processes that have not changed over yet sign with the old secret and accept the new one.
    expect(await tokens(OLD, NEW).read(after, NOW)).toEqual(READ);
    expect(await tokens(OLD).read(after, NOW)).toBeNull();
  });

  it('shows in the name of the key, which tells nothing of the secret', async () => {
    const [first, second] = await Promise.all(
      [OLD, NEW].map(async (secret) => decodeProtectedHeader(await tokens(secret).issue(CLAIMS, NOW))),
    );
    expect(first?.kid).toMatch(/^[\w-]{11}$/);
    expect(first?.kid).not.toBe(second?.kid);
    expect(OLD).not.toContain(first?.kid);
  });

  it('reads tokens from before keys had names, by either secret', async () => {
    for (const secret of [OLD, NEW]) expect(await tokens(NEW, OLD).read(await sign(secret, {}), NOW)).toEqual(READ);
    expect(await tokens(NEW, OLD).read(await sign('x'.repeat(43), {}), NOW)).toBeNull();
  });

  it('reads no token by another key than the one it names', async () => {
    const { kid } = decodeProtectedHeader(await tokens(OLD).issue(CLAIMS, NOW));
    expect(await tokens(NEW, OLD).read(await sign(OLD, { kid }), NOW)).toEqual(READ);
    expect(await tokens(NEW, OLD).read(await sign(NEW, { kid }), NOW)).toBeNull();
    expect(await tokens(NEW, OLD).read(await sign(NEW, { kid: 'unknown' }), NOW)).toBeNull();
  });
});

it.each([
  { ver: 2 ** 31 },
  { ver: -(2 ** 31) - 1 },
  { ver: 1e300 },
  { ver: '3; --' },
  { sub: '1e300' },
  { sub: '9007199254740993' },
])('refuses %j: no column holds it', async (claims) => {
  expect(await tokens(NEW).read(await sign(NEW, {}, claims), NOW)).toBeNull();
});
