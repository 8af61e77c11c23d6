import { addDays, isLocalDate } from '../brazil/calendar.rules.ts';
import { isDocument } from '../brazil/documents.rules.ts';
import { invalidField } from '../errors.ts';
import { MAX_DUE_DAYS } from '../payments/check-schedule.rules.ts';
import { refuseMisspeltSplit } from '../splits/participants.rules.ts';
import { isPlainText, TEXT_PROBLEMS } from '../text/visible-text.rules.ts';
import { MAX_METADATA_KEY_LENGTH, type OrderBody } from './orders.schemas.ts';

const BRAZIL_CODE = '55';
const CEP_LENGTH = 8;

/** What a JSON schema cannot say about the body of an order; still part of its shape, so checked before the token. */
export function checkOrderShape(body: OrderBody, options: { today: string; documentCheck: 'shape' | 'strict' }): void {
  refuseMisspeltSplit(body);
  checkCustomer(body.customer);
  if (options.documentCheck === 'strict' && !isDocument(body.customer.document)) {
    throw invalidField('customer.document', 'has wrong check digits');
  }
  for (const key of Object.keys(body.metadata ?? {})) {
    // Counted as the schema counts the values: an emoji is one character.
    const length = [...key].length;
    if (length === 0 || length > MAX_METADATA_KEY_LENGTH) {
      throw invalidField('metadata', `keys must have 1 to ${MAX_METADATA_KEY_LENGTH} characters`);
    }
    if (!isPlainText(key)) throw invalidField('metadata', `keys ${TEXT_PROBLEMS['plain-text']}`);
  }
  checkDueDate(body.payment, options.today);
}

function checkCustomer({ ip, phone, address }: OrderBody['customer']): void {
  if (ip !== undefined && !isIpAddress(ip)) throw invalidField('customer.ip', 'is not an IPv4 or IPv6 address');
  if (phone.country_code === BRAZIL_CODE) {
    if (!/^[1-9][0-9]$/.test(phone.area_code)) throw invalidField('customer.phone.area_code', 'must be a DDD of two digits');
    if (!/^[0-9]{8,9}$/.test(digitsOf(phone.number))) throw invalidField('customer.phone.number', 'must have 8 or 9 digits');
  }
  const isBrazilian = address?.country === undefined || address.country === 'BR' || address.country === 'BRA';
  if (isBrazilian && address?.zip_code !== undefined && address.zip_code.length !== CEP_LENGTH) {
    throw invalidField('customer.address.zip_code', `must be a CEP of ${CEP_LENGTH} digits`);
  }
}

export function digitsOf(phoneNumber: string): string {
  return phoneNumber.replace(/[ -]/g, '');
}

function isIpAddress(text: string): boolean {
  if (!text.includes(':')) return /^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\.(?!$)|$)){4}$/.test(text);
  return URL.canParse(`http://[${text}]`);
}

function checkDueDate(payment: OrderBody['payment'], today: string): void {
  const dueDate = payment.due_date;
  if (dueDate === undefined) return;
  if (payment.type !== 'invoice') throw invalidField('payment.due_date', 'is only for payment.type invoice');
  if (!isLocalDate(dueDate)) throw invalidField('payment.due_date', 'is not a date of the calendar');
  const last = addDays(today, MAX_DUE_DAYS);
  if (dueDate < today || dueDate > last) throw invalidField('payment.due_date', `must be from ${today} to ${last}`);
}
