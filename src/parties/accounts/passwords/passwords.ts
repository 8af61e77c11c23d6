import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../../../ground/errors.ts';
import { type Asker, createFairSlots, TooManyWaiting } from '../fair-slots.ts';

// argon2id is the library's default; 19 MiB and two passes take about 33 ms on a small machine.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many hashes a process computes at once: a flood of logins must not take every core and all memory. */
const MAX_CONCURRENT = 4;
/** When more logins wait than this, some are turned away. */
const MAX_WAITING = 200;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** The hash of a password that nobody knows: with it, an unknown e-mail costs the same work as a wrong password. */
export const NOBODYS_HASH = hashPassword('no account has this password');

const slots = createFairSlots({ slots: MAX_CONCURRENT, maxWaiting: MAX_WAITING });

/** What strangers can ask for and costs a hash waits for its turn in here. */
export async function inPasswordSlot<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
  try {
    return await slots.run(asker, work);
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw new ApiError('SERVICE_UNAVAILABLE', 'too many logins are waiting', { retryAfterSeconds: 1 });
  }
}
