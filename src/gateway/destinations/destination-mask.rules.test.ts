import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { emptiedMask, lineOfMask, maskDestination } from './destination-mask.rules.ts';

type KeyType = Extract<PayoutDestination, { kind: 'pix_key' }>['keyType'];
const key = (keyType: KeyType, text: string): PayoutDestination => ({ kind: 'pix_key', keyType, key: text });
const account = (changes: object = {}): PayoutDestination => ({
  kind: 'bank_account',
  ispb: '60746948',
  agency: '0123',
  account: '98765432',
  accountType: 'savings',
  holderName: 'Maria da Silva',
  holderDocument: '52998224725',
  ...changes,
});

it.each([
  ['email', 'financeiro@exemplo.com', 'f***@e***.com'],
  ['email', 'a@b.com.br', 'a***@b***.br'],
  ['cpf', '52998224725', '***.982.247-**'],
  ['cnpj', '11222333000181', '**.222.333/****-**'],
  ['cnpj', '12ABC34501DE35', '**.ABC.345/****-**'],
  ['phone', '+5511987654321', '+55 ** *****-4321'],
  ['random', '123e4567-e89b-12d3-a456-426655441234', '********-****-****-****-********1234'],
] as const)('a key of %s', (keyType, text, masked) => {
  expect(maskDestination(key(keyType, text))).toEqual({ type: 'pix_key', key_type: keyType, key: masked });
});

it('an account', () => {
  expect(maskDestination(account())).toEqual({
    type: 'bank_account',
    ispb: '60746948',
    agency: '0123',
    account: '***5432',
    account_type: 'savings',
    holder_name: 'M*** S***',
    holder_document: '***.982.247-**',
  });
});

it.each([
  ['1234567', '***4567'],
  ['123456', '***456'],
  ['1234', '***4'],
  ['123', '***'],
  ['12', '***'],
])('of account %s at least three places are hidden', (number, masked) => {
  expect(maskDestination(account({ account: number }))).toMatchObject({ account: masked });
});

it('one name is one letter', () => {
  expect(maskDestination(account({ holderName: 'Ágata' }))).toMatchObject({ holder_name: 'Á***' });
});

it('never shows a whole value', () => {
  const texts = fc.tuple(
    fc.stringMatching(/^[a-z0-9.]{1,20}$/),
    fc.stringMatching(/^[a-z0-9]{1,20}(\.[a-z]{2,5}){1,2}$/),
  );
  fc.assert(
    fc.property(texts, fc.stringMatching(/^\d{2,20}$/), ([local, domain], number) => {
      const email = `${local}@${domain}`;
      expect(JSON.stringify(maskDestination(key('email', email)))).not.toContain(email);
      const shown = maskDestination(account({ account: number })) as { account: string };
      expect(shown.account.replace('***', '').length).toBeLessThanOrEqual(Math.min(4, Math.max(0, number.length - 3)));
    }),
  );
});

it('is one line for mails and the audit log', () => {
  expect(lineOfMask(maskDestination(key('email', 'a@b.com')))).toBe('PIX (email) a***@b***.com');
  expect(lineOfMask(maskDestination(account()))).toBe('conta ***5432, agência 0123, ISPB 60746948');
});

it('of what was emptied nothing but its kind is left', () => {
  expect(emptiedMask('phone')).toEqual({ type: 'pix_key', key_type: 'phone', key: '***' });
  expect(Object.values(emptiedMask(null)).filter((text) => text !== '***')).toEqual(['bank_account']);
});
