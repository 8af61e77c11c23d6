import { addDays, isLocalDate } from '../../ground/brazil/calendar.rules.ts';
import { formatPhone, isDocument } from '../../ground/brazil/documents.rules.ts';
import { invalidField } from '../../ground/errors.ts';
import { isIpAddress } from '../../ground/text/ip-address.rules.ts';
import { isPlainText, TEXT_PROBLEMS } from '../../ground/text/visible-text.rules.ts';
import { MAX_DUE_DAYS } from '../boleto-terms/due-days.rules.ts';
import { readTerms } from '../boleto-terms/terms.rules.ts';
import type { Order } from './order.ts';
import { type CompanyOrderBody, MAX_METADATA_KEY_LENGTH } from './orders.schemas.ts';

const BRAZIL_CODE = '55';
const CEP_LENGTH = 8;
/** Unknown keys of a request are ignored, so they are not stored either. */
const ADDRESS_PARTS = ['line_1', 'line_2', 'district', 'zip_code', 'city', 'state', 'country'] as const;

export interface ShapeOptions {
  today: string;
  documentCheck: 'shape' | 'strict';
}

/**
 * The order in a body that fits its JSON schema. All that a schema cannot say about the shape is checked here, in the
 * order in which it speaks; for whom the order is, its tokens or its address say, and that is looked up afterwards.
 */
export function readOrder(
  body: CompanyOrderBody,
  { today, documentCheck }: ShapeOptions,
): Omit<Order, 'seller' | 'participants'> {
  const { document, name, email, ip = null, phone, address } = body.customer;
  const phoneNumber = phone.number.replace(/[ -]/g, '');
  if (ip !== null && !isIpAddress(ip)) throw invalidField('customer.ip', 'is not an IPv4 or IPv6 address');
  if (phone.country_code === BRAZIL_CODE) {
    if (!/^[1-9][0-9]$/.test(phone.area_code))
      throw invalidField('customer.phone.area_code', 'must be a DDD of two digits');
    if (!/^[0-9]{8,9}$/.test(phoneNumber)) throw invalidField('customer.phone.number', 'must have 8 or 9 digits');
  }
  const isBrazilian = address?.country === undefined || address.country === 'BR' || address.country === 'BRA';
  if (isBrazilian && address?.zip_code !== undefined && address.zip_code.length !== CEP_LENGTH) {
    throw invalidField('customer.address.zip_code', `must be a CEP of ${CEP_LENGTH} digits`);
  }
  if (documentCheck === 'strict' && !isDocument(body.customer.document)) {
    throw invalidField('customer.document', 'has wrong check digits');
  }

  checkMetadataKeys(body.metadata ?? {});

  const dueDate = body.payment.due_date ?? null;
  if (dueDate !== null) {
    const last = addDays(today, MAX_DUE_DAYS);
    if (body.payment.type !== 'invoice') throw invalidField('payment.due_date', 'is only for payment.type invoice');
    if (!isLocalDate(dueDate)) throw invalidField('payment.due_date', 'is not a date of the calendar');
    if (dueDate < today || dueDate > last) throw invalidField('payment.due_date', `must be from ${today} to ${last}`);
  }

  return {
    paymentType: body.payment.type,
    subtotalCents: body.subtotal,
    totalCents: body.total,
    customer: {
      document,
      name,
      email,
      ip,
      phone: formatPhone({ countryCode: phone.country_code, areaCode: phone.area_code, number: phoneNumber }),
      address: address
        ? Object.fromEntries(ADDRESS_PARTS.flatMap((part) => (part in address ? [[part, address[part]]] : [])))
        : null,
    },
    updatesCustomer: true,
    items: body.items.map((item) => ({ name: item.name, quantity: item.quantity, price: item.price })),
    shipping: { name: body.shipping.name, price: body.shipping.price },
    metadata: body.metadata ?? {},
    paymentLinkId: body.payment_link_id ?? null,
    isByMerchant: true,
    externalId: body.external_id ?? null,
    dueDate,
    boletoTerms: readTerms(body.payment, body.total, today),
    retry: null,
  };
}

/** What a schema cannot say about keys. */
export function checkMetadataKeys(metadata: Record<string, string>): void {
  for (const key of Object.keys(metadata)) {
    // Counted as the schema counts the values: an emoji is one character.
    const length = [...key].length;
    if (length === 0 || length > MAX_METADATA_KEY_LENGTH) {
      throw invalidField('metadata', `keys must have 1 to ${MAX_METADATA_KEY_LENGTH} characters`);
    }
    if (!isPlainText(key)) throw invalidField('metadata', `keys ${TEXT_PROBLEMS['plain-text']}`);
  }
}
