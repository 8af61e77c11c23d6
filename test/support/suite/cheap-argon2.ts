// The library itself, by its path: its name leads here while tests run.
import { createRequire } from 'node:module';
import type { hash as Hash, verify as Verify } from '@node-rs/argon2';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as { hash: typeof Hash; verify: typeof Verify };

/** The least that argon2id takes: microseconds instead of 33 ms, several times for each service that starts. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const hash: typeof Hash = (password) => argon2.hash(password, CHEAPEST);
export const { verify } = argon2;
