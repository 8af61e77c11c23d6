import { expect, it } from 'vitest';
import { type RecentLogins, whyThrottled } from './login-throttle.rules.ts';

const QUIET: RecentLogins = {
  failuresOfAddress: 0,
  failuresOfAccount: 0,
  failuresOfAccountAndAddress: 0,
  loginsOfAccountAndAddress: 0,
};

it.each<[string, Partial<RecentLogins>, Partial<RecentLogins>]>([
  [
    'ten failures of the account from the address',
    { failuresOfAccountAndAddress: 9, failuresOfAccount: 9, failuresOfAddress: 9 },
    { failuresOfAccountAndAddress: 10, failuresOfAccount: 10, failuresOfAddress: 10 },
  ],
  ['a hundred failures of the address', { failuresOfAddress: 99 }, { failuresOfAddress: 100 }],
  ['sixty logins', { loginsOfAccountAndAddress: 59 }, { loginsOfAccountAndAddress: 60 }],
  [
    'one failure, while the account is being guessed at from everywhere',
    { failuresOfAccount: 29, failuresOfAccountAndAddress: 1, failuresOfAddress: 1 },
    { failuresOfAccount: 30, failuresOfAccountAndAddress: 1, failuresOfAddress: 1 },
  ],
])('throttles at %s, not before', (_, before, at) => {
  expect(whyThrottled({ ...QUIET, ...before })).toBeNull();
  expect(whyThrottled({ ...QUIET, ...at })).toMatch(/\S/);
});

it('never locks an address without failures out, whatever happens elsewhere', () => {
  expect(whyThrottled({ ...QUIET, failuresOfAccount: 1_000_000 })).toBeNull();
});
