/** What every authenticator knows without being told: RFC 6238 with SHA-1, six digits, thirty seconds. */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** Clocks differ, and typing takes a moment: the code before and the code after are good, too. */
const STEPS_AROUND = [-1, 0, 1];
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const ISSUER = 'Vintém';

export function stepAt(instant: Date): number {
  return Math.floor(instant.getTime() / 1000 / STEP_SECONDS);
}

/** Those whose code is good at this moment. */
export function stepsAround(instant: Date): number[] {
  return STEPS_AROUND.map((distance) => stepAt(instant) + distance);
}

/** What is hashed for the code of a step (RFC 4226, with the step as the counter). */
export function counterOf(step: number): Buffer {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  return counter;
}

/** The digits of a code, from the hash of its counter. */
export function digitsOf(hash: Buffer, digits = DIGITS): string {
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** What a person typed: the digits of a code, a recovery code, or neither. */
export type TypedCode = { kind: 'code' | 'recovery'; text: string } | null;

const RECOVERY_CODE = /^[2-9A-HJ-NP-Z]{16}$/;

/** Blanks and hyphens are for the eye. */
export function readTypedCode(typed: string): TypedCode {
  const text = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^[0-9]{6}$/.test(text)) return { kind: 'code', text };
  return RECOVERY_CODE.test(text) ? { kind: 'recovery', text } : null;
}

export function spacedRecoveryCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** RFC 4648 without padding, as authenticators take it. */
export function base32Of(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** What an authenticator reads from a QR code. */
export function otpauthUrl(secret: Buffer, email: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32Of(secret)}&issuer=${encodeURIComponent(ISSUER)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

/** Wrong codes are counted over all addresses: only somebody who knows the password can send any. */
const MAX_FAILURES = 10;
export const FAILURES_WINDOW_MS = 15 * 60_000;

export interface CodeFailures {
  failures: number;
  failingSince: Date | null;
}

/** Seconds until codes are looked at again, or null. A recovery code is too long to be guessed and never waits. */
export function secondsOfWaiting({ failures, failingSince }: CodeFailures, now: Date): number | null {
  if (failingSince === null || failures < MAX_FAILURES) return null;
  const leftMs = failingSince.getTime() + FAILURES_WINDOW_MS - now.getTime();
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null;
}
