import { createHmac, timingSafeEqual } from 'node:crypto';
import { counterOf, digitsOf, stepsAround } from './totp.rules.ts';

export function codeOf(secret: Buffer, step: number, digits?: number): string {
  return digitsOf(createHmac('sha1', secret).update(counterOf(step)).digest(), digits);
}

/** The step whose code this is, or null. Every step is tried, however early one fits: time tells nothing. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  const fitting = stepsAround(now).filter((step) => {
    const right = Buffer.from(codeOf(secret, step));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  // Of two steps with the same code the later one: it cannot be used again either way.
  return fitting.at(-1) ?? null;
}
