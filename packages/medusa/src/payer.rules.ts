import type { Body } from '@vintem/client';

type OrderCustomer = Body<'POST /payments/order'>['customer'];
type Address = NonNullable<OrderCustomer['address']>;
type Phone = OrderCustomer['phone'];

/** A customer with a login, as Medusa knows one. Guests have none. */
export interface KnownCustomer {
  email?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  phone?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  billing_address?: KnownAddress | null | undefined;
}

interface KnownAddress {
  address_1?: string | null | undefined;
  address_2?: string | null | undefined;
  postal_code?: string | null | undefined;
  city?: string | null | undefined;
  province?: string | null | undefined;
  country_code?: string | null | undefined;
}

/** What a payment cannot be ordered without. The message is fit for whoever builds the storefront. */
export class PayerProblem extends Error {
  override readonly name = 'PayerProblem';
}

const BRAZIL = '55';
const STATE = /(?:^|-)([A-Z]{2})$/;

/**
 * Who pays: what the storefront sent as `data.payer` with the payment session, and where it sent nothing, what the shop
 * knows of a customer with a login. Banks demand a document, of which Medusa has no field of its own.
 */
export function payerOf(given: unknown, customer: KnownCustomer | undefined): OrderCustomer {
  const payer = recordOf(given);
  const knownName = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const name = textOf(payer['name']) ?? textOf(knownName);
  const email = textOf(payer['email']) ?? textOf(customer?.email);
  const document = textOf(payer['document']) ?? textOf(customer?.metadata?.['document']);
  const phone = phoneOf(payer['phone']) ?? phoneOf(customer?.phone);
  if (!name) throw missing('name', 'the full name');
  if (!email) throw missing('email', 'an e-mail address');
  if (!document) throw missing('document', 'a CPF or CNPJ');
  if (!phone) throw missing('phone', 'a phone with its area code, such as (11) 98765-4321');
  const address = addressOf(payer['address']) ?? knownAddress(customer?.billing_address);
  return { name, email, document: document.replaceAll(/[^0-9A-Za-z]/g, ''), phone, ...(address ? { address } : {}) };
}

/** Brazilian numbers as people write them; others in the three parts that the interface has. */
function phoneOf(given: unknown): Phone | undefined {
  if (typeof given === 'object' && given !== null) {
    const { country_code, area_code, number } = given as Record<string, unknown>;
    const parts = { country_code: textOf(country_code), area_code: textOf(area_code), number: textOf(number) };
    const { country_code: country = BRAZIL, area_code: area, number: rest } = parts;
    return area && rest ? { country_code: country, area_code: area, number: rest } : undefined;
  }
  const digits = textOf(given)?.replaceAll(/\D/g, '').replace(/^0+/, '') ?? '';
  const national = digits.length >= 12 && digits.startsWith(BRAZIL) ? digits.slice(BRAZIL.length) : digits;
  if (national.length < 10 || national.length > 11) return undefined;
  return { country_code: BRAZIL, area_code: national.slice(0, 2), number: national.slice(2) };
}

function addressOf(given: unknown): Address | undefined {
  const address = recordOf(given);
  const { line_1, line_2, district, zip_code, city, state, country } = address;
  return withoutGaps({
    line_1: textOf(line_1),
    line_2: textOf(line_2),
    district: textOf(district),
    zip_code: textOf(zip_code)?.replaceAll(/\D/g, ''),
    city: textOf(city),
    state: textOf(state),
    country: textOf(country),
  });
}

/** Medusa keeps provinces as somebody wrote them: `SP` and `BR-SP` are a state, anything else is not. */
function knownAddress(address: KnownAddress | null | undefined): Address | undefined {
  return addressOf({
    line_1: address?.address_1,
    line_2: address?.address_2,
    zip_code: address?.postal_code,
    city: address?.city,
    state: STATE.exec(address?.province?.toUpperCase() ?? '')?.[1],
    country: address?.country_code?.toUpperCase(),
  });
}

function withoutGaps(address: Address): Address | undefined {
  const parts = Object.entries(address).filter(([, value]) => value !== undefined && value !== '');
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function missing(field: string, what: string): PayerProblem {
  return new PayerProblem(`data.payer.${field} is missing: a payment by PIX or boleto needs ${what} of the payer`);
}
