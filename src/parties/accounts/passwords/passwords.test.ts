import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

it('hashes with argon2id, 19 MiB and two passes', async () => {
  const hash = await hashPassword('uma senha');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'uma senha')).toBe(true);
  expect(await verifyPassword(hash, 'outra senha')).toBe(false);
});
