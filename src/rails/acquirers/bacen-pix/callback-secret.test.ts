import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { createBacenPixClient } from './bacen-pix-client.ts';

// Who imports the function by its name sees the spy, and afterwards the function again, only when told.
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('a secret is compared in a time that tells nothing of it: as hashes, however long and near the guess', async () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  const callbackSecret = 'F4IkTBc1gEO6i69mSPXlv4EltOja5pXECMauRJ0ww';
  const access = { profile: 'standard', baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' };
  const client = createBacenPixClient({
    name: 'banco',
    callbackSecret,
    access: { ...access, certificatePem: null } as never,
  });
  const guesses = ['', 'F', 'x'.repeat(10_000), callbackSecret.slice(0, -1), `${callbackSecret}x`, callbackSecret];
  expect(guesses.map((guess) => client.callback?.isSecret(guess))).toEqual([false, false, false, false, false, true]);
  expect(compare.mock.calls.map((given) => given.map(({ byteLength }) => byteLength))).toEqual(
    guesses.map(() => [32, 32]),
  );
  await client.close();
});
