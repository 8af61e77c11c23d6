import { MAX_ADDRESS_LINE_LENGTH, MAX_NAME_LENGTH } from '../../gateway/orders/orders.schemas.ts';
import { quantitiesOf } from '../../gateway/payment-links/link-prices.rules.ts';
import type { LinkMethod, PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import type { OrderAddress } from '../../gateway/payments/payment.ts';
import { formatPhone, isDocument, UF_CODES } from '../../ground/brazil/documents.rules.ts';
import { centsOfTypedReais } from '../../ground/money/typed-reais.ts';
import { isEmail, isOneLine } from '../../ground/text/visible-text.rules.ts';

/** What the form of a link has, in the order in which the page shows it. */
export const LINK_FIELDS = [
  ...(['amount', 'suggested', 'quantity', 'name', 'email', 'document', 'phone', 'method'] as const),
  ...(['zip_code', 'line_1', 'line_2', 'city', 'state'] as const),
] as const;
export type LinkField = (typeof LINK_FIELDS)[number];

/** As they were typed; the page shows them again beside what is wrong with them. */
export type LinkValues = Partial<Record<LinkField, string>>;
export type Problem = 'missing' | 'invalid';
export type LinkProblems = Partial<Record<LinkField, Problem>>;

/** A form as it was sent. */
export interface SentForm {
  values: LinkValues;
  /** Made with the form: the same form sent twice is one order. */
  key: string | null;
  /** A person does not see the field that this comes from. */
  isFromMachine: boolean;
}

/** What a payer has ordered, once nothing is wrong with it. */
export interface ReadForm {
  method: LinkMethod;
  units: number;
  amountCents: number | null;
  customer: { name: string; email: string; document: string; phone: string; address: OrderAddress | null };
}

const FORM_KEY = /^[0-9a-f]{32}$/;
/** Longer than any field may be, and short enough to be shown again. */
const MAX_SHOWN = 300;

export function sentFormIn(text: string): SentForm {
  const sent = new URLSearchParams(text);
  const values: LinkValues = {};
  for (const field of LINK_FIELDS) {
    const value = sent.get(field)?.trim();
    if (value) values[field] = value.slice(0, MAX_SHOWN);
  }
  const key = sent.get('key') ?? '';
  return { values, key: FORM_KEY.test(key) ? key : null, isFromMachine: (sent.get('website') ?? '') !== '' };
}

/** Whether this method's payer has to say where they live. */
export function needsAddress({ collect_address }: Pick<PaymentLink, 'collect_address'>, method: LinkMethod): boolean {
  return collect_address === 'always' || (collect_address === 'boleto' && method === 'invoice');
}

/** What the form orders, or all that is wrong with it at once. */
export function readLinkForm(link: PaymentLink, values: LinkValues): ReadForm | LinkProblems {
  const problems: LinkProblems = {};
  const read = <Value>(field: LinkField, make: (text: string) => Value | null): Value | null => {
    const text = values[field];
    const value = text === undefined ? null : make(text);
    if (value === null) problems[field] = text === undefined ? 'missing' : 'invalid';
    return value;
  };
  const [onlyMethod] = link.methods.length === 1 ? link.methods : [];
  const method = onlyMethod ?? read('method', (text) => link.methods.find((known) => known === text) ?? null);
  const amountCents = link.open_amount ? readAmount(link, values, problems) : null;
  const units = link.quantity ? read('quantity', (text) => unitsIn(link, text)) : 1;
  const name = read('name', (text) => lineIn(text, MAX_NAME_LENGTH));
  const email = read('email', (text) => (isEmail(text) ? text : null));
  const document = read('document', documentIn);
  const phone = read('phone', phoneIn);
  const address = method && needsAddress(link, method) ? readAddress(values, read) : null;
  if (!method || !units || !name || !email || !document || !phone || Object.keys(problems).length > 0) return problems;
  return { method, units, amountCents, customer: { name, email, document, phone, address } };
}

export function isOrder(read: ReadForm | LinkProblems): read is ReadForm {
  return 'customer' in read;
}

type Read = <Value>(field: LinkField, make: (text: string) => Value | null) => Value | null;

/** What was written counts; else one of the amounts that the page offers. */
function readAmount({ open_amount: open }: PaymentLink, values: LinkValues, problems: LinkProblems): number | null {
  const written = values.amount;
  const cents = written === undefined ? centsIn(values.suggested) : centsOfTypedReais(written);
  if (open && cents !== null && cents >= open.min && cents <= open.max) return cents;
  problems.amount = written === undefined && values.suggested === undefined ? 'missing' : 'invalid';
  return null;
}

function centsIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function unitsIn(link: PaymentLink, text: string): number | null {
  const { min, max } = quantitiesOf(link);
  const units = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return units >= min && units <= max ? units : null;
}

/** A mark that stands for bytes which are no text would be stored as somebody's name. */
function lineIn(text: string, maxLength: number): string | null {
  const isText = isOneLine(text) && !text.includes('\ufffd') && /[^\s\p{Cf}]/u.test(text);
  return isText && [...text].length <= maxLength ? text : null;
}

function documentIn(text: string): string | null {
  const bare = bareDocument(text);
  return isDocument(bare) ? bare : null;
}

function bareDocument(text: string): string {
  return text.replaceAll(/[\s./-]/g, '').toUpperCase();
}

/** A document that somebody says is the payer's; an order of the interface may have one without right check digits. */
export function readPayerForm(text: string): string | LinkProblems {
  const typed = new URLSearchParams(text).get('document')?.trim() ?? '';
  const bare = bareDocument(typed);
  if (typed === '') return { document: 'missing' };
  return /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(bare) ? bare : { document: 'invalid' };
}

/** A Brazilian number: its area, its eight or nine digits, and before them the country for those who write it. */
function phoneIn(text: string): string | null {
  if (!/^[\d\s()+.-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:0|55(?=\d{10,11}$))?/, '');
  const match = /^([1-9][0-9])(\d{8,9})$/.exec(digits);
  return match ? formatPhone({ countryCode: '55', areaCode: match[1] ?? '', number: match[2] ?? '' }) : null;
}

/** The CEP is checked by its shape: nobody outside is asked where it is. */
function readAddress(values: LinkValues, read: Read): OrderAddress {
  const line2 = values.line_2 === undefined ? null : read('line_2', (text) => lineIn(text, MAX_ADDRESS_LINE_LENGTH));
  return {
    zip_code: read('zip_code', (text) => (/^\d{5}-?\d{3}$/.test(text) ? text.replace('-', '') : null)) ?? '',
    line_1: read('line_1', (text) => lineIn(text, MAX_ADDRESS_LINE_LENGTH)) ?? '',
    ...(line2 === null ? {} : { line_2: line2 }),
    city: read('city', (text) => lineIn(text, MAX_NAME_LENGTH)) ?? '',
    state: read('state', (text) => UF_CODES.find((code) => code === text.toUpperCase()) ?? null) ?? '',
    country: 'BR',
  };
}
