import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default; 19 MiB and two passes take about 33 ms on a small machine.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most this many hashes at once in a process: a flood of logins must not take every core and all memory. */
const MAX_CONCURRENT = 4;
/** More waiting than this and the caller is turned away. */
const MAX_WAITING = 200;

export const MIN_PASSWORD_LENGTH = 8;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** A hash nobody knows the password of, so that an unknown e-mail costs the same work as a wrong password. */
export const NOBODYS_HASH = hashPassword('no account has this password');

export class TooManyWaiting extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` in one of the few slots for password checks. */
export async function inPasswordSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) throw new TooManyWaiting();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
