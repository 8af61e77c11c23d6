import { addDays, daysBetween } from './calendar.rules.ts';

/** Layout shared by all banks (FEBRABAN); each bank fills the 25 digits of the free field its own way. */
export const BARCODE_LENGTH = 44;
export const DIGITABLE_LINE_LENGTH = 47;
export const FREE_FIELD_LENGTH = 25;
/** Ten digits of cents: R$ 99.999.999,99. */
export const BOLETO_MAX_AMOUNT_CENTS = 9_999_999_999;

const CURRENCY_REAL = '9';
const FACTOR_BASE_DATE = '1997-10-07';
const FIRST_FACTOR = 1000;
const LAST_FACTOR = 9999;
/** After 9999 (2025-02-21) the factor starts again at 1000, so each value names a day in every 9000. */
const FACTOR_CYCLE = LAST_FACTOR - FIRST_FACTOR + 1;

export interface BarcodeInput {
  bankCode: string;
  dueDate: string;
  amountCents: number;
  freeField: string;
}

export interface ParsedBarcode {
  bankCode: string;
  checkDigit: string;
  /** Null when the slip carries no due date (factor 0000). */
  dueFactor: number | null;
  /** Zero when the slip leaves the value to the payer. */
  amountCents: number;
  freeField: string;
}

export type ParseBarcodeResult = { ok: true; barcode: ParsedBarcode } | { ok: false; reason: string };
export type DigitableLineResult = { ok: true; barcode: string } | { ok: false; reason: string };

export function dueFactorOf(isoDate: string): number {
  const days = daysBetween(FACTOR_BASE_DATE, isoDate);
  if (days < FIRST_FACTOR) throw new RangeError('due factors begin on 2000-07-03');
  return FIRST_FACTOR + ((days - FIRST_FACTOR) % FACTOR_CYCLE);
}

/**
 * A factor repeats every 9000 days. Of the days that it may mean, this is the one nearest to the given date (the later
 * in a tie).
 */
export function dueDateOfFactor(factor: number, nearIsoDate: string): string {
  if (!Number.isInteger(factor) || factor < FIRST_FACTOR || factor > LAST_FACTOR) {
    throw new RangeError(`due factor must be between ${FIRST_FACTOR} and ${LAST_FACTOR}`);
  }
  const distance = daysBetween(FACTOR_BASE_DATE, nearIsoDate) - factor;
  const cycles = Math.max(0, Math.round(distance / FACTOR_CYCLE));
  return addDays(FACTOR_BASE_DATE, factor + cycles * FACTOR_CYCLE);
}

/** Weights 2, 1 from the right, adding the digits of each product. */
export function mod10(digits: string): string {
  assertDigits('digits', digits);
  let sum = 0;
  let weight = 2;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const product = Number(digits[index]) * weight;
    sum += product > 9 ? product - 9 : product;
    weight = 3 - weight;
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * 11 less the remainder of the sum, from 1 to 11: weights rise from 2 at the right to the highest, then begin again.
 * What is written for 10 and 11 each rule says for itself.
 */
export function mod11Complement(digits: string, highestWeight = 9): number {
  assertDigits('digits', digits);
  let sum = 0;
  let weight = 2;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    sum += Number(digits[index]) * weight;
    weight = weight === highestWeight ? 2 : weight + 1;
  }
  return 11 - (sum % 11);
}

/** Weights 2 to 9; the results 10 and 11 are written 1, as the barcode's check digit demands. */
export function mod11(digits: string): string {
  const result = mod11Complement(digits);
  return String(result >= 10 ? 1 : result);
}

export function buildBarcode(input: BarcodeInput): string {
  assertDigits('bank code', input.bankCode, 3);
  assertDigits('free field', input.freeField, FREE_FIELD_LENGTH);
  if (
    !Number.isSafeInteger(input.amountCents) ||
    input.amountCents <= 0 ||
    input.amountCents > BOLETO_MAX_AMOUNT_CENTS
  ) {
    throw new RangeError(`amount must be a whole number of cents between 1 and ${BOLETO_MAX_AMOUNT_CENTS}`);
  }
  const head = input.bankCode + CURRENCY_REAL;
  const tail = String(dueFactorOf(input.dueDate)) + String(input.amountCents).padStart(10, '0') + input.freeField;
  return head + mod11(head + tail) + tail;
}

export function parseBarcode(barcode: string): ParseBarcodeResult {
  if (!isDigits(barcode, BARCODE_LENGTH)) return { ok: false, reason: 'a barcode has 44 digits' };
  if (barcode[3] !== CURRENCY_REAL) return { ok: false, reason: 'the currency digit must be 9' };
  if (mod11(barcode.slice(0, 4) + barcode.slice(5)) !== barcode[4])
    return { ok: false, reason: 'the general check digit does not match' };
  const dueFactor = Number(barcode.slice(5, 9));
  if (dueFactor !== 0 && dueFactor < FIRST_FACTOR)
    return { ok: false, reason: 'the due factor must be 0000 or at least 1000' };
  return {
    ok: true,
    barcode: {
      bankCode: barcode.slice(0, 3),
      checkDigit: barcode.slice(4, 5),
      dueFactor: dueFactor === 0 ? null : dueFactor,
      amountCents: Number(barcode.slice(9, 19)),
      freeField: barcode.slice(19),
    },
  };
}

/** The 47 digits a person types; each of the first three groups carries a check digit of its own. */
export function digitableLineOf(barcode: string): string {
  assertDigits('barcode', barcode, BARCODE_LENGTH);
  const groups = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34)];
  return groups.map((group) => group + mod10(group)).join('') + barcode.slice(4, 19);
}

/** Accepts the line bare or as printed, and verifies its four check digits. */
export function barcodeOfDigitableLine(line: string): DigitableLineResult {
  const digits = line.replace(/[. ]/g, '');
  if (!isDigits(digits, DIGITABLE_LINE_LENGTH)) return { ok: false, reason: 'a digitable line has 47 digits' };
  const groups = [digits.slice(0, 10), digits.slice(10, 21), digits.slice(21, 32)];
  for (const [index, group] of groups.entries()) {
    if (mod10(group.slice(0, -1)) !== group.slice(-1))
      return { ok: false, reason: `the check digit of group ${index + 1} does not match` };
  }
  const [first = '', second = '', third = ''] = groups.map((group) => group.slice(0, -1));
  const barcode = first.slice(0, 4) + digits.slice(32) + first.slice(4) + second + third;
  const parsed = parseBarcode(barcode);
  return parsed.ok ? { ok: true, barcode } : parsed;
}

/** `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE` */
export function formatDigitableLine(line: string): string {
  assertDigits('digitable line', line, DIGITABLE_LINE_LENGTH);
  const part = (from: number, dot: number, to: number) => `${line.slice(from, dot)}.${line.slice(dot, to)}`;
  return `${part(0, 5, 10)} ${part(10, 15, 21)} ${part(21, 26, 32)} ${line.slice(32, 33)} ${line.slice(33)}`;
}

function isDigits(text: string, length: number): boolean {
  return text.length === length && /^\d+$/.test(text);
}

function assertDigits(what: string, text: string, length?: number): void {
  if (length !== undefined && !isDigits(text, length)) throw new RangeError(`${what} must have ${length} digits`);
  if (!/^\d+$/.test(text)) throw new RangeError(`${what} must be digits only`);
}
