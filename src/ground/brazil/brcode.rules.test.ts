import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import { propertyRuns } from '../../../test/support/suite/property-runs.ts';
import {
  BRCODE_LIMITS,
  BRCODE_MAX_AMOUNT_CENTS,
  buildDynamicBrCode,
  buildStaticBrCode,
  crc16CcittFalse,
  FALLBACK_MERCHANT_CITY,
  FALLBACK_MERCHANT_NAME,
  type ParsedBrCode,
  parseBrCode,
} from './brcode.rules.ts';
import { readElements } from './tlv.rules.ts';

const KEY = '123e4567-e12b-12d1-a456-426655440000';
const STATIC_CODE = `00020126580014br.gov.bcb.pix0136${KEY}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`;
const URL = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
const DYNAMIC_CODE = `00020101021226700014br.gov.bcb.pix2548${URL}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4`;
const MERCHANT = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
const NOTHING = { key: null, url: null, amountCents: null, txid: null, postalCode: null, description: null };

function parsed(payload: string): ParsedBrCode {
  const result = parseBrCode(payload);
  if (!result.ok) throw new Error(result.reason);
  return result.code;
}

function sealed(fields: string): string {
  return `${fields}6304${crc16CcittFalse(`${fields}6304`)}`;
}

const texts = fc.oneof(anyText({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }));
const printable = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ0189@.-+/_'), minLength: 1, maxLength });
const txids = fc.string({ unit: fc.constantFrom(...'abzABZ059'), minLength: 1, maxLength: BRCODE_LIMITS.txid });
const amounts = fc.integer({ min: 1, max: BRCODE_MAX_AMOUNT_CENTS });

test('the check value of CRC16 CCITT-FALSE', () => {
  expect(crc16CcittFalse('123456789')).toBe('29B1');
  expect(crc16CcittFalse('')).toBe('FFFF');
});

describe('building', () => {
  test('gives the examples of the Bacen manual', () => {
    expect(buildStaticBrCode({ key: KEY, ...MERCHANT })).toBe(STATIC_CODE);
    expect(buildDynamicBrCode({ url: URL, ...MERCHANT })).toBe(DYNAMIC_CODE);
    expect(buildDynamicBrCode({ url: `https://${URL}`, ...MERCHANT })).toBe(DYNAMIC_CODE);
  });

  test('writes amount, txid, postal code and description', () => {
    const code = buildStaticBrCode({
      key: 'abc@example.com',
      merchantName: 'Pão & Cia.',
      merchantCity: 'São Luís',
      amountCents: 5,
      txid: 'abc123',
      postalCode: '65010-000',
      description: 'Promoção – nº 1',
    });
    expect(parsed(code)).toEqual({
      ...NOTHING,
      kind: 'static',
      key: 'abc@example.com',
      merchantName: 'Pao & Cia.',
      merchantCity: 'Sao Luis',
      amountCents: 5,
      txid: 'abc123',
      postalCode: '65010000',
      description: 'Promocao no 1',
    });
    expect(code).toContain('54040.05');
  });

  test('keeps of the description what fits beside the key', () => {
    const description = 'x'.repeat(200);
    expect(parsed(buildStaticBrCode({ key: 'k'.repeat(70), ...MERCHANT, description })).description).toBe('xxx');
    expect(parsed(buildStaticBrCode({ key: 'k'.repeat(73), ...MERCHANT, description })).description).toBeNull();
    expect(parsed(buildStaticBrCode({ key: 'k'.repeat(77), ...MERCHANT, description })).description).toBeNull();
  });

  test('cuts names and cities without a trailing blank and never leaves them empty', () => {
    const cut = parsed(
      buildStaticBrCode({ key: KEY, merchantName: `${'a'.repeat(24)} bc`, merchantCity: 'São José dos Campos' }),
    );
    expect(cut.merchantName).toBe('a'.repeat(24));
    expect(cut.merchantCity).toBe('Sao Jose dos Ca');
    const empty = parsed(buildStaticBrCode({ key: KEY, merchantName: '東京 😀', merchantCity: ' \u0301\n' }));
    expect(empty.merchantName).toBe(FALLBACK_MERCHANT_NAME);
    expect(empty.merchantCity).toBe(FALLBACK_MERCHANT_CITY);
  });

  test.each<[string, () => string]>([
    ['zero', () => buildStaticBrCode({ key: KEY, ...MERCHANT, amountCents: 0 })],
    ['negative amount', () => buildStaticBrCode({ key: KEY, ...MERCHANT, amountCents: -1 })],
    ['fraction of a cent', () => buildStaticBrCode({ key: KEY, ...MERCHANT, amountCents: 1.5 })],
    ['amount too large', () => buildStaticBrCode({ key: KEY, ...MERCHANT, amountCents: BRCODE_MAX_AMOUNT_CENTS + 1 })],
    ['empty txid', () => buildStaticBrCode({ key: KEY, ...MERCHANT, txid: '' })],
    ['long txid', () => buildStaticBrCode({ key: KEY, ...MERCHANT, txid: 'a'.repeat(26) })],
    ['txid with a hyphen', () => buildStaticBrCode({ key: KEY, ...MERCHANT, txid: 'a-b' })],
    ['empty key', () => buildStaticBrCode({ key: '', ...MERCHANT })],
    ['long key', () => buildStaticBrCode({ key: 'k'.repeat(78), ...MERCHANT })],
    ['long URL', () => buildDynamicBrCode({ url: 'u'.repeat(78), ...MERCHANT })],
    ['URL with a blank', () => buildDynamicBrCode({ url: 'a.com/ b', ...MERCHANT })],
    ['plain http', () => buildDynamicBrCode({ url: 'http://a.com/b', ...MERCHANT })],
    ['short postal code', () => buildDynamicBrCode({ url: URL, ...MERCHANT, postalCode: '1234567' })],
  ])('refuses %s', (_name, build) => {
    expect(build).toThrow(RangeError);
  });
});

describe('reading', () => {
  const COMPOSITE =
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal' +
    '6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741';

  test.each<[string, string, Partial<ParsedBrCode>]>([
    ['static, Bacen manual', STATIC_CODE, { kind: 'static', key: KEY, ...MERCHANT }],
    ['dynamic, Bacen manual', DYNAMIC_CODE, { kind: 'dynamic', url: URL, ...MERCHANT }],
    [
      'upper-case scheme',
      '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
      {
        kind: 'dynamic',
        url: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
        merchantName: 'EMPRESA',
        merchantCity: 'SAO PAULO',
      },
    ],
    [
      'amount, postal code and txid',
      '00020101021126370014BR.GOV.BCB.PIX0115abc@example.com5204000053039865406123.455802BR5907MATHEUS6008SAOPAULO61081234567862100506abc1236304E2F7',
      {
        kind: 'static',
        key: 'abc@example.com',
        amountCents: 12_345,
        merchantName: 'MATHEUS',
        merchantCity: 'SAOPAULO',
        postalCode: '12345678',
        txid: 'abc123',
      },
    ],
    [
      'description and no field 62',
      '00020126700014br.gov.bcb.pix0136403f6c37-bb1d-48aa-a61c-0f6a205764d80208[Pix.ae]5204000053039865802BR5903Pix6003Pix63042275',
      {
        kind: 'static',
        key: '403f6c37-bb1d-48aa-a61c-0f6a205764d8',
        description: '[Pix.ae]',
        merchantName: 'Pix',
        merchantCity: 'Pix',
      },
    ],
    [
      'composite with a recurrence in field 80',
      COMPOSITE,
      { kind: 'dynamic', url: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441', ...MERCHANT },
    ],
  ])('accepts %s', (_name, payload, expected) => {
    expect(parsed(payload)).toEqual({ ...NOTHING, ...expected });
  });

  test('refuses a wrong CRC', () => {
    const payload =
      '00020126580014br.gov.bcb.Pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540510.005802BR5913TESTE ACCOUNT6008BRASILIA62070503***630445C8';
    expect(parseBrCode(payload)).toEqual({ ok: false, reason: 'CRC does not match' });
    expect(parseBrCode(STATIC_CODE.replace('1D3D', '1d3d')).ok).toBe(false);
  });

  const ACCOUNT = '26330014br.gov.bcb.pix0111abc@abc.com';
  const REST = '5204000053039865802BR5901A6001B';
  test('the base of the next cases is a valid code', () => {
    expect(parseBrCode(sealed(`000201${ACCOUNT}${REST}`)).ok).toBe(true);
  });

  test.each([
    ['an empty text', '', 'payload must be printable ASCII'],
    ['accents', sealed(`000201${ACCOUNT}5204000053039865802BR5901Á6001B`), 'payload must be printable ASCII'],
    ['no CRC', `000201${ACCOUNT}${REST}`, 'field 63 (CRC) is not the last one'],
    ['field 00 not first', sealed(`${ACCOUNT}000201${REST}`), 'field 00 must come first and be 01'],
    ['a truncated field', sealed(`000201${ACCOUNT}${REST}6299`), 'broken field structure'],
    ['a repeated field', sealed(`000201${ACCOUNT}${REST}5901A`), 'broken field structure'],
    ['an unknown initiation', sealed(`000201010213${ACCOUNT}${REST}`), 'field 01 must be 11 or 12'],
    ['another currency', sealed(`000201${ACCOUNT}5204000053038405802BR5901A6001B`), 'field 53 (currency) must be 986'],
    ['another country', sealed(`000201${ACCOUNT}5204000053039865802US5901A6001B`), 'field 58 (country) must be BR'],
    [
      'a long name',
      sealed(`000201${ACCOUNT}5204000053039865802BR5926${'A'.repeat(26)}6001B`),
      'field 59 (name) must have 1 to 25 characters',
    ],
    [
      'a long city',
      sealed(`000201${ACCOUNT}5204000053039865802BR5901A6016${'B'.repeat(16)}`),
      'field 60 (city) must have 1 to 15 characters',
    ],
    ['no city', sealed(`000201${ACCOUNT}5204000053039865802BR5901A`), 'field 60 (city) must have 1 to 15 characters'],
    ['no PIX template', sealed(`000201${REST}`), 'no PIX account template'],
    ['neither key nor URL', sealed(`00020126180014br.gov.bcb.pix${REST}`), 'the PIX template has neither key nor URL'],
    [
      'both key and URL',
      sealed(`00020126280014br.gov.bcb.pix0101k2501u${REST}`),
      'the PIX template has both key and URL',
    ],
    [
      'a zero amount',
      sealed(`000201${ACCOUNT}52040000530398654040.005802BR5901A6001B`),
      'field 54 (amount) is invalid',
    ],
    [
      'an amount without cents',
      sealed(`000201${ACCOUNT}52040000530398654031.05802BR5901A6001B`),
      'field 54 (amount) is invalid',
    ],
    [
      'a long amount',
      sealed(`000201${ACCOUNT}5204000053039865414${'1'.repeat(11)}.005802BR5901A6001B`),
      'field 54 (amount) is invalid',
    ],
    ['a long txid', sealed(`000201${ACCOUNT}${REST}62300526${'a'.repeat(26)}`), 'field 62-05 (txid) is invalid'],
    ['a txid with a hyphen', sealed(`000201${ACCOUNT}${REST}62070503a-b`), 'field 62-05 (txid) is invalid'],
  ])('refuses %s', (_name, payload, reason) => {
    expect(parseBrCode(payload)).toEqual({ ok: false, reason });
  });
});

describe('properties', () => {
  test('a static code reads back as it was written', () => {
    fc.assert(
      fc.property(printable(BRCODE_LIMITS.key), amounts, txids, (key, amountCents, txid) => {
        const code = buildStaticBrCode({ key, ...MERCHANT, amountCents, txid });
        expect(parsed(code)).toEqual({ ...NOTHING, ...MERCHANT, kind: 'static', key, amountCents, txid });
      }),
    );
  });

  test('a dynamic code reads back as it was written', () => {
    fc.assert(
      fc.property(printable(BRCODE_LIMITS.url), (url) => {
        expect(parsed(buildDynamicBrCode({ url, ...MERCHANT }))).toEqual({
          ...NOTHING,
          ...MERCHANT,
          kind: 'dynamic',
          url,
        });
      }),
    );
  });

  test('no Unicode text makes a field too long, empty or unreadable', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        texts,
        printable(77),
        txids,
        amounts,
        (name, city, description, key, txid, amountCents) => {
          const code = buildStaticBrCode({
            key,
            merchantName: name,
            merchantCity: city,
            description,
            txid,
            amountCents,
          });
          const result = parsed(code);
          expect(result.kind).toBe('static');
          const fields = readElements(code);
          const length = (id: string) => fields?.get(id)?.length ?? 0;
          expect(length('26')).toBeLessThanOrEqual(99);
          expect(length('54')).toBeLessThanOrEqual(13);
          expect(length('59')).toBeGreaterThanOrEqual(1);
          expect(length('59')).toBeLessThanOrEqual(25);
          expect(length('60')).toBeGreaterThanOrEqual(1);
          expect(length('60')).toBeLessThanOrEqual(15);
          expect(result.txid?.length).toBeLessThanOrEqual(25);
          expect(result.merchantName).toBe(result.merchantName.trim());
          expect(result.merchantCity).toBe(result.merchantCity.trim());
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  test('every code with one character changed is refused', () => {
    const code = buildStaticBrCode({ key: KEY, ...MERCHANT, amountCents: 1_990, txid: 'pedido981' });
    for (let index = 0; index < code.length; index += 1) {
      for (let ascii = 0x20; ascii <= 0x7e; ascii += 1) {
        const character = String.fromCharCode(ascii);
        if (character === code[index]) continue;
        const mutant = code.slice(0, index) + character + code.slice(index + 1);
        if (parseBrCode(mutant).ok) expect.fail(`accepted ${mutant}`);
      }
    }
  });

  test('reading never throws', () => {
    fc.assert(fc.property(texts, (text) => typeof parseBrCode(text).ok === 'boolean'));
    fc.assert(fc.property(texts, (text) => typeof parseBrCode(sealed(text)).ok === 'boolean'));
  });
});
