import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { openDestination } from './open-destination.ts';
import { fingerprintsOf, resealDestination, sealDestination } from './seal-destination.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const CPF: PayoutDestination = { kind: 'pix_key', keyType: 'cpf', key: '52998224725' };
const only = (current: Buffer) => ({ current, previous: null });

it('opens by its key, or by the one before', () => {
  const sealed = sealDestination(OLD, CPF);
  expect(sealed.sealed).not.toContain(CPF.key);
  expect(Buffer.from(sealed.sealed, 'base64url').toString('latin1')).not.toContain(CPF.key);
  expect(openDestination(only(OLD), sealed)).toEqual(CPF);
  expect(openDestination({ current: NEW, previous: OLD }, sealed)).toEqual(CPF);
  expect(openDestination(only(NEW), sealed)).toBeNull();
});

it('has the same fingerprint each time, and another under another key', () => {
  const first = sealDestination(OLD, CPF);
  expect(first.fingerprint).toEqual(sealDestination(OLD, CPF).fingerprint);
  expect(first.sealed).not.toBe(sealDestination(OLD, CPF).sealed);
  expect(first.fingerprint).not.toEqual(sealDestination(NEW, CPF).fingerprint);
  expect(first.fingerprint).not.toEqual(sealDestination(OLD, { ...CPF, key: '11144477735' }).fingerprint);
});

it('is looked for under both keys while they are changed', () => {
  const [before, after] = [sealDestination(OLD, CPF).fingerprint, sealDestination(NEW, CPF).fingerprint];
  expect(fingerprintsOf({ current: NEW, previous: OLD }, CPF)).toEqual([after, before]);
  expect(fingerprintsOf(only(NEW), CPF)).toEqual([after]);
});

it('is sealed anew once, with the fingerprint that others now have', () => {
  const keys = { current: NEW, previous: OLD };
  const anew = resealDestination(keys, sealDestination(OLD, CPF));
  expect(anew && openDestination(only(NEW), anew)).toEqual(CPF);
  expect(anew?.fingerprint).toEqual(sealDestination(NEW, CPF).fingerprint);
  expect(anew && resealDestination(keys, anew)).toBeNull();
  expect(resealDestination(keys, sealDestination(randomBytes(32), CPF))).toBeNull();
});
