import { MIN_AMOUNT_CENTS } from '../../src/ground/money/minimum-amount.ts';
import type { PaymentLink } from '../api/types.ts';
import {
  bodyOfItems,
  type DraftItem,
  firstItem,
  type ItemProblem,
  MAX_QUANTITY,
  problemsOfItems,
  sumOfItems,
} from '../ui/forms/item-draft.ts';
import {
  bodyOfLateTerms,
  type LateTerms,
  type LateTermsProblem,
  lateTermsLike,
  NO_LATE_TERMS,
  problemsOfLateTerms,
} from '../ui/forms/late-terms.ts';
import { centsOfText, textOfCents } from '../ui/values/money-text.ts';

/** What a person writes into the form of a new link. */
export interface LinkDraft extends LateTerms {
  companyId: number;
  title: string;
  description: string;
  kind: 'items' | 'open';
  items: DraftItem[];
  shippingCents: number | null;
  shippingName: string;
  minCents: number | null;
  maxCents: number | null;
  suggested: string;
  hasQuantity: boolean;
  maxUnits: string;
  methods: readonly string[];
  dueDays: string;
  address: PaymentLink['collect_address'];
  maxPayments: string;
  stock: string;
  expiresAt: string;
  slug: string;
  returnTo: string;
  message: string;
}

const MAX_DUE_DAYS = 180;
const ZONE = 'America/Sao_Paulo';

export function emptyDraft(companyId: number): LinkDraft {
  return {
    companyId,
    title: '',
    description: '',
    kind: 'items',
    items: [firstItem()],
    shippingCents: null,
    shippingName: '',
    minCents: null,
    maxCents: null,
    suggested: '',
    hasQuantity: false,
    maxUnits: '5',
    methods: ['pix', 'invoice'],
    dueDays: '',
    ...NO_LATE_TERMS,
    address: 'boleto',
    maxPayments: '',
    stock: '',
    expiresAt: '',
    slug: '',
    returnTo: '',
    message: '',
  };
}

/** Another link like this one; its address is its own, and an end that has passed would help nobody. */
export function draftLike(link: PaymentLink): LinkDraft {
  const { open_amount: open, quantity, shipping } = link;
  const empty = emptyDraft(link.company_id);
  return {
    ...empty,
    title: link.title,
    description: link.description ?? '',
    kind: open ? 'open' : 'items',
    items: open
      ? empty.items
      : link.items.map((item, index) => ({
          key: index + 1,
          name: item.name,
          quantity: item.quantity,
          priceCents: item.price,
        })),
    shippingCents: shipping?.price ?? null,
    shippingName: shipping?.name ?? '',
    minCents: open?.min ?? null,
    maxCents: open?.max ?? null,
    suggested: open?.suggested.map(textOfCents).join(' ') ?? '',
    hasQuantity: quantity !== null,
    maxUnits: String(quantity?.max ?? empty.maxUnits),
    methods: link.methods,
    dueDays: typedNumber(link.due_days),
    ...lateTermsLike(link),
    address: link.collect_address,
    maxPayments: typedNumber(link.max_payments),
    stock: typedNumber(link.stock),
    returnTo: link.success_url ?? '',
    message: link.inactive_message ?? '',
  };
}

const typedNumber = (value: number | null) => (value === null ? '' : String(value));

/** Null where nothing, or no whole number, was written. */
export function numberOf(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null;
}

/** As a field for date and time wants it, in the time of São Paulo. */
export function localTimeOf(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone: ZONE }).replace(' ', 'T').slice(0, 16);
}

/** What one order of one unit costs. */
export function totalOfDraft({ items, shippingCents }: LinkDraft): number {
  return sumOfItems(items) + (shippingCents ?? 0);
}

export type DraftProblem =
  | (ItemProblem | LateTermsProblem)
  | ('name' | 'total' | 'methods' | 'amounts')
  | ('suggested' | 'units' | 'count' | 'days' | 'slug' | 'returnTo');

/** What is wrong, by the field it stands at; `item 1` and so on for the lines. */
export function problemsOf(draft: LinkDraft): Map<string, DraftProblem> {
  const problems = new Map<string, DraftProblem>();
  const expect = (isRight: boolean, field: string, problem: DraftProblem) => {
    if (!isRight) problems.set(field, problem);
  };
  expect(draft.title.trim() !== '', 'title', 'name');
  if (draft.kind === 'items') {
    for (const [field, problem] of problemsOfItems(draft.items)) problems.set(field, problem);
    expect(totalOfDraft(draft) >= MIN_AMOUNT_CENTS, 'total', 'total');
    if (draft.hasQuantity) expect(isWhole(numberOf(draft.maxUnits), 2, MAX_QUANTITY), 'maxUnits', 'units');
  } else {
    const [min, max] = [draft.minCents ?? MIN_AMOUNT_CENTS, draft.maxCents ?? Number.POSITIVE_INFINITY];
    expect(min + (draft.shippingCents ?? 0) >= MIN_AMOUNT_CENTS && min <= max, 'amounts', 'amounts');
    const isOffered = (cents: number | null) => cents !== null && cents >= min && cents <= max;
    expect(suggestedIn(draft).every(isOffered), 'suggested', 'suggested');
  }
  expect(draft.methods.length > 0, 'methods', 'methods');
  for (const field of ['maxPayments', 'stock'] as const)
    expect(draft[field].trim() === '' || (numberOf(draft[field]) ?? 0) >= 1, field, 'count');
  expect(draft.dueDays.trim() === '' || isWhole(numberOf(draft.dueDays), 0, MAX_DUE_DAYS), 'dueDays', 'days');
  if (draft.methods.includes('invoice'))
    for (const [field, problem] of problemsOfLateTerms(draft)) problems.set(field, problem);
  expect(draft.slug === '' || /^[a-z0-9-]{3,40}$/.test(draft.slug), 'slug', 'slug');
  expect(draft.returnTo.trim() === '' || URL.canParse(draft.returnTo.trim()), 'returnTo', 'returnTo');
  return problems;
}

function isWhole(value: number | null, min: number, max: number): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max;
}

function suggestedIn({ suggested }: LinkDraft): (number | null)[] {
  return suggested.trim() === '' ? [] : suggested.trim().split(/\s+/).map(centsOfText);
}

/** As the interface wants it: what was left blank is left out. */
export function bodyOf(draft: LinkDraft, shippingName: string) {
  const text = (typed: string) => (typed.trim() === '' ? undefined : typed.trim());
  const number = (typed: string) => numberOf(typed) ?? undefined;
  const isOpen = draft.kind === 'open';
  return {
    company_id: draft.companyId,
    title: draft.title.trim(),
    description: text(draft.description),
    methods: draft.methods,
    ...(isOpen
      ? {
          open_amount: {
            min: draft.minCents ?? undefined,
            max: draft.maxCents ?? undefined,
            suggested: suggestedIn(draft),
          },
        }
      : {
          items: bodyOfItems(draft.items),
          quantity: draft.hasQuantity ? { min: 1, max: number(draft.maxUnits) } : undefined,
        }),
    shipping: draft.shippingCents
      ? { name: text(draft.shippingName) ?? shippingName, price: draft.shippingCents }
      : undefined,
    max_payments: number(draft.maxPayments),
    stock: number(draft.stock),
    expires_at: text(draft.expiresAt),
    due_days: number(draft.dueDays),
    ...(draft.methods.includes('invoice') ? bodyOfLateTerms(draft) : {}),
    collect_address: draft.address,
    slug: text(draft.slug),
    success_url: text(draft.returnTo),
    inactive_message: text(draft.message),
  };
}
