import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import { ApiError } from '../../ground/errors.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import {
  canonicalDestination,
  KEY_TYPES,
  readDestination,
  refuseMixedFields,
  refuseOtherHolder,
  type TypedDestination,
} from './destination-shape.rules.ts';

const pix = (key_type: string, key: string) => ({ type: 'pix_key', key_type, key }) as TypedDestination;
const ACCOUNT = {
  type: 'bank_account',
  ispb: '00000000',
  agency: '1',
  account: '12.345-X',
  account_type: 'checking',
  holder_name: '  Loja   Demo ',
  holder_document: '11.222.333/0001-81',
} satisfies TypedDestination;

function problemOf(act: () => unknown): { code: string; field: string | undefined; text: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, field: error.context.field, text: error.message };
  }
  throw new Error('nothing was refused');
}

describe('a PIX key', () => {
  it.each([
    ['cpf', '529.982.247-25', '52998224725'],
    ['cpf', ' 52998224725 ', '52998224725'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['email', ' Financeiro@Exemplo.COM.br ', 'financeiro@exemplo.com.br'],
    ['email', `o'brien+pix@a.io`, `o'brien+pix@a.io`],
    ['email', `${'a'.repeat(71)}@a.com`, `${'a'.repeat(71)}@a.com`],
    ['phone', '+55 (11) 98765-4321', '+5511987654321'],
    ['phone', '+552134567890', '+552134567890'],
    ['random', '123E4567-E89B-12D3-A456-426655440000', '123e4567-e89b-12d3-a456-426655440000'],
  ])('%s %j is kept as %s', (keyType, typed, key) => {
    expect(readDestination(pix(keyType, typed))).toEqual({ kind: 'pix_key', keyType, key });
  });

  it.each([
    ['cpf', '52998224724'],
    ['cpf', '11111111111'],
    ['cpf', '11222333000181'],
    ['cpf', '529*982*247*25'],
    ['cnpj', '11222333000182'],
    ['cnpj', '52998224725'],
    ['email', `${'a'.repeat(72)}@a.com`],
    ['email', 'a@localhost'],
    ['email', 'a b@c.com'],
    ['email', 'a@b@c.com'],
    ['email', 'joão@exemplo.com'],
    ['phone', '11987654321'],
    ['phone', '+5511887654321'],
    ['phone', '+5520987654321'],
    ['phone', '+55119876543211'],
    ['phone', '+351912345678'],
    ['random', '123e4567e89b12d3a456426655440000'],
    ['random', 'z23e4567-e89b-12d3-a456-426655440000'],
  ])('%s %j is refused by its field, and not repeated', (keyType, typed) => {
    const problem = problemOf(() => readDestination(pix(keyType, typed)));
    expect(problem).toMatchObject({ code: 'DESTINATION_INVALID', field: 'key' });
    expect(problem.text).not.toContain(typed);
  });

  it('is read once or refused, whatever is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEY_TYPES), anyText(), (keyType, typed) => {
        let read: PayoutDestination;
        try {
          read = readDestination(pix(keyType, typed));
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          return;
        }
        const again = pix(keyType, read.kind === 'pix_key' ? read.key : '');
        expect(readDestination(again)).toEqual(read);
      }),
    );
  });
});

describe('a key that the directory could have', () => {
  const VALID: [(typeof KEY_TYPES)[number], RegExp][] = [
    ['email', /^[A-Za-z0-9.!#$&'*+/=?^_`{|}~-]{1,20}@[a-z0-9]{1,10}(\.[a-z]{2,6}){1,2}$/],
    ['phone', /^\+55 ?\(?(11|24|35|47|55|62|79|88|99)\)? ?9\d{4}-?\d{4}$/],
    ['random', /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/],
  ];

  it.each(VALID)('of %s is read, and reads as itself', (keyType, pattern) => {
    fc.assert(
      fc.property(fc.stringMatching(pattern), (typed) => {
        const read = readDestination(pix(keyType, typed));
        expect(read).toMatchObject({ kind: 'pix_key', keyType });
        expect(readDestination(pix(keyType, read.kind === 'pix_key' ? read.key : ''))).toEqual(read);
      }),
    );
  });
});

describe('a bank account', () => {
  it('is kept without punctuation', () => {
    expect(readDestination(ACCOUNT)).toEqual({
      kind: 'bank_account',
      ispb: '00000000',
      agency: '0001',
      account: '12345X',
      accountType: 'checking',
      holderName: 'Loja Demo',
      holderDocument: '11222333000181',
    });
  });

  it.each([
    ['ispb', '1234567'],
    ['ispb', '1234567a'],
    ['agency', '12345'],
    ['agency', '1234-5'],
    ['account', 'X'],
    ['account', '12X45'],
    ['account', '0000-0'],
    ['account', '1'.repeat(21)],
    ['holder_name', '123 '],
    ['holder_document', '11222333000182'],
  ])('with %s %j is refused by that field, and not repeated', (field, value) => {
    const problem = problemOf(() => readDestination({ ...ACCOUNT, [field]: value }));
    expect(problem).toMatchObject({ code: 'DESTINATION_INVALID', field });
    expect(problem.text).not.toContain(` ${value}`);
  });
});

describe('its fields', () => {
  it('are all there', () => {
    const { holder_name: _, ...nameless } = ACCOUNT;
    expect(problemOf(() => refuseMixedFields(nameless))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'holder_name',
    });
    expect(problemOf(() => refuseMixedFields({ type: 'pix_key', key: 'x' })).field).toBe('key_type');
    expect(() => refuseMixedFields(ACCOUNT)).not.toThrow();
    expect(() => refuseMixedFields(pix('cpf', 'x'))).not.toThrow();
  });

  it('are those of its type alone', () => {
    expect(problemOf(() => refuseMixedFields({ ...ACCOUNT, key: 'x' })).field).toBe('key');
    expect(problemOf(() => refuseMixedFields({ ...pix('cpf', 'x'), ispb: '00000000' })).field).toBe('ispb');
  });
});

describe('whose it is', () => {
  const own = '11222333000181';
  const refuse = (typed: TypedDestination, mayGoToOthers = false) =>
    refuseOtherHolder(readDestination(typed), own, mayGoToOthers);

  it('is compared where it names a document', () => {
    for (const typed of [pix('cnpj', own), ACCOUNT]) expect(() => refuse(typed)).not.toThrow();
    const others: [TypedDestination, string][] = [
      [pix('cpf', '52998224725'), 'key'],
      [pix('cnpj', '11444777000161'), 'key'],
      [{ ...ACCOUNT, holder_document: '52998224725' }, 'holder_document'],
    ];
    for (const [typed, field] of others) {
      expect(problemOf(() => refuse(typed))).toMatchObject({ code: 'DESTINATION_INVALID', field });
      expect(() => refuse(typed, true)).not.toThrow();
    }
  });

  it('is left to the bank where it names none', () => {
    for (const typed of [pix('email', 'a@b.com'), pix('phone', '+5511987654321')])
      expect(() => refuse(typed)).not.toThrow();
  });
});

describe('what it is compared by', () => {
  const canonical = (typed: TypedDestination) => canonicalDestination(readDestination(typed));

  it('is the same however it is typed, and by whatever name', () => {
    const same = { ...ACCOUNT, agency: '0001', account: '0012345-x', holder_name: 'Outro nome' };
    expect(canonical(same)).toBe(canonical(ACCOUNT));
    expect(canonical(pix('email', 'A@B.com'))).toBe(canonical(pix('email', 'a@b.com')));
  });

  it('differs where another account or key is meant', () => {
    const differing: TypedDestination[] = [
      ACCOUNT,
      { ...ACCOUNT, ispb: '60746948' },
      { ...ACCOUNT, agency: '2' },
      { ...ACCOUNT, account: '123450' },
      { ...ACCOUNT, account_type: 'savings' },
      pix('cpf', '52998224725'),
      pix('email', 'a@b.com'),
    ];
    expect(new Set(differing.map(canonical)).size).toBe(differing.length);
  });
});
