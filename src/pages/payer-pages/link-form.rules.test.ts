import { describe, expect, it } from 'vitest';
import type { PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import { isOrder, readLinkForm, sentFormIn } from './link-form.rules.ts';

const LINK = {
  methods: ['pix', 'invoice'],
  quantity: null,
  open_amount: null,
  collect_address: 'boleto',
} as unknown as PaymentLink;
const VALUES = {
  name: 'João Pereira',
  email: 'joao@example.com',
  document: '390.533.447-05',
  phone: '(11) 91234-5678',
  method: 'pix',
};
const ADDRESS = { zip_code: '01310100', line_1: 'Av. Paulista, 1000', city: 'São Paulo', state: 'sp' };

describe('a form as it was sent', () => {
  it('has its known fields, without blanks around them, and its key', () => {
    const sent = sentFormIn('name=+Jo%C3%A3o++&email=&other=1&key=0123456789abcdef0123456789abcdef&name=Ana');
    expect(sent).toEqual({
      values: { name: 'João' },
      key: '0123456789abcdef0123456789abcdef',
      isFromMachine: false,
    });
  });

  it('has no key but one of ours, and shows no more than a page can bear', () => {
    expect(sentFormIn('key=x&website=http').key).toBeNull();
    expect(sentFormIn('website=http').isFromMachine).toBe(true);
    expect(sentFormIn(`name=${'x'.repeat(5_000)}`).values.name).toHaveLength(300);
    expect(sentFormIn('__proto__=1&constructor=2')).toMatchObject({ values: {} });
  });
});

describe('what is read of it', () => {
  const read = (changes: Record<string, string | undefined>, link: Partial<PaymentLink> = {}) => {
    const values = Object.fromEntries(Object.entries({ ...VALUES, ...changes }).filter(([, text]) => text));
    return readLinkForm({ ...LINK, ...link }, values);
  };

  it('is an order of one unit by the payer', () => {
    expect(read({})).toEqual({
      method: 'pix',
      units: 1,
      amountCents: null,
      customer: {
        name: 'João Pereira',
        email: 'joao@example.com',
        document: '39053344705',
        phone: '+55 (11) 91234-5678',
        address: null,
      },
    });
  });

  it.each(['11912345678', '+55 11 91234-5678', '5511912345678', '011 91234 5678', '(11)1234-5678', '55 91234-5678'])(
    '%s is a phone',
    (phone) => {
      expect(isOrder(read({ phone }))).toBe(true);
    },
  );

  it.each(['912345678', '11 91234', '+1 212 555 0100 99', 'onze', '(00) 91234-5678'])('%s is none', (phone) => {
    expect(read({ phone })).toEqual({ phone: 'invalid' });
  });

  it.each(['12.ABC.345/01DE-35', '11222333000181', '529 982 247 25'])('%s is a document', (document) => {
    expect(isOrder(read({ document }))).toBe(true);
  });

  it('names everything that is missing or wrong at once', () => {
    expect(readLinkForm({ ...LINK, quantity: { min: 1, max: 3 } }, { quantity: '4', email: 'x' })).toEqual({
      method: 'missing',
      quantity: 'invalid',
      name: 'missing',
      email: 'invalid',
      document: 'missing',
      phone: 'missing',
    });
    expect(read({ name: 'Jo\ufffdo' })).toEqual({ name: 'invalid' });
  });

  it('asks for an address where the link says so, and reads it', () => {
    const missing = { zip_code: 'missing', line_1: 'missing', city: 'missing', state: 'missing' };
    expect(read({ method: 'invoice' })).toEqual(missing);
    expect(read({}, { collect_address: 'always' })).toEqual(missing);
    expect(isOrder(read({ method: 'invoice' }, { collect_address: 'never' }))).toBe(true);
    expect(read({ method: 'invoice', ...ADDRESS, line_2: 'ap. 3' })).toMatchObject({
      customer: { address: { ...ADDRESS, line_2: 'ap. 3', state: 'SP', country: 'BR' } },
    });
    expect(read({ method: 'invoice', ...ADDRESS, zip_code: '0131', state: 'XX' })).toEqual({
      zip_code: 'invalid',
      state: 'invalid',
    });
  });

  it('needs no choice where there is none', () => {
    expect(read({ method: undefined }, { methods: ['invoice'], collect_address: 'never' })).toMatchObject({
      method: 'invoice',
    });
  });

  it('takes what was written for an open amount before what was chosen', () => {
    const open = { open_amount: { min: 1_000, max: 5_000, suggested: [2_000] } };
    expect(read({ amount: '30', suggested: '2000' }, open)).toMatchObject({ amountCents: 3_000 });
    expect(read({ suggested: '2000' }, open)).toMatchObject({ amountCents: 2_000 });
    expect(read({}, open)).toEqual({ amount: 'missing' });
    for (const amount of ['9,99', '50,01', 'x']) expect(read({ amount }, open)).toEqual({ amount: 'invalid' });
    expect(read({ suggested: '9999' }, open)).toEqual({ amount: 'invalid' });
  });
});
