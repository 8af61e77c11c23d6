import { digitableLineOf, parseBarcode } from '../../../ground/brazil/boleto.rules.ts';
import type { ChargeRequest } from '../acquirer.ts';
import type { BoletoInstrument, PostalAddress, TermsProblem } from '../boleto.ts';

/** What banks that take boletos over HTTP have in common: their fields, and what they want of a payer. */

/** Reais as a JSON number: the nearest to the exact quotient, whose shortest text has at most two decimals. */
export function reaisOf(cents: number): number {
  return cents / 100;
}

/** Percent as a JSON number with at most two decimals. */
export function percentOf(hundredths: number): number {
  return hundredths / 100;
}

export function personTypeOf(document: string): 'FISICA' | 'JURIDICA' {
  return document.length === 11 ? 'FISICA' : 'JURIDICA';
}

/** Never half of a character. */
export function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('');
}

/** What a slip needs of an address. */
export type FullAddress = { [Part in keyof PostalAddress]-?: string };

const NEEDED = { line1: 'line_1', zipCode: 'zip_code', city: 'city', state: 'state', district: 'district' } as const;

/** The first part of the payer's address that such a bank wants and the order lacks; null where all is there. */
export function addressProblem({ payer }: ChargeRequest, wants: readonly (keyof typeof NEEDED)[]): TermsProblem | null {
  for (const part of wants) {
    const value = payer.address?.[part] ?? '';
    const field = `customer.address.${NEEDED[part]}`;
    if (value.trim() === '') return { field, reason: 'the bank takes no boleto without it' };
    if (part === 'zipCode' && !/^\d{8}$/.test(value)) return { field, reason: 'must have 8 digits' };
  }
  return null;
}

export function addressOf({ payer: { address } }: ChargeRequest): FullAddress {
  return {
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    zipCode: address?.zipCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    district: address?.district ?? '',
  };
}

/** The first thing that is wrong with a barcode and its line for such an amount; null where they can be paid. */
export function slipProblem(
  { barcode, digitableLine }: Pick<BoletoInstrument, 'barcode' | 'digitableLine'>,
  { bankCode, amountCents }: { bankCode: string; amountCents: number },
): 'barcode' | 'line' | null {
  const parsed = parseBarcode(barcode);
  if (!parsed.ok || parsed.barcode.bankCode !== bankCode) return 'barcode';
  if (parsed.barcode.amountCents !== amountCents && parsed.barcode.amountCents !== 0) return 'barcode';
  return digitableLineOf(barcode) === digitableLine ? null : 'line';
}
