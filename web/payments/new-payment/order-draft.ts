import { isDocument } from '../../../src/ground/brazil/documents.rules.ts';
import { MIN_AMOUNT_CENTS } from '../../../src/ground/money/minimum-amount.ts';
import {
  bodyOfItems,
  type DraftItem,
  firstItem,
  type ItemProblem,
  problemsOfItems,
  sumOfItems,
} from '../../ui/forms/item-draft.ts';
import {
  bodyOfTerms,
  formFieldOf,
  NO_TERMS,
  problemsOfTerms,
  type TermsDraft,
  type TermsProblem,
} from './terms-draft.ts';

/** What a person writes into the form of a new payment. */
export interface OrderDraft {
  companyId: number;
  type: 'pix' | 'invoice';
  terms: TermsDraft;
  name: string;
  email: string;
  document: string;
  phone: string;
  line: string;
  city: string;
  state: string;
  zip: string;
  items: DraftItem[];
  shippingCents: number | null;
  externalId: string;
}

export type DraftProblem = 'name' | 'email' | 'document' | 'phone' | 'total' | ItemProblem | TermsProblem;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function emptyDraft(companyId: number): OrderDraft {
  return {
    companyId,
    type: 'pix',
    terms: NO_TERMS,
    name: '',
    email: '',
    document: '',
    phone: '',
    line: '',
    city: '',
    state: '',
    zip: '',
    items: [firstItem()],
    shippingCents: null,
    externalId: '',
  };
}

export const TEST_CUSTOMER = {
  name: 'Maria da Silva',
  email: 'maria@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
};

export function totalOf(draft: OrderDraft): number {
  return sumOfItems(draft.items) + (draft.shippingCents ?? 0);
}

/** What is wrong, by the field it stands at; `item 1` and so on for the lines. */
export function problemsOf(draft: OrderDraft, today: string): Map<string, DraftProblem> {
  const problems = new Map<string, DraftProblem>();
  if (draft.name.trim() === '') problems.set('name', 'name');
  if (!EMAIL.test(draft.email.trim())) problems.set('email', 'email');
  if (!isDocument(bareDocument(draft.document))) problems.set('document', 'document');
  if (phoneOf(draft.phone) === null) problems.set('phone', 'phone');
  for (const [field, problem] of problemsOfItems(draft.items)) problems.set(field, problem);
  if (totalOf(draft) < MIN_AMOUNT_CENTS) problems.set('total', 'total');
  if (draft.type === 'invoice')
    for (const [field, problem] of problemsOfTerms(draft.terms, totalOf(draft), today)) problems.set(field, problem);
  return problems;
}

function bareDocument(text: string): string {
  return text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
}

/** Of a Brazilian number with its area code, however it is written. */
export function phoneOf(text: string): { country_code: string; area_code: string; number: string } | null {
  const digits = text.replaceAll(/\D/g, '');
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
  if (national.length < 10 || national.length > 11) return null;
  return { country_code: '55', area_code: national.slice(0, 2), number: national.slice(2) };
}

const CUSTOMER_FIELDS: Record<string, string> = {
  'customer.name': 'name',
  'customer.email': 'email',
  'customer.document': 'document',
  'customer.phone': 'phone',
  'customer.address': 'line',
  'customer.address.line_1': 'line',
  'customer.address.city': 'city',
  'customer.address.state': 'state',
  'customer.address.zip_code': 'zip',
};

/** Where in the form a field of the interface stands; null: nowhere. */
export function fieldInForm(apiField: string, draft: OrderDraft): string | null {
  if (apiField.startsWith('customer.phone')) return 'phone';
  return CUSTOMER_FIELDS[apiField] ?? formFieldOf(apiField, draft.terms);
}

/** As the interface wants it, without a token: the establishment stands in the path. */
export function orderOf(draft: OrderDraft, shippingName: string) {
  const address = addressOf(draft);
  const externalId = draft.externalId.trim();
  return {
    customer: {
      name: draft.name.trim(),
      email: draft.email.trim(),
      document: bareDocument(draft.document),
      phone: phoneOf(draft.phone),
      ...(address ? { address } : {}),
    },
    items: bodyOfItems(draft.items),
    payment: {
      type: draft.type,
      installments: 1,
      ...(draft.type === 'invoice' ? bodyOfTerms(draft.terms) : {}),
    },
    shipping: { name: shippingName, price: draft.shippingCents ?? 0 },
    subtotal: sumOfItems(draft.items),
    total: totalOf(draft),
    ...(externalId === '' ? {} : { external_id: externalId }),
  };
}

function addressOf({ line, city, state, zip }: OrderDraft) {
  const parts = {
    line_1: line.trim(),
    city: city.trim(),
    state: state.trim().toUpperCase(),
    zip_code: zip.replaceAll(/\D/g, ''),
  };
  const given = Object.entries(parts).filter(([, text]) => text !== '');
  return given.length === 0 ? null : { ...Object.fromEntries(given), country: 'BR' };
}
