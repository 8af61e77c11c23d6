import { findTemplate, readElements, writeElement } from './tlv.rules.ts';

const PIX_GUI = 'br.gov.bcb.pix';
const CRC_HEADER = '6304';
const CRC_LENGTH = 4;
const ANY_TXID = '***';
const HTTPS_PREFIX = 'https://';

/** Field limits of the BR Code manual, in characters. */
export const BRCODE_LIMITS = {
  merchantName: 25,
  merchantCity: 15,
  txid: 25,
  amount: 13,
  accountTemplate: 99,
  key: 77,
  url: 77,
  postalCode: 10,
} as const;

/** The largest amount whose text (`9999999999.99`) still fits the 13 characters of field 54. */
export const BRCODE_MAX_AMOUNT_CENTS = 999_999_999_999;

/**
 * Used when nothing of the name or city is left after the reduction to ASCII: an empty field would make
 * the code invalid.
 */
export const FALLBACK_MERCHANT_NAME = 'NAO INFORMADO';
export const FALLBACK_MERCHANT_CITY = 'BRASIL';

export interface StaticBrCodeInput {
  key: string;
  merchantName: string;
  merchantCity: string;
  /** Free text for the payer; cut to what still fits beside the key, dropped when nothing fits. */
  description?: string;
  amountCents?: number;
  txid?: string;
  /** CEP, with or without its hyphen. */
  postalCode?: string;
}

export interface DynamicBrCodeInput {
  /** Location of the charge payload, with or without `https://`. */
  url: string;
  merchantName: string;
  merchantCity: string;
  postalCode?: string;
}

export interface ParsedBrCode {
  kind: 'static' | 'dynamic';
  /** PIX key of a static code, null in a dynamic one. */
  key: string | null;
  /** Payload location (without scheme) of a dynamic code, null in a static one. */
  url: string | null;
  amountCents: number | null;
  merchantName: string;
  merchantCity: string;
  /** Null when the code carries `***` or none. */
  txid: string | null;
  postalCode: string | null;
  description: string | null;
}

export type BrCodeResult = { ok: true; code: ParsedBrCode } | { ok: false; reason: string };

/** CRC16 CCITT-FALSE over the UTF-8 bytes, as four upper-case hexadecimal digits. */
export function crc16CcittFalse(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(CRC_LENGTH, '0');
}

export function buildStaticBrCode(input: StaticBrCodeInput): string {
  assertVisibleAscii('PIX key', input.key, BRCODE_LIMITS.key);
  const txid = input.txid ?? ANY_TXID;
  if (!isTxid(txid)) throw new RangeError(`txid must be 1 to ${BRCODE_LIMITS.txid} letters or digits, or ${ANY_TXID}`);

  let account = writeElement('00', PIX_GUI) + writeElement('01', input.key);
  const roomForDescription = BRCODE_LIMITS.accountTemplate - account.length - writeElement('02', '').length;
  const description = asciiText(input.description ?? '', roomForDescription);
  if (description !== '') account += writeElement('02', description);

  const amount = input.amountCents === undefined ? '' : writeElement('54', amountText(input.amountCents));
  return seal(
    writeElement('00', '01') + writeElement('26', account) + commonFields(input, amount) + additionalData(txid),
  );
}

export function buildDynamicBrCode(input: DynamicBrCodeInput): string {
  const url = input.url.toLowerCase().startsWith(HTTPS_PREFIX) ? input.url.slice(HTTPS_PREFIX.length) : input.url;
  assertVisibleAscii('location URL', url, BRCODE_LIMITS.url);
  if (url.includes('://')) throw new RangeError('location URL must use https');

  const account = writeElement('00', PIX_GUI) + writeElement('25', url);
  // The amount lives in the payload behind the URL; a copy here could only contradict it.
  return seal(
    writeElement('00', '01') +
      writeElement('01', '12') +
      writeElement('26', account) +
      commonFields(input, '') +
      additionalData(ANY_TXID),
  );
}

export function parseBrCode(payload: string): BrCodeResult {
  // The manual's fields are "ans" (printable ASCII); anything else also makes the lengths ambiguous
  // (bytes or characters).
  if (!/^[\x20-\x7e]+$/.test(payload)) return refuse('payload must be printable ASCII');
  if (payload.slice(-CRC_LENGTH - CRC_HEADER.length, -CRC_LENGTH) !== CRC_HEADER)
    return refuse('field 63 (CRC) is not the last one');
  if (crc16CcittFalse(payload.slice(0, -CRC_LENGTH)) !== payload.slice(-CRC_LENGTH))
    return refuse('CRC does not match');

  const elements = readElements(payload);
  if (elements === null) return refuse('broken field structure');
  const ids = [...elements.keys()];
  if (ids[0] !== '00' || elements.get('00') !== '01') return refuse('field 00 must come first and be 01');
  if (ids.at(-1) !== '63') return refuse('field 63 (CRC) is not the last one');

  const fixedProblem = problemOfFixedFields(elements);
  if (fixedProblem !== null) return refuse(fixedProblem);
  const account = findTemplate(elements, 26, 51, PIX_GUI);
  if (account === null) return refuse('no PIX account template');
  const accountProblem = problemOfAccount(account);
  if (accountProblem !== null) return refuse(accountProblem);
  const amountCents = parseAmount(elements.get('54'));
  if (amountCents === undefined) return refuse('field 54 (amount) is invalid');
  const txid = parseTxid(elements.get('62'));
  if (txid === undefined) return refuse('field 62-05 (txid) is invalid');

  const url = account.get('25') ?? null;
  return {
    ok: true,
    code: {
      kind: url === null ? 'static' : 'dynamic',
      key: account.get('01') ?? null,
      url,
      amountCents,
      merchantName: elements.get('59') ?? '',
      merchantCity: elements.get('60') ?? '',
      txid,
      postalCode: elements.get('61') ?? null,
      description: account.get('02') ?? null,
    },
  };
}

function refuse(reason: string): BrCodeResult {
  return { ok: false, reason };
}

function problemOfFixedFields(elements: ReadonlyMap<string, string>): string | null {
  const initiation = elements.get('01');
  if (initiation !== undefined && initiation !== '11' && initiation !== '12') return 'field 01 must be 11 or 12';
  if (!/^\d{4}$/.test(elements.get('52') ?? '')) return 'field 52 (category) must have 4 digits';
  if (elements.get('53') !== '986') return 'field 53 (currency) must be 986';
  if (elements.get('58') !== 'BR') return 'field 58 (country) must be BR';
  if (!fits(elements.get('59'), BRCODE_LIMITS.merchantName)) return 'field 59 (name) must have 1 to 25 characters';
  if (!fits(elements.get('60'), BRCODE_LIMITS.merchantCity)) return 'field 60 (city) must have 1 to 15 characters';
  const postalCode = elements.get('61');
  if (postalCode !== undefined && !fits(postalCode, BRCODE_LIMITS.postalCode))
    return 'field 61 (postal code) must have 1 to 10 characters';
  return null;
}

function problemOfAccount(account: ReadonlyMap<string, string>): string | null {
  const key = account.get('01');
  const url = account.get('25');
  if (key === undefined && url === undefined) return 'the PIX template has neither key nor URL';
  if (key !== undefined && url !== undefined) return 'the PIX template has both key and URL';
  if (key !== undefined && !fits(key, BRCODE_LIMITS.key)) return 'the key must have 1 to 77 characters';
  if (url !== undefined && !fits(url, BRCODE_LIMITS.url)) return 'the URL must have 1 to 77 characters';
  if (url?.includes('://')) return 'the URL must come without its scheme';
  return null;
}

function fits(value: string | undefined, limit: number): boolean {
  return value !== undefined && value.trim() !== '' && value.length <= limit;
}

/** Null when the field is absent, undefined when it is wrong. */
function parseAmount(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  if (text.length > BRCODE_LIMITS.amount || !/^\d+\.\d{2}$/.test(text)) return undefined;
  const cents = Number(text.replace('.', ''));
  return cents > 0 ? cents : undefined;
}

/** Null when the field is absent or `***`, undefined when it is wrong. */
function parseTxid(additional: string | undefined): string | null | undefined {
  if (additional === undefined) return null;
  const txid = readElements(additional)?.get('05');
  if (txid === undefined || !isTxid(txid)) return undefined;
  return txid === ANY_TXID ? null : txid;
}

function isTxid(text: string): boolean {
  return text === ANY_TXID || (text.length <= BRCODE_LIMITS.txid && /^[A-Za-z0-9]+$/.test(text));
}

function assertVisibleAscii(what: string, text: string, limit: number): void {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new RangeError(`${what} must be printable ASCII without spaces`);
  if (text.length > limit) throw new RangeError(`${what} must have at most ${limit} characters`);
}

function amountText(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > BRCODE_MAX_AMOUNT_CENTS) {
    throw new RangeError(`amount must be a whole number of cents between 1 and ${BRCODE_MAX_AMOUNT_CENTS}`);
  }
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function commonFields(
  input: { merchantName: string; merchantCity: string; postalCode?: string },
  amount: string,
): string {
  const name = asciiText(input.merchantName, BRCODE_LIMITS.merchantName) || FALLBACK_MERCHANT_NAME;
  const city = asciiText(input.merchantCity, BRCODE_LIMITS.merchantCity) || FALLBACK_MERCHANT_CITY;
  let fields = writeElement('52', '0000') + writeElement('53', '986') + amount + writeElement('58', 'BR');
  fields += writeElement('59', name) + writeElement('60', city);
  if (input.postalCode === undefined) return fields;
  if (!/^\d{5}-?\d{3}$/.test(input.postalCode)) throw new RangeError('postal code must have 8 digits');
  return fields + writeElement('61', input.postalCode.replace('-', ''));
}

function additionalData(txid: string): string {
  return writeElement('62', writeElement('05', txid));
}

function seal(fields: string): string {
  const body = fields + CRC_HEADER;
  return body + crc16CcittFalse(body);
}

/**
 * Accents fall away, what has no ASCII form is dropped, runs of blanks become one, and the cut never leaves
 * a trailing blank.
 */
function asciiText(text: string, limit: number): string {
  if (limit <= 0) return '';
  const ascii = text
    .normalize('NFKD')
    .replace(/\s+/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  return ascii.slice(0, limit).trim();
}
